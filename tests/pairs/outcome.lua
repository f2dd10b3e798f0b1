--- The outcome of a world as an observer reads it, without the engine's own comparison of states.
local M = {}

--- Who was there before, by slots; what is hidden from all, or from all but its player.
---@class strata.Before
---@field names string[] attributes

local HIDDEN <const> = { hand = true, library = true }

---@param world strata.World
---@return strata.Before
function M.before(world)
  local before = { order = {}, names = world.rules:names("attributes") }
  for _, entity in ipairs(world:entities()) do
    before.order[#before.order + 1] = entity.id
  end
  return before
end

--- Labels of all that live: those of before by what they were, the others by nothing.
local function labels_of(before, world)
  local labels = {}
  for _, id in ipairs(before.order) do
    local entity, label = world:entity(id), id
    while entity and not entity:is_alive() do
      entity, label = entity:successor(), label .. "'"
    end
    if entity then
      labels[entity.id] = label
    end
  end
  return labels
end

local function word(value, labels)
  if type(value) == "table" then
    local list = {}
    for i, item in ipairs(value) do
      list[i] = word(item, labels)
    end
    return "{" .. table.concat(list, " ") .. "}"
  elseif type(value) == "userdata" and pcall(function() return value.id end) then
    return value:is_alive() and (labels[value.id] or "new") or "gone"
  elseif type(value) == "userdata" then
    local list = {}
    for i = 1, #value do
      list[i] = tostring(value[i])
    end
    return "{" .. table.concat(list, " ") .. "}"
  end
  return tostring(value)
end

local function described(before, entity, labels)
  local list = { labels[entity.id] or "new", entity.zone or "-" }
  local player = entity:zone_player()
  list[#list + 1] = player and labels[player.id] or "-"
  for _, name in ipairs(before.names) do
    local value = entity[name]
    if value ~= nil and value ~= 0 and value ~= false and value ~= "" then
      list[#list + 1] = name .. "=" .. word(value, labels)
    end
  end
  return table.concat(list, " ")
end

local ORDERED <const> = { library = true, stack = true }

--- In which order what its counters say is applied to somebody: by when each kind of them came.
local function order_of_counters(entity, text)
  local order = {}
  for _, row in ipairs(text:find("_counters=", 1, true) and entity:why("power") or {}) do
    order[#order + 1] = row.operand
  end
  return #order > 1 and table.concat(order, " ") or ""
end

--- All zones that somebody is in, as texts from the bottom to the top, and those of them in which
--- the order counts at once.
local function zones_of(world, texts)
  local all, ordered, seen = {}, {}, {}
  for _, entity in ipairs(world:entities()) do
    local zone, player = entity.zone, entity:zone_player()
    local name = ("%s of %s"):format(zone or "-", player and player.id or "all")
    if zone and not seen[name] then
      local rows = { name }
      for _, one in ipairs(world:zone(zone, player)) do
        rows[#rows + 1] = texts[one.id]
      end
      seen[name] = true
      all[#all + 1] = table.concat(rows, "\n")
      ordered[#ordered + 1] = ORDERED[zone] and all[#all] or nil
    end
  end
  table.sort(all)
  table.sort(ordered)
  return all, ordered
end

--- Texts in the order of their times.
local function in_time(rows)
  table.sort(rows, function(a, b)
    return a[1] < b[1]
  end)
  local texts = {}
  for place, row in ipairs(rows) do
    texts[place] = row[2]
  end
  return texts
end

local function joined(...)
  local texts = {}
  for place, list in ipairs({ ... }) do
    texts[place] = table.concat(list, "\n")
  end
  return table.concat(texts, "\n\n")
end

--- All that can be read, as two texts: what counts at once; and that with the order of
--- timestamps and of all zones, which may count later.
---@param before strata.Before
---@param world strata.World
---@return string coarse
---@return string fine
function M.of(before, world)
  local labels, texts, rows, times, counters = labels_of(before, world), {}, {}, {}, {}
  for _, entity in ipairs(world:entities()) do
    local text = described(before, entity, labels)
    texts[entity.id], rows[#rows + 1] = text, text
    times[#times + 1] = { entity:timestamp(), text }
    counters[#counters + 1] = order_of_counters(entity, text)
  end
  for _, one in ipairs(world:effects()) do
    local text = ("effect '%s' %d %d"):format(one.name, one.parts, one.targets)
    rows[#rows + 1] = text
    times[#times + 1] = { one.timestamp, text }
  end
  table.sort(rows)
  local zones, ordered = zones_of(world, texts)
  local coarse = joined(rows, ordered)
  return coarse, coarse .. joined(zones, in_time(times), counters)
end

--- Which effects have done something since the log was let go, in order of their names.
local function worked(world)
  local codes = {}
  for row in world:log() do
    if row.what == "replaced" or row.what == "prevented" then
      codes[#codes + 1] = ("%s of %s"):format(row.code, row.source and row.source.id or "-")
    end
  end
  table.sort(codes)
  world:forget_log()
  return table.concat(codes, " ")
end

--- Definitions of those who have an effect of the pair as their ability.
local HOLDERS <const> = { armed_ = true, both_ = true, with_ = true }

--- What has become of those who are named, without those who have gone.
local function as_they_are(named)
  local now = {}
  for name, entity in pairs(named) do
    while entity and not entity:is_alive() do
      entity = entity:successor()
    end
    now[name] = entity
  end
  return now
end

--- What comes of it later: whoever holds an effect of the pair loses it, and the turn goes, with
--- all that is not used up. So what was started stands alone as the same happens twice more, and a
--- shield with less left, or another that is left, shows. Then what waits for the stack resolves.
---@param before strata.Before
---@param world strata.World
---@param again fun(named: table<string, strata.Entity>)
---@param named table<string, strata.Entity>
---@return string
function M.later(before, world, again, named)
  local texts = {}
  for _, entity in ipairs(world:entities()) do
    if HOLDERS[(entity:definition() or ""):match("^%l+_")] then
      entity.base.abilities = {}
    end
  end
  world:tick("turn")
  world:forget_log()
  for round = 1, 2 do
    local is_fine = pcall(again, as_they_are(named))
    texts[round] = ("%s %s"):format(is_fine and "again" or "refused", worked(world))
  end
  local is_fine = pcall(world.act, world, { code = "step:nothing", settling = "all" })
  texts[3] = is_fine and M.of(before, world) or "refused"
  return table.concat(texts, "\n\n")
end

--- Where everybody hidden is, by ids: what is_unknown looks for.
---@param world strata.World
---@return table<string, { zone: string, player: string }>
function M.hidden(world)
  local hidden = {}
  for _, entity in ipairs(world:entities()) do
    if HIDDEN[entity.zone] then
      hidden[entity.id] = { zone = entity.zone, player = entity:zone_player().id }
    end
  end
  return hidden
end

--- Whether what happened meets chance, or somebody whom `chooser` could not see before.
---@param hidden table of before
---@param world strata.World after it
---@param chooser string the id of a player
---@return boolean
function M.is_unknown(hidden, world, chooser)
  for row in world:log() do
    if row.kind == "shuffle" or row.what == "rolled" then
      return true
    end
  end
  for id, where in pairs(hidden) do
    local is_own = where.zone == "hand" and where.player == chooser
    local after = world:entity(id)
    if not is_own and not (after and after:is_alive() and after.zone == where.zone) then
      return true
    end
  end
  return false
end

return M
