--- Expectation lines with calls: "pt(x) = 4/1", "has(b, flying)", "types(x) = [land, creature]".
local object_lookup = require("strata.stage.object_lookup")
local observe = require("strata.stage.observe")

local M = {}

-- -- Comparing ---------------------------------------------------------------

local function trimmed(text)
  return (text:match("^%s*(.-)%s*$"))
end

local function unquoted(text)
  return text:match('^"(.*)"$') or text
end

--- The items of "[a, b]", in lower case; an item may be quoted.
local function items_of(text)
  local inner = text:match("^%[(.*)%]$")
  if not inner then
    return nil
  end
  local items, at = {}, 1
  while at <= #inner do
    local quoted, stop = inner:match('^%s*"(.-)"%s*,?()', at)
    if not quoted then
      quoted, stop = inner:match("^%s*([^,]*)%s*,?()", at)
    end
    items[#items + 1] = trimmed(quoted):lower()
    at = stop
  end
  return items
end

local function sorted_lower(list)
  local copy = {}
  for i, item in ipairs(list) do
    copy[i] = item:lower()
  end
  table.sort(copy)
  return copy
end

local function has_item(list, wanted)
  for _, item in ipairs(list) do
    if item:lower() == wanted then
      return true
    end
  end
  return false
end

--- Whether items are those of a list, one for one and in its order.
local function same_order(list, items)
  if #list ~= #items then
    return false
  end
  for place, item in ipairs(list) do
    if item:lower() ~= items[place] then
      return false
    end
  end
  return true
end

local function same_items(list, items)
  return table.concat(sorted_lower(list), "\0") == table.concat(sorted_lower(items), "\0")
end

--- Compare a list with what follows it in a line: nil if that cannot be read.
local function compare_list(list, rest)
  local word = rest:match("^includes%s+(.+)$")
  if word then
    return has_item(list, unquoted(trimmed(word)):lower())
  end
  word = rest:match("^excludes%s+(.+)$")
  if word then
    return not has_item(list, unquoted(trimmed(word)):lower())
  end
  local ordered = rest:match("^in order%s*=%s*(.+)$")
  if ordered then
    local order = items_of(trimmed(ordered))
    return order and same_order(list, order)
  end
  local operator, value = rest:match("^(!?=)%s*(.+)$")
  local items = value and items_of(trimmed(value))
  if not items then
    return nil
  end
  return same_items(list, items) == (operator == "=")
end

--- ">= 5", "< 5" of a number; nil if it is something else.
local function compare_size(value, rest)
  local operator, wanted = rest:match("^([<>]=?)%s*(%-?%d+)$")
  local got = math.tointeger(tonumber(value))
  if not operator or not got then
    return nil
  end
  local limit = math.tointeger(tonumber(wanted))
  local is_met = (operator:find("=", 1, true) and got == limit)
    or (operator:find("<", 1, true) and got < limit)
    or (operator:find(">", 1, true) and got > limit)
  return is_met and true or false
end

local function compare_text(value, rest)
  local is_met = compare_size(value, rest)
  if is_met ~= nil then
    return is_met
  end
  local operator, wanted = rest:match("^(!?=)%s*(.+)$")
  if not wanted then
    return nil
  end
  return (value:lower() == unquoted(trimmed(wanted)):lower()) == (operator == "=")
end

local function compare_truth(value, rest)
  if rest == "" then
    return value
  end
  local wanted = rest:match("^=%s*(%a+)$")
  local truths = { ["true"] = true, yes = true, ["false"] = false, no = false }
  if wanted == nil or truths[wanted] == nil then
    return nil
  end
  return value == truths[wanted]
end

-- -- What can be asked of an object ------------------------------------------

local function set_query(attribute)
  return {
    list = function(stage, object)
      return observe.set(stage, object.entity, attribute)
    end,
    why = { attribute },
  }
end

local function text_query(get, ...)
  return { text = get, why = { ... } }
end

local function flag_query(attribute)
  return {
    truth = function(_, object)
      return object.entity[attribute]
    end,
    why = { attribute },
  }
end

local ABILITIES <const> = {
  list = function(stage, object)
    return observe.labels(stage, object.entity)
  end,
  why = { "abilities" },
}

local OBJECTS <const> = {
  types = set_query("types"),
  subtypes = set_query("subtypes"),
  supertypes = set_query("supertypes"),
  colors = set_query("colors"),
  abilities = ABILITIES,
  pt = text_query(observe.size, "power", "toughness"),
  name = text_query(observe.name, "name"),
  controller = text_query(observe.player("controller"), "controller"),
  owner = text_query(observe.player("owner")),
  zone = text_query(observe.place),
  face = text_query(observe.face),
  chosen = text_query(observe.chosen),
  mana_cost = text_query(observe.cost),
  attached = text_query(observe.host),
  attachments = {
    list = function(stage, object)
      return observe.attachments(stage, object)
    end,
  },
  mana_value = text_query(observe.number("mana_value"), "mana_value"),
  damage = text_query(observe.number("damage")),
  power = text_query(observe.number("power"), "power"),
  toughness = text_query(observe.number("toughness"), "toughness"),
  tapped = flag_query("tapped"),
  face_down = flag_query("face_down"),
  castable = {
    truth = function(stage, object)
      return observe.has_ability(stage, object.entity, "castable")
    end,
  },
}

--- Those that take a word too.
local WITH_WORD <const> = {
  has = {
    truth = function(stage, object, word)
      return observe.has_ability(stage, object.entity, unquoted(word))
    end,
    why = { "abilities" },
  },
  counters = text_query(observe.counters),
}

--- Counters of any kind: "counters(b) = none".
OBJECTS.counters = text_query(observe.any_counters)

local PLAYERS <const> = { life = true, max_hand_size = true }

local function compare(query, stage, object, word, rest)
  if query.list then
    local list = query.list(stage, object)
    return compare_list(list, rest), observe.listed(list)
  elseif query.truth then
    local truth = query.truth(stage, object, word)
    return compare_truth(truth, rest), tostring(truth)
  end
  local text = query.text(stage, object, word)
  return compare_text(text, rest), text
end

local function objects_of(stage, name)
  local somebody = stage:somebody(name)
  if somebody then
    return { { id = name, entity = somebody } }
  end
  local found = object_lookup.find(stage, name)
  if #found == 0 then
    error(("there is no '%s'%s"):format(name, object_lookup.hint(stage, name)), 0)
  end
  return found
end

local function judge_objects(stage, query, name, word, rest)
  local answer, is_read = { true, true }, true
  for _, object in ipairs(objects_of(stage, name)) do
    local holds, got = compare(query, stage, object, word, rest)
    is_read = is_read and holds ~= nil
    if holds == false and answer[2] then
      answer = { true, false, got, observe.why(object.entity, query.why) }
    end
  end
  if not is_read then
    return false
  end
  return table.unpack(answer, 1, 4)
end

local function judge_player(stage, attribute, name, rest)
  local player = stage:player(name)
  local text = observe.player_number(stage, player, attribute)
  local holds = compare_text(text, rest)
  return holds ~= nil, holds, text, observe.why(player, { attribute })
end

--- Any number, set or flag that the rules of this game have.
local function any_attribute(stage, name)
  local attribute = stage.game.schema.attributes[name]
  local kind = attribute and attribute.kind
  if kind == "int" then
    return text_query(observe.number(name), name)
  elseif kind == "set" then
    return set_query(name)
  elseif kind == "abilities" then
    return ABILITIES
  end
  return kind == "flag" and flag_query(name) or nil
end

--- Read and judge a line.
---@param stage strata.Stage
---@param text string
---@return boolean is_read
---@return boolean|nil holds
---@return string|nil got
---@return string|nil why
function M.judge(stage, text)
  local verb, inner, rest = text:match("^([%a_]+)(%b())%s*(.*)$")
  if not verb then
    return false
  end
  local argument = trimmed(inner:sub(2, -2))
  if verb == "count" then
    local count = observe.count_all(stage, argument)
    local holds = count and compare_text(tostring(count), rest)
    return holds ~= nil, holds, tostring(count)
  elseif PLAYERS[verb] then
    return judge_player(stage, verb, argument, rest)
  end
  local name, word = argument:match("^(.-),%s*(.+)$")
  if WITH_WORD[verb] and name then
    return judge_objects(stage, WITH_WORD[verb], name, word, rest)
  end
  local query = OBJECTS[verb] or any_attribute(stage, verb)
  if query then
    return judge_objects(stage, query, argument, nil, rest)
  end
  return false
end

return M
