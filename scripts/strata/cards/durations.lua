--- Durations: how long started watchers watch, and how long the effects of acts last.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")

local M = {}

--- Whether it is the turn of the player `it`.
local function has_turn(kinds)
  local turn = kinds.course and kinds.play and kinds.play.turn_player
  return turn and ("(%s)"):format(turn) or "active"
end

--- How often the clock of a seat ticks until then: its tick in the turn that it is already is not
--- that of the next one, unless it is past.
---@param kinds strata.Kinds
---@param known table a duration
---@param seat integer
---@return string text of a number
function M.ticks(kinds, known, seat)
  local past = known.past and (" and not %s"):format(known.past) or ""
  local form, is_it = "1 + count(%s and %s%s)", kinds.schema:seat_test("", seat)
  return known.next and form:format(is_it, has_turn(kinds), past) or "1"
end

--- One instruction for each seat, of which one is executed: clocks of players are named by seats.
local function of_seats(self, deed, known, whose, into)
  for seat in ipairs(self.kinds.schema.data.seats) do
    local own = lists.copied(deed)
    own.with, own.clock = lists.copied(deed.with), ("%s_%d"):format(known.clock, seat)
    own.with.ticks = M.ticks(self.kinds, known, seat)
    own.when = self.kinds.schema:seat_test(whose .. ".", seat)
    if deed.when then
      own.when = ("%s and (%s)"):format(own.when, deed.when)
    end
    into[#into + 1] = own
  end
end

--- Whether a duration can be kept by counting ticks: whose clock ticks at the end of each turn, or
--- once and no more. Rules with a course say when a tick of the turn is past.
local function is_kept(self, known)
  if self.kinds.course then
    return known.clock ~= nil
  end
  local ends = self.kinds.schema.data.turn and self.kinds.schema.data.turn.ends or {}
  local is_of_turns = false
  for _, clock in ipairs(ends) do
    is_of_turns = is_of_turns or clock == known.clock
  end
  return known.clock and (not known.next or is_of_turns)
end

--- What an effect alone can last: as long as something holds (611.2b), or its source is there.
--- True if it is that.
local function add_while(self, item, deed, known)
  local lasts = item.given.lasts
  if deed[1] ~= "begin" then
    return false
  elseif type(lasts) == "table" and lasts.word == "as_long_as" then
    deed.lasts = self:text(item, "lasts", lasts.condition, "pred")
    return true
  end
  deed.while_source = known and known.while_source
  return deed.while_source or false
end

--- Adds the instruction that starts a watcher or an effect, with its duration: until a clock ticks,
--- that of the player `of`, or of the player who starts it.
---@param self strata.Programs
---@param item table
---@param deed table an instruction
---@param into table[] instructions
function M.add(self, item, deed, into)
  local lasts = item.given.lasts
  if lasts == nil then
    into[#into + 1] = deed
    return
  end
  local durations = self.kinds.schema.data.durations or {}
  local known = durations[lasts]
  if add_while(self, item, deed, known) then
    into[#into + 1] = deed
    return
  elseif not known then
    local said = table_reader.said(lasts)
    local hint = spelling.hint(said, spelling.keys(durations))
    self:blame(item, "lasts", "%s: no duration '%s'%s", item.word, said, hint)
  elseif not is_kept(self, known) then
    self:blame(item, "lasts", "%s: what is started cannot last '%s' yet", item.word, lasts)
  elseif known.of then
    local of = item.given.of
    of_seats(self, deed, known, of and self:text(item, "of", of, "ref") or "$you", into)
    return
  end
  deed.clock, deed.with.ticks = known.clock, "1"
  into[#into + 1] = deed
end

return M
