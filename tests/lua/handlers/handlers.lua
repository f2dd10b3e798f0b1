--- Handlers, policies and observers: Lua functions that programs call, that answer decisions, and
--- that are told of events.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, it, named = strata.event, strata.it, strata.named

local function run(handler, with)
  return { "run", handler, with = with }
end

--- A world of two players, with these handlers and a code for each of them.
local function game(handlers)
  local codes = {}
  for key, name in pairs(handlers) do
    name = type(key) == "string" and key or name
    codes[name] = {
      "trigger",
      "gain",
      names = { target = "ref", n = "int", word = "sym", flag = "flag" },
      run(name),
      { "note", "n", who = named.you, value = named.n },
    }
  end
  codes["test:double"] = codes["test:double"] and {
    "replace",
    "gain",
    tests = { player = it:has("lucky") },
    run("test:double"),
  }
  handlers["test:write"] = function(ctx)
    ctx.event.who.base.life = ctx.event.n
  end
  local world = strata
    .rules({
      layers = { "only" },
      attributes = {
        name = "text",
        life = { "int", min = 0, max = 1000 },
        types = { "set", "lucky", "red", "blue" },
        abilities = "abilities",
      },
      abilities = { ["test:doubling"] = { codes = codes["test:double"] and { "test:double" } } },
      zones = { pile = { shared = true } },
      handlers = handlers,
      codes = codes,
      events = {
        gain = {
          fields = { player = "ref", amount = "int" },
          affected = "player",
          matters = event.amount:at_least(1),
          does = { { "add", "life", who = event.player, value = event.amount } },
        },
        burst = {
          fields = { player = "ref", times = "int" },
          one_by_one = {
            {
              "emit",
              "gain",
              times = event.times,
              with = { player = event.player, amount = named.i },
            },
          },
        },
        make = { fields = {}, does = { { "spawn", "test:token", as = "made" } } },
        put = { fields = { who = "ref", n = "int" }, does = { run("test:write") } },
      },
      definitions = { ["test:token"] = { name = "Token" } },
    })
    :world({ on_fault = "stop" })
  return world, world:spawn({ name = "Alice" }), world:spawn({ name = "Bob", life = 2 })
end

local function act(world, code, you, with, source)
  return world:act({ code = code, you = you, source = source, with = with })
end

