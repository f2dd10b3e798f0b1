--- What expectation lines can ask of an object, of a player and of the game, by the name that
--- lines write: any attribute of the rules, and what no attribute says.
---
--- `power`, `mana value` and `base power` are names, and so are `has flying`, `counters(charge)`
--- and `hand size`. The same names stand before the parentheses of `power(x) = 2` and behind the
--- colon of `x: power=2`.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local expect_text = require("strata.scenario.expect_text")
local observe = require("strata.stage.observe")

local refuse = expect_text.refuse

local M = {}

---@class strata.LineReader what an expectation line is read with
---@field game strata.Game
---@field players string[] in turn order
---@field ids table<string, boolean> ids that the scenario gives to objects
---@field effects table<string, boolean> names that its steps give to effects
---@field moments string[] names of its checks
---@field place? fun(): string, integer where the line stands that is read: its file and line

-- -- Attributes ----------------------------------------------------------------

--- The words of a set in lower case, as lines may write them.
local function words_of(game, attribute)
  local words = {}
  for word in pairs(attribute.words) do
    words[game.schema:printed(word):lower()] = word
  end
  return words
end

--- All that a line may call an ability: labels, texts and keywords, in lower case.
local function ability_words(game)
  local words = {}
  for keyword in pairs(game.schema.keywords) do
    words[keyword:lower()] = keyword
  end
  for _, ability in pairs(game.abilities) do
    words[ability.label:lower()], words[ability.text:lower()] = ability.label, ability.label
  end
  return words
end

local ATTRIBUTE = {}

function ATTRIBUTE.int(reader, name)
  local unlimited = reader.game.words.unlimited
  return {
    kind = "number",
    none = unlimited,
    get = function(_, object)
      local value = object.entity[name]
      return value, unlimited and value >= unlimited and "none" or nil
    end,
  }
end

function ATTRIBUTE.flag(_, name)
  return {
    kind = "truth",
    get = function(_, object)
      return object.entity[name]
    end,
  }
end

function ATTRIBUTE.set(reader, name)
  local attribute = reader.game.schema.attributes[name]
  local costs = reader.game.schema.data.costs
  return {
    kind = "list",
    empty = costs and costs.colors == name and "colorless" or nil,
    words = not attribute.open and words_of(reader.game, attribute) or nil,
    get = function(stage, object)
      return observe.set(stage, object.entity, name)
    end,
  }
end

function ATTRIBUTE.abilities(reader)
  return {
    kind = "list",
    words = ability_words(reader.game),
    get = function(stage, object)
      return observe.labels(stage, object.entity)
    end,
  }
end

function ATTRIBUTE.ref(_, name)
  return {
    kind = "who",
    get = function(_, object)
      return object.entity[name]
    end,
  }
end

function ATTRIBUTE.sym(_, name)
  return {
    kind = "text",
    get = function(stage, object)
      local symbol = object.entity[name]
      return symbol and stage.game.schema:printed(symbol) or "none"
    end,
  }
end

function ATTRIBUTE.text(_, name)
  return {
    kind = "text",
    get = function(_, object)
      local text = object.entity[name]
      return text and text ~= "" and text or "none"
    end,
  }
end

--- Any attribute of the rules. Blanks in its name stand for "_".
local function attribute_query(reader, name)
  local own = name:gsub(" ", "_")
  local attribute = reader.game.schema.attributes[own]
  local make = attribute and ATTRIBUTE[attribute.kind]
  local query = make and make(reader, own)
  if query then
    query.why = { own }
  end
  return query or nil
end

-- -- What no attribute says ------------------------------------------------------

local function text_query(get)
  return { kind = "text", get = get }
end

local NOWHERE <const> = { ceased = true, nowhere = true, none = true }

--- What is wrong with a place such as "A.graveyard"; nil if nothing is.
local function place_problem(reader, wanted)
  local player, zone = wanted:match("^(.-)%.(.+)$")
  local zones = reader.game.schema.data.zones or {}
  zone = zone or wanted
  if not NOWHERE[zone] and not zones[zone] then
    return ("no zone '%s'%s"):format(zone, spelling.hint(zone, spelling.keys(zones)))
  elseif player and player ~= "none" and not lists.includes(reader.players, player) then
    local known = table.concat(reader.players, ", ")
    return ("no player '%s'; there are %s"):format(player, known)
  end
  return nil
end

