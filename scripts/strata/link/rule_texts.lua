--- Expressions in the rules that stand for words of files: nouns, adjectives, measures. What uses
--- such a word would be the first to read them, and a mistake would stand there, or nowhere.
local strata = require("strata")
local error_text = require("strata.base.error_text")
local host = require("strata.host")
local ruleset_errors = require("strata.lang.ruleset_errors")

local M = {}

-- What the two objects of a measure are here.
local TWO <const> = { ["1"] = "this", ["2"] = "this" }

-- An event that takes both: who is a condition, and number a number.
local READ <const> = {
  affected = "who", fields = { number = "int", who = "ref" },
}

--- A number of two objects; nothing else than they stands in it by a sign.
local function number_of(game, name, text)
  local bare = text:gsub("%%([12])", TWO)
  local other = bare:match("%%%w*")
  if other then
    local form = "'%s' stands for nothing; write %%1 and %%2 for the two objects"
    ruleset_errors.refuse(game, { "measures", name, "text" }, form, other)
  end
  return { number = bare }
end

-- For each section: what an entry is read as, and the field in which it stands.
local READERS <const> = {
  adjectives = function(_, _, text)
    return { who = (text:gsub("%%", "it.")) }
  end,
  measures = function(game, name, measure)
    return number_of(game, name, measure.text), "text"
  end,
  nouns = function(_, _, noun)
    return { who = noun.where }, "where"
  end,
}

--- The engine's rules with nothing but the declarations of which expressions can speak.
local function bare_rules(spec, what)
  local abilities = {}
  for name in next, spec.abilities do
    abilities[name] = {}
  end
  local emit = { "emit", "read", who = what.who or "this", with = { number = what.number or "0" } }
  return strata.rules({
    layers = spec.layers, order = spec.order, copiable_after = spec.copiable_after,
    attributes = spec.attributes, symbols = spec.symbols, zones = spec.zones,
    clocks = spec.clocks, groups = spec.groups, default_layers = spec.default_layers,
    face_down = spec.face_down, abilities = abilities, events = { read = READ },
    codes = { read = { "state", when = "false", emit } },
  })
end

-- What is said of an expression without the instruction that is made for it here.
local SAID <const> = {
  { "at byte %d+: ", "" },
  { "^who:? '.*' is (an? %l+); .*$", "expected a condition, got %1" },
  { "^its value '.*' is (an? %l+), not an int$", "expected a number, got %1" },
  { "^who: ", "" },
  { "^its value: ", "" },
  { "^the text ends where (.*) must follow$", "the text ends here; expected %1 behind it" },
}

--- Refuse an expression that the engine cannot read, where it stands in the rules.
---@param game strata.Game
---@param spec table of all its rules, as strata.rules reads it
function M.check(game, spec)
  for section, read in host.sorted_pairs(READERS) do
    for name, entry in host.sorted_pairs(game.schema.data[section] or {}) do
      local what, field = read(game, name, entry)
      local is_fine, problem = true, nil
      if next(what) ~= nil then
        is_fine, problem = pcall(bare_rules, spec, what)
      end
      local text = not is_fine and error_text.plain(problem):match("code 'read'.-: (.*)$")
      if text and not text:find("is bound to", 1, true) then -- what an act around it may bind
        for _, row in ipairs(SAID) do
          text = text:gsub(row[1], row[2])
        end
        ruleset_errors.refuse(game, { section, name, field }, "%s", text)
      end
    end
  end
end

return M
