--- Recordings of games and their replays: what is recorded, what is not, and how a difference is
--- reported.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, named = strata.event, strata.named

local function run(handler)
  return { "run", handler }
end

--- Rules of a small game; `amount` is what a feast brings.
local function make_rules(amount)
  return strata.rules({
    layers = { "only" },
    symbols = { "red", "green" },
    attributes = {
      name = "text",
      life = { "int", min = 0, max = 1000 },
      color = { "sym", "red", "green", unlayered = true },
    },
    clocks = { "turn" },
    handlers = {
      ["test:roll"] = function(ctx)
        ctx:note(ctx.you, "rolled", ctx:roll(1000))
      end,
      ["test:block"] = function(ctx)
        ctx:note(ctx.event.player, "blocked", ctx:roll(1000))
      end,
      ["test:ask"] = function(ctx)
        local one = ctx:choose({ ctx.you, ctx.target, by = ctx.you })
        ctx:emit("gain", { player = one, amount = 100 })
      end,
      ["test:ask_and_fail"] = function(ctx)
        ctx:choose({ "a", "b", "c", by = ctx.you })
        error("after all")
      end,
      ["test:share"] = function(ctx)
        local list = { ctx.you, ctx.target, by = ctx.you, purpose = "divide", total = 7 }
        for i, share in ipairs(ctx:choose(list)) do
          ctx:emit("gain", { player = list[i], amount = share })
        end
        local n = ctx:choose({ by = ctx.you, purpose = "number", least = 1, most = 9 })
        ctx:emit("gain", { player = ctx.you, amount = n })
      end,
    },
    codes = {
      ["test:roll"] = { "trigger", "gain", run("test:roll") },
      ["test:asking"] = {
        "trigger",
        "gain",
        names = { target = "ref", n = "int" },
        run("test:ask"),
        run("test:ask_and_fail"),
        run("test:ask"),
      },
      ["test:share"] = {
        "trigger",
        "gain",
        names = { target = "ref" },
        run("test:share"),
      },
      ["test:block"] = { "handle", "hit", phase = "before", run("test:block") },
      ["test:feast"] = {
        "trigger",
        "gain",
        { "emit", "gain", with = { player = named.you, amount = amount } },
      },
    },
    events = {
      gain = {
        fields = { player = "ref", amount = "int", color = "sym" },
        affected = "player",
        does = { { "add", "life", who = event.player, value = event.amount } },
      },
      hit = { fields = { player = "ref" }, affected = "player", phases = { "before", "do" } },
    },
  })
end

local rules = make_rules(10)

local function game(options)
  local world = rules:world(options)
  local alice, bob = world:spawn({ name = "Alice" }), world:spawn({ name = "Bob" })
  return world, alice, bob
end

local function kinds(record)
  local list = {}
  for i, step in ipairs(record:steps()) do
    list[i] = step.kind
  end
  return table.concat(list, " ")
end

--- A replay of the record comes to the same world, by the same steps.
local function is_same(world, record, expected)
  equal(kinds(record), expected)
  local bytes = record:save()
  local again, difference = rules:replay(bytes)
  equal(difference, nil)
  equal(again:hash(), world:hash())
  equal(again:save(), world:save())
  return bytes
end

-- All that can be asked for: events and codes with all that they are given, many decisions.
do
  local world, alice, bob = game()
  local record = world:record()
  local fields = { player = bob, amount = 3, color = "red" }
  world:seed(77)
  world:act("gain", fields, { by = alice, source = bob, settling = "checks" })
  fields.player, fields.amount = alice, 500 -- what was given then is kept
  world:act({ code = "test:roll", you = alice })
  world:act({ code = "test:share", you = alice, with = { target = bob } })
  equal(world:answer({ 3, 4 }), "decide")
  equal(world:answer(5), "done")
  world:act({ code = "test:roll", you = bob, with = {} })
  alice:hook("test:block")
  world:pass("hit", "before", { player = alice }, { by = bob })
  world:tick("turn")
  world:disable("test:roll")
  world:act({ code = "test:roll", you = alice })
  world:enable("test:roll")
  is_same(world, record, "seed act act act act state pass tick disable act enable")
