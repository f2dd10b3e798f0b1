--- The steps of scenarios: each verb with the fields that it takes.
local lists = require("strata.base.lists")
local migrations = require("strata.packs.migrations")
local semver = require("strata.packs.semver")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local ruleset_errors = require("strata.lang.ruleset_errors")
local player_actions = require("strata.stage.player_actions")
local step_events = require("strata.stage.step_events")
local object_lookup = require("strata.stage.object_lookup")
local course_steps = require("strata.stage.course_steps")
local declared_steps = require("strata.stage.declared_steps")
local scripted_answers = require("strata.stage.scripted_answers")
local former_turns = require("strata.stage.former_turns")
local step_abilities = require("strata.stage.step_abilities")
local step_changes = require("strata.stage.step_changes")
local step_objects = require("strata.stage.step_objects")

local M = {}

-- -- What rules must have for a verb ------------------------------------------

local function any()
  return true
end

local function has_role(role)
  return function(game)
    return game.schema.roles[role] ~= nil
  end
end

--- Whether rulesets say something under a name.
local function has_section(field)
  return function(game)
    return game.schema.data[field] ~= nil
  end
end

local function has_counters(game)
  return next(game.schema.counters) ~= nil
end

local function has_control(game)
  return (game.schema.data.default_layers or {}).controller ~= nil
end

local function has_events(game)
  return next(game.kinds.events) ~= nil
end

local function has_no_events(game)
  return not has_events(game)
end

local function has_turns(game)
  return game.kinds.course ~= nil or game.schema.data.turn ~= nil or game.schema.data.phases ~= nil
end

local function has_clocks(game)
  return #(game.schema.data.clocks or {}) > 0
end

local function has_actions(game)
  for _, code in next, game.codes do
    if code[1] == "action" and not code.unlisted then
      return true
    end
  end
  return false
end

local function has_periods(game)
  return game.kinds.course ~= nil or has_section("phases")(game)
end

local function has_start(game)
  return game.kinds.play ~= nil and game.kinds.play.starts ~= nil
end

local function has_concede(game)
  return game.kinds.play ~= nil and game.kinds.play.concedes ~= nil
end

-- -- The verbs ---------------------------------------------------------------

