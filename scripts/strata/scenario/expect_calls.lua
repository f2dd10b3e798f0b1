--- Expectation lines with calls: "pt(x) = 4/1", "has(b, flying)", "types(x) = [land, creature]".
local expect_compare = require("strata.scenario.expect_compare")
local expect_queries = require("strata.scenario.expect_queries")
local expect_subjects = require("strata.scenario.expect_subjects")
local expect_text = require("strata.scenario.expect_text")
local observe = require("strata.stage.observe")

local refuse = expect_text.refuse

local M = {}

--- "count(creatures) = 2"
local function read_count(reader, what, operator, wanted)
  local count, problem = observe.count_all(reader, what)
  if not count then
    refuse("count: %s", problem)
  end
  local compare = expect_compare.read({ kind = "number", name = "count" }, operator, wanted)
  return function(stage)
    local got = count(stage)
    return compare(stage, got), tostring(got)
  end
end

-- Calls of an object and a word, as names of queries.
local WITH_WORD <const> = { has = "has %s", is = "is %s", counters = "counters(%s)" }

--- Splits "Jace, Memory Adept, flying" into a name and a word: at the first comma behind the name
--- of somebody, else at the last one. Nil if there is none.
local function name_and_word(reader, inner)
  local who, word = inner:match("^(.+), ?([^,]+)$")
  for at in inner:gmatch("(),") do
    local before = inner:sub(1, at - 1)
    if expect_subjects.is_known(reader, before) then
      return before, expect_text.trimmed(inner:sub(at + 1))
    end
  end
  return who, word
end

--- What a call asks, of whom: "has", "x, flying" is "has flying" of x.
local function asked_by(reader, name, inner)
  local form = WITH_WORD[name]
  local who, word = nil, nil
  if form and not reader.ids[inner] then
    who, word = name_and_word(reader, inner)
  end
  if not who then
    return name, inner
  end
  return form:format(word), who
end

--- Reads a line with a call; nil if it has none.
---@param reader strata.LineReader
---@param text string normal
---@return strata.Judge|nil
function M.read(reader, text)
  local name, inner, rest = text:match("^([%a_][%w_ ]*)(%b())(.*)$")
  if not name or (name:find(" ", 1, true) and not expect_queries.find(reader, name)) then
    return nil
  end
  local operator, wanted = expect_text.split_rest(rest)
  inner = expect_text.trimmed(inner:sub(2, -2))
  if name == "count" then
    return read_count(reader, inner, operator, wanted)
  end
  local asked, who = asked_by(reader, name, inner)
  if who == "" then
    refuse("%s(): name an object or a player within the parentheses", name)
  end
  local statement = expect_subjects.statement(reader, asked, operator, wanted)
  if not statement then
    expect_subjects.refuse_name(reader, name)
  end
  expect_subjects.need(reader, who)
  return expect_subjects.of_all(who, statement)
end

return M
