--- Targets: whom abilities can aim at, and how those are chosen (601.2c, 603.3d).
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

--- Whom something can aim at, as text.
---@param program strata.Programs
---@param item strata.Described what aims
---@param field string of it
---@param target any a predicate; anything else is blamed
---@return string
function M.text(program, item, field, target)
  if not phrase.is(target) or target.kind ~= "pred" then
    local form = "%s: %s: expected whom it can aim at, as each.creature, got %s"
    program:blame(item, field, form, item.word, field, vocabulary.said(target))
  end
  return program:text(item, field, target, "pred")
end

--- Choose a target under a name: one of whom a text speaks, or perhaps none.
local function add_choice(program, spec, name, who, is_optional)
  program.bound[name] = "ref"
  local with = { by = "$you", least = is_optional and "0" or nil }
  spec[#spec + 1] = { "choose", as = name, who = who, with = with, target = true }
end

--- The names under which one entry of `targets` is known: one, or a list for different ones.
local function names_of(program, item, entry)
  local names = type(entry) == "table" and not phrase.is(entry) and entry.as
  names = type(names) == "string" and { names } or names
  for _, name in ipairs(type(names) == "table" and names or { false }) do
    if type(name) ~= "string" or not name:match("^%l[%l%d_]*$") then
      local form = "%s: targets: expected { each.creature, as = \"name\" }, got %s"
      program:blame(item, "targets", form, item.word, vocabulary.said(entry))
    end
  end
  return names
end

--- targets = { { each.creature, as = { "first", "second" }, optional = true }, ... }: those of one
--- entry are different ones (601.2c).
local function add_targets(program, item, spec)
  for _, entry in ipairs(item.given.targets or {}) do
    local names = names_of(program, item, entry)
    local who = M.text(program, item, "targets", entry[1])
    for place, name in ipairs(names) do
      local is_other = ""
      for other = 1, place - 1 do
        is_other = ("%s and it != $%s"):format(is_other, names[other])
      end
      add_choice(program, spec, name, ("(%s)%s"):format(who, is_other), entry.optional)
    end
  end
end

--- What is aimed at is chosen first, and by that name from then on.
---@param program strata.Programs
---@param item strata.Described with `target`, `targets` or neither
---@param spec table of a code, to which the choices are added
function M.add(program, item, spec)
  local target = item.given.target
  if target ~= nil then
    add_choice(program, spec, "target", M.text(program, item, "target", target), false)
  end
  add_targets(program, item, spec)
end

return M
