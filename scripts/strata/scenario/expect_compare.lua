--- Comparisons of expectation lines: how values of each kind are compared with what a line wants.
---
--- A comparison is read before anything is played, so that a value that nothing can have, such as
--- a number that is a word, is refused where it stands.
local spelling = require("strata.base.spelling")
local expect_text = require("strata.scenario.expect_text")
local object_lookup = require("strata.stage.object_lookup")

local refuse = expect_text.refuse

local M = {}

---@class strata.Query what a line asks of an object, a player or the game
---@field kind "number"|"truth"|"list"|"text"|"who"
---@field name string as lines write it
---@field get fun(stage: strata.Stage, object: table): any, string? the value, and its text if that
--- says more
---@field why? string[] attributes whose explanations are shown with a failure
---@field words? table<string, any> all items that a list may have, by lower-case word
---@field empty? string the word for a list without items
---@field none? integer the number for which "none" stands
---@field refuse? fun(wanted: string): string|nil what is wrong with a text that is wanted
---@field same? fun(got: string, wanted: string): boolean of a text

local function expected(query, what, wanted)
  if wanted == "" then
    refuse("%s: nothing stands behind it to compare with; expected %s", query.name, what)
  end
  refuse("%s: expected %s, got '%s'", query.name, what, wanted)
end

local function need_operator(query, operator, ...)
  for _, allowed in ipairs({ ... }) do
    if operator == allowed then
      return
    end
  end
  if operator == "" then
    refuse("%s: say what it is: %s=...", query.name, query.name)
  end
  refuse("%s: '%s' does not compare it; there are %s", query.name, operator,
    table.concat({ ... }, ", "))
end

local SIZES <const> = {
  ["="] = function(a, b) return a == b end,
  ["!="] = function(a, b) return a ~= b end,
  ["<"] = function(a, b) return a < b end,
  ["<="] = function(a, b) return a <= b end,
  [">"] = function(a, b) return a > b end,
  [">="] = function(a, b) return a >= b end,
}

local READ = {}

function READ.number(query, operator, wanted)
  need_operator(query, operator, "=", "!=", "<", "<=", ">", ">=")
  local limit = wanted:find("^%-?%d+$") and math.tointeger(tonumber(wanted))
  if not limit and (wanted == "none" or wanted == "nothing") then
    limit = query.none
  end
  if not limit then
    expected(query, "a number", wanted)
  end
  return function(_, value)
    return SIZES[operator](value, limit)
  end
end

local TRUTHS <const> = { ["true"] = true, yes = true, ["false"] = false, no = false }

function READ.truth(query, operator, wanted)
  need_operator(query, operator, "", "=", "!=")
  local truth = TRUTHS[wanted]
  if operator == "" then
    truth = true
  elseif truth == nil then
    expected(query, "true or false", wanted)
  end
  return function(_, value)
    return (value == truth) == (operator ~= "!=")
  end
end

--- The items that a list is to have; "colorless" is no colour.
local function lower_items(query, text)
  local items = {}
  for _, item in ipairs(expect_text.items(text)) do
    item = item:lower()
    items[#items + 1] = item ~= query.empty and item or nil
  end
  return items
end

local function check_items(query, items)
  for _, item in ipairs(items) do
    if query.words and not query.words[item] then
      local hint = spelling.hint(item, spelling.keys(query.words))
      refuse("%s: no word '%s'%s", query.name, item, hint)
    end
  end
end

local function in_order(list, items)
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

local function sorted_text(list)
  local copy = {}
  for i, item in ipairs(list) do
    copy[i] = item:lower()
  end
  table.sort(copy)
  return table.concat(copy, "\0")
end

local function has_item(list, wanted)
  for _, item in ipairs(list) do
    if item:lower() == wanted then
      return true
    end
  end
  return false
end

function READ.list(query, operator, wanted)
  need_operator(query, operator, "=", "!=", "includes", "excludes", "in order")
  if wanted == "" then
    expected(query, "a list such as [one, other]", wanted)
  end
  local is_one = operator == "includes" or operator == "excludes"
  local items = is_one and { expect_text.unquoted(wanted):lower() } or lower_items(query, wanted)
  check_items(query, items)
  if is_one then
    return function(_, list)
      return has_item(list, items[1]) == (operator == "includes")
    end
  elseif operator == "in order" then
    return function(_, list)
      return in_order(list, items)
    end
  end
  return function(_, list)
    return (sorted_text(list) == sorted_text(items)) == (operator == "=")
  end
end

function READ.text(query, operator, wanted)
  need_operator(query, operator, "=", "!=")
  wanted = expect_text.unquoted(wanted)
  if wanted == "" then
    expected(query, "a text", wanted)
  end
  local problem = query.refuse and query.refuse(wanted)
  if problem then
    refuse("%s: %s", query.name, problem)
  end
  wanted = wanted:lower()
  return function(_, got)
    got = got:lower()
    local is_same = got == wanted or (query.same ~= nil and query.same(got, wanted))
    return is_same == (operator == "=")
  end
end

local NOBODY <const> = { none = true, nobody = true, nothing = true }

--- Whether a name means an entity: a player, the game, an object; of several of a name any.
local function is_called(stage, entity, name)
  local somebody = stage:somebody(name)
  if somebody then
    return somebody == entity
  end
  local found = object_lookup.find(stage, name)
  for _, object in ipairs(found) do
    if object.entity == entity or (entity and object.before == entity) then
      return true
    end
  end
  local id = entity and stage:id_of(entity)
  if id and id:lower() == name:lower() then
    return true
  elseif #found == 0 then
    error(object_lookup.nobody(stage, name), 0)
  end
  return false
end

function READ.who(query, operator, wanted)
  need_operator(query, operator, "=", "!=")
  wanted = expect_text.unquoted(wanted)
  if wanted == "" then
    expected(query, "a player, an object or none", wanted)
  end
  return function(stage, entity)
    local is_same
    if NOBODY[wanted] then
      is_same = entity == nil
    else
      is_same = is_called(stage, entity, wanted)
    end
    return is_same == (operator == "=")
  end
end

--- Reads a comparison: a function that tells whether a value is as the line wants it.
---@param query strata.Query
---@param operator string see strata.scenario.expect_text
---@param wanted string
---@return fun(stage: strata.Stage, value: any): boolean
function M.read(query, operator, wanted)
  return READ[query.kind](query, operator, wanted)
end

local function list_text(list)
  return ("[%s]"):format(table.concat(list, ", "))
end

--- A value of a query as a line would write it.
---@param stage strata.Stage
---@param query strata.Query
---@param value any
---@return string
function M.said(stage, query, value)
  if query.kind == "list" then
    return list_text(value)
  elseif query.kind == "who" then
    return value == nil and "none" or (stage:id_of(value) or "somebody")
  end
  return tostring(value)
end

M.NOBODY = NOBODY
M.is_called = is_called

return M
