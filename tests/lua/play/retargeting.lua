--- New targets of what is on the stack (115.7): only what is legal for it and its controller is
--- offered, all, one or any of its targets change, and what was no target of it becomes one.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, named = strata.event, strata.named

--- A choice of a target, which a condition may restrict.
local function aimed(as, more)
  local who = "it.kinds has 'beast' and not it.shield" .. (more and " and " .. more or "")
  return { "choose", as = as, who = who, target = true }
end

local function hit(as, amount)
  return { "emit", "hit", with = { who = named[as], amount = amount } }
end

--- What changes the targets of something.
local function bend(change, who)
  return {
    "action",
    names = { bent = "ref" },
    unlisted = true,
    actor = "it.kinds has 'player'",
    { "retarget", change, who = who or "it = $bent" },
  }
end

local function spec()
  return {
    layers = { "only" },
    zones = { board = { shared = true }, stack = { shared = true, ordered = true } },
    attributes = {
      name = { "text", unlayered = true },
      kinds = { "set", "player", "beast", unlayered = true },
      controller = { "ref", unlayered = true },
      owner = { "ref", unlayered = true },
      shield = { "flag", unlayered = true },
      hurt = { "int", unlayered = true },
      aimed = { "int", unlayered = true },
      aimer = { "ref", unlayered = true },
      wary = { "int", unlayered = true },
    },
    play = { stack = "stack", targeted = "aim" },
    events = {
      hit = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        amount = "amount",
        does = { { "add", "hurt", who = event.who, value = event.amount } },
      },
      aim = {
        fields = { who = "ref" },
        affected = "who",
        does = {
          { "add", "aimed", who = event.who, value = 1 },
          { "set", "aimer", who = event.who, value = event.cause },
        },
      },
      ring = { fields = { who = "ref" }, affected = "who" },
      watch = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "add", "wary", who = event.who, value = 1 } },
      },
    },
    codes = {
      ["test:bolt"] = {
        "action",
        paid = 1,
        stacked = true,
        actor = "true",
        aimed("target"),
        hit("target", 3),
      },
      -- Of one player's beasts, whoever changes its targets.
      ["test:cull"] = {
        "action",
        paid = 1,
        stacked = true,
        actor = "true",
        aimed("target", "it.controller = $you"),
        hit("target", 3),
      },
      ["test:arc"] = {
        "action",
        paid = 2,
        stacked = true,
        actor = "true",
        aimed("one"),
        aimed("other", "it != $one"),
        hit("one", 1),
        hit("other", 2),
      },
      -- A number of which one target hangs, and what is on the stack as the other.
      ["test:odd"] = {
        "action",
        paid = 3,
        stacked = true,
        actor = "true",
        { "choose", "number", as = "n", announced = true, with = { least = 0, most = 9 } },
        { "choose", as = "one", who = "it.zone = 'stack'", target = true },
        aimed("other", "it.hurt <= $n"),
        hit("other", named.n),
      },
      ["test:looks"] = { "trigger", "ring", aimed("target"), hit("target", 5) },
      ["test:wary"] = {
        "trigger",
        "aim",
        immediate = true,
        { "emit", "watch", with = { who = event.who } },
      },
      ["test:all"] = bend(nil),
      ["test:one"] = bend("one"),
      ["test:any"] = bend("any"),
      ["test:each"] = bend(nil, "it.zone = 'stack'"),
      ["test:other"] = {
        "action",
        names = { bent = "ref", asked = "ref" },
        unlisted = true,
        actor = "it.kinds has 'player'",
        { "retarget", who = named.bent, with = { by = named.asked } },
      },
    },
    laws = {
      all = {
        codes = {
          "test:bolt",
          "test:cull",
          "test:arc",
          "test:odd",
          "test:looks",
          "test:wary",
          "test:all",
          "test:one",
          "test:any",
          "test:each",
          "test:other",
        },
      },
    },
  }
end

local rules = strata.rules(spec())

--- A world of two players and some beasts, of which every second one is B's.
local function new_game(count)
  local world = rules:world()
  local game = { world = world, beasts = {} }
  game.A = world:spawn({ name = "A", kinds = { "player" } })
  game.B = world:spawn({ name = "B", kinds = { "player" } })
  for i = 1, count do
    local values = { name = "beast " .. i, kinds = { "beast" } }
    values.controller = i % 2 == 1 and game.A or game.B
    game.beasts[i] = world:spawn(values):move("board", { same = true })
  end
  return game
end

--- The top of the stack.
local function top(game)
  local found
  for _, one in ipairs(game.world:entities()) do
    found = one.zone == "stack" and one or found
  end
  return found
end

--- Let A announce something; returns what is on the stack then.
local function announce(game, code, with)
  local act = { code = "test:" .. code, you = game.A, with = with, settling = "place" }
  equal(game.world:act(act), "done", code)
  return top(game)
