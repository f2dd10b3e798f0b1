--- Expectation lines about past events: "draws(A) = 3", "A draws 2 cards", "shield(CoP) unused".
--- The log of the world answers them.
local slugs = require("strata.base.slug")
local observe = require("strata.stage.observe")

local M = {}

local TRUTHS <const> = { ["true"] = true, ["false"] = false, yes = true, no = false }

--- How many events of a kind there were, of a player if one is named.
local function times(stage, kind, player)
  local who, count = player and stage:player(player), 0
  for row in stage.world:log() do
    local is_meant = row.what == "happened" and row.kind == kind
    local is_theirs = who == nil or row.who == who or row.fields.player == who
    if is_meant and is_theirs then
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

-- The words that make triggers which are no abilities of cards.
local MADE_BY <const> = { delayed = "later", reflexive = "when_you_do" }

--- A function that tells whether a watcher definition is one of the triggers in question: all
--- ("total"), "delayed" or "reflexive" ones, those about what "enters", those of a card; nil if
--- there is none.
local function is_of(stage, what)
  local items, made_by = stage.game.code_items, MADE_BY[what]
  local part = stage.game:find_card(what) and (":%s_"):format(slugs.of(what))
  if made_by then
    return function(code)
      return items[code] and items[code].word == made_by
    end
  elseif what == "enters" then
    return function(code)
      local about = items[code] and items[code].given[1]
      return type(about) == "table" and about.kind == "enter"
    end
  end
  return (part or what == "total") and function(code)
    return not part or code:find(part, 1, true)
  end
end

--- How many abilities have triggered: see is_of.
local function triggers(stage, what, wanted)
  local is_meant, count = is_of(stage, what), 0
  if not is_meant then
    return nil
  end
  for row in stage.world:log() do
    if row.what == "triggered" and row.code and is_meant(row.code) then
      count = count + row.count
    end
  end
  return same_number(count, wanted or "0")
end

