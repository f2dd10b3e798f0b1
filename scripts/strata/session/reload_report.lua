--- The report of a reload: what packs that were loaded anew have added, changed and removed.
local host = require("strata.host")
local library_sections = require("strata.lang.library_sections")

local M = {}

--- A value of a specification as text; equal texts have equal meaning.
local function text_of(value)
  if type(value) == "function" then
    return host.body(value)
  elseif type(value) ~= "table" or host.metatable(value) ~= nil then
    return tostring(value)
  end
  local lines = {}
  for key, item in host.sorted_pairs(value) do
    lines[#lines + 1] = ("%s=%s"):format(tostring(key), text_of(item))
  end
  return ("{%s}"):format(table.concat(lines, ","))
end

-- Whatever has a name and a body, by what the report calls it.
local SECTIONS <const> = {
  { "card", "definitions" },
  { "ability", "abilities" },
  { "watcher", "codes" },
  { "handler", "handlers" },
  { "event", "events" },
  { "check", "checks" },
  { "period", "course" },
  { "rule of", "play" },
  { "law", "laws" },
  { "rule of", "spells" },
}

--- Periods by their names, with their places: one that moves has changed.
local function by_name(periods)
  local into = {}
  for place, period in ipairs(periods or {}) do
    into[period[1]] = { place = place, period = period }
  end
  return into
end

--- The laws of a game without its actions, which are told of as such.
local function without_actions(game)
  local into = {}
  for name, law in host.sorted_pairs(game.spec.laws or {}) do
    local item = game.law_items[name]
    into[name] = not (item and item.word == "action") and law or nil
  end
  return into
end

-- Sections whose entries by name are not what the specification has.
local ENTRIES <const> = {
  course = function(game)
    return by_name(game.spec.course)
  end,
  laws = without_actions,
  play = function(game)
    return { play = game.spec.play }
  end,
  spells = function(game)
    return { spells = game.schema.data.spells }
  end,
}

for section, kind in host.sorted_pairs(library_sections.KINDS) do
  SECTIONS[#SECTIONS + 1] = { kind, section }
  ENTRIES[section] = function(game)
    return game.schema.data[section] or {}
  end
end

--- The entries of a section by their names.
local function entries_of(game, key)
  return ENTRIES[key] and ENTRIES[key](game) or game.spec[key] or {}
end

--- What the report calls an entry.
local function said(title, entry, name)
  local is_action = title == "watcher" and entry[1] == "action"
  return ("%s %s"):format(is_action and "action" or title, name)
end

--- Add the names of entries to a part of a report, in order, except those of a set.
local function add_names(into, title, entries, names, except)
  table.sort(names)
  for _, name in ipairs(names) do
    local is_told = not (except and except[name])
    into[#into + 1] = is_told and said(title, entries[name], name) or nil
  end
end

--- Compare a section of two specifications; the entries in `others` may differ. What is gone of the
--- set `passing` is not reported.
local function compare(report, title, before, after, others, passing)
  local changed, added, removed = {}, {}, {}
  if not others then
    others, added, removed = host.differing(before, after)
  end
  for _, name in ipairs(others) do
    changed[#changed + 1] = text_of(before[name]) ~= text_of(after[name]) and name or nil
  end
  add_names(report.added, title, after, added)
  add_names(report.changed, title, after, changed)
  add_names(report.removed, title, before, removed, passing)
end

---@class strata.Reloaded
---@field added string[] "card classic:humility"
---@field changed string[]
---@field removed string[]
---@field kept string[] what was removed and the world has yet: it does nothing any more

--- Compare two games of the same packs, before and after a reload.
---@param before strata.Game
---@param after strata.Game
---@return strata.Reloaded
function M.of(before, after)
  local report = { added = {}, changed = {}, removed = {}, kept = {} }
  local of_steps = {}
  for _, name in next, before.step_codes or {} do
    of_steps[name] = true
  end
  for _, section in ipairs(SECTIONS) do
    local title, key = section[1], section[2]
    local others = after.revised and after.revised[key]
    compare(report, title, entries_of(before, key), entries_of(after, key), others, of_steps)
  end
  return report
end

return M