end

-- Faults are applied: who failed after an answer was asked nothing in the replay, and the other
-- answers stay; so it is with a policy, and with answers that were taken back.
local function play_faulty(world, alice, bob)
  equal(world:act({ code = "test:asking", you = alice, with = { target = bob } }), "decide")
  world:answer(2)
  world:retract()
  world:answer(1)
  world:answer(3) -- of the handler that fails then
  world:answer(2)
end
do
  local world, alice, bob = game()
  local record = world:record()
  play_faulty(world, alice, bob)
  equal(world:faults()[1].handler, "test:ask_and_fail")
  equal(alice.life, 100)
  equal(bob.life, 100)
  local bytes = is_same(world, record, "act")
  local again = rules:replay(bytes)
  equal(#again:faults(), 1)
  equal(again:faults()[1].kind, "error")
  equal(again:faults()[1].text, nil) -- it did not fail there
end
do
  local world, alice, bob = game()
  world:policy(function(decision)
    return decision.options[#decision.options].text
  end)
  local record = world:record()
  world:act({ code = "test:asking", you = alice, with = { target = bob } })
  equal(bob.life, 200)
  is_same(world, record, "act")
end

-- An action that is given up leaves nothing but the fault of its handler.
do
  local world, alice, bob = game()
  local record = world:record()
  world:act({ code = "test:asking", you = alice, with = { target = bob } })
  fails("record:save: a decision is open", record.save, record)
  world:cancel()
  is_same(world, record, "")
  world:act({ code = "test:asking", you = alice, with = { target = bob } })
  world:answer(1)
  world:answer(1)
  world:cancel()
  equal(#world:faults(), 1)
  is_same(world, record, "cancel")
end

-- What is taken back did not happen, in the middle of an action too.
do
  local world, alice, bob = game()
  local record = world:record()
  local start = world:mark()
  world:act("gain", { player = alice, amount = 1 })
  local mark = world:mark()
  world:act({ code = "test:share", you = alice, with = { target = bob } })
  local inside = world:mark()
  world:answer({ 7, 0 })
  world:answer(1)
  world:rollback(inside)
  world:answer({ 2, 5 })
  world:answer(9)
  is_same(world, record, "act act")
  world:rollback(mark)
  is_same(world, record, "act")
  world:act("gain", { player = bob, amount = 4 })
  is_same(world, record, "act act")
  world:rollback(start)
  is_same(world, record, "")
  fails("no more", world.action, world, function()
    world:act("gain", { player = bob, amount = 4 })
    error("no more")
  end)
  world:act("gain", { player = bob, amount = 5 })
  is_same(world, record, "act")
end

-- What was changed by hand is a step of its own.
do
  local world, alice = game()
  local record = world:record()
  world:act("gain", { player = alice, amount = 1 })
  local carol = world:spawn({ name = "Carol", life = 5 })
  carol.base.color = "green"
  world:act("gain", { player = carol, amount = 2 })
  is_same(world, record, "act state act")
  carol:remove()
  is_same(world, record, "act state act state")
end

-- An action that fails is none, and who records changes nothing.
do
  local world, alice, bob = game()
  local twin = world:fork()
  local record = world:record()
  fails("world:act", world.act, world, "gain", { player = "Alice" })
  fails("gian", world.act, world, "gian")
  fails("no decision is open", world.answer, world, 1)
  equal(kinds(record), "")
  play_faulty(world, alice, bob)
  play_faulty(twin, twin:entities()[1], twin:entities()[2])
  equal(world:hash(), twin:hash())
end

-- The first step that differs, by its number and name.
do
  local world, alice = game()
  local record = world:record()
  world:act("gain", { player = alice, amount = 1 })
  world:act({ code = "test:feast", you = alice })
  world:act("gain", { player = alice, amount = 1 })
  local bytes = record:save()
  local other = make_rules(11)
  local hashes = record:steps()
  if other:hash() ~= rules:hash() then
    fails("the rules are not those of the replay", other.replay, other, bytes)
  end
  local at, difference = other:replay(bytes, { allow_changed = true })
  equal(difference.step, 2)
  equal(difference.kind, "act")
  equal(difference.name, "act test:feast")
  equal(difference.expected, hashes[2].hash)
  equal(difference.got, at:hash())
  equal(at:entities()[1].life, 12)
  local form = "step 2, act test:feast: expected hash %s, got %s"
  equal(tostring(difference), form:format(hashes[2].hash, at:hash()))
  local half, none = rules:replay(bytes, { steps = 1 })
  equal(none, nil)
  equal(half:hash(), hashes[1].hash)
  equal(rules:replay(bytes, { steps = 0 }):entities()[1].life, 0)
end

-- Other rules may not know what was done, ask for more, or for less.
do
  local world, alice, bob = game()
  local record = world:record()
  world:act({ code = "test:share", you = alice, with = { target = bob } })
  world:answer({ 3, 4 })
  world:answer(5)
  local bytes = record:save()
  local function other(handler)
    local spec = {
      layers = { "only" },
      symbols = { "red", "green" },
      attributes = {
        name = "text",
        life = { "int", min = 0, max = 1000 },
        color = { "sym", "red", "green", unlayered = true },
      },
      handlers = { ["test:share"] = handler },
      codes = handler and {
        ["test:share"] = { "trigger", "gain", names = { target = "ref" }, run("test:share") },
      },
      events = { gain = { fields = { player = "ref" } } },
    }
    local _, difference = strata.rules(spec):replay(bytes, { allow_changed = true })
    return difference.problem
  end
  local function is_told(words, problem)
    assert(problem:find(words, 1, true), problem)
  end
  is_told("unknown code 'test:share'", other(nil))
  is_told("2 decisions were made then, and 0 are asked for now", other(function() end))
  is_told("asks for what was not asked for then: choose", other(function(ctx)
    ctx:choose({ ctx.you, ctx.target, by = ctx.you, purpose = "divide", total = 7 })
    ctx:choose({ by = ctx.you, purpose = "number", least = 1, most = 9 })
    ctx:choose({ "a", "b", by = ctx.you })
  end))
  is_told("handler 'test:share'", other(function()
    error("it failed now") -- and was not recorded: nothing goes on without it
  end))
end

-- A world under other rules, or with another record, is not recorded any more.
do
  local world, alice = game()
  local record = world:record()
  local second = world:record()
  fails("another record of its world was begun", record.save, record)
  world:act("gain", { player = alice, amount = 1 })
  is_same(world, second, "act")
  world:reload(make_rules(12))
  world:act("gain", { player = alice, amount = 1 })
  fails("the world was reloaded under other rules", second.save, second)
  fails("expected a record", second.save, {})
end

-- Bytes that are none, or cut, or of which one was changed.
do
  local world, alice = game()
  local record = world:record()
  world:act("gain", { player = alice, amount = 1 })
  local bytes = record:save()
  fails("these bytes are no replay", rules.replay, rules, "")
  fails("these bytes are no replay", rules.replay, rules, world:save())
  for size = 8, #bytes - 1 do
    fails("replay: cut", rules.replay, rules, bytes:sub(1, size))
  end
  fails("cut", rules.replay, rules, bytes .. "\0")
  for i = 1, #bytes do
    local changed = bytes:sub(1, i - 1) .. string.char(bytes:byte(i) ~ 1) .. bytes:sub(i + 1)
    equal(pcall(rules.replay, rules, changed), false)
  end
  fails("of a version", rules.replay, rules, bytes:sub(1, 8) .. "\9" .. bytes:sub(10))
end
