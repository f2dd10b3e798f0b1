--- The observable values of an object or a player, as the texts that expectation lines compare.
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

--- "2/3", or "none" if it is no creature (208.3).
function M.size(_, object)
  local entity = object.entity
  if not entity.types:has("creature") then
    return "none"
  end
  return ("%d/%d"):format(entity.power, entity.toughness)
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

--- "A.graveyard": the controller where all share a zone, else the owner; "ceased" if it is gone.
function M.place(stage, object)
  local entity = object.entity
  if not entity:is_alive() then
    return "ceased"
  end
  local zone = entity.zone
  local is_shared = zone and stage.game.schema.data.zones[zone].shared
  local roles = stage.game.schema.roles
  local player = stage:player_name(is_shared and entity[roles.controller] or entity[roles.owner])
  return ("%s.%s"):format(player or "none", zone or "nowhere")
end

function M.face(_, object)
  return object.is_back and "back" or "front"
end

function M.chosen(stage, object)
  local player = stage:player_name(object.entity.chosen_player)
  return player or printed(stage, object.entity.chosen)
end

function M.cost(_, object)
  local cost = object.entity.cost
  return cost ~= "" and cost or "none"
end

function M.host(stage, object)
  local host = object.entity.attached
  return host and stage:id_of(host) or "none"
end

--- What is attached to it, oldest first.
function M.attachments(stage, object)
  local found, list = {}, {}
  for _, other in ipairs(stage.objects) do
    if other.entity:is_alive() and other.entity.attached == object.entity then
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

--- How many counters of a kind are on it; "none" for no kind at all that it could have.
function M.counters(stage, object, kind)
  local attribute = kind and stage.game.schema.counters[kind]
  if not attribute then
    error(("no kind of counter '%s'"):format(tostring(kind)), 0)
  end
  return tostring(object.entity[attribute])
end

--- How many counters of any kind are on it; "none" for none.
function M.any_counters(stage, object)
  local total = 0
  for _, attribute in pairs(stage.game.schema.counters) do
    total = total + object.entity[attribute]
  end
  return total == 0 and "none" or tostring(total)
end

--- A player's number; "none" for a maximum that there is not.
function M.player_number(stage, player, attribute)
  local value = player[attribute]
  return value >= stage.game.words.unlimited and "none" or tostring(value)
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

local function singular(stage, word)
  word = word:lower()
  if stage.game.schema:find_word(word) then
    return word
  end
  local forms = { word:gsub("s$", ""), word:gsub("ves$", "f"), word:gsub("ies$", "y") }
  for _, form in ipairs(forms) do
    if stage.game.schema:find_word(form) then
      return form
    end
  end
  return nil
end

--- A test of the description "1/1 Elf creatures", "lands with subtype Island"; nil if unreadable.
local function described(stage, text)
  local tests = {}
  local before, subtype = text:match("^(.-) with subtype (.+)$")
  text = before or text
  if subtype then
    text = text .. " " .. subtype
  end
  for word in text:gmatch("%S+") do
    local power, toughness = word:match("^(%d+)/(%d+)$")
    local known = singular(stage, word)
    if power then
      tests[#tests + 1] = function(entity)
        return ("%d/%d"):format(entity.power, entity.toughness) == power .. "/" .. toughness
      end
    elseif word:lower() == "face-down" then
      tests[#tests + 1] = function(entity)
        return entity.face_down
      end
    elseif known then
      tests[#tests + 1] = function(entity)
        return M.has_word(stage, entity, known)
      end
    else
      return nil
    end
  end
  return function(entity)
    for _, test in ipairs(tests) do
      if not test(entity) then
        return false
      end
    end
    return #tests > 0
  end
end

--- A test of a name: what it is called now.
local function called(stage, name)
  local bare = name:match("^(.+) tokens?$")
  local is_known = stage.game.cards[name] ~= nil
  for _, object in ipairs(stage.objects) do
    is_known = is_known or object.id == name
  end
  if not is_known and not bare then
    return nil
  end
  return function(entity, object)
    local own = object_lookup.printed_name(stage, entity)
    return own == name
      or (object.is_named and object.id == name)
      or (bare ~= nil and object.is_token and own:find(bare, 1, true) ~= nil)
  end
end

--- How many objects of a list a text describes; nil if it cannot be read.
---@param stage strata.Stage
---@param list strata.Object[]
---@param text string
---@return integer|nil
function M.count(stage, list, text)
  local test = called(stage, text) or described(stage, text)
  if not test then
    return nil
  end
  local count = 0
  for _, object in ipairs(list) do
    count = count + (test(object.entity, object) and 1 or 0)
  end
  return count
end

--- Objects in a zone: those that a player controls where it is shared, else those that they own.
---@param stage strata.Stage
---@param zone string
---@param player? string
---@return strata.Object[]
function M.inside(stage, zone, player)
  local is_shared = (stage.game.schema.data.zones[zone] or {}).shared
  local list, roles = {}, stage.game.schema.roles
  for _, object in ipairs(stage.objects) do
    local entity = object.entity
    if entity:is_alive() and entity.zone == zone then
      local whose = stage:player_name(is_shared and entity[roles.controller] or entity[roles.owner])
      list[#list + 1] = (player == nil or whose == player) and object or nil
    end
  end
  return list
end

--- "Zombie", "Zombie controlled by A": tokens of that name.
local function count_tokens(stage, text)
  local name, player = text:match("^(.+) controlled by (%w+)$")
  local there = M.inside(stage, stage.game.schema.home, player)
  return M.count(stage, there, (name or text) .. " token")
end

--- "creatures on battlefield", "A.hand", "tokens", "base power 2": how many; nil if unreadable.
---@param stage strata.Stage
---@param text string
---@return integer|nil
function M.count_all(stage, text)
  local player, own_zone = text:match("^(%w+)%.(%w+)$")
  if player then
    return #M.inside(stage, own_zone, player)
  end
  local home = stage.game.schema.home
  local power = text:match("^base power (%-?%d+)$")
  if power then
    local count = 0
    for _, object in ipairs(M.inside(stage, home)) do
      local base = object.entity:value_after(stage.game.schema.data.base_layer, "power")
      local is_creature = object.entity.types:has("creature")
      count = count + ((is_creature and base == math.tointeger(tonumber(power))) and 1 or 0)
    end
    return count
  end
  local whole = text:match("^tokens (.+)$")
  if whole then
    return count_tokens(stage, whole)
  end
  local what, zone = text:match("^(.+) on (%w+)$")
  return M.count(stage, M.inside(stage, zone or home), what or text)
end

return M