end

--- Let B change the targets of something.
local function change(game, code, bent, more)
  local with = { bent = bent }
  for name, value in pairs(more or {}) do
    with[name] = value
  end
  return game.world:act({ code = "test:" .. code, you = game.B, with = with, settling = "place" })
end

--- What is asked, in a line: "one: beast 2, beast 3 or none".
local function asked(game)
  local decision, list = game.world:decisions()[1], {}
  equal(decision.purpose, "target")
  for i, option in ipairs(decision.options) do
    list[i] = option.value.name
  end
  local rest = decision.least == 0 and " or none" or ""
  return ("%s: %s%s"):format(decision.prompt, table.concat(list, ", "), rest)
end

--- How much all are hurt, or how often they have become targets: "3 0 1".
local function all(game, name)
  local list = {}
  for i, one in ipairs(game.beasts) do
    list[i] = one[name]
  end
  return table.concat(list, " ")
end

local function resolve(game)
  equal(game.world:act({ resolve = true, settling = "place" }), "done")
end

-- -- One target ------------------------------------------------------------------------

do -- control: nothing changes
  local game = new_game(3)
  announce(game, "bolt", { target = game.beasts[1] })
  resolve(game)
  equal({ all(game, "hurt"), all(game, "aimed") }, { "3 0 0", "1 0 0" })
end

do
  local game = new_game(4)
  local world, beasts = game.world, game.beasts
  local bolt = announce(game, "bolt", { target = beasts[1] })
  beasts[4].base.shield = true
  local before = world:hash()
  equal(change(game, "all", bolt), "decide")
  equal(asked(game), "target: beast 2, beast 3")
  equal(world:decisions()[1].who, game.B)
  fails("option", world.answer, world, beasts[1])
  fails("option", world.answer, world, beasts[4])
  world:cancel()
  equal(world:hash(), before)
  change(game, "all", bolt)
  local saved = rules:load(world:save())
  equal(world:answer(beasts[3]), "done")
  equal(saved:answer(saved:entity(beasts[3].id)), "done")
  equal(saved:hash(), world:hash(), "a save waits for the same answer")
  equal(all(game, "aimed"), "1 0 1 0")
  equal(all(game, "wary"), "1 0 1 0", "what watches for new targets")
  resolve(game)
  equal(all(game, "hurt"), "0 0 3 0")
  equal(saved:act({ resolve = true }), "done")
  equal(saved:hash(), world:hash())
end

do -- the predicate is asked for the controller of what has the targets
  local game = new_game(5)
  local bent = announce(game, "cull", { target = game.beasts[1] })
  equal(change(game, "other", bent, { asked = game.A }), "decide")
  equal(game.world:decisions()[1].who, game.A, "who is said to choose")
  equal(asked(game), "target: beast 3, beast 5")
  game.world:cancel()
  game.beasts[5].base.shield = true
  equal(change(game, "all", bent), "done", "one way is not asked")
  equal(all(game, "aimed"), "1 0 1 0 0")
  resolve(game)
  equal(all(game, "hurt"), "0 0 3 0 0")
end

do -- no other is legal: it stays, even if it is illegal itself
  local game = new_game(2)
  local bolt = announce(game, "bolt", { target = game.beasts[1] })
  game.beasts[1].base.shield, game.beasts[2].base.shield = true, true
  local before = game.world:fork()
  equal(change(game, "all", bolt), "done")
  equal(change(game, "one", bolt), "done")
  equal(change(game, "any", bolt), "done")
  equal(all(game, "aimed"), "1 0")
  equal(change(game, "all", game.beasts[1]), "done", "what is not on the stack has no targets")
  game.beasts[1].base.shield = false
  resolve(game)
  equal(all(game, "hurt"), "3 0")
  equal(before:entity(game.beasts[1].id).hurt, 0)
end

do -- a triggered ability
  local game = new_game(2)
  game.beasts[2].base.shield = true
  local ring = { by = game.A, settling = "place" }
  equal(game.world:act("ring", { who = game.beasts[1] }, ring), "done")
  game.beasts[2].base.shield = false
  equal(change(game, "all", top(game)), "done")
  equal(all(game, "aimed"), "1 1")
  resolve(game)
  equal(all(game, "hurt"), "0 5")
end

-- -- Several targets -----------------------------------------------------------------

local function arc(count)
  local game = new_game(count)
  return game, announce(game, "arc", { one = game.beasts[1], other = game.beasts[2] })
end

do -- all: what is legal in the end counts, so two targets can change places (115.7e)
  local game, bent = arc(2)
  equal(change(game, "all", bent), "done")
  equal(all(game, "aimed"), "1 1", "both were targets of it")
  resolve(game)
  equal(all(game, "hurt"), "2 1")
