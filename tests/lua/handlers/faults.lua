--- Handlers that fail while `on_fault` is not "stop": the action starts again without the handler,
--- and ends as if the host had disabled it before.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, named = strata.event, strata.named

local function run(handler)
  return { "run", handler }
end

-- What goes wrong at the end of each, and of what kind that is.
local WAYS <const> = {
  error = {
    kind = "error",
    run = function()
      error("no more")
    end,
  },
  table = {
    kind = "error",
    run = function()
      error({})
    end,
  },
  budget = {
    kind = "budget",
    run = function()
      while true do
      end
    end,
  },
  memory = {
    kind = "memory",
    run = function()
      return ("x"):rep(1024 * 1024) -- more than one block may have
    end,
  },
  stack = {
    kind = "stack",
    run = function(ctx)
      local function deeper()
        return (("x"):gsub("x", deeper))
      end
      ctx.n = #deeper()
    end,
  },
  value = {
    kind = "error",
    run = function(ctx)
      ctx:emit("become", { player = ctx.you, amount = 5000 }) -- more than anybody can have
    end,
  },
  result = {
    kind = "return",
    run = function()
      return 7
    end,
  },
}

local handlers, codes = {}, {}
for name, way in pairs(WAYS) do
  handlers["test:" .. name] = function(ctx)
    ctx:note(ctx.you, "begun", 1)
    ctx:emit("gain", { player = ctx.you, amount = 1 })
    return way.run(ctx)
  end
  codes["test:" .. name] = {
    "trigger",
    "gain",
    names = { n = "int" },
    run("test:" .. name),
    { "emit", "gain", with = { player = named.you, amount = 10 } },
  }
end

handlers["test:twice"] = function(ctx)
  ctx:emit("gain", { player = ctx.you, amount = 2 })
  if ctx.you.life > 2 then
    error("the second time")
  end
end
handlers["test:ask"] = function(ctx)
  local one = ctx:choose({ ctx.you, ctx.target, by = ctx.you })
  ctx:emit("gain", { player = one, amount = 100 })
end
handlers["test:outer"] = function(ctx)
  ctx:emit("gain", { player = ctx.you, amount = 3 })
  ctx:emit("inner", { player = ctx.you })
end
handlers["test:inner"] = function(ctx)
  ctx.event.player.base.life = -1
end
codes["test:asking"] = {
  "trigger",
  "gain",
  names = { target = "ref", n = "int" },
  run("test:ask"),
  run("test:error"),
  run("test:ask"),
  run("test:value"),
}
codes["test:twice"] = { "trigger", "gain", run("test:twice"), run("test:twice") }
codes["test:outer"] = { "trigger", "gain", run("test:outer") }

local rules = strata.rules({
  layers = { "only" },
  attributes = { name = "text", life = { "int", min = 0, max = 1000 } },
  handlers = handlers,
  codes = codes,
  events = {
    gain = {
      fields = { player = "ref", amount = "int" },
      affected = "player",
      does = { { "add", "life", who = event.player, value = event.amount } },
    },
    become = {
      fields = { player = "ref", amount = "int" },
      affected = "player",
      does = { { "set", "life", who = event.player, value = event.amount } },
    },
    inner = { fields = { player = "ref" }, does = { run("test:inner") } },
  },
  play = { on_fault = "disable" }, -- of the handler of `inner`, which is one of the rules
})

local function game(options)
  local world = rules:world(options)
  return world, world:spawn({ name = "Alice" }), world:spawn({ name = "Bob" })
end

local function names(world)
  local list = {}
  for i, fault in ipairs(world:faults()) do
    list[i] = fault.handler
  end
  return table.concat(list, " ")
end

--- The same entities in a copy.
local function both(world)
  local all = world:entities()
  return all[1], all[2]
end