-- What steps that put or move objects can say of them, beside their base values.
local STATE <const> = "on transformed chosen counters copying except"

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
---@field word? strata.StepWord what the rules say of it
---@field fields string[] what a step may say beside the verb
---@field states string[] those of them that are base values of an object
---@field needs? string[] what it must say
---@field card? boolean it names a card
--- whether random games of these rules can have it; without it, it is for tests alone
---@field has? fun(game: strata.Game): boolean
---@field act fun(stage: strata.Stage, step: table, play: function): "settled"|"answered"|nil does
--- it, and tells what of `settle` and `answers` it has seen to itself
local VERBS <const> = {
  resolve = {
    has = any,
    "announce on by choosing spell x responding",
    act = step_abilities.resolve,
    card = true,
  },
  activate = {
    has = any,
    "ability announce on by choosing x responding",
    act = step_abilities.use("activated"),
  },
  trigger = {
    "ability on by choosing x responding",
    act = step_abilities.use("triggered"),
    has = has_no_events,
  },
  effect = {
    "on by choosing x source name",
    act = step_abilities.effect,
    effect = true,
    has = any,
  },
  end_effect = { "", act = step_abilities.end_effect },
  put = {
    has = any,
    "id under zone owner token controller",
    card = true,
    is_placed = true,
    act = function(stage, step)
      local fields = setmetatable({ player = step.under or stage.order[1] }, { __index = step })
      step_objects.put(stage, fields)
    end,
  },
  token = { "under id count", act = step_changes.tokens, card = true, has = has_role("token") },
  token_copy = {
    "under id except last_known",
    act = step_changes.token_copy,
    has = has_role("token"),
  },
  move = {
    has = any,
    "to under position",
    needs = { "to" },
    is_placed = true,
    act = function(stage, step)
      step_objects.move_all(stage, step[1], step.to, step)
    end,
  },
  become_copy = {
    has = has_section("copy_layer"),
    "of lasts except",
    needs = { "of" },
    act = function(stage, step)
      local fields = setmetatable({ copying = step.of }, { __index = step })
      step_objects.become_copy(stage, object_lookup.one(stage, step[1]), fields, false)
    end,
  },
  attach = {
    has = has_role("attached"),
    "to",
    needs = { "to" },
    act = function(stage, step)
      stage:attach(object_lookup.one(stage, step[1]), step_objects.anybody(stage, step.to))
    end,
  },
  detach = {
    has = has_role("attached"),
    "",
    act = step_changes.each_object(function(stage, object)
      stage:attach(object, nil)
    end),
  },
  add_counters = {
    has = has_counters,
    "kind count",
    needs = { "kind" },
    act = step_changes.each_object(function(stage, object, step)
      stage:count(object, step.kind, step.count or 1)
    end),
  },
  remove_counters = {
    has = has_counters,
    "kind count",
    needs = { "kind" },
    act = step_changes.each_object(function(stage, object, step)
      stage:count(object, step.kind, -(step.count or 1))
    end),
  },
  face_down = { "as", act = step_changes.turn_face_down },
  transform = {
    has = any,
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
    has = any,
    "",
    act = step_changes.each_object(function(_, object)
      object.entity:restamp()
    end),
  },
  gain_control = { "by lasts", act = step_changes.gain_control, has = has_control },
  exchange_control = { "lasts", act = step_changes.exchange_control, has = has_control },
  start = { "", act = course_steps.start, has = has_start },
  concede = { "", act = course_steps.concede, has = has_concede },
  act = { "with by announce", needs = { "by" }, act = player_actions.step, has = has_actions },
  end_turn = {
    "",
    act = along(course_steps.end_turn, former_turns.end_turn),
    has = has_turns,
  },
  go = { "turn skip of", act = along(course_steps.go, former_turns.step), has = has_periods },
  await = { "most", act = course_steps.await },
  phase = { "", act = along(course_steps.phase, former_turns.begin_phase) },
  cleanup = { "", act = along(course_steps.cleanup, former_turns.cleanup) },
  tick = {
    has = has_clocks,
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
  answer = {
    "",
    act = function(stage, step)
      scripted_answers.answer(stage, step[1])
    end,
  },
  settle = {
    has = has_events,
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
      local since = stage:newest_row()
      local is_fine, message = pcall(M.play, stage, step[1])
      if is_fine and not is_forbidden(stage, since) then
        error("refused: it was not refused; the step was done", 0)
      elseif not is_fine and (type(message) ~= "table" or not message.refused) then
        error(message, 0)
      end
    end,
  },
}

-- What stands beside every verb.
local BESIDE <const> = "answers as asks settle"

VERBS.emit = {
  "by source repeated",
  has = has_events,
  act = function()
    error("emit: these rules have no such events", 0)
  end,
}

-- Steps that only arrange things, or go on with another: nothing follows them. One that waits
-- answers all that is asked on its way.
local ARRANGES <const> =
  { answer = "", await = "answers", base = "", migrate = "", refused = "", seed = "" }

-- -- The verbs of a game -------------------------------------------------------

-- What the library says of a word of the rules, and what rules say of a verb of the library.
local UNKNOWN <const> = { "" }
local UNDECLARED <const> = { fields = {} }

--- All fields of a verb, each once: what it says itself, what its rules declare, what those say
--- that make events or move objects, and what stands beside every step. `settle` and `sba` say by
--- themselves what follows.
local function fields_of(game, name, own, word)
  local fields, is_placed = {}, own.is_placed or word.is_placed
  local parts = {
    own[1],
    table.concat(word.fields, " "),
    is_placed and STATE or "",
    ARRANGES[name] or BESIDE,
  }
  for field in table.concat(parts, " "):gmatch("%S+") do
    fields[#fields + 1] = field ~= name and field or nil
  end
  local states = is_placed and declared_steps.states(game, fields) or {}
  table.move(states, 1, #states, #fields + 1, fields)
  return lists.unequal(fields), states
end

--- A verb of the library, a word that the rules declare, or a verb whose event they declare.
local function verb_of(game, name)
  local own, word = VERBS[name] or UNKNOWN, game.step_words[name]
  local fields, states = fields_of(game, name, own, word or UNDECLARED)
  return {
    word = word,
    fields = fields,
    states = states,
    needs = own.needs or word and word.needs,
    act = own.act or declared_steps.act(name, word),
    card = own.card,
  }
end

--- What stands in steps of every game is no word of its own: the fields of its verbs, and `check`.
local function words_in_steps()
  local words = lists.set_of({ "check", "repeated", "source" })
  for field in (STATE .. " " .. BESIDE):gmatch("%S+") do
    words[field] = true
  end
  for _, described in next, VERBS do
    for field in described[1]:gmatch("%S+") do
      words[field] = true
    end
  end
  return words
end

local IN_STEPS <const> = words_in_steps()

-- Verbs of every game of which rules can say the event.
local GET_EVENTS <const> = lists.set_of({ "add_counters", "move", "remove_counters" })

--- Refuse a declared word that steps of every game have already, and fields that it needs and that
--- no step can say.
local function check_word(game, name, verb)
  local keys = { "steps", name }
  if IN_STEPS[name] or (VERBS[name] and not GET_EVENTS[name]) then
    ruleset_errors.refuse(game, keys, "steps of every game have '%s'; give it another name", name)
  end
  for place, field in ipairs(verb.needs or {}) do
    if not lists.includes(verb.fields, field) then
      local form = "no step can say '%s'; it is none of the names in takes%s"
      local hint = spelling.hint(field, verb.fields)
      ruleset_errors.refuse(game, { "steps", name, "needs", place }, form, field, hint)
    end
  end
end

--- The verbs that steps of a game can have, by their names.
---@param game strata.Game
---@return table<string, strata.Verb>
function M.of(game)
  if not game.step_verbs then
    game.step_verbs = {}
    for _, known in ipairs({ VERBS, game.step_words }) do
      for name in next, known do
        game.step_verbs[name] = verb_of(game, name)
      end
    end
    for name in host.sorted_pairs(game.schema.is_former and {} or game.step_words) do
      check_word(game, name, game.step_verbs[name])
    end
  end
  return game.step_verbs
end

--- Whether rules have what a former word does something with.
local function suits(game, word)
  local schema = game.schema
  return (not word.if_event or game.kinds.known[word.if_event] ~= nil)
    and (not word.if_attribute or schema.attributes[word.if_attribute] ~= nil)
    and (not word.if_zone or (schema.data.zones or {})[word.if_zone] ~= nil)
end

--- The verbs that random games of some rules can have, and that properties can name. Words of the
--- rules are such if they say how often.
---@param game strata.Game
---@return table<string, boolean>
function M.available(game)
  local known = {}
  for verb, described in next, VERBS do
    known[verb] = described.has and described.has(game) or nil
  end
  for name, word in next, game.step_words do
    known[name] = known[name] or (word.often > 0 and suits(game, word)) or nil
  end
  return known
end

--- Whether a step moves objects by its event.
local function is_mover(stage, step)
  local word = stage.game.step_words[step.verb]
  return word ~= nil and stage.game.kinds:kind(word.event).enters
end

--- Make a step's events happen. What it says of the state of what has moved holds from then on.
local function happen(stage, step)
  local list = {}
  if is_mover(stage, step) and not step[1].text then
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

-- What is said behind words that are about players alone.
local OF_PLAYERS <const> = { player = true, players = true }

--- Refuse a step about a player that names an object.
local function check_players(stage, step)
  local word = stage.game.step_words[step.verb]
  local is_about = word ~= nil and OF_PLAYERS[word.of] and not phrase.is(step[1])
  local list = type(step[1]) == "table" and step[1] or { step[1] }
  for _, name in ipairs(is_about and list or {}) do
    if not stage:player_name(step_objects.anybody(stage, name)) then
      error(("%s: '%s' is no player; there are %s"):format(step.verb, tostring(name),
        table.concat(stage.order, ", ")), 0)
    end
  end
end

-- What is said of a `check` that is none of the steps of a scenario itself.
local CHECK <const> = "check: it names a moment for the lines of a scenario, so it is one of that "
  .. "scenario's own steps; take it out here"

--- Do one step, and let what has become false end (611.2b).
---@param stage strata.Stage
---@param step table compiled: see strata.scenario.scenario_reader
function M.play(stage, step)
  local known, done = #stage.objects, "settled"
  stage.is_left_open = step.asks
  if step.verb == "check" then
    error(CHECK, 0)
  end
  check_players(stage, step)
  if step.happens then
    happen(stage, step)
  else
    done = M.of(stage.game)[step.verb].act(stage, step, M.play)
  end
  if #stage.world:decisions() > 0 then
    return -- a step `answer` goes on with it
  end
  follow(stage, step, done)
  if step.asks and #stage.world:decisions() == 0 then
    error("asks = true, and nothing is asked; take it out", 0)
  end
  if step.as and step.verb ~= "face_down" then
    step_objects.name_new(stage, known, step.as)
  end
  stage:commit()
end

return M
