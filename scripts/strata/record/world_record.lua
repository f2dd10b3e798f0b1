--- Records of what is done to a world, and their replay.
---
--- Calls of the host are recorded: actions, with the decisions in them and the handlers that
--- failed; seeds, ticks, handlers disabled and enabled. The decisions are those of the log, so it
--- does not matter whether a policy or a player made them, or how often they were taken back. The
--- hash shows every other change of the world: a state that was after some step is that step, from
--- which the game goes on, whether later steps were taken back or done again; else the state itself
--- is recorded as a step.
local record_bytes = require("strata.record.record_bytes")

local M = {}

---@class strata.Step
---@field kind string the method of worlds, or "state"
---@field args? any[] what the method was given
---@field faults? table[] handlers that failed in it, as world:faults() gives them
---@field decisions? (integer|table)[] answers, as world:answer reads them
---@field bytes? string of "state": a save
---@field hash string of the world afterwards

-- -- Recording ---------------------------------------------------------------

---@class strata.RecordNode a step, and how the world came to it
---@field hash string of the world afterwards
---@field number integer how many steps lead to it; 0: the beginning
---@field step? strata.Step
---@field before? strata.RecordNode

---@class strata.Recording what a world keeps while it is recorded
---@field world strata.World
---@field rules strata.Rules
---@field first string the save with which it began
---@field first_hash string
---@field here strata.RecordNode the step after which the world is as it is
---@field known table<string, strata.RecordNode> the newest step after which the world had a hash
---@field opens table<string, table> what waits for a decision, by the hash of the world
---@field row integer the newest row of the log after the last step
---@field asked? table what is being done
---@field problem? string why it cannot be saved

--- The recording behind each record that scripts have.
local recordings <const> = setmetatable({}, { __mode = "k" })

local ACTIONS <const> = { act = true, advance = true, pass = true }

local function is_open(world)
  return #world:decisions() > 0
end

local function last_row(world, after)
  local last = after
  for row in world:log(after) do
    last = row.number
  end
  return last
end

local function push_step(self, step)
  local here = self.here
  self.here = { hash = step.hash, number = here.number + 1, step = step, before = here }
  self.known[step.hash] = self.here
end

--- Record a change of the world between recorded calls: as a new step, or as that after which the
--- world was as it is.
local function catch_up(self)
  local hash = self.world:hash()
  if hash == self.here.hash then
    return
  end
  if self.known[hash] then
    self.here = self.known[hash]
  else
    push_step(self, { kind = "state", bytes = self.world:save(), hash = hash })
  end
  self.row = last_row(self.world, 0)
end

--- An answer as world:answer reads it, from a row of the log.
local function answer_of(decided)
  if decided.purpose == "number" then
    return decided.amount[1]
  elseif not decided.amount then
    return decided.option or {}
  end
  local shares = {}
  for i, option in ipairs(decided.option) do
    shares[option] = decided.amount[i]
  end
  return shares
end

