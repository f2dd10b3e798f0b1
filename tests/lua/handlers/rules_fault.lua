--- finding_RW13, finding_EM24: what a caller learns of handlers that fail. A failing handler of
--- the rules stops its action, unless the rules say otherwise; one of a card is disabled, and the
--- action is done "partly".
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event = strata.event

local function run(handler)
  return { "run", handler }
end

local function fail()
  error("no more")
end

--- Rules in which handlers of all kinds fail: of an event type, of its results, of a state-based
--- action, of a law, of the chain of all, of the chain of a card, and of a card's trigger.
local function rules_with(play)
  local handlers = {}
  for _, name in ipairs({ "does", "results", "check", "law", "all", "own", "card" }) do
    handlers["test:" .. name] = fail
  end
  local fields = { player = "ref" }
  return strata.rules({
    layers = { "only" },
    attributes = { name = "text", life = "int", dead = "flag", abilities = "abilities" },
    handlers = handlers,
    events = {
      does = { fields = fields, affected = "player", does = { run("test:does") } },
      results = { fields = fields, affected = "player", results = { run("test:results") } },
      die = {
        fields = fields,
        affected = "player",
        does = { { "set", "dead", who = event.player, value = true } },
      },
      law = { fields = fields, affected = "player" },
      card = { fields = fields, affected = "player" },
      plain = { fields = fields, affected = "player" },
      walk = { fields = fields, affected = "player", phases = { "before", "do" } },
      step = { fields = fields, affected = "player", phases = { "before", "do" } },
    },
    checks = { gone = { who = "dead", run("test:check") } },
    codes = {
      ["test:law"] = { "trigger", "law", immediate = true, run("test:law") },
      ["test:all"] = { "handle", "walk", phase = "before", everywhere = true, run("test:all") },
      ["test:own"] = { "handle", "step", phase = "before", run("test:own") },
      ["test:card"] = { "trigger", "card", immediate = true, run("test:card") },
    },
    laws = { watch = { codes = { "test:law" } } },
    abilities = { bell = { kind = "triggered", codes = { "test:card" } } },
    definitions = { bell = { abilities = { "bell" } } },
    chains = { bell = { "test:own" } },
    play = play,
  })
end

local OF_RULES <const> = { "does", "results", "die", "law", "walk" }

local function game(rules, options)
  local world = rules:world(options)
  return world, world:spawn({ name = "Alice" }), world:spawn("bell")
end

-- By default a handler of the rules that fails stops the action; nothing is left of it.
do
  local rules = rules_with(nil)
  for _, name in ipairs(OF_RULES) do
    local world, alice = game(rules)
    local before = world:hash()
    fails("no more", world.act, world, name, { player = alice })
    equal(world:hash(), before, name)
    equal(#world:faults(), 0)
    equal(world:act("plain", { player = alice }), "done")
  end
end

-- Those of cards are disabled, and the caller is told: of that action, and of each later one that
-- is done without the handler.
do
  local world, _, bell = game(rules_with(nil))
  equal(world:act("card", { player = bell }), "partly")
  equal(world:faults()[1].handler, "test:card")
  equal(world:act("card", { player = bell }), "partly")
  equal(world:act("plain", { player = bell }), "done")
  equal(world:act("step", { player = bell }), "partly")
  equal(world:faults()[2].handler, "test:own")
  equal(#world:faults(), 2)
  world:enable("test:own")
  local _, passed = world:pass("step", "before", { player = bell })
  equal(passed.partly, true)
  equal(passed.called, 1)
end
do
  local world, alice = game(rules_with(nil))
  local _, passed = world:pass("step", "before", { player = alice })
  equal(passed.partly, false)
end
-- What its host has disabled is no fault, and is left out as the host wants.
do
  local world, _, bell = game(rules_with(nil))
  world:disable("test:card")
  equal(world:act("card", { player = bell }), "done")
end

-- Rules may say that they go on without the handler. That is another game: another hash.
do
  local rules = rules_with({ on_fault = "disable" })
  for _, name in ipairs(OF_RULES) do
    local world, alice = game(rules)
    equal(world:act(name, { player = alice }), "partly", name)
    equal(#world:faults(), 1)
    equal(world:act(name, { player = alice }), "partly", name)
  end
  local plain = rules_with(nil):hash()
  equal(rules_with({ on_fault = "stop" }):hash() == rules:hash(), false)
  equal(rules:hash() == plain, false)
  fails("no on_fault 'stopp'; did you mean 'stop'?", rules_with, { on_fault = "stopp" })
end

-- A world may be stricter than its rules.
do
  local world, alice, bell = game(rules_with({ on_fault = "disable" }), { on_fault = "stop" })
  fails("no more", world.act, world, "does", { player = alice })
  fails("no more", world.act, world, "card", { player = bell })
  equal(#world:faults(), 0)
end

-- A replay holds which handlers failed, and does not ask the rules what comes of it. So replays of
-- version 0.3, whose rules had no such word, end as they did.
do
  local world, alice = game(rules_with({ on_fault = "disable" }))
  local record = world:record()
  world:act("does", { player = alice })
  local again, difference = rules_with(nil):replay(record:save(), { allow_changed = true })
  equal(difference, nil)
  equal(again:hash(), world:hash())
  equal(again:faults()[1].handler, "test:does")
end
