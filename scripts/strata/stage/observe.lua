--- The observable values of an object or a player, as the texts that expectation lines compare.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local object_lookup = require("strata.stage.object_lookup")

local M = {}

local function printed(stage, symbol)
  return symbol and stage.game.schema:printed(symbol) or "none"
end

--- The words of a set.
function M.set(stage, entity, attribute)
  local list = {}
  for i, symbol in ipairs(entity[attribute]) do
    list[i] = stage.game.schema:printed(symbol)
  end
  return list
end

--- What a reader calls an entity's abilities.
function M.labels(stage, entity)
  local list = {}
  for i, ability in ipairs(stage:abilities(entity)) do
    list[i] = ability.label
  end
  return list
end

--- A list as lines of expectations have it: "[one, other]".
---@param list string[]
---@return string
function M.listed(list)
  return ("[%s]"):format(table.concat(list, ", "))
end

--- Any value as a scenario would say it, the same in worlds whose entities have other numbers.
---@param stage strata.Stage
---@param entity strata.Entity
---@param name string the attribute
---@return string
function M.value(stage, entity, name)
  local kind = stage.game.schema.attributes[name].kind
  if kind == "abilities" then
    local list = M.labels(stage, entity)
    table.sort(list)
    return M.listed(list)
  elseif kind == "set" then
    return M.listed(M.set(stage, entity, name))
  end
  local value = entity[name]
  return type(value) == "userdata" and (stage:id_of(value) or "somebody") or tostring(value)
end

--- Whether an entity has an ability that a reader calls so.
function M.has_ability(stage, entity, label)
  for _, ability in ipairs(stage:abilities(entity)) do
    local is_meant = ability.label:lower() == label:lower() or ability.text:lower() == label:lower()
    if is_meant then
      return true
    end
  end
  return false
end

--- Several numbers as one text, "2/3"; "none" of what is not such as has them (208.3).
---@param size table of the rules: { "power", "toughness", being = "creature" }
---@return fun(stage: strata.Stage, object: strata.Object): string
function M.size(size)
  return function(stage, object)
    local numbers = {}
    if size.being and not M.has_word(stage, object.entity, size.being) then
      return "none"
    end
    for place, attribute in ipairs(size) do
      numbers[place] = object.entity[attribute]
    end
    return table.concat(numbers, "/")
  end
end

function M.name(stage, object)
  local name = object_lookup.printed_name(stage, object.entity)
  return name ~= "" and name or "none"
end

function M.player(attribute)
  return function(stage, object)
    return stage:player_name(object.entity[attribute]) or "none"
  end
end

--- Whose an object is where it lies: the controller's where all share the zone, else the player's
--- whose zone it is; the owner's if there is no such player.
---@param stage strata.Stage
---@param entity strata.Entity in a zone, or in none
---@return string|nil player
function M.holder(stage, entity)
  local zone, roles = entity.zone, stage.game.schema.roles
  local is_shared = zone and stage.game.schema.data.zones[zone].shared
  local whose = is_shared and entity[roles.controller] or not is_shared and entity:zone_player()
  return stage:player_name(whose or entity[roles.owner])
end

--- "A.graveyard": the controller where all share a zone, else whose zone it is; "ceased" if it is
--- gone.
function M.place(stage, object)
  local entity = object.entity
  if not entity:is_alive() then
    return "ceased"
  end
  return ("%s.%s"):format(M.holder(stage, entity) or "none", entity.zone or "nowhere")
end

function M.face(_, object)
  return object.is_back and "back" or "front"
end

function M.chosen(stage, object)
  local roles = stage.game.schema.roles
  local player = roles.chosen_player and stage:player_name(object.entity[roles.chosen_player])
  return player or printed(stage, object.entity[roles.chosen])
end