--- Do the same in a world whose host has disabled beforehand what fails in this one.
local function is_as_if_disabled(world, twin, play)
  for _, fault in ipairs(world:faults()) do
    twin:disable(fault)
  end
  play(twin, both(twin))
  equal(twin:hash(), world:hash())
  for _, fault in ipairs(world:faults()) do
    world:enable(fault.handler)
    twin:enable(fault.handler)
  end
  equal(twin:hash(), world:hash())
  equal(#world:faults(), 0)
end

-- Whatever goes wrong, the handler has done nothing, and what comes behind it is done.
for name, way in pairs(WAYS) do
  local function play(world, alice)
    equal(world:act({ code = "test:" .. name, you = alice }), "partly")
    equal(alice.life, 10)
    equal(#world:noted(alice, "begun"), 0)
  end
  local world, alice = game()
  local twin = world:fork()
  play(world, alice)
  local fault = world:faults()[1]
  equal(fault.handler, "test:" .. name)
  equal(fault.code, "test:" .. name)
  equal(fault.kind, way.kind)
  equal(fault.action, 1)
  assert(fault.text:find("handler 'test:" .. name .. "': ", 1, true), fault.text)
  assert(not fault.text:find("0x", 1, true), "no address in " .. fault.text)
  is_as_if_disabled(world, twin, play)

  local strict, she = game({ on_fault = "stop" })
  local before = strict:hash()
  equal(pcall(strict.act, strict, { code = "test:" .. name, you = she }), false)
  equal(strict:hash(), before)
  equal(#strict:faults(), 0)
end

-- It is skipped from the beginning, also where it had done something before it failed.
do
  local function play(world, alice)
    equal(world:act({ code = "test:twice", you = alice }), "partly")
    equal(alice.life, 0)
  end
  local world, alice = game()
  local twin = world:fork()
  play(world, alice)
  local skipped
  for row in world:log() do
    skipped = row.what == "skipped" and row or skipped
  end
  equal(skipped.code, "test:twice")
  equal(skipped.count, 2)
  is_as_if_disabled(world, twin, play)
end

-- The innermost is at fault; what let it happen goes on.
do
  local world, alice = game()
  equal(world:act({ code = "test:outer", you = alice }), "partly")
  equal(names(world), "test:inner")
  equal(alice.life, 3)
end

-- Answers given before it are not asked for again; two handlers fail one after the other.
do
  local function play(world, alice, bob)
    equal(world:act({ code = "test:asking", you = alice, with = { target = bob } }), "decide")
    equal(world:answer(2), "decide")
    equal(world:answer(1), "partly")
    equal(alice.life, 100)
    equal(bob.life, 100)
  end
  local world, alice, bob = game()
  local twin = world:fork()
  play(world, alice, bob)
  equal(names(world), "test:error test:value")
  for row in world:log() do
    assert(row.what ~= "missed", "no answer was missed")
  end
  is_as_if_disabled(world, twin, play)
end

-- In the middle it is state as well: it is saved, copied, and kept when an answer is taken back.
do
  local world, alice, bob = game()
  world:act({ code = "test:asking", you = alice, with = { target = bob } })
  world:answer(2)
  equal(names(world), "test:error")
  local copies = { world:fork(), rules:load(world:save()) }
  for _, copy in ipairs(copies) do
    equal(copy:hash(), world:hash())
    equal(names(copy), "test:error")
  end
  equal(copies[1]:faults()[1].text, nil)
  world:answer(1)
  for _, copy in ipairs(copies) do
    equal(copy:answer(1), "partly")
    equal(copy:hash(), world:hash())
  end
  local again = world:fork()
  equal(again:hash(), world:hash())
  equal(pcall(again.enable, again, "test:error"), true)
end

do
  local world, alice, bob = game()
  local before = world:hash()
  local mark = world:mark()
  world:act({ code = "test:asking", you = alice, with = { target = bob } })
  world:answer(2)
  world:retract()
  equal(names(world), "test:error")
  world:answer(1)
  world:cancel()
  equal(names(world), "test:error")
  world:rollback(mark)
  equal(world:hash(), before)
  equal(#world:faults(), 0)
end

-- A host disables and enables; who is disabled is never called.
do
  local world, alice = game()
  local before = world:hash()
  world:disable("test:error")
  world:disable("test:error")
  local fault = world:faults()[1]
  equal(fault.kind, "host")
  equal(fault.action, 1)
  equal(fault.text, nil)
  equal(#world:faults(), 1)
  world:disable("test:table")
  world:enable("test:error")
  equal(names(world), "test:table")
  world:enable("test:error")
  world:enable("test:table")
  equal(world:hash(), before)
  world:disable("test:error")
  world:act({ code = "test:error", you = alice })
  equal(names(world), "test:error")
  equal(world:faults()[1].kind, "host")
  fails("unknown handler 'test:eror'; did you mean 'test:error'", world.disable, world, "test:eror")
  fails("unknown handler 'test:eror'", world.enable, world, "test:eror")
  fails("no field 'handlr'; did you mean 'handler'?", world.disable, world, { handlr = "x" })
  fails("no kind 'bad'", world.disable, world, { handler = "test:error", kind = "bad" })
  fails("on_fault 'halt'", rules.world, rules, { on_fault = "halt" })
end

-- What a player decides by, and who looks on, is no handler.
do
  local world, alice, bob = game()
  world:policy(function()
    error("no idea")
  end)
  local before = world:hash()
  local asking = { code = "test:asking", you = alice, with = { target = bob } }
  fails("no idea", world.act, world, asking)
  equal(world:hash(), before)
  equal(#world:faults(), 0)
end

-- How many events an action may have can be said; a copy has the same limit.
do
  local endless = strata.rules({
    layers = "numbers",
    attributes = { power = "int" },
    events = { echo = { results = { { "emit", "echo" } } } },
  })
  local world = endless:world({ event_limit = 50 })
  local before = world:hash()
  fails("it takes more than 50 events", world.act, world, "echo")
  equal(world:hash(), before)
  local copy = world:fork()
  fails("it takes more than 50 events", copy.act, copy, "echo")
  local wrong = "rules:world.event_limit: expected a number from 1"
  fails(wrong, endless.world, endless, { event_limit = 0 })
  fails(wrong, endless.world, endless, { event_limit = "many" })
end