--- Whom events of a kind have happened to, in order: "happened(score) = [Wolf, Ogre]".
local function happened(stage, kind, wanted)
  local list = {}
  if not stage.game.kinds.known[kind] then
    return nil
  end
  for row in stage.world:log() do
    for _ = 1, row.what == "happened" and row.kind == kind and row.count or 0 do
      list[#list + 1] = row.who and stage:id_of(row.who) or "nobody"
    end
  end
  local got = observe.listed(list)
  return got == ("[%s]"):format(wanted), got
end

--- How many events of a kind were of some fate: "events(heal) = 2", "refused(apply) = 1".
local function of_fate(what)
  return function(stage, kind, wanted)
    local count = 0
    if not stage.game.kinds.known[kind] then
      return nil
    end
    for row in stage.world:log() do
      count = count + ((row.what == what and row.kind == kind) and row.count or 0)
    end
    return same_number(count, wanted)
  end
end

--- Abilities on the stack, from the bottom, as the log tells: what was placed last goes first.
local function stacked(stage)
  local stack = {}
  for row in stage.world:log() do
    if row.what == "placed" then
      stack[#stack + 1] = row.source and stage:id_of(row.source) or row.code
    elseif row.what == "resolved" then
      stack[#stack] = nil
    end
  end
  return stack
end

--- "[one trigger, other trigger]", each by the name of the object that has it.
local function stack_is(stage, wanted)
  local names = {}
  for i, id in ipairs(stacked(stage)) do
    names[i] = id .. " trigger"
  end
  local got = observe.listed(names)
  return got == ("[%s]"):format(wanted), got
end

local function resolves_first(stage, wanted)
  local stack = stacked(stage)
  return stack[#stack] == wanted, stack[#stack] or "nothing"
end

--- How many abilities have triggered at the beginning of a phase.
local function phase_triggers(stage, phase, wanted)
  local count, test = 0, ("event.phase = '%s'"):format(stage.game.schema:symbol(phase))
  for row in stage.world:log() do
    local code = row.what == "triggered" and row.code and stage.game.codes[row.code]
    local is_meant = code and code[2] == "phase_begins"
    if is_meant and code.when and code.when:find(test, 1, true) then
      count = count + row.count
    end
  end
  return same_number(count, wanted)
end

--- Whether anything of a kind has happened to an object.
local function befell(kind)
  return function(stage, name, wanted)
    local is_there = false
    for row in stage.world:log() do
      local is_meant = row.what == "happened" and row.kind == kind and row.who
      is_there = is_there or (is_meant and stage:id_of(row.who) == name)
    end
    return truth(is_there, wanted)
  end
end

--- Whether a player was asked whether to do something.
local function may_choose(stage, player, wanted)
  local is_asked = false
  for _, one in ipairs(stage.asked) do
    is_asked = is_asked or (one.purpose == "may" and one.who == stage:player(player))
  end
  return truth(is_asked, wanted)
end

--- Whether a phase has begun in a turn.
local function phase_happens(stage, phase, turn, wanted)
  local symbol, has_begun = stage.game.schema:symbol((phase:gsub("_step$", ""))), false
  local rows = stage.turn_rows[math.tointeger(tonumber(turn))]
  for row in stage.world:log(rows and rows.after) do
    local is_within = rows and (rows.last == nil or row.number <= rows.last)
    local is_meant = row.what == "happened" and row.kind == "phase_begins"
    has_begun = has_begun or (is_within and is_meant and row.fields.phase == symbol)
  end
  return truth(has_begun, wanted)
end

--- A number that a player has.
local function number_of(name)
  return function(stage, player, wanted)
    return same_number(stage:player(player)[name], wanted)
  end
end

--- Whether what was tried last could be done.
local function legal(stage, wanted)
  return truth(stage.was_legal, wanted)
end

--- The id of the object that leaves the battlefield in a row of the log; nil if none does.
local function leaver(stage, row)
  local is_move = row.what == "happened" and row.kind == "move" and row.who
  if not is_move or row.fields.from ~= stage.game.schema.home then
    return nil
  end
  return stage:id_of(row.who)
end

--- Whether two have left the battlefield at once. What triggers by the first of them is written
--- down before anything else happens, so there is nothing of the kind between them, and something
--- behind: what saw neither leave tells nothing.
local function leave_together(stage, one, other)
  local triggered, seen = 0, {}
  for row in stage.world:log() do
    local name = leaver(stage, row)
    if name == one or name == other then
      seen[#seen + 1] = triggered
    end
    triggered = triggered + (row.what == "triggered" and 1 or 0)
  end
  if #seen ~= 2 or triggered == seen[2] then
    return false, "they did not both leave, with somebody watching"
  end
  return seen[1] == seen[2], "one after the other"
end

--- Whether a block was legal: by one alone, or by both.
local function block(stage, who, wanted)
  local alone = who:match("^(.+) alone$")
  for _, one in ipairs(stage.blocks) do
    local is_meant = (alone and #one.by == 1 and one.by[1] == alone)
      or (who == "both" and #one.by == 2)
    if is_meant then
      return one.is_legal == (wanted == "legal"), one.is_legal and "legal" or "illegal"
    end
  end
  return nil
end

--- The questions that a player was asked.
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
  { "^number of (.+ step) triggers=(%d+)$", phase_triggers },
  { "^number of (.+) triggers=(%d+)$", triggers },
  { "^([%l_]+_step) happens on turn (%d+) = (%a+)$", phase_happens },
  { "^draws this turn%((%w+)%)%s*=%s*(%d+)$", number_of("drawn_this_turn") },
  { "^legal = (%a+)$", legal },
  { "^(%w+) and (%w+) leave simultaneously$", leave_together },
  { "^block by (.+) is (i?l?legal)$", block },
  { "^destroyed%((%w+)%)%s*=%s*(%a+)$", befell("destroy") },
  { "^(%w+) may choose to .+=(%a+)$", may_choose },
  { "^(%w+) may put .+=(%a+)$", may_choose },
  { "^no trigger from (.+)$", triggers },
  { "^happened%(([%l_]+)%)%s*=%s*%[(.*)%]$", happened },
  { "^events%(([%l_]+)%)%s*=%s*(%d+)$", of_fate("happened") },
  { "^refused%(([%l_]+)%)%s*=%s*(%d+)$", of_fate("cannot") },
  { "^stack from bottom: %[(.*)%]$", stack_is },
  { "^first to resolve = (.-) trigger$", resolves_first },
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