-- By name: what it is and which attributes the rules must have for it.
local OWN <const> = {
  name = text_query(observe.name),
  zone = text_query(observe.place),
  face = text_query(observe.face),
  chosen = { kind = "text", get = observe.chosen, role = "chosen" },
  attachments = {
    kind = "list",
    role = "attached",
    get = function(stage, object)
      return observe.attachments(stage, object)
    end,
  },
  counters = {
    kind = "number",
    none = 0,
    get = function(stage, object)
      local total = observe.all_counters(stage, object)
      return total, total == 0 and "none" or nil
    end,
  },
  castable = {
    kind = "truth",
    get = function(stage, object)
      return observe.has_ability(stage, object.entity, "castable")
    end,
  },
  ["count of abilities"] = {
    kind = "number",
    why = { "abilities" },
    get = function(stage, object)
      return #stage:abilities(object.entity)
    end,
  },
  ["can transform"] = {
    kind = "truth",
    get = function(_, object)
      return object.card ~= nil and object.card.back ~= nil
    end,
  },
}

--- "graveyard" means that of any player.
function OWN.zone.same(got, wanted)
  return got:match("^[^.]*%.(.*)$") == wanted
end

--- The size of a name, which may be a former one.
local function size_named(reader, name)
  local sizes, renames = reader.game.schema.data.sizes or {}, reader.game.files.renames
  if sizes[name] or not renames:present(name) then
    return sizes[name]
  end
  local path, line
  if reader.place then
    path, line = reader.place()
  end
  return sizes[renames:known(sizes, name, path, line)]
end

