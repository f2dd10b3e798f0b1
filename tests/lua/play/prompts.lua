--- Prompts for replacement effects: who is asked and who is not, what an option says about its
--- result, and loops of replacements.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, it, named = strata.event, strata.it, strata.named

local function change(value)
  return { "change", "amount", value = value }
end

local function life(player, amount)
  return { "emit", "gain", with = { player = player, amount = amount } }
end

local function rules(play)
  local spec = {
    layers = { "only" },
    clocks = { "turn", "week", "year" },
    default_layers = { luck = "only" },
    attributes = {
      name = "text",
      life = { "int", min = 0, max = 1000 },
      luck = "int",
      active = "flag",
      abilities = "abilities",
      down = { "flag", unlayered = true },
    },
    face_down = "down",
    zones = { hand = { hidden = true }, table = { shared = true }, stack = { shared = true } },
    play = play,
    events = {
      gain = {
        fields = { player = "ref", amount = "int" },
        affected = "player",
        amount = "amount",
        matters = event.amount:at_least(1),
        does = { { "add", "life", who = event.player, value = event.amount } },
      },
      ping = { fields = { player = "ref" }, affected = "player" },
      pong = { fields = { player = "ref" }, affected = "player" },
      over = {
        does = { { "set", "active", who = it.life:at_least(1), value = true } },
      },
      dawn = { does = { { "tick", "year" } } },
      show = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "move", "table", who = event.who } },
      },
      lift = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "set", "down", who = event.who, value = false } },
      },
      make = {
        fields = { player = "ref" },
        affected = "player",
        does = {
          { "spawn", "token", as = "made" },
          { "move", "table", who = named.made },
        },
      },
    },
    definitions = { token = {} },
    abilities = {},
    codes = {
      ["p:double"] = { "replace", "gain", change(event.amount * 2) },
      ["p:triple"] = { "replace", "gain", change(event.amount * 3) },
      ["p:plus"] = { "replace", "gain", change(event.amount + 1) },
      ["p:asked"] = { "replace", "gain", always_ask = true, change(event.amount * 5) },
      ["p:roll"] = {
        "replace",
        "gain",
        { "then", { "roll", as = "rolled", value = 6 }, life(event.player, named.rolled) },
      },
      ["p:dare"] = {
        "replace",
        "gain",
        { "then", { "choose", "may", as = "yes" } },
      },
      ["p:show"] = {
        "replace",
        "gain",
        names = { card = "ref" },
        change(event.amount * 5),
        { "then", { "emit", "show", with = { who = named.card } } },
      },
      ["p:curse"] = {
        "replace",
        "gain",
        change(event.amount * 2),
        {
          "then",
          {
            "begin",
            clock = "turn",
            who = event.player,
            clause = { luck = strata.add(1) },
            with = { ticks = 1 },
          },
        },
      },
      ["p:watch"] = {
        "replace",
        "gain",
        change(event.amount * 2),
        { "then", { "watch", "p:plus", clock = "week", with = { ticks = 1 } } },
      },
      ["p:dawn"] = {
        "replace",
        "gain",
        change(event.amount * 5),
        { "then", { "emit", "dawn" } },
      },
      ["p:turn"] = {
        "replace",
        "gain",
        names = { card = "ref" },
        { "then", { "emit", "show", with = { who = named.card } } },
      },
      ["p:make"] = {
        "replace",
        "gain",
        { "then", { "emit", "make", with = { player = event.player } } },
      },
      ["p:ping"] = { "trigger", "pong", { "emit", "ping", with = { player = event.player } } },
      ["p:pong"] = { "trigger", "ping", { "emit", "pong", with = { player = event.player } } },
      ["p:grow"] = {
        "trigger",
        "ping",
        { "emit", "make", with = { player = event.player } },
        { "emit", "ping", with = { player = event.player } },
      },
      ["p:spin"] = {
        "trigger",
        "ping",
        { "roll", as = "rolled", value = 2 },
        { "emit", "ping", when = named.rolled:at_most(1), with = { player = event.player } },
      },
      ["p:ask"] = {
        "trigger",
        "ping",
        { "choose", "may", as = "yes" },
        { "emit", "ping", when = named.yes, with = { player = event.player } },
      },
      ["p:blink"] = { "trigger", "show", { "emit", "show", with = { who = event.who } } },
      ["p:heal"] = { "trigger", "ping", life(named.you, 1) },
      ["p:cheer"] = { "trigger", "ping", life(named.you, 2) },
      ["p:boast"] = { "trigger", "ping", life(named.you, named.you.life) },
    },
  }
  for name in pairs(spec.codes) do
    spec.abilities[name] = { codes = { name } }
  end
  spec.codes["p:lift"] = {
    "replace",
    "gain",
    names = { card = "ref" },
    change(event.amount * 5),
    { "then", { "emit", "lift", with = { who = named.card } } },
  }
  for _, name in ipairs({ "show", "turn", "lift" }) do
    spec.codes["start:" .. name] = {
      "trigger",
      "ping",
      names = { card = "ref" },
      { "watch", "p:" .. name, with = { source = named.you, you = named.you, card = named.card } },
    }
  end
  spec.codes["start:heal"] = {
    "trigger",
    "ping",
    { "watch", "p:heal", clock = "year", with = { ticks = 1, you = named.you } },
  }
  return strata.rules(spec)
