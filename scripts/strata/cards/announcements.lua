--- What is announced before an ability is paid and done: modes and numbers, whom it aims at, and
--- how something is divided among those (601.2b-d, 602.2, 603.3d).
---
--- A variable of a program holds one object. Where an entry lets several be chosen under one name,
--- each of them is a choice of its own, `prey_1`, `prey_2`, which follows the one before it. So the
--- engine looks at each of them again as the ability resolves (608.2b), tells each that it has
--- become a target, and lists whom each could be.
local table_reader = require("strata.base.table_reader")
local act_compiler = require("strata.events.act_compiler")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

--- The fields of a word that announces.
M.FIELDS = { announce = true, target = true, targets = "table" }

--- A predicate in a field, as text; anything else is blamed.
---@param program strata.Programs
---@param item strata.Described
---@param field string of it
---@param value any
---@param what string what was expected
---@return string
function M.predicate_text(program, item, field, value, what)
  if not phrase.is(value) or value.kind ~= "pred" then
    local form = "%s: %s: expected %s, got %s"
    program:blame(item, field, form, item.word, field, what, vocabulary.said(value))
  end
  return program:text(item, field, value, "pred")
end

--- Whom something can aim at, as text.
local function target_text(program, item, field, target)
  local what = "whom it can aim at, as each.creature"
  return M.predicate_text(program, item, field, target, what)
end

-- -- Targets (601.2c) --------------------------------------------------------