--- Several numbers that the rules give one name: "pt".
local function size_query(reader, name)
  local size = size_named(reader, name)
  if not size then
    return nil
  end
  local query = { kind = "text", get = observe.size(size), why = table.move(size, 1, #size, 1, {}) }
  function query.refuse(wanted)
    local pattern = "^" .. ("%-?%d+/"):rep(#size):sub(1, -2) .. "$"
    local form = "expected %s such as 2/3, got '%s'"
    local is_size = wanted == "none" or wanted:find(pattern)
    return not is_size and form:format(table.concat(size, " and "), wanted) or nil
  end
  return query
end

--- Whether rules have what a name of the library asks for.
local function is_known(reader, own)
  return own.role == nil or reader.game.schema.roles[own.role] ~= nil
end

local function own_query(reader, name)
  local own = OWN[name] or OWN[name:gsub(" ", "_")]
  if not own or not is_known(reader, own) then
    return size_query(reader, name)
  end
  local query = { kind = own.kind, get = own.get, none = own.none, why = own.why }
  query.same, query.refuse = own.same, own.refuse
  if name == "zone" then
    function query.refuse(wanted)
      return place_problem(reader, wanted)
    end
  end
  return query
end

-- -- Names of several words -------------------------------------------------------

--- The label that a line means, with or without "ability" at its end; refuses the line if no
--- ability of the game has it.
local function label_of(reader, said)
  local words = ability_words(reader.game)
  for _, label in ipairs({ said, said .. " ability" }) do
    if words[label:lower()] then
      return label
    end
  end
  refuse("no ability or keyword '%s'%s", said, spelling.hint(said:lower(), spelling.keys(words)))
end

local function has_query(reader, said)
  local label = label_of(reader, expect_text.unquoted(said))
  return {
    kind = "truth",
    why = { reader.game.schema.roles.abilities },
    get = function(stage, object)
      return observe.has_ability(stage, object.entity, label)
    end,
  }
end

local function mana_query(reader, what)
  local letters = what == "any-color" and "any" or what:gsub("[{}]", "")
  return has_query(reader, "T: add " .. letters)
end

local function subtype_query(reader, said)
  local name = reader.game.schema.roles.kinds
  local attribute, word = reader.game.schema.attributes[name], said:lower()
  if not attribute then
    return nil
  elseif not attribute.words[word] then
    local hint = spelling.hint(word, spelling.keys(attribute.words))
    refuse("%s: no word '%s'%s", name, said, hint)
  end
  local symbol = reader.game.schema:symbol(word)
  return {
    kind = "truth",
    why = { name },
    get = function(_, object)
      return object.entity[name]:has(symbol)
    end,
  }
end

--- "is face down", "is a token", "is land": a word of the rules, with _ for blanks.
local function is_query(reader, said)
  local schema = reader.game.schema
  local bare = (said:gsub("^an? ", "")):lower()
  for _, word in ipairs({ bare, (bare:gsub(" ", "_")), (bare:gsub(" ", "-")) }) do
    local found = schema:find_word(word)
    if found then
      return {
        kind = "truth",
        why = found.sets or { found.flag },
        get = function(stage, object)
          return observe.has_word(stage, object.entity, word)
        end,
      }
    end
  end
  refuse("no word '%s'%s", said, spelling.hint(bare, schema:all_words()))
end

local function counter_query(reader, kind)
  local known = reader.game.schema.counters
  if not known[kind] then
    refuse("no kind of counter '%s'%s", kind, spelling.hint(kind, spelling.keys(known)))
  end
  return {
    kind = "number",
    none = 0,
    get = function(_, object)
      return object.entity[known[kind]]
    end,
  }
end

local function abilities_query(_, kind)
  local kinds = { "activated", "handler", "keyword", "mana", "replacement", "static", "triggered" }
  if not lists.includes(kinds, kind) then
    refuse("no kind of ability '%s'%s", kind, spelling.hint(kind, kinds))
  end
  return {
    kind = "number",
    why = { "abilities" },
    get = function(stage, object)
      local count = 0
      for _, ability in ipairs(stage:abilities(object.entity)) do
        count = count + (ability.kind == kind and 1 or 0)
      end
      return count
    end,
  }
end

--- "base power": as it is behind the layer that sets bases.
local function base_query(reader, said)
  local name, layer = said:gsub(" ", "_"), reader.game.schema.data.base_layer
  local attribute = reader.game.schema.attributes[name]
  if not layer or not attribute or attribute.kind ~= "int" then
    return nil
  end
  return {
    kind = "number",
    why = { name },
    get = function(_, object)
      return object.entity:value_after(layer, name)
    end,
  }
end

--- "may gain life" asks for the flag can_gain_life.
local function may_query(reader, what)
  return attribute_query(reader, "can " .. what)
end

-- In this order: the first pattern that a name has is meant.
local FORMS <const> = {
  { "^has subtype (.+)$", subtype_query },
  { "^has mana ability (.+)$", mana_query },
  { '^has ability (".+")$', has_query },
  { "^has the (.+) ability$", has_query },
  { "^has (.+) ability$", has_query },
  { "^has (.+)$", has_query },
  { "^is (.+)$", is_query },
  { "^counters%((.+)%)$", counter_query },
  { "^count of (%a+) abilities$", abilities_query },
  { "^base (.+)$", base_query },
  { "^may (.+)$", may_query },
}

local function form_query(reader, name)
  for _, form in ipairs(FORMS) do
    local what = name:match(form[1])
    if what then
      return form[2](reader, what)
    end
  end
  return nil
end

-- -- Zones of players ---------------------------------------------------------------

local function zone_of(reader, said)
  return (reader.game.schema.data.zones or {})[said] and said or nil
end

--- "hand size", "library_size" and "battlefield count Bear" of a player.
local function zone_query(reader, name)
  local zone = zone_of(reader, name:match("^(%w+)[ _]size$"))
  if zone then
    return {
      kind = "number",
      get = function(stage, player)
        return #observe.inside(stage, zone, player.id)
      end,
    }
  end
  local counted, what = name:match("^(%w+) count (.+)$")
  zone = zone_of(reader, counted)
  if not zone then
    return nil
  end
  local count, problem = observe.counter(reader, what)
  if not count then
    refuse("%s", problem)
  end
  return {
    kind = "number",
    get = function(stage, player)
      return count(stage, observe.inside(stage, zone, player.id))
    end,
  }
end

-- What lines call an attribute that has a part in costs.
local OF_COSTS <const> = {
  color = "colors", colour = "colors", colours = "colors", mana_cost = "text",
  ["mana cost"] = "text",
}

--- The attribute that a line calls otherwise; nil if it calls none so.
local function alias_of(schema, name)
  if name == "attached to" then
    return schema.roles.attached
  end
  local part = OF_COSTS[name]
  return part and schema.data.costs and schema.data.costs[part]
end

local function first_query(reader, name)
  return own_query(reader, name) or attribute_query(reader, name) or form_query(reader, name)
    or zone_query(reader, name)
end

--- What a line asks by a name; nil if it asks nothing.
---@param reader strata.LineReader
---@param name string
---@return strata.Query|nil
function M.find(reader, name)
  local query = first_query(reader, alias_of(reader.game.schema, name) or name)
  if query then
    query.name = name
  end
  return query
end

--- All names of one word that lines may write, for hints.
---@param reader strata.LineReader
---@return string[]
function M.names(reader)
  local list = {}
  for _, name in ipairs(reader.game.schema.order) do
    list[#list + 1] = name
  end
  for _, name in ipairs(spelling.keys(OWN)) do
    list[#list + 1] = is_known(reader, OWN[name]) and name or nil
  end
  return list
end

return M
