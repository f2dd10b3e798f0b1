--- Which unit of a layer comes next: order (613.7), dependency (613.8a), loops
--- (613.8b).
---
--- Dependency is tried, not deduced: B is applied alone to a fork, and A is
--- looked at there. What A reads and B writes only says which trials could show
--- anything; with `exhaustive` in the rules all are made.

local clause = require("clause")
local expr = require("expr")
local state = require("state")

local M = {}

--- What order goes by, most important first. A static ability's effect has the
--- later of its object's timestamp and of the effect's that granted it; of equal
--- ones its own come before granted ones, and those by their grantor (613.7a).
local KEYS <const> =
  { "priority", "stamp", "grantor", "object", "place", "number", "name", "key" }

local function earlier(by_priority)
  return function(a, b)
    for i = by_priority and 1 or 2, #KEYS do
      local key = KEYS[i]
      if a[key] ~= b[key] then
        return a[key] < b[key]
      end
    end
    return false
  end
end

local function earlier_last(a, b)
  if a.name ~= b.name then
    return a.name < b.name
  end
  return a.stamp < b.stamp
end

local function filter(list, keep)
  local rest = {}
  for _, item in ipairs(list) do
    if keep(item) then
      rest[#rest + 1] = item
    end
  end
  return rest
end

--- The candidates whose turn it is, in order: CDAs (613.3), then all but the
--- laws that come last, then those.
local function group_of(at, candidates)
  local by = earlier(at.schema.layer(at.layer).by_priority)
  local group = filter(candidates, function(unit)
    return unit.cda
  end)
  if #group == 0 then
    group = filter(candidates, function(unit)
      return not unit.last
    end)
  end
  if #group > 0 then
    table.sort(group, by)
    return group, true
  end
  table.sort(candidates, earlier_last)
  return candidates, false
end

-- What a unit reads and writes ---------------------------------------------

local function add_copiable(schema, found)
  found.abilities = true
  for _, attr in ipairs(schema.attributes) do
    found[attr.name] = found[attr.name] or attr.copiable
  end
end

--- The attributes that a unit reads, and "text" for what its words hang on.
local function reads_of(at, unit)
  local found = {}
  expr.reads(unit.data.subject, found)
  expr.reads(unit.data.condition, found)
  for _, part in ipairs(clause.parts(unit.data, at.layer)) do
    expr.reads(part.expr, found)
    if part.op == "switch" then -- a later part reads either
      found[part.attr], found[part.other] = true, true
    elseif part.op == "copy" and part.attr then
      found[part.attr] = true
    elseif part.op == "copy" then
      add_copiable(at.schema, found)
    elseif part.op == "borrow" then
      found.abilities = true
    end
  end
  if unit.instance then
    found.abilities, found.text = true, true
  end
  return found
end

local function writes_of(at, unit)
  local found = {}
  for _, part in ipairs(clause.parts(unit.data, at.layer)) do
    if not part.attr then
      add_copiable(at.schema, found)
    elseif part.attr == "abilities" and part.op == "substitute" then
      found.text = true
    else
      found[part.attr] = true
    end
    if part.other then
      found[part.other] = true
    end
  end
  return found
end

--- What `look` finds of a unit, kept with the clause.
local function noted(at, unit, name, look)
  local notes = unit.data[name] or {}
  unit.data[name] = notes
  notes[at.layer] = notes[at.layer] or look(at, unit)
  return notes[at.layer]
end

local function meet(a, b)
  for name in pairs(a) do
    if b[name] then
      return true
    end
  end
  return false
end

-- Trials -------------------------------------------------------------------

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    return a == b
  end
  for key, value in pairs(a) do
    if not same(value, b[key]) then
      return false
    end
  end
  for key in pairs(b) do
    if a[key] == nil then
      return false
    end
  end
  return true
end

--- All of a unit that others could change: whether it exists, its text, whom it
--- affects, and what it does to them: operands, never results.
local function aspects(at, unit)
  local started = at.started[unit.key] ~= nil
  local found = {
    exists = started or clause.exists(at, unit),
    text = clause.text(at, unit),
  }
  found.set, found.trace = clause.perform(state.fork(at), unit)
  return found
end

--- What there is to be found out before the next unit is applied: `trials`, the
--- state that each unit would leave alone; `present`, the aspects of each.
local function inquiry(at)
  return { at = at, trials = {}, present = {}, waits = {} }
end

local function trial(q, b)
  if not q.trials[b] then
    q.trials[b] = state.fork(q.at)
    clause.perform(q.trials[b], b)
  end
  return q.trials[b]
end

--- False if nothing that b writes is read by a. Of one that stacks that is any
--- value: others of its group are taken back.
local function could_matter(q, a, b)
  local at = q.at
  if at.rules.exhaustive then
    return true
  end
  local read = noted(at, a, "reads", reads_of)
  local stacks = b.effect and b.effect.group
  if not stacks and not meet(read, noted(at, b, "writes", writes_of)) then
    return false
  end
  return meet(read, trial(q, b).touched)
end

--- True if applying b alone would change a (613.8a).
local function depends(q, a, b)
  if not could_matter(q, a, b) then
    return false
  end
  q.present[a] = q.present[a] or aspects(q.at, a)
  return not same(q.present[a], aspects(trial(q, b), a))
end

-- Choosing -----------------------------------------------------------------

--- The units of a group on which one depends.
local function waits_of(q, group, a)
  if not q.waits[a] then
    q.waits[a] = {}
    for _, b in ipairs(group) do
      if a ~= b and depends(q, a, b) then
        table.insert(q.waits[a], b)
      end
    end
  end
  return q.waits[a]
end

local function reaches(q, group, from, to, visited)
  for _, next_one in ipairs(waits_of(q, group, from)) do
    if next_one == to then
      return true
    end
    if not visited[next_one] then
      visited[next_one] = true
      if reaches(q, group, next_one, to, visited) then
        return true
      end
    end
  end
  return false
end

--- A unit that waits for others is ready if all of them wait for it (613.8b).
local function is_ready(q, group, unit)
  for _, other in ipairs(waits_of(q, group, unit)) do
    if not reaches(q, group, other, unit, {}) then
      return false
    end
  end
  return true
end

--- To see what loops change: the last of a loop in place of the first.
local function latest_of_loop(q, group, unit)
  for i = #group, 1, -1 do
    local other = group[i]
    local loops = other == unit
      or (reaches(q, group, unit, other, {}) and reaches(q, group, other, unit, {}))
    if loops then
      return other
    end
  end
end

--- The unit to apply next.
---@param at table state
---@param candidates table[] at least one
---@return table
function M.choose(at, candidates)
  local group, depend = group_of(at, candidates)
  if not depend or #group == 1 or at.rules.dependency == false then
    return group[1]
  end
  local q = inquiry(at)
  for _, unit in ipairs(group) do
    if is_ready(q, group, unit) then
      return at.rules.loops == false and latest_of_loop(q, group, unit) or unit
    end
  end
  error("no unit is ready")
end

return M