--- Adds the choice of a target, bound to a variable.
---@param program strata.Programs
---@param spec table
---@param name string
---@param who string predicate
---@param least? string text of a number; below 1 none may be chosen
---@param when? string
local function add_target(program, spec, name, who, least, when)
  program.bound[name] = "ref"
  local with = { by = "$you", least = least }
  spec[#spec + 1] = { "choose", as = name, who = who, with = with, target = true, when = when }
end

--- A predicate that the objects of some variables do not satisfy.
local function without(who, names, last)
  local text = ("(%s)"):format(who)
  for place = 1, last do
    text = ("%s and it != $%s"):format(text, names[place])
  end
  return text
end

local TARGETS <const> = table_reader.form(1, {
  as = true,
  divide = "table",
  least = true,
  most = true,
  optional = "boolean",
  when = true,
})
local DIVIDE <const> = table_reader.form(1, { as = true })

-- So many can be chosen under one name. An expression for more of them refuses.
local MOST_OF_ONE_NAME <const> = 16

local function is_name(value)
  return type(value) == "string" and value:match("^%l[%l%d_]*$") ~= nil
end

--- The names under which one entry of `targets` is known: one, or a list for different ones.
local function target_names(program, item, entry)
  local is_plain = table_reader.is_plain(entry)
  local names = is_plain and entry.as
  names = type(names) == "string" and { names } or names
  if is_plain then
    local said = setmetatable({ word = "targets", given = entry }, { __index = item })
    table_reader.check(program.kinds.files, said, TARGETS)
  end
  for _, name in ipairs(table_reader.is_plain(names) and names or { false }) do
    if not is_name(name) then
      local form = '%s: targets: expected { each.creature, as = "name" }, got %s'
      program:blame(item, "targets", form, item.word, vocabulary.said(entry))
    end
  end
  table_reader.check_list(program.kinds.files, item, "targets", names)
  return names
end

--- A bound of how many are chosen: a number from `from` on, or an expression of one.
local function check_bound(program, item, field, value, from)
  local is_fine = act_compiler.is_number(value)
    and (math.type(value) ~= "integer" or value >= from and value <= MOST_OF_ONE_NAME)
  if not is_fine then
    local form = "%s: targets: %s: expected a number from %d to %d, or an expression, got %s"
    local got = vocabulary.said(value)
    program:blame(item, "targets", form, item.word, field, from, MOST_OF_ONE_NAME, got)
  end
end

--- Refuse bounds that do not go together.
local function check_bounds(program, item, entry, names)
  local function blame(form)
    program:blame(item, "targets", "%s: targets: " .. form, item.word)
  end
  local is_counted = entry.least ~= nil or entry.most ~= nil
  if not is_counted then
    return
  elseif entry.optional ~= nil then
    blame("'optional' and 'least': say one of them")
  elseif #names > 1 then
    blame("'least' and 'most' count what has one name; say as = \"name\"")
  end
  local least, most = entry.least or 1, entry.most or 1
  check_bound(program, item, "least", least, 0)
  check_bound(program, item, "most", most, 1)
  local are_known = math.type(least) == "integer" and math.type(most) == "integer"
  if are_known and least > most then
    blame("'least' is more than 'most'; exchange them")
  end
end

--- Conditions, of which some may be nil, joined.
local function joined(...)
  local all = {}
  for _, text in ipairs({ (select(1, ...)) or false, (select(2, ...)) or false }) do
    all[#all + 1] = text and ("(%s)"):format(text) or nil
  end
  return #all > 0 and table.concat(all, " and ") or nil
end

--- Of one name several: each is chosen if the one before it was, and if there may be so many.
local function add_several(program, item, spec, entry, who, when)
  local name, names = entry.as, {}
  local is_open = math.type(entry.most) ~= "integer"
  local most = program:text(item, "targets", entry.most, "int")
  local least = program:text(item, "targets", entry.least or 1, "int")
  local count = is_open and MOST_OF_ONE_NAME or entry.most
  for place = 1, count do
    names[place] = ("%s_%d"):format(name, place)
    local holds = joined(when, is_open and ("%s >= %d"):format(most, place) or nil)
    if place > 1 then
      holds = joined(holds, ("$%s != none"):format(names[place - 1]))
    end
    local so_far = ("%s - %d"):format(least, place - 1)
    add_target(program, spec, names[place], without(who, names, place - 1), so_far, holds)
  end
  if is_open then -- nobody can be one more
    local holds = joined(when, ("%s > %d"):format(most, count))
    add_target(program, spec, ("%s_%d"):format(name, count + 1), "it != it", nil, holds)
  end
  program:bind_several(name, names)
  return names
end

--- One entry of `targets`. Those of one entry are different ones.
---@return string[] names of its variables
local function add_entry(program, item, spec, entry)
  local names = target_names(program, item, entry)
  check_bounds(program, item, entry, names)
  local who = target_text(program, item, "targets", entry[1])
  local when = program:condition(item, "targets", entry.when)
  if entry.most ~= nil and entry.most ~= 1 then
    return add_several(program, item, spec, entry, who, when)
  end
  local least = (entry.optional or entry.least == 0) and "0" or nil
  for place, name in ipairs(names) do
    add_target(program, spec, name, without(who, names, place - 1), least, when)
  end
  return names
end

-- -- Dividing (601.2d) -------------------------------------------------------

--- divide = { 4, as = "share" }: each that was chosen gets a part of at least 1, and together they
--- get all. What is left for the last one is asked of nobody.
local function add_division(program, item, spec, entry, targets)
  local given = entry.divide
  local said = setmetatable({ word = "divide", given = given }, { __index = item })
  table_reader.check(program.kinds.files, said, DIVIDE)
  if not is_name(given.as) or not act_compiler.is_number(given[1]) then
    local form = '%s: targets: divide: expected { 4, as = "share" }, got %s'
    program:blame(item, "targets", form, item.word, vocabulary.said(given))
  elseif entry.most == nil or entry.most == 1 then
    local form = "%s: targets: divide: it is divided among several; say most = 2, or more"
    program:blame(item, "targets", form, item.word)
  end
  local left = ("(%s)"):format(program:text(item, "targets", given[1], "int"))
  local names = {}
  for place, target in ipairs(targets) do
    local later = {}
    for other = place + 1, #targets do
      later[#later + 1] = "it = $" .. targets[other]
    end
    local more = #later > 0 and ("count(%s)"):format(table.concat(later, " or ")) or "0"
    names[place] = ("%s_%d"):format(given.as, place)
    program.bound[names[place]] = "int"
    spec[#spec + 1] = {
      "choose",
      "number",
      as = names[place],
      announced = true,
      when = ("$%s != none"):format(target),
      with = {
        by = "$you",
        least = ("max(1, %s - %s * %s)"):format(left, left, more),
        most = ("%s - %s"):format(left, more),
      },
    }
    left = ("(%s - $%s)"):format(left, names[place])
  end
  program:bind_shares(given.as, entry.as, names)
end

-- -- Modes and numbers (601.2b) ------------------------------------------------

-- What to do with an instruction that is announced, and is no choice.
local INSTEAD <const> = {
  assign = "; how many pairs there are is not known before, so write assigns in act; an amount is"
    .. ' divided among targets by targets = { { each.creature, as = "prey", most = 4, divide = { 4,'
    .. ' as = "share" } } } (601.2d)',
  pay = "; write pays in cost, and what it may be paid with as choose { ... } here",
}

--- announce = { choose { ... } }: choices that are made before the action is paid, and are no
--- targets.
local function add_announced(program, item, spec)
  local list = item.given.announce
  if list == nil then
    return
  end
  for place, made in ipairs(program:deeds(item, "announce", list)) do
    if made[1] ~= "choose" then
      local form = "%s: announce: in place %d expected choose { ... }%s"
      local advice = INSTEAD[made[1]] or "; what is done stands in cost or in act"
      program:blame(item, "announce", form, item.word, place, advice)
    end
    if made.hidden then
      local form = "%s: announce: in place %d is a hidden choice, and all players know what is"
        .. " announced; write it in act"
      program:blame(item, "announce", form, item.word, place)
    end
    made.announced = true
    spec[#spec + 1] = made
  end
end

-- -- All of it -----------------------------------------------------------------

--- Appends what is announced, in the order of 601.2: modes and numbers, targets, divisions. Each is
--- known by its name from then on.
---@param program strata.Programs
---@param item strata.Described with some of M.FIELDS
---@param spec table of a watcher definition, to which the choices are added
function M.add(program, item, spec)
  local target, targets = item.given.target, item.given.targets
  add_announced(program, item, spec)
  if target ~= nil then
    add_target(program, spec, "target", target_text(program, item, "target", target))
  end
  table_reader.check_list(program.kinds.files, item, "targets", targets or {})
  local chosen = {}
  for place, entry in ipairs(targets or {}) do
    chosen[place] = add_entry(program, item, spec, entry)
  end
  for place, entry in ipairs(targets or {}) do
    if entry.divide ~= nil then
      add_division(program, item, spec, entry, chosen[place])
    end
  end
end

return M