-- What ctx gives.
do
  local world, alice, bob = game({
    ["test:look"] = function(ctx)
      assert(ctx.you.name == "Alice" and ctx.this.name == "Bob")
      assert(ctx.it == nil and ctx.event == nil)
      assert(ctx.target == ctx.this and ctx.n == 3 and ctx.word == "red" and ctx.flag == true)
      assert(#ctx.world:entities() == 2 and tostring(ctx) == "what a handler is given")
      ctx.n = 4
      ctx.target = ctx.you
      ctx:note(ctx.this, "seen", ctx.n)
      assert(ctx:noted(ctx.this, "seen")[1] == 4)
      ctx:note(nil, "rolled", ctx:roll(1))
    end,
  })
  equal(act(world, "test:look", alice, {
    target = bob,
    n = 3,
    word = "red",
    flag = true,
  }, bob), "done")
  equal(world:noted(alice, "n"), { 4 }, "the deed behind it has what it bound")
  equal(world:noted(bob, "seen"), { 4 })
  equal(world:noted(nil, "rolled"), { 1 })
end

-- What it lets happen.
do
  local world, alice, bob = game({
    ["test:emit"] = function(ctx)
      local count, made, what = ctx:emit("gain", { player = ctx.target, amount = 3 })
      equal({ count, what.amount, ctx.target.life }, { 1, 3, 5 }, "it has happened")
      equal(made, nil)
      equal(what.player, ctx.target)
      equal(ctx:kind_of(what), "gain")
      equal(ctx:came_of(what), {})
      equal(what.by, ctx.you, "who acts")
      equal(what.cause, ctx.this, "for what")
      equal(tostring(what), "event of kind gain")
      equal(ctx:emit("gain", { player = ctx.target }), 0, "no event")
    end,
    ["test:parts"] = function(ctx)
      local count, _, what = ctx:emit("burst", { player = ctx.target, times = 2 }, {
        by = ctx.target,
      })
      equal({ count, ctx.target.life }, { 1, 5 })
      equal(what.by, ctx.target)
      local came = ctx:came_of(what)
      equal({ #came, came[1].amount, came[2].amount }, { 2, 1, 2 })
      equal(ctx:kind_of(came[2]), "gain")
      local made
      count, made, what = ctx:emit("make")
      equal(count, 1)
      equal(made:is_alive(), true)
      equal(ctx:made_by(what), made)
    end,
    ["test:wrong"] = function(ctx)
      local world, you = ctx.world, ctx.you
      local function refused(text, f, ...)
        local ok, message = pcall(f, ...)
        assert(not ok and message:find(text, 1, true), message)
      end
      refused("ctx:emit: unknown event 'gian'; did you mean 'gain'?", ctx.emit, ctx, "gian")
      refused("ctx:emit: gain.amount: expected an integer", ctx.emit, ctx, "gain", { amount = "x" })
      refused("no option 'you'", ctx.emit, ctx, "gain", {}, { you = you })
      refused("world:act: an action runs", world.act, world, "gain", {})
      refused("world:commit: an action runs", world.commit, world)
    end,
  })
  local before = world:hash()
  equal(act(world, "test:emit", alice, { target = bob }, alice), "done")
  equal(bob.life, 5)
  bob.base.life = 2
  equal(act(world, "test:parts", alice, { target = bob }), "done")
  equal(bob.life, 5)
  equal(#world:entities(), 3)
  assert(world:hash() ~= before)
  act(world, "test:wrong", alice)
end

-- An option that is called "none" is chosen by that word.
do
  local world, alice = game({
    ["test:ask"] = function(ctx)
      local word = ctx:choose({ "none", "one", least = 0, by = ctx.you })
      ctx:note(nil, "word", word == "none" and 1 or 0)
    end,
  })
  equal(act(world, "test:ask", alice), "decide")
  equal(world:answer("none"), "done")
  equal(world:noted(nil, "word"), { 1 })
end

-- It asks in straight lines: what is answered is what was offered.
do
  local calls = 0
  local world, alice, bob = game({
    ["test:ask"] = function(ctx)
      local ok, one = pcall(ctx.choose, ctx, {
        ctx.you,
        ctx.target,
        by = ctx.you,
        source = ctx.this,
        prompt = "Who gains?",
      })
      assert(ok, "nobody catches that a decision is needed")
      ctx:emit("gain", { player = one, amount = 1 })
      local word = ctx:choose({ "red", { text = "neither", outcome = "nothing" }, by = ctx.target })
      ctx:note(one, "word", word == "red" and "red" or 0)
      if ctx:choose({ by = ctx.you, purpose = "may" }) then
        local number = ctx:choose({ purpose = "number", least = 1, most = 9, by = ctx.you })
        local shares = ctx:choose({ ctx.you, ctx.target, purpose = "divide", total = number })
        for i, share in ipairs(shares) do
          ctx:emit("gain", { player = i == 1 and ctx.you or ctx.target, amount = share })
        end
      end
      local few = ctx:choose({ 10, 20, 30, least = 0, most = 2 })
      for _, number in ipairs(few) do
        ctx:note(nil, "few", number)
      end
      local order = ctx:choose({ "a", "b", "c", purpose = "order" })
      ctx:note(nil, "order", table.concat(order) == "cab" and 1 or 0)
      ctx:note(nil, "none", ctx:choose({ 1, 2, least = 0 }) == nil)
    end,
  })
  local before = world:hash()
  equal(act(world, "test:ask", alice, { target = bob }, bob), "decide")
  equal(alice.life, 0)
  local first = world:decisions()[1]
  equal(first.prompt, "Who gains?")
  equal(first.who, alice)
  equal(first.source, bob)
  equal(first.purpose, "choose")
  equal(first.options[2].value, bob)
  local text = ("decision 1: choose, by %s, for %s: Who gains?"):format(alice, bob)
  equal(tostring(first):match("^[^\n]*"), text)
  equal(world:answer("Bob"), "decide")
  local second = world:decisions()[1]
  equal(second.options[2].text, "neither")
  equal(second.options[2].value, nil)
  equal(second.options[2].outcome, "nothing")
  equal(tostring(second):match("neither.*$"), "neither: nothing")
  equal(bob.life, 2, "nothing has happened yet")
  local peeked = world:peek()
  equal(peeked:entity(bob.id).life, 3, "but there it has")
  fails("shows the middle of an action", peeked.spawn, peeked)
  equal(world:answer("neither"), "decide")
  equal(world:decisions()[1].purpose, "may")
  equal(world:answer("yes"), "decide")
  equal(world:answer(5), "decide")
  local divide = world:decisions()[1]
  equal(divide.total, 5)
  equal(tostring(divide):match("answer: ([^\n]*)"), "5 in all, 0 to 5 for each of")
  fails("it must be 5 in all, 0 to 5 for each of 1 = Alice", world.answer, world, { 1, 2 })
  fails("an amount for each option is asked for", world.answer, world, "Alice")
  fails("'x' is no whole number", world.answer, world, { Alice = "x" })
  fails("'Carol' is none of the options", world.answer, world, { Carol = 5 })
  fails("it must be", world.answer, world, { 5, Alice = 5 })
  local copy = world:fork()
  equal(copy:answer({ 2, 3 }), "decide")
  equal(world:answer({ Bob = 3, [alice] = 2 }), "decide")
  equal(world:hash(), copy:hash())
  world:retract()
  equal(world:answer({ [bob] = 5 }), "decide")
  world:retract()
  world:answer({ 2, 3 })
  fails("it must be 0 (none) to 2 of 1 = 10, 2 = 20, 3 = 30", world.answer, world, { 1, 2, 3 })
  equal(world:answer({ 3, 1 }), "decide")
  fails("it must be 3 of 1 = a", world.answer, world, { "a", "b" })
  fails("'none' is none of the options; it must be 3 of", world.answer, world, "none")
  equal(world:answer({ "c", "a", "b" }), "decide")
  local other = world:fork()
  equal(other:answer("none"), "done")
  equal(world:answer({}), "done")
  equal(world:hash(), other:hash())
  equal(alice.life, 2)
  equal(bob.life, 6)
  equal(world:noted(bob, "word"), { 0 })
  equal(world:noted(nil, "few"), { 10, 30 })
  equal(world:noted(nil, "order"), { 1 })
  equal(world:noted(nil, "none"), { 1 })
  equal(calls, 0)
  assert(world:hash() ~= before)
  local decided = {}
  for row in world:log() do
    if row.what == "decided" then
      decided[#decided + 1] = row
    end
  end
  equal(#decided, 8)
  equal(decided[1].fields.purpose, "choose")
  equal(decided[1].fields.chosen, { bob })
  equal(decided[1].fields.option, { 2 })
  equal(decided[1].who, alice)
end

-- Several are asked at once.
do
  local world, alice, bob = game({
    ["test:both"] = function(ctx)
      local ask = { "red", "blue", hidden = true }
      local answers = ctx:choose_all({
        { by = ctx.you, table.unpack(ask) },
        { by = ctx.target, table.unpack(ask) },
      })
      ctx:note(ctx.you, "word", answers[1])
      ctx:note(ctx.target, "word", answers[2])
    end,
    ["test:bad"] = function(ctx)
      local function refused(text, spec)
        local ok, message = pcall(ctx.choose, ctx, spec)
        assert(not ok and message:find(text, 1, true), message)
      end
      refused("expected a table of what is offered, got 3", 3)
      refused("no field 'bye'; did you mean 'by'?", { bye = 1 })
      refused("no purpose 'chose'; did you mean 'choose'?", { purpose = "chose" })
      refused("number, true or false, an entity or a word, got world", { ctx.world })
      refused("prompt: expected a string", { 1, 2, prompt = 3 })
      refused("ctx:choose", { 1, 2, least = 3, most = 4 })
      -- finding_CW55: an empty list is no question for yes or no.
      refused("nothing is offered", {})
      refused("nothing is offered", { by = ctx.you, least = 0, most = 2 })
      refused("ctx:choose: by: expected a player, got Token #", { 1, 2, by = ctx.target })
      local ok, message = pcall(ctx.choose_all, ctx, {})
      assert(not ok and message:find("nothing is asked", 1, true))
    end,
  })
  act(world, "test:both", alice, { target = bob })
  equal(#world:decisions(), 2)
  equal(world:answer("blue", { decision = 2 }), "decide")
  equal(#world:decisions(), 1)
  equal(world:answer("red"), "done")
  equal(world:noted(alice, "word"), { "red" })
  equal(world:noted(bob, "word"), { "blue" })
  equal(act(world, "test:bad", alice, { target = world:spawn("test:token"):move("pile") }), "done")
end

-- It changes its event, and writes where its event is performed.
do
  local stopped = game({
    ["test:double"] = function(ctx)
      ctx:stop()
    end,
  })
  local world, alice, bob = game({
    ["test:double"] = function(ctx)
      ctx.event.amount = ctx.event.amount * 2
      local ok, message = pcall(function()
        ctx.event.amount = "x"
      end)
      assert(not ok and message:find("ctx.event.amount: expected an integer, got 'x'", 1, true))
      ok, message = pcall(function()
        return ctx.event.amuont
      end)
      assert(not ok and message:find("ctx.event: unknown field 'amuont'; did you", 1, true))
      ok, message = pcall(function()
        return ctx.event.times
      end)
      assert(not ok and message:find("ctx.event: ", 1, true), message)
    end,
  })
  alice.base.types = { "lucky" }
  for _, w in ipairs({ world, stopped }) do
    local lucky = w:entities()[1]
    lucky.base.types = { "lucky" }
    lucky.base.abilities = { "test:doubling" }
    w:act("gain", { player = lucky, amount = 3 })
    w:act("gain", { player = w:entities()[2], amount = 3 })
    equal(lucky.life, w == world and 6 or 0)
    equal(w:entities()[2].life, 5)
  end
  equal(alice.life, 6)
  world:act("put", { who = bob, n = 7 })
  equal(bob.life, 7)
end

-- One that fails leaves the world as it was, and says where.
do
  local handlers = {
    ["test:fail"] = function(ctx)
      ctx:emit("gain", { player = ctx.you, amount = 1 })
      error("no more")
    end,
    ["test:table"] = function()
      error({})
    end,
    ["test:late"] = function(ctx)
      ctx:emit("gain", { player = ctx.you, amount = 1 })
      ctx:stop()
    end,
    ["test:unknown"] = function(ctx)
      return ctx.nobody
    end,
    ["test:bind"] = function(ctx)
      ctx.n = "three"
    end,
    "test:host",
  }
  local function ends(name, text)
    local world, alice = game(handlers[name] and { [name] = handlers[name] } or { name })
    local before = world:hash()
    local ok, message = pcall(act, world, name, alice)
    equal(ok, false)
    if not message:find("handler '" .. name .. "': " .. text) then
      error(message)
    end
    equal(world:hash(), before)
  end
  ends("test:fail", ".*handlers.lua:%d+: no more\n")
  ends("test:table", ".*handlers.lua:%d+: %(error object is a table%)")
  ends("test:late", ".*handlers.lua:%d+: ctx:stop: ")
  ends("test:unknown", ".*handlers.lua:%d+: ctx: the program has no name 'nobody'")
  ends("test:bind", ".*handlers.lua:%d+: ctx.n: expected an integer, got 'three'")
  ends("test:host", "no function was given for it")
end

-- A policy answers in place of a player; what it leaves is left open.
do
  local asked = 0
  local world, alice, bob = game({
    ["test:ask"] = function(ctx)
      local one = ctx:choose({ ctx.you, ctx.target, by = ctx.you })
      ctx:emit("gain", { player = one, amount = 10 })
      local two = ctx:choose({ ctx.you, ctx.target, by = ctx.target })
      ctx:emit("gain", { player = two, amount = 1 })
    end,
  })
  local plain = world:fork()
  local function go(w, want)
    local a, b = w:entity(alice.id), w:entity(bob.id)
    equal(act(w, "test:ask", a, { target = b }), want)
    return a, b
  end
  world:policy(function(decision)
    asked = asked + 1
    equal(decision.purpose, "choose")
    if decision.who == alice then
      return bob
    end
  end)
  go(world, "decide")
  equal(asked, 2)
  equal(world:decisions()[1].who, bob)
  equal(bob.life, 2)
  equal(world:peek():entity(bob.id).life, 12, "in a copy the same decides")
  equal(world:answer("Alice"), "done")
  equal(alice.life, 1)
  equal(bob.life, 12)
  go(plain, "decide")
  plain:answer("Bob")
  plain:answer("Alice")
  equal(plain:hash(), world:hash(), "the same as if they had answered")

  local before = world:hash()
  world:policy(function()
    return "Carol"
  end)
  fails("policy: ", act, world, "test:ask", alice, { target = bob })
  fails("'Carol' is none of the options; it must be one of 1 = Alice", function()
    act(world, "test:ask", alice, { target = bob })
  end)
  world:policy(function()
    bob.base.life = 3
    return 1
  end)
  fails("world:act: policy: ", act, world, "test:ask", alice, { target = bob })
  world:policy(function()
    world:policy()
  end)
  fails("an action runs", act, world, "test:ask", alice, { target = bob })
  equal(world:hash(), before)
  world:policy()
  go(world, "decide")
  fails("function expected", world.policy, world, 3)
end

-- Views are told of each row once, and can only read.
do
  local told = {}
  local world, alice, bob = game({
    ["test:ask"] = function(ctx)
      ctx:emit("gain", { player = ctx.you, amount = 1 })
      if ctx:choose({ by = ctx.you, purpose = "may" }) then
        ctx:emit("gain", { player = ctx.target, amount = 2 })
      end
    end,
  })
  world:view(function(row)
    told[#told + 1] = ("%s %s %d"):format(row.what, row.kind or "-", alice.life)
  end)
  act(world, "test:ask", alice, { target = bob })
  equal(told, { "happened gain 1" })
  equal(alice.life, 0)
  world:answer(true)
  equal(#told, 3)
  equal(told[3], "happened gain 1")
  world:action(function()
    world:act("gain", { player = alice, amount = 4 })
  end)
  equal(told[4], "happened gain 5")
  world:commit()
  local other = world:fork()
  other:act("gain", { player = other:entity(alice.id), amount = 1 })
  equal(#told, 4, "forks have no views")
  local before = world:hash()
  local ok, message = true, nil
  world:view(function()
    ok, message = pcall(world.note, world, nil, "x", 1)
  end)
  world:act("gain", { player = alice, amount = 1 })
  equal(ok, false)
  equal(message, "world:note: a view is told what has happened, and can only read")
  equal(world:noted(nil, "x"), {})
  equal(#told, 5)
  assert(world:hash() ~= before)
  world:view(function()
    error("blind")
  end)
  fails("world:act: view: ", world.act, world, "gain", {
    player = alice,
    amount = 1,
  })
  fails("function expected", world.view, world, 3)
end

--- Triggers that act at once and are a handler and nothing else: one after the other, whatever
--- each lets happen and asks, and each with its own event.
do
  local heard = 0
  local rules = strata.rules({
    layers = { "only" },
    attributes = {
      abilities = "abilities",
      place = { "int", unlayered = true },
      score = { "int", unlayered = true },
    },
    handlers = {
      hears = function(ctx)
        local me, amount = ctx.this, ctx.event.amount
        if me.place == 2 then
          ctx:emit("add", { who = me, amount = amount * 10 })
          ctx:emit("add", { who = me, amount = amount })
        elseif me.place == 4 then
          local number = ctx:choose({ purpose = "number", least = 1, most = 9, by = me })
          ctx:emit("add", { who = me, amount = number * 100 + amount })
        elseif me.place == 5 then
          ctx:emit("call", { amount = amount - 1 })
        end
      end,
    },
    events = {
      call = { fields = { amount = "int" }, matters = event.amount:at_least(1) },
      add = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        does = { { "add", "score", who = event.who, value = event.amount } },
      },
    },
    codes = { hears = { "trigger", "call", immediate = true, { "run", "hears" } } },
    abilities = { hears = { kind = "triggered", codes = { "hears" } } },
    definitions = { ear = { abilities = { "hears" } } },
  })
  local world = rules:world()
  local ears = {}
  for i = 1, 6 do
    ears[i] = world:spawn("ear", { place = i })
  end
  world:view(function(row)
    heard = heard + (row.what == "triggered" and row.count or 0)
  end)
  equal(world:act("call", { amount = 2 }), "decide")
  equal(world:answer(7), "decide")
  equal(world:answer(3), "done")
  equal(ears[2].score, 33, "20 + 2 and 10 + 1")
  equal(ears[4].score, 700 + 2 + 300 + 1)
  equal(ears[1].score + ears[3].score + ears[5].score + ears[6].score, 0)
  equal(heard, 12, "two calls, six ears, though it was run three times")
end

--- Listeners of one key. Those that ask nothing else are called for the events of their place, each
--- with fresh variables. Those that ask for more are asked, and each handler knows its own object.
do
  local this = strata.this
  local ears = {}
  local rules = strata.rules({
    layers = { "only" },
    attributes = {
      abilities = "abilities",
      place = { "int", unlayered = true },
      weight = { "int", unlayered = true },
      score = { "int", unlayered = true },
    },
    handlers = {
      hears = function(ctx)
        assert(ctx.count == 1, "bound anew for each call")
        ctx.count = 7
        ctx:emit("add", { who = ctx.this, amount = ctx.event.who.weight })
      end,
      idles = function(ctx)
        assert(ctx.count == 1 and ctx.this.place == ctx.event.place)
        ctx.count = 7
        if ctx.event.place == 2 then
          ctx:emit("add", { who = ctx.this, amount = 1 })
        end
      end,
    },
    events = {
      call = { fields = { place = "int", who = "ref" }, quiet = true },
      add = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        does = {
          { "add", "score", who = event.who, value = event.amount },
        },
      },
    },
    codes = {
      plain = {
        "trigger",
        "call",
        immediate = true,
        when = event.place:is(this.place),
        { "run", "idles", with = { count = 1 } },
      },
      tested = {
        "trigger",
        "call",
        immediate = true,
        tests = { who = it.weight:at_least(10) },
        { "run", "hears", with = { count = 1 } },
      },
    },
    abilities = { hears = { kind = "triggered", codes = { "plain", "tested" } } },
    definitions = { ear = { abilities = { "hears" } } },
  })
  local world = rules:world()
  for i = 1, 6 do
    ears[i] = world:spawn("ear", { place = i % 2, weight = i * 4 })
  end
  equal(world:act("call", { place = 1, who = ears[2] }), "done")
  equal(ears[1].score, 0, "who weighs 8 is heard by nobody")
  equal(world:act("call", { place = 0, who = ears[3] }), "done")
  for i = 1, 6 do
    equal(ears[i].score, 12)
  end
  ears[7] = world:spawn("ear", { place = 2 })
  equal(world:act("call", { place = 2 }), "done")
  equal({ ears[7].score, ears[1].score }, { 1, 12 }, "only those of the place are called")
  equal(world:faults(), {})
end