--- What is attached to it, oldest first.
function M.attachments(stage, object)
  local found, list, role = {}, {}, stage.game.schema.roles.attached
  for _, other in ipairs(stage.objects) do
    if other.entity:is_alive() and other.entity[role] == object.entity then
      found[#found + 1] = other
    end
  end
  table.sort(found, function(a, b)
    return a.entity:timestamp() < b.entity:timestamp()
  end)
  for i, other in ipairs(found) do
    list[i] = other.id
  end
  return list
end

function M.number(attribute)
  return function(_, object)
    return tostring(object.entity[attribute])
  end
end

--- How many counters of any kind are on it.
function M.all_counters(stage, object)
  local total = 0
  for _, attribute in pairs(stage.game.schema.counters) do
    total = total + object.entity[attribute]
  end
  return total
end

--- Why the values of an entity are what they are.
function M.why(entity, attributes)
  local texts = {}
  for _, attribute in ipairs(attributes or {}) do
    local is_fine, why = pcall(entity.why, entity, attribute)
    texts[#texts + 1] = is_fine and tostring(why) or nil
  end
  return #texts > 0 and table.concat(texts, "\n") or nil
end

-- -- Words that an object must have ------------------------------------------

--- Whether an entity has a word: in a set, as a flag, as a keyword, or by an adjective.
function M.has_word(stage, entity, word)
  local found = stage.game.schema:find_word(word)
  if not found then
    return nil
  end
  if found.flag then
    return entity[found.flag]
  end
  if found.text then
    local text = found.text:gsub("%%", "")
    local strata = require("strata")
    return stage.world:eval(strata.expr(text), entity)
  end
  for _, attribute in ipairs(found.sets) do
    if entity[attribute]:has(stage.game.schema:symbol(word)) then
      return true
    end
  end
  return false
end

--- The word of the rules that a word of a line means: "creatures" are those that are a creature.
local function singular(schema, word)
  word = word:lower()
  if schema:find_word(word) then
    return word
  end
  local forms = { word:gsub("s$", ""), word:gsub("ves$", "f"), word:gsub("ies$", "y") }
  for _, form in ipairs(forms) do
    if schema:find_word(form) then
      return form
    end
  end
  return nil
end

--- The test that a word of a description stands for; nil if it is no word of the rules.
local function word_test(schema, word)
  local sizes, flag = schema.data.sizes or {}, schema.data.face_down
  local size = word:find("^%-?%d+/[%d/-]+$") and sizes[spelling.keys(sizes)[1]]
  if size then
    return function(_, entity)
      local numbers = {}
      for place, attribute in ipairs(size) do
        numbers[place] = entity[attribute]
      end
      return table.concat(numbers, "/") == word
    end
  elseif flag and word:lower() == "face-down" then
    return function(_, entity)
      return entity[flag]
    end
  end
  local known = singular(schema, word)
  return known and function(stage, entity)
    return M.has_word(stage, entity, known)
  end
end

--- A test of the description "1/1 Elf creatures", "lands with subtype Island"; nil if unreadable.
local function described(schema, text)
  local tests = {}
  for word in text:gsub(" with subtype ", " "):gmatch("%S+") do
    local test = word_test(schema, word)
    if not test then
      return nil
    end
    tests[#tests + 1] = test
  end
  return #tests > 0 and function(stage, object)
    for _, test in ipairs(tests) do
      if not test(stage, object.entity) then
        return false
      end
    end
    return true
  end or nil
end

--- Whether a part of a name is one of the name of any card, as "Soldier" is of "Elite Soldier".
local function is_part_of_name(game, part)
  for name in pairs(game.cards) do
    if name:find(part, 1, true) then
      return true
    end
  end
  return false
end

--- A test of a name: what it is called now; nil if nothing can be called so.
local function called(reader, name)
  local bare = name:match("^(.+) tokens?$")
  if bare and is_part_of_name(reader.game, bare) then
    return function(stage, object)
      local own = object_lookup.printed_name(stage, object.entity)
      return own == name or (object.is_token and own:find(bare, 1, true) ~= nil)
    end
  elseif not reader.game.cards[name] and not reader.ids[name] then
    return nil
  end
  return function(stage, object)
    local own = object_lookup.printed_name(stage, object.entity)
    return own == name or (object.is_named and object.id == name)
  end
end

--- A test of copies: "copies", "copies of Bear".
local function copies(text)
  local name = text:match("^copies of (.+)$") or text:match("^(.+) copies$")
  if not name and text ~= "copies" then
    return nil
  end
  return function(stage, object)
    local own = object_lookup.printed_name(stage, object.entity)
    return (name == nil or own == name) and object_lookup.is_copy(stage, object)
  end
end

--- A function that counts the objects of a list which a text describes: by a name, by words of the
--- rules, or as copies. Nil and what is wrong if the text cannot be read.
---@param reader { game: strata.Game, ids: table<string, boolean> }
---@param text string
---@return (fun(stage: strata.Stage, list: strata.Object[]): integer)|nil
---@return string|nil problem
function M.counter(reader, text)
  local test = called(reader, text) or copies(text) or described(reader.game.schema, text)
  if not test then
    local known = spelling.keys(reader.game.cards)
    local form = "'%s' is neither a card nor words of the rules%s"
    return nil, form:format(text, spelling.hint(text, known, true))
  end
  return function(stage, list)
    local count = 0
    for _, object in ipairs(list) do
      count = count + (test(stage, object) and 1 or 0)
    end
    return count
  end
end

--- Objects in a zone: those that a player controls where it is shared, else those in the player's.
---@param stage strata.Stage
---@param zone string
---@param player? string
---@return strata.Object[]
function M.inside(stage, zone, player)
  local list = {}
  for _, object in ipairs(stage.objects) do
    local entity = object.entity
    if entity:is_alive() and entity.zone == zone then
      local is_theirs = player == nil or M.holder(stage, entity) == player
      list[#list + 1] = is_theirs and object or nil
    end
  end
  return list
end

--- How many of those that have such a number have this base value: "base power 2".
local function base_number(schema, attribute, wanted)
  local being = nil
  for _, size in next, schema.data.sizes or {} do
    being = lists.includes(size, attribute) and size.being or being
  end
  return function(stage)
    local count = 0
    for _, object in ipairs(M.inside(stage, schema.home)) do
      local base = object.entity:value_after(schema.data.base_layer, attribute)
      local is_such = being == nil or M.has_word(stage, object.entity, being)
      count = count + ((is_such and base == wanted) and 1 or 0)
    end
    return count
  end
end

--- The counter of "base power 2"; nil if a text is none such.
local function read_base(schema, text)
  local attribute, number = text:match("^base ([%l_]+) (%-?%d+)$")
  local declared = attribute and schema.data.base_layer and schema.attributes[attribute]
  if declared and declared.kind == "int" then
    return base_number(schema, attribute, math.tointeger(tonumber(number)))
  end
  return nil
end

--- The zone and the player that stand behind a description: "on battlefield", "in A hand", "of A",
--- "controlled by A".
local function place_in(reader, text)
  local zones = reader.game.schema.data.zones or {}
  local what, player = text:match("^(.+) controlled by (%w+)$")
  if not what then
    what, player = text:match("^(.+) of (%w+)$")
  end
  if what and lists.includes(reader.players, player) then
    return what, nil, player
  end
  local zone
  what, zone = text:match("^(.+) [oi]n (%w+)$")
  if what and zones[zone] then
    return what, zone
  end
  what, player, zone = text:match("^(.+) in (%w+) (%w+)$")
  if what and zones[zone] and lists.includes(reader.players, player) then
    return what, zone, player
  end
  return text
end

--- A function that counts what "creatures on battlefield", "A.hand", "tokens", "tokens Zombie of A"
--- and "base power 2" mean. Nil and what is wrong if the text cannot be read.
---@param reader strata.LineReader
---@param text string
---@return (fun(stage: strata.Stage): integer)|nil
---@return string|nil problem
function M.count_all(reader, text)
  local player, own_zone = text:match("^(%w+)%.(%w+)$")
  if player and (reader.game.schema.data.zones or {})[own_zone] then
    return function(stage)
      return #M.inside(stage, own_zone, player)
    end
  end
  local of_base = read_base(reader.game.schema, text)
  if of_base then
    return of_base
  end
  local what, zone
  what, zone, player = place_in(reader, text)
  local token = what:match("^tokens (.+)$")
  local count, problem = M.counter(reader, token and token .. " token" or what)
  return count and function(stage)
    return count(stage, M.inside(stage, zone or stage.game.schema.home, player))
  end, problem
end

return M
