--- The steps of scenarios: each verb with the fields that it takes.
local lists = require("strata.base.lists")
local migrations = require("strata.packs.migrations")
local semver = require("strata.packs.semver")
local player_actions = require("strata.stage.player_actions")
local step_events = require("strata.stage.step_events")
local object_lookup = require("strata.stage.object_lookup")
local course_steps = require("strata.stage.course_steps")
local former_turns = require("strata.stage.former_turns")
local step_abilities = require("strata.stage.step_abilities")
local step_changes = require("strata.stage.step_changes")
local step_objects = require("strata.stage.step_objects")

local M = {}

-- -- The verbs ---------------------------------------------------------------

local STATE <const> = "on face_down tapped transformed chosen counters damage copying except"
local MOVED <const> = "under position " .. STATE

--- The number of the newest row of the log.
local function last_row(stage)
  local last = 0
  for row in stage.world:log() do
    last = row.number
  end
  return last
end

--- Whether all that a step was to make happen since a row of the log is what cannot happen.
local function is_forbidden(stage, since)
  local is_stopped = false
  for row in stage.world:log(since) do
    if row.what == "happened" then
      return false
    end
    is_stopped = is_stopped or row.what == "cannot"
  end
  return is_stopped
end

--- A step along the course of the game, or along turns as rules of 0.3 declare them.
local function along(course, former)
  return function(stage, step)
    return (course_steps.has_course(stage.game) and course or former)(stage, step)
  end
end

---@class strata.Verb
---@field fields string[] what a step may say beside the verb
---@field needs? string[] what it must say
---@field act fun(stage: strata.Stage, step: table, play: function): "settled"|"answered"|nil does
--- it, and tells what of `settle` and `answers` it has seen to itself
local VERBS <const> = {
  resolve = {
    "announce on by choosing spell x responding",
    act = step_abilities.resolve,
    card = true,
  },
  activate = {
    "ability announce on by choosing x responding",
    act = step_abilities.use("activated"),
  },
  trigger = { "ability on by choosing x responding", act = step_abilities.use("triggered") },
  effect = { "on by choosing x source name", act = step_abilities.effect, effect = true },
  end_effect = { "", act = step_abilities.end_effect },
  put = {
    "id under zone owner token controller " .. STATE,
    card = true,
    act = function(stage, step)
      local fields = setmetatable({ player = step.under or stage.order[1] }, { __index = step })
      step_objects.put(stage, fields)
    end,
  },
  token = { "under id count", act = step_changes.tokens, card = true },
  token_copy = { "under id except last_known", act = step_changes.token_copy },
  move = {
    "to " .. MOVED,
    needs = { "to" },
    act = function(stage, step)
      step_objects.move_all(stage, step[1], step.to, step)
    end,
  },
  destroy = { "", act = step_changes.destroy },
  sacrifice = { "", act = step_changes.to_zone("graveyard") },
  discard = { "", act = step_changes.to_zone("graveyard") },
  exile = { "", act = step_changes.to_zone("exile") },
  bounce = { "", act = step_changes.to_zone("hand") },
  cast = { MOVED .. " x", act = step_changes.to_zone("battlefield") },
  enter = { MOVED, needs = { "copying" }, act = step_changes.to_zone("battlefield") },
  become_copy = {
    "of lasts except",
    needs = { "of" },
    act = function(stage, step)
      local fields = setmetatable({ copying = step.of }, { __index = step })
      step_objects.become_copy(stage, object_lookup.one(stage, step[1]), fields, false)
    end,
  },
  attach = {
    "to",
    needs = { "to" },
    act = function(stage, step)
      stage:attach(object_lookup.one(stage, step[1]), step_objects.anybody(stage, step.to))
    end,
  },
  detach = {
    "",
    act = step_changes.each_object(function(stage, object)
      stage:attach(object, nil)
    end),
  },
  add_counters = {
    "kind count",
    needs = { "kind" },
    act = step_changes.each_object(function(stage, object, step)
      stage:count(object, step.kind, step.count or 1)
    end),
  },
  remove_counters = {
    "kind count",
    needs = { "kind" },
    act = step_changes.each_object(function(stage, object, step)
      stage:count(object, step.kind, -(step.count or 1))
    end),
  },
  tap = { "", act = step_changes.set_flag("tapped", true) },
  untap = { "", act = step_changes.set_flag("tapped", false) },
  face_up = { "", act = step_changes.set_flag("face_down", false) },
  face_down = { "as", act = step_changes.turn_face_down },
  block = { "on", needs = { "on" }, act = step_changes.block },
  unmorph = { "", act = step_changes.unmorph },
  transform = {
    "",
    act = step_changes.each_object(function(stage, object)
      stage:transform(object)
    end),
  },
  choose = {
    "value",
    needs = { "value" },
    act = function(stage, step)
      step_objects.choose(stage, object_lookup.one(stage, step[1]), step.value)
    end,
  },
  base = { "", act = step_changes.set_base },
  restamp = {
    "",
    act = step_changes.each_object(function(_, object)
      object.entity:restamp()
    end),
  },
  gain_control = { "by lasts", act = step_changes.gain_control },
  exchange_control = { "lasts", act = step_changes.exchange_control },
  life = { "set", needs = { "set" }, act = step_changes.set_life },
  gain_life = { "amount", needs = { "amount" }, act = step_changes.change_life(1) },
  lose_life = { "amount", needs = { "amount" }, act = step_changes.change_life(-1) },
  damage = { "amount", needs = { "amount" }, act = step_changes.damage },
  mill = { "count", act = step_changes.from_top("graveyard") },
  draw = { "count", act = step_changes.from_top("hand") },
  phase_out = {
    "",
    act = step_changes.each_object(function(stage, object)
      stage:slip(object, "phased_out")
    end),
  },
  phase_in = {
    "",
    act = step_changes.each_object(function(stage, object)
      stage:slip(object, stage.game.schema.home)
    end),
  },
  start = { "", act = course_steps.start },
  act = { "with by announce", needs = { "by" }, act = player_actions.step },
  end_turn = { "", act = along(course_steps.end_turn, former_turns.end_turn) },
  go = { "turn skip of", act = along(course_steps.go, former_turns.step) },
  phase = { "", act = along(course_steps.phase, former_turns.begin_phase) },
  cleanup = { "", act = along(course_steps.cleanup, former_turns.cleanup) },
  tick = {
    "",
    act = function(stage, step)
      if not stage.clocks[step[1]] then
        error(("no clock '%s'"):format(tostring(step[1])), 0)
      end
      stage.world:tick(step[1])
    end,
  },
  migrate = {
    "",
    act = function(stage, step)
      local pack, from = stage.game.pack, step[1]
      local is_version = type(from) == "string" and semver.parse(from) ~= nil
      if not is_version then
        error(("migrate: expected a version of '%s' such as \"1.0.0\""):format(pack.name), 0)
      elseif migrations.run(stage.world, pack, from) == 0 then
        error(("migrate: '%s' has no migration past %s"):format(pack.name, from), 0)
      end
    end,
  },
  seed = {
    "",
    act = function(stage, step)
      stage.world:seed(step[1])
    end,
  },
  sba = {
    "keep answers",
    act = function(stage, step)
      step_events.settle(stage, "checks", step.answers or (step.keep and { step.keep }))
      return "answered"
    end,
  },
  settle = {
    "answers",
    act = function(stage, step)
      step_events.settle(stage, step[1], step.answers)
      return "settled"
    end,
  },
  resolve_top = {
    "answers",
    act = function(stage, step)
      step_events.resolve_top(stage, step.answers)
      return "answered"
    end,
  },
  refused = {
    "",
    act = function(stage, step)
      local since = last_row(stage)
      local is_fine, message = pcall(M.play, stage, step[1])
      if is_fine and not is_forbidden(stage, since) then
        error("refused: it was not refused; the step was done", 0)
      elseif not is_fine and (type(message) ~= "table" or not message.refused) then
        error(message, 0)
      end
    end,
  },
}

