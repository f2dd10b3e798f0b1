--- Lists of abilities, and what the operations on them do. A list is never
--- changed: each operation gives a new one.
---
--- An ability on an object is an instance of its own: { key, name, origin,
--- giver, grantor, stamp, place }. Origin is printed, intrinsic or granted
--- (305.7 asks for it); grantor is the timestamp of the effect that gave it, 0
--- for its own; stamp the later of that and of the object's (613.7a); place its
--- number in the list when it appeared.

local state = require("state")

local M = {}

--- The instances of a base value.
---@param id integer
---@param names string[]
---@param stamp integer of the object
---@return table[]
function M.own(id, names, stamp)
  local list = {}
  for place, name in ipairs(names) do
    list[place] = {
      key = id .. "/" .. name .. "/" .. place,
      name = name,
      origin = "printed",
      giver = 0,
      grantor = 0,
      stamp = stamp,
      place = place,
    }
  end
  return list
end

--- The names in a list, as base values have them.
---@param list table[]
---@return string[]
function M.names(list)
  local names = {}
  for i, ability in ipairs(list) do
    names[i] = ability.name
  end
  return names
end

local function filter(at, id, keep)
  local list, rest = at.values[id].abilities, {}
  for _, ability in ipairs(list) do
    if keep(ability) then
      rest[#rest + 1] = ability
    end
  end
  if #rest < #list then
    state.write(at, id, "abilities", rest)
  end
end

local function copy(list)
  return table.move(list, 1, #list, 1, {})
end

local function set_of(names)
  local found = {}
  for _, name in ipairs(names) do
    found[name] = true
  end
  return found
end

--- Give abilities to an object, but those it cannot have. `by`: { key, number,
--- giver, stamp, origin } of the part that does.
local function grant(at, id, names, by)
  local list = copy(at.values[id].abilities)
  local before = #list
  for ordinal, name in ipairs(names) do
    if not (at.forbidden[id] and at.forbidden[id][name]) then
      list[#list + 1] = {
        key = ("%d/%s by %s/%s/%d/%d"):format(id, name, by.key, at.layer, by.number, ordinal),
        name = name,
        origin = by.origin,
        giver = by.giver,
        grantor = by.stamp,
        stamp = math.max(at.objects[id].stamp, by.stamp),
        place = #list + 1,
      }
    end
  end
  if #list > before then
    state.write(at, id, "abilities", list)
  end
end

local function clear(at, id)
  filter(at, id, function()
    return false
  end)
end

local function remove(at, id, names)
  local gone = set_of(names)
  filter(at, id, function(ability)
    return not gone[ability.name]
  end)
end

local function set(at, id, names, by)
  clear(at, id)
  grant(at, id, names, by)
end

local function renamed(ability, to)
  local other = {}
  for key, value in pairs(ability) do
    other[key] = value
  end
  other.name, other.key, other.clauses = to, ability.key .. ">" .. to, nil
  return other
end

local operations = {
  add = grant,
  borrow = grant,
  set = set,
  copy = set,
  remove = remove,
  clear = clear,
  --- Lose them, and cannot get them (113.11).
  forbid = function(at, id, names)
    remove(at, id, names)
    local all = set_of(names)
    for name in pairs(at.forbidden[id] or {}) do
      all[name] = true
    end
    at.forbidden[id] = all
  end,
  --- Keep what effects granted (305.7).
  strip = function(at, id)
    filter(at, id, function(ability)
      return ability.origin == "granted"
    end)
  end,
  --- Other words in what they say (612.1). One whose name is the word is another
  --- ability from now on: "protection from black" (612.2).
  substitute = function(at, id, change)
    local list, from, to = copy(at.values[id].abilities), change[1], change[2]
    for i, ability in ipairs(list) do
      local text = copy(at.texts[ability.key] or {})
      text[#text + 1] = change
      if ability.name == from and at.schema.abilities[to] then
        ability = renamed(ability, to)
        list[i] = ability
        state.write(at, id, "abilities", list)
      end
      at.texts[ability.key] = text
      at.touched.text = true
    end
  end,
}

--- Do an operation to the abilities of an object.
---@param at table state
---@param id integer
---@param op string
---@param operand table names, or the two words of a text change
---@param by table key, number, giver, stamp, origin
function M.change(at, id, op, operand, by)
  operations[op](at, id, operand, by)
end

return M