local function decided_since(self, after)
  local list = {}
  for row in self.world:log(after) do
    for _ = 1, row.what == "decided" and row.count or 0 do
      list[#list + 1] = answer_of(row.fields)
    end
  end
  return list
end

local function disabled(world)
  local set = {}
  for _, fault in ipairs(world:faults()) do
    set[fault.handler] = true
  end
  return set
end

--- The handlers that were disabled since then, without their messages, which are no input.
local function failed_since(self, before)
  local list = {}
  for _, fault in ipairs(self.world:faults()) do
    if not before[fault.handler] then
      list[#list + 1] = { handler = fault.handler, code = fault.code, kind = fault.kind }
    end
  end
  return list
end

local function add_step(self, step)
  step.hash = self.world:hash()
  push_step(self, step)
  self.row = last_row(self.world, self.row)
end

--- Begin a recorded call. Its arguments are copied, because the caller may change them afterwards.
---@param self strata.Recording
---@param kind string
function M.before(self, kind, ...)
  if not rawequal(self.world.rules, self.rules) then
    self.problem = "the world was reloaded under other rules; begin a new record after that"
  end
  if is_open(self.world) then
    self.asked = self.opens[self.world:hash()]
    return
  end
  catch_up(self)
  self.asked = {
    kind = kind,
    args = record_bytes.plain(table.pack(...)),
    before = ACTIONS[kind] and disabled(self.world),
    at = self.here,
    row = self.row,
  }
end

--- End a recorded call that has succeeded.
---@param self strata.Recording
---@param kind string
function M.after(self, kind)
  local asked = self.asked
  if is_open(self.world) then
    self.opens[self.world:hash()] = asked
  elseif not asked then
    catch_up(self) -- nobody saw how this action began
  elseif kind == "cancel" then
    self.here = asked.at
    local faults = failed_since(self, asked.before)
    if #faults > 0 then
      add_step(self, { kind = "cancel", faults = faults })
    end
  elseif ACTIONS[asked.kind] then
    self.here = asked.at
    add_step(self, {
      kind = asked.kind,
      args = asked.args,
      faults = failed_since(self, asked.before),
      decisions = decided_since(self, asked.row),
    })
  else
    add_step(self, { kind = asked.kind, args = asked.args })
  end
end

--- Note that a call could not be recorded.
---@param self strata.Recording
---@param problem string
function M.fail(self, problem)
  self.problem = self.problem or problem
end

-- -- The record --------------------------------------------------------------

---@class strata.Record
local Record = {}

--- The steps that led to the present state, in order.
local function steps_of(self)
  local steps, node = {}, self.here
  for number = node.number, 1, -1 do
    steps[number], node = node.step, node.before
  end
  return steps
end

--- The recording behind a record, with what was done to the world since the last step. Raises if
--- something was missed, or while a decision is open.
local function recording_of(record, where)
  local self = recordings[record]
  if not self then
    error(where .. ": expected a record, as world:record() gives it", 0)
  elseif self.problem then
    error(("%s: %s"):format(where, self.problem), 0)
  elseif is_open(self.world) then
    error(where .. ": a decision is open: answer it, or cancel the action", 0)
  end
  catch_up(self)
  return self
end

--- See strata.Record in world_api.lua.
function Record.save(record)
  local self = recording_of(record, "record:save")
  return record_bytes.write({
    rules = self.rules:hash(),
    first = self.first,
    hash = self.first_hash,
    steps = steps_of(self),
  })
end

--- See strata.Record in world_api.lua.
function Record.steps(record)
  local list = {}
  for i, step in ipairs(steps_of(recording_of(record, "record:steps"))) do
    list[i] = { kind = step.kind, hash = step.hash }
  end
  return list
end

--- Begin to record a world.
---@param world strata.World
---@return strata.Recording
---@return strata.Record
function M.begin(world)
  if is_open(world) then
    error("world:record: a decision is open: answer it, or cancel the action", 0)
  end
  world:keep_log() -- the decisions of an action stand in rows that may leave the state at its end
  local first = { hash = world:hash(), number = 0 }
  local self = {
    world = world,
    rules = world.rules,
    first = world:save(),
    first_hash = first.hash,
    here = first,
    known = { [first.hash] = first },
    opens = {},
    row = last_row(world, 0),
  }
  local record = setmetatable({}, { __index = Record, __metatable = false, __name = "record" })
  recordings[record] = self
  return self, record
end

-- -- Replaying ---------------------------------------------------------------

---@class strata.Difference
local Difference = {}
Difference.__index = Difference
Difference.__metatable = false
Difference.__name = "difference"

function Difference:__tostring()
  return self.text
end

--- Messages of the binding begin with the place here that called it.
local function bare(message)
  return (tostring(message):gsub("^strata%.record%.world_record:%d+: ", ""))
end

local PLAY <const> = {}

function PLAY.state(replay, step)
  replay.world = replay.rules:load(step.bytes, replay.options)
end

function PLAY.cancel()
end

for _, kind in ipairs({ "act", "advance", "pass", "seed", "tick", "disable", "enable" }) do
  PLAY[kind] = function(replay, step)
    local args = record_bytes.revive(step.args, replay.world)
    return replay.world[kind](replay.world, table.unpack(args, 1, args.n))
  end
end

--- Give the recorded answers. Raises if one does not fit its decision.
local function decide(world, answers)
  for i, answer in ipairs(answers) do
    if not is_open(world) then
      error(("%d decisions were made then, and %d are asked for now"):format(#answers, i - 1), 0)
    end
    world:answer(answer)
  end
  local open = world:decisions()[1]
  if open then
    error(("asks for what was not asked for then: %s"):format(open.prompt or open.purpose), 0)
  end
end

local function play_step(replay, step)
  for _, fault in ipairs(step.faults or {}) do
    replay.world:disable(fault)
  end
  PLAY[step.kind](replay, step)
  decide(replay.world, step.decisions or {})
end

--- "act gain", "tick turn".
local function name_of(step)
  local what = step.args and step.args[1]
  if type(what) == "table" then
    what = what.code or what.handler or (what.resolve and "resolve")
  end
  return type(what) ~= "table" and what ~= nil and ("%s %s"):format(step.kind, tostring(what))
    or step.kind
end

local function difference(number, step, got, problem)
  local name = name_of(step)
  local form = "step %d, %s: expected hash %s, got %s%s"
  return setmetatable({
    step = number,
    kind = step.kind,
    name = name,
    expected = step.hash,
    got = got,
    problem = problem,
    text = form:format(number, name, step.hash, got, problem and ": " .. problem or ""),
  }, Difference)
end

local function try_step(replay, number)
  local step = replay.steps[number]
  local is_fine, message = pcall(play_step, replay, step)
  local got = replay.world:hash()
  if is_fine and got == step.hash then
    return nil
  end
  return difference(number, step, got, not is_fine and bare(message) or nil)
end

--- Whether a value is a list without holes, all of which are of a kind if that is asked.
local function is_list(value, is_item)
  if type(value) ~= "table" then
    return false
  end
  local count, is_fine = 0, true
  for _ in next, value do
    count = count + 1
  end
  for i = 1, count do
    is_fine = is_fine and value[i] ~= nil and (not is_item or is_item(value[i]))
  end
  return is_fine
end

local function is_table(value)
  return type(value) == "table"
end

--- The fields of steps of a kind. Steps of all other kinds have the arguments of their method, and
--- their number.
local HAS <const> = {
  cancel = function(step)
    return step.faults ~= nil
  end,
  state = function(step)
    return type(step.bytes) == "string"
  end,
}

local function is_given(step)
  return is_table(step.args) and math.type(step.args.n) == "integer"
end

local function is_step(step)
  if not is_table(step) or not PLAY[step.kind] or type(step.hash) ~= "string" then
    return false
  end
  local has = HAS[step.kind] or is_given
  return has(step) and is_list(step.faults or {}, is_table) and is_list(step.decisions or {})
end

--- The contents of a replay. Its types are checked here only as far as no pcall protects their use
--- when it is played.
local function read_record(bytes)
  local replay = record_bytes.read(bytes)
  local is_fine = type(replay.first) == "string" and is_list(replay.steps, is_step)
  if not is_fine or type(replay.rules) ~= "string" then
    error("replay: damaged: it has not what replays have", 0)
  end
  return replay
end

--- The hash of the rules that a replay was made under.
---@param bytes string
---@return string
function M.rules_of(bytes)
  return read_record(bytes).rules
end

--- Play a replay: see rules:replay in world_api.lua.
---@param rules strata.Rules
---@param bytes string
---@param options? strata.ReplayOptions
---@return strata.World
---@return strata.Difference|nil
function M.play(rules, bytes, options)
  options = options or {}
  local replay = read_record(bytes)
  replay.rules_then, replay.rules = replay.rules, rules
  replay.options = { allow_changed = options.allow_changed, on_fault = "stop" }
  local is_fine, world = pcall(rules.load, rules, replay.first, replay.options)
  if not is_fine then
    error(bare(world), 0)
  end
  if replay.rules_then ~= rules:hash() and not options.allow_changed then
    local form = "rules:replay: the rules are not those of the replay: their hash is %s and was %s"
      .. ". Take those rules, or pass allow_changed = true"
    error(form:format(rules:hash(), replay.rules_then), 0)
  end
  replay.world = world
  for number = 1, math.min(#replay.steps, options.steps or #replay.steps) do
    local found = try_step(replay, number)
    if found then
      return replay.world, found
    end
  end
  return replay.world, nil
end

return M