-- What only events make happen, and what steps that make events say besides.
local function no_events(_, step)
  error(("%s: these rules have no such events"):format(step.verb), 0)
end

VERBS.emit = { "", act = no_events }
VERBS.hit = { "combat unpreventable", act = no_events }
VERBS.damage[1] = "amount combat unpreventable"

local MAKES_EVENTS <const> = " by source repeated"

-- Steps that only arrange things: nothing follows them and they ask nothing.
local ARRANGES <const> = { base = true, migrate = true, refused = true, seed = true }

--- All fields of a verb: its own, those of steps that make events, and those that stand beside
--- every step. `settle` and `sba` say by themselves what follows.
local function fields_of(name, verb)
  local fields = {}
  local beside = ARRANGES[name] and "" or " answers as settle"
  local events = step_events.makes(name) and MAKES_EVENTS or ""
  for field in (verb[1] .. events .. beside):gmatch("%S+") do
    local is_own = field == name or lists.includes(fields, field)
    fields[#fields + 1] = not is_own and field or nil
  end
  return fields
end

for name, verb in pairs(VERBS) do
  verb.fields = fields_of(name, verb)
end

M.verbs = VERBS

local PLACED <const> = { bounce = true, cast = true, exile = true, move = true }

--- Make a step's events happen. What it says of the state of what has moved holds from then on.
local function happen(stage, step)
  local list = {}
  if PLACED[step.verb] and not step[1].text then
    list = step_objects.objects(stage, step[1])
  end
  for _, object in ipairs(list) do
    stage:check_can_move(object)
  end
  for _ = 1, step.repeated or 1 do
    step_events.play(stage, step)
  end
  for place = #list, 1, -1 do
    if not list[place].entity:is_alive() then
      table.remove(list, place)
    end
  end
  step_objects.dress_all(stage, list, step)
end

--- Lets what a step says follow it: the game settles, and answers are given.
---@param done "settled"|"answered"|nil what the step has seen to itself
local function follow(stage, step, done)
  local answers = not done and step.answers or nil
  if done ~= "settled" and ((step.settle and step.verb ~= "settle") or answers) then
    step_events.settle(stage, step.settle or "none", answers)
  end
end

--- Do one step, and let what has become false end (611.2b).
---@param stage strata.Stage
---@param step table compiled: see strata.scenario.scenario_reader
function M.play(stage, step)
  local known, done = #stage.objects, "settled"
  if step.happens then
    happen(stage, step)
  else
    done = VERBS[step.verb].act(stage, step, M.play)
  end
  follow(stage, step, done)
  if step.as and step.verb ~= "face_down" then
    step_objects.name_new(stage, known, step.as)
  end
  stage:commit()
end

return M
