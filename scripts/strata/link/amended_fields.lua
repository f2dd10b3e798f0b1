--- Applies an amendment to a field of a card: a new value, or an operation on the present one.
local lists = require("strata.base.lists")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

--- A value as text for messages.
---@param value any
---@return string
function M.said(value)
  if value == nil then
    return "nothing"
  end
  return vocabulary.said(value)
end

local said_fields

local function said_value(value)
  if type(value) ~= "table" or host.metatable(value) ~= nil then
    return vocabulary.said(value)
  elseif not value.word then
    return ("(%s)"):format(said_fields(value))
  end
  return value.given and ("%s { %s }"):format(value.kind, said_fields(value.given))
    or vocabulary.said(value)
end

--- A list and its fields as text: "each creature, power set 2".
function said_fields(given)
  local list = {}
  for key, value in host.sorted_pairs(given) do
    local said = said_value(value)
    list[#list + 1] = math.type(key) == "integer" and said or ("%s %s"):format(key, said)
  end
  return table.concat(list, ", ")
end

--- What a field says as text, with all that stands in it.
---@param value any
---@return string
function M.said_whole(value)
  return said_value(value)
end

--- An ability as text: "static: each creature, power set 2".
---@param item any
---@return string
function M.said_part(item)
  if type(item) == "table" and type(item.given) == "table" then
    return ("%s: %s"):format(item.word, said_fields(item.given))
  end
  return type(item) == "string" and ("'%s'"):format(item) or vocabulary.said(item)
end

local function as_list(value)
  return type(value) == "table" and value or { value }
end

-- Operations on lists of words.
local SETS <const> = {}

function SETS.add(old, value)
  local new = table.move(old, 1, #old, 1, {})
  for _, word in ipairs(as_list(value)) do
    new[#new + 1] = not lists.includes(new, word) and word or nil
  end
  return new
end

function SETS.remove(old, value)
  local gone = as_list(value)
  return lists.filter(old, function(word)
    return not lists.includes(gone, word)
  end)
end

function SETS.clear()
  return {}
end

-- Operations on numbers, as the engine has them.
local INTS <const> = {}

function INTS.add(old, value)
  return old + value
end

function INTS.sub(old, value)
  return old - value
end

function INTS.mul(old, value)
  return old * value
end

function INTS.max(old, value)
  return math.max(old, value)
end

function INTS.min(old, value)
  return math.min(old, value)
end

local function refuse_operation(game, item, key, change, known, what)
  local form = "%s: '%s' is no operation of %s; there are set, %s"
  game.files:blame(item, key, form, key, change.said, what, vocabulary.operations(known))
end

local function operated_int(game, item, key, old, change)
  local operate = INTS[change.op]
  if not operate then
    refuse_operation(game, item, key, change, INTS, "a number")
  elseif old == nil then
    local form = "%s: '%s' of nothing; it has none, so say how much"
    game.files:blame(item, key, form, key, change.said)
  elseif math.type(change.value) ~= "integer" then
    local form = "%s: expected a number, got %s"
    game.files:blame(item, key, form, key, table_reader.said_instead(change.value))
  end
  return operate(old, change.value)
end

--- Whether an undeclared field of a card follows from its cost, so that its value is unknown here.
local function comes_of_cost(game, key)
  local costs = game.schema.data.costs
  return costs ~= nil and key == costs.colors
end

local function operated_set(game, item, key, old, change)
  local operate = SETS[change.op]
  if not operate then
    refuse_operation(game, item, key, change, SETS, "a list of words")
  elseif old == nil and comes_of_cost(game, key) then
    local form = "%s: '%s' of what its cost says; say all of them"
    game.files:blame(item, key, form, key, change.said)
  end
  return operate(old or {}, change.value)
end

--- The new value of a field.
---@param game strata.Game
---@param item table the amendment
---@param key string the field
---@param old any what it was, nil for nothing
---@param value any what the amendment says
---@return any new
---@return strata.Change|nil change nil: it says the value itself, whatever it was
function M.amended(game, item, key, old, value)
  if not vocabulary.is_change(value) then
    return value, nil
  elseif value.op == "set" then
    return value.value, nil
  end
  local attribute = game.schema.attributes[key]
  if attribute and attribute.kind == "int" then
    return operated_int(game, item, key, old, value), value
  elseif attribute and attribute.kind == "set" then
    return operated_set(game, item, key, old, value), value
  end
  local form = "%s: '%s' is an operation of numbers and lists of words; say all of it"
  return game.files:blame(item, key, form, key, value.said)
end

-- Operations that come to the same in every order, among those of one family.
local FAMILIES <const> = {
  add = "sum",
  clear = "clear",
  max = "max",
  min = "min",
  mul = "mul",
  remove = "remove",
  sub = "sum",
}

local function shares(a, b)
  for _, word in ipairs(as_list(a)) do
    if lists.includes(as_list(b), word) then
      return true
    end
  end
  return false
end

--- Words that one change adds and the other removes.
local function are_opposed(a, b)
  local ops = a.op .. " " .. b.op
  return (ops ~= "add remove" and ops ~= "remove add") or shares(a.value, b.value)
end

--- Whether two writes have the same result in either order: both set the same value, or both apply
--- operations that commute.
---@param a table { row, change }: see strata.link.card_drafts
---@param b table
---@return boolean
function M.commute(a, b)
  local first, second = a.change, b.change
  if vocabulary.is_change(first) and vocabulary.is_change(second) then
    local is_family = FAMILIES[first.op] ~= nil and FAMILIES[first.op] == FAMILIES[second.op]
    return is_family or not are_opposed(first, second)
  end
  return first == second and first ~= "instead" and a.row.new == b.row.new
end

return M
