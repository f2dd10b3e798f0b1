--- Which watcher definition a question about a card means: why an ability of it did nothing about
--- an event.
---
--- People know an ability by its place in the card or by the name that the card gives it. An
--- ability may have several watcher definitions: its own, and those of effects that its acts start.
--- Of these a question means the one that watches for the event.
local card_of_watcher = require("strata.stage.card_of_watcher")
local host = require("strata.host")

local M = {}

--- The name of a thing without that of its pack.
local function own_name(name)
  return name:match(":(.*)$") or name
end

--- Whether a name is another, or begins with it and ends a word there.
local function begins_with(name, start)
  return name:sub(1, #start) == start and name:find("^[_.]", #start + 1) ~= nil or name == start
end

--- Add how the watcher definitions of abilities begin that have this place or name in a card.
local function add_starts(starts, draft, asked)
  for _, part in ipairs(draft.parts) do
    local given = type(part.item) == "table" and part.item.given
    local is_named = given and given[1] == asked
    if is_named or part.name:match("%.(%d+)$") == asked then
      starts[#starts + 1] = own_name((part.name:gsub("[%. ]", "_")))
    end
  end
  return draft.back and add_starts(starts, draft.back, asked) or starts
end

local function is_any(starts, name)
  for _, start in ipairs(starts) do
    if begins_with(name, start) then
      return true
    end
  end
  return false
end

--- Those of some watcher definitions that watch for a kind of events; all if none does.
local function about(game, names, kind)
  local kinds, list = game.kinds, {}
  local wanted = kinds.known[kind] and kinds:kind(kind)
  for _, name in ipairs(wanted and names or {}) do
    local watched = game.codes[name][2]
    if type(watched) == "string" and kinds.known[watched] and kinds:kind(watched) == wanted then
      list[#list + 1] = name
    end
  end
  return #list > 0 and list or names
end

local function own_names(names)
  local list = {}
  for i, name in ipairs(names) do
    list[i] = own_name(name)
  end
  return table.concat(list, ", ")
end

--- The watcher definitions that some texts begin, and all that stand in a card.
local function begun_by(game, card, starts)
  local found, all = {}, {}
  for name in host.sorted_pairs(game.codes) do
    local is_own = card_of_watcher.card_of(game, name) == card.draft.given.name
    all[#all + 1] = is_own and name or nil
    found[#found + 1] = is_any(starts, own_name(name)) and name or nil
  end
  return found, all
end

--- The one of these whose own name is the text that was asked; nil if none has it.
local function called(names, asked)
  for _, name in ipairs(names) do
    if name == asked or own_name(name) == asked then
      return name
    end
  end
  return nil
end

--- The watcher definition of a card that a question means. Raises if there is none, or several.
---@param game strata.Game
---@param card strata.Card that the object has
---@param asked string "2", "go", "soul_warden_1" or "soul_warden"
---@param kind string of events
---@return string name of the watcher definition
function M.find(game, card, asked, kind)
  local found, all = begun_by(game, card, add_starts({ asked }, card.draft, asked))
  local exact = called(all, asked) or (game.codes[asked] and asked)
  if exact then
    return exact
  end
  found = about(game, found, kind)
  if #found == 1 then
    return found[1]
  elseif #found > 1 then
    error(("why: '%s' is more than one: %s"):format(asked, own_names(found)), 0)
  end
  local rest = #all > 0 and "what it has watches as " .. own_names(all) or "it watches for nothing"
  local form = "why: '%s' of %s is nothing that watches for events; %s"
  error(form:format(asked, card.name, rest), 0)
end

return M