end

local function start(world, code, alice, card)
  world:act({ code = "start:" .. code, you = alice, with = { card = card }, settling = "none" })
end

--- A world of one player, who has these abilities.
local function game(play, ...)
  local world = rules(play):world()
  return world, world:spawn({ name = "Alice", life = 10, abilities = { ... } })
end

--- Rows of the log of one kind.
local function rows(world, what)
  local found = {}
  for row in world:log() do
    if row.what == what then
      found[#found + 1] = row
    end
  end
  return found
end

-- The same in both orders: nobody is asked, and the log says so.
do
  local world, alice = game(nil, "p:double", "p:triple")
  equal(world:act("gain", { player = alice, amount = 1 }), "done")
  equal(alice.life, 16)
  local left = rows(world, "not asked")
  equal(#left, 1)
  equal(left[1].who, alice)
  equal(left[1].kind, "gain")
end

-- Not the same: asked, and each option says what comes of it.
do
  local world, alice = game(nil, "p:double", "p:plus")
  local before = world:hash()
  equal(world:act("gain", { player = alice, amount = 1 }), "decide")
  local asked = world:decisions()[1]
  equal(asked.options[1].outcome, "gain Alice 3")
  equal(asked.options[2].outcome, "gain Alice 4")
  local text = tostring(asked)
  equal(text:find("gain Alice 4", 1, true) ~= nil, true, text)
  world:cancel()
  equal(world:hash(), before)
  world:act("gain", { player = alice, amount = 1 })
  world:answer(2)
  equal(alice.life, 14)
  equal(#rows(world, "not asked"), 0)
end

-- Three of which two are the same: what is still to be asked is said.
do
  local world, alice = game(nil, "p:double", "p:triple", "p:plus")
  world:act("gain", { player = alice, amount = 1 })
  local options = world:decisions()[1].options
  equal(#options, 3)
  equal(options[3].outcome, "gain Alice 12", "the rest is the same in both orders")
  equal(options[1].outcome, "asks which is next")
  world:answer(3)
  equal(#world:decisions(), 0)
  equal(alice.life, 22)
end

-- Always, by the code or by the rules.
do
  local world, alice = game(nil, "p:double", "p:asked")
  equal(world:act("gain", { player = alice, amount = 1 }), "decide")
  equal(world:decisions()[1].options[1].outcome, "gain Alice 10")
  equal(world:decisions()[1].options[2].outcome, "gain Alice 10")
  world:answer(1)
  equal(alice.life, 20)
  world, alice = game({ always_ask = true }, "p:double", "p:triple")
  equal(world:act("gain", { player = alice, amount = 1 }), "decide")
end

-- Chance, another decision, and something hidden: asked, and no word of what comes of them.
do
  local world, alice = game(nil, "p:double", "p:roll")
  equal(world:act("gain", { player = alice, amount = 1 }), "decide")
  equal(world:decisions()[1].options[1].outcome, nil)
  equal(world:decisions()[1].options[2].outcome, nil)
  world, alice = game(nil, "p:triple", "p:dare")
  equal(world:act("gain", { player = alice, amount = 1 }), "decide")
  equal(world:decisions()[1].options[1].outcome, "gain Alice 3, then asks")
  world, alice = game(nil, "p:triple")
  local bob = world:spawn({ name = "Bob" })
  local card = world:spawn({ name = "Secret" })
  card = card:move("hand", { player = bob })
  start(world, "show", alice, card)
  equal(world:act("gain", { player = alice, amount = 1 }), "decide")
  equal(world:decisions()[1].options[1].outcome, nil)
  world, alice = game(nil, "p:triple")
  card = world:spawn({ name = "Secret" })
  card = card:move("hand", { player = alice })
  start(world, "show", alice, card)
  equal(world:act("gain", { player = alice, amount = 1 }), "done", "it is her own")
end

-- What lies face down is named to nobody by an option that turns it up or moves it.
for _, name in ipairs({ "lift", "show" }) do
  for _, down in ipairs({ true, false }) do
    local world, alice = game({ always_ask = true }, "p:triple")
    local card = world:spawn():move("table")
    card.base.name, card.base.down = "Secret", down
    start(world, name, alice, card)
    equal(world:act("gain", { player = alice, amount = 1 }), "decide")
    for _, option in ipairs(world:decisions()[1].options) do
      local start_of = "gain Alice 15, " .. name .. " "
      equal(option.outcome:sub(1, #start_of), start_of)
      equal(option.outcome:find("Secret", 1, true) == nil, down, option.outcome)
    end
  end
end

-- What one does has nothing to do with the other: no trial is needed, though it would tell nothing.
do
  local world, alice = game(nil, "p:triple")
  local bob = world:spawn({ name = "Bob" })
  local card = world:spawn({ name = "Secret" })
  start(world, "turn", alice, card:move("hand", { player = bob }))
  equal(world:act("gain", { player = alice, amount = 1 }), "done")
  equal(alice.life, 13)
end

-- Numbers of what is made do not count.
do
  local world, alice = game(nil, "p:make", "p:double", "p:triple")
  equal(world:act("gain", { player = alice, amount = 1 }), "done")
  equal(#rows(world, "not asked"), 2, "of three, then of two")
end

-- Nor does the number of what ends with a clock, which takes the place of what has ended.
do
  local world, alice = game(nil, "p:curse", "p:dawn")
  world:effect({ on = alice, clock = "year", ticks = 1, luck = strata.add(7) })
  equal(alice.luck, 7)
  equal(world:act("gain", { player = alice, amount = 1 }), "done")
  equal(alice.life, 20)
  equal(alice.luck, 1)
  world:tick("turn")
  equal(alice.luck, 0)
  world, alice = game(nil, "p:watch", "p:dawn")
  world:act({ code = "start:heal", you = alice, settling = "none" })
  equal(world:act("gain", { player = alice, amount = 1 }), "done")
  equal(alice.life, 20)
  world:act("ping", { player = alice })
  equal(alice.life, 20, "what healed has ended")
  world:tick("week")
  equal(world:act("gain", { player = alice, amount = 1 }), "done")
  equal(alice.life, 30, "what was to give more has ended")
end

-- The order of what has triggered, with and without a stack.
for _, play in ipairs({ {}, { stack = "stack" } }) do
  local world, alice = game(play, "p:heal", "p:cheer")
  equal(world:act("ping", { player = alice }), "done")
  equal(alice.life, 13)
  equal(#rows(world, "not asked"), 1)
  world, alice = game(play, "p:heal", "p:boast")
  equal(world:act("ping", { player = alice }), "decide")
  equal(world:decisions()[1].purpose, "order triggers")
end

-- A circle is found, with those who form it; the world stays usable.
for _, play in ipairs({ {}, { stack = "stack" } }) do
  local world, alice = game(play, "p:ping", "p:pong")
  local before = world:hash()
  fails("goes round in a circle", world.act, world, "ping", { player = alice })
  fails("'p:pong', 'p:ping'", world.act, world, "ping", { player = alice })
  equal(world:hash(), before)
  equal(world:act("gain", { player = alice, amount = 1 }), "done")
  equal(alice.life, 11)
end

-- Who is another object each time round, with another number and timestamp, is the same in meaning.
do
  local world = game(nil, "p:blink")
  local card = world:spawn({ name = "Ghost" }):move("table")
  world:spawn({ name = "Wall" }):move("table")
  fails("'p:blink'", world.act, world, "show", { who = card })
  equal(card.zone, "table")
end

-- What the rules have for it happens.
do
  local world, alice = game({ on_loop = "over" }, "p:ping", "p:pong")
  equal(world:act("ping", { player = alice }), "done")
  equal(alice.active, true)
  equal(rows(world, "happened")[#rows(world, "happened")].kind, "over")
end

-- What grows is no circle: it is stopped, and named. Nor is what was rolled or decided.
do
  local world, alice = game(nil, "p:grow")
  fails("again and again", world.act, world, "ping", { player = alice })
  world, alice = game(nil, "p:spin")
  equal(world:act("ping", { player = alice }), "done")
  world, alice = game(nil, "p:ask")
  local outcome = world:act("ping", { player = alice })
  for _ = 1, 40 do
    equal(outcome, "decide")
    outcome = world:answer(1)
  end
  equal(world:answer(2), "done")
end