end

do -- all: one of them cannot change, so none does (115.7a)
  local game = new_game(3)
  local bolt = announce(game, "bolt", { target = game.beasts[1] })
  local with = { n = 2, one = bolt, other = game.beasts[1] }
  local odd = announce(game, "odd", with)
  equal(change(game, "all", odd), "done", "it is no target of itself (115.5)")
  equal(all(game, "aimed"), "2 0 0")
  -- control: its other target alone
  equal(change(game, "one", odd), "decide")
  equal(asked(game), "other: beast 2, beast 3")
  equal(game.world:answer(game.beasts[3]), "done")
  equal(all(game, "aimed"), "2 0 1")
  resolve(game)
  equal(all(game, "hurt"), "0 0 2", "the number stays")
end

do -- all: both change
  local game, bent = arc(4)
  equal(change(game, "all", bent), "decide")
  equal(asked(game), "one: beast 2, beast 3, beast 4")
  game.world:answer(game.beasts[3])
  equal(asked(game), "other: beast 1, beast 4")
  equal(game.world:answer(game.beasts[4]), "done")
  equal(all(game, "aimed"), "1 1 1 1")
  resolve(game)
  equal(all(game, "hurt"), "0 0 1 2")
end

do -- all: what leaves nothing for the other one is not offered
  local game, bent = arc(3)
  game.beasts[1].base.shield = true
  equal(change(game, "all", bent), "done")
  equal(all(game, "aimed"), "1 1 1", "2 and 3")
  resolve(game)
  equal(all(game, "hurt"), "0 1 2")
end

do -- one (115.7b)
  local game, bent = arc(3)
  equal(change(game, "one", bent), "decide")
  equal(asked(game), "one: beast 3 or none", "the other one stays")
  game.world:answer({})
  equal(all(game, "aimed"), "1 1 1", "then it is the other one that changes")
  resolve(game)
  equal(all(game, "hurt"), "1 0 2")
end

do -- any (115.7d): one stays, though it is illegal
  local game, bent = arc(4)
  game.beasts[1].base.shield = true
  local before = game.world:hash()
  equal(change(game, "any", bent), "decide")
  equal(asked(game), "one: beast 2, beast 3, beast 4 or none")
  game.world:answer({})
  equal(asked(game), "other: beast 3, beast 4 or none")
  game.world:cancel()
  equal(game.world:hash(), before)
  change(game, "any", bent)
  game.world:answer({})
  equal(game.world:answer(game.beasts[4]), "done")
  equal(all(game, "aimed"), "1 1 0 1")
  resolve(game)
  equal(all(game, "hurt"), "0 0 0 2")
end

do -- any: what is taken from a target must be left by it
  local game, bent = arc(3)
  change(game, "any", bent)
  game.world:answer(game.beasts[2])
  equal(asked(game), "other: beast 1, beast 3", "it would be illegal if it stayed")
  equal(game.world:answer(game.beasts[1]), "done")
  resolve(game)
  equal(all(game, "hurt"), "2 1 0")
end

do -- any: all of them stay
  local game, bent = arc(3)
  local before = game.world:fork()
  change(game, "any", bent)
  game.world:answer({})
  equal(game.world:answer({}), "done")
  resolve(game)
  before:act({ resolve = true })
  for i, one in ipairs(game.beasts) do
    equal(before:entity(one.id).hurt, one.hurt, i)
    equal(before:entity(one.id).aimed, one.aimed, i)
  end
end

-- -- Several objects ------------------------------------------------------------------

do
  local game = new_game(3)
  announce(game, "bolt", { target = game.beasts[1] })
  announce(game, "bolt", { target = game.beasts[2] })
  local before = game.world:hash()
  equal(change(game, "each"), "decide")
  equal(asked(game), "target: beast 2, beast 3")
  game.world:answer(game.beasts[3])
  equal(asked(game), "target: beast 1, beast 3")
  game.world:cancel()
  equal(game.world:hash(), before)
  change(game, "each")
  game.world:answer(game.beasts[3])
  equal(game.world:answer(game.beasts[1]), "done")
  equal(all(game, "aimed"), "2 1 1", "one object after the other")
  resolve(game)
  equal(all(game, "hurt"), "3 0 0")
  resolve(game)
  equal(all(game, "hurt"), "3 0 3")
end

-- -- What is refused ------------------------------------------------------------------

do
  local wrong = spec()
  wrong.codes["test:any"] = bend("some")
  fails("'some' does not say how many targets change", strata.rules, wrong)
  wrong = spec()
  wrong.codes["test:any"] = { "action", actor = "true", { "retarget", "any" } }
  fails("it needs 'who'", strata.rules, wrong)
end
