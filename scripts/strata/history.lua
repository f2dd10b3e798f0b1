--- Lines about what has happened: "draws(A) = 3", "A draws 2 cards", "shield(CoP) unused". They are
--- answered from the log of the world.
local slugs = require("strata.slug")

local M = {}

local TRUTHS <const> = { ["true"] = true, ["false"] = false, yes = true, no = false }

--- How many events of a kind there were, of a player if one is named.
local function times(stage, kind, player)
  local who, count = player and stage:player(player), 0
  for row in stage.world:log() do
    local is_meant = row.what == "happened" and row.kind == kind
    if is_meant and (who == nil or row.who == who) then
      count = count + row.count
    end
  end
  return count
end

local function same_number(got, wanted)
  return got == math.tointeger(tonumber(wanted)), tostring(got)
end

local function counted(kind)
  return function(stage, player, wanted)
    return same_number(times(stage, kind, player), wanted)
  end
end

local function truth(value, wanted)
  value = value and true or false
  if TRUTHS[wanted] == nil then
    return nil
  end
  return value == TRUTHS[wanted], tostring(value)
end

local function flag(name, is_so)
  return function(stage, player, wanted)
    return truth(stage:player(player)[name] == is_so, wanted or "true")
  end
end

--- Whether a watcher of a card has done anything.
local function is_used(stage, card)
  local part = (":%s_"):format(slugs.of(card))
  for row in stage.world:log() do
    local is_applied = row.what == "replaced" or row.what == "prevented"
    if is_applied and row.code and row.code:find(part, 1, true) then
      return true
    end
  end
  return false
end

local function unused(stage, card)
  if not stage.game:find_card(card) then
    return nil
  end
  return not is_used(stage, card), "it was used"
end

--- How many abilities have triggered: of a card, or all of them.
local function triggers(stage, what, wanted)
  local part, count = (":%s_"):format(slugs.of(what)), 0
  if what ~= "total" and not stage.game:find_card(what) then
    return nil
  end
  for row in stage.world:log() do
    local is_meant = what == "total" or (row.code and row.code:find(part, 1, true))
    if row.what == "triggered" and is_meant then
      count = count + row.count
    end
  end
  return same_number(count, wanted or "0")
end

--- What somebody was asked.
local function asked(stage, wanted)
  local list = {}
  for i, one in ipairs(stage.asked) do
    list[i] = one.options
  end
  local got = #list > 0 and table.concat(list, "; ") or "none"
  if wanted ~= "none" then
    return nil
  end
  return #list == 0, got
end

--- The card in a place of a library: 1 is on top, -1 at the bottom.
local function in_library(place)
  return function(stage, player, wanted)
    local cards = stage.world:zone("library", stage:player(player))
    local entity = cards[place > 0 and #cards + 1 - place or -place]
    local id = entity and stage:id_of(entity) or "nothing"
    local name = entity and entity.name or "nothing"
    return id == wanted or name == stage.game.schema:symbol(wanted), id
  end
end

local function library_size(stage, player, wanted)
  return same_number(#stage.world:zone("library", stage:player(player)), wanted)
end

local FORMS <const> = {
  { "^draws%((%w+)%)%s*=%s*(%d+)$", counted("draw") },
  { "^(%w+) draws (%d+) cards?$", counted("draw") },
  { "^discards%((%w+)%)%s*=%s*(%d+)$", counted("discard") },
  {
    "^number of life gain events of (%w+)%s*=%s*(%d+)$",
    counted("gain_life"),
  },
  { "^lost%((%w+)%)%s*=%s*(%a+)$", flag("has_lost", true) },
  { "^won%((%w+)%)%s*=%s*(%a+)$", flag("has_won", true) },
  { "^(%w+) is in the game=(%a+)$", flag("has_lost", false) },
  { "^(%w+) wins the game$", flag("has_won", true) },
  { "^(%w+) loses the game$", flag("has_lost", true) },
  { "^shield%((.-)%) unused$", unused },
  { "^triggers%((.-)%)%s*=%s*(%d+)$", triggers },
  { "^number of (.+) triggers=(%d+)$", triggers },
  { "^no trigger from (.+)$", triggers },
  { "^choices offered = (%a+)$", asked },
  { "^library_size%((%w+)%)%s*=%s*(%d+)$", library_size },
  { "^(%w+) library top=(.+)$", in_library(1) },
  { "^(%w+) library bottom=(.+)$", in_library(-1) },
}

--- Read and judge a line.
---@param stage strata.Stage
---@param text string
---@return boolean is_read
---@return boolean|nil holds
---@return string|nil got
function M.judge(stage, text)
  for _, form in ipairs(FORMS) do
    local captured = { text:match(form[1]) }
    if captured[1] then
      local holds, got = form[2](stage, table.unpack(captured))
      if holds ~= nil then
        return true, holds, got
      end
    end
  end
  return false
end

return M
