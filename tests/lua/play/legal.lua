--- Actions of players: what may be done is listed, what is listed can be done, and all else is
--- refused with its reason and changes nothing.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, named, this = strata.event, strata.named, strata.this

local rules = strata.rules({
  layers = { "ability", "only" },
  default_layers = { abilities = "ability" },
  symbols = { "give", "keep" },
  zones = {
    board = { shared = true },
    discard = { shared = true },
    stack = { shared = true, ordered = true },
  },
  attributes = {
    name = { "text", unlayered = true },
    kinds = { "set", "player", "beast", "cell", unlayered = true },
    controller = { "ref", unlayered = true },
    mark = { "ref", unlayered = true },
    tapped = { "flag", unlayered = true },
    life = { "int", unlayered = true },
    hurt = { "int", unlayered = true },
    aimed = { "int", unlayered = true }, -- how often it has become a target
    aimer = { "ref", unlayered = true }, -- of what, last
    turn = { "flag", unlayered = true },
    shield = { "flag", unlayered = true },
    abilities = "abilities",
  },
  play = { stack = "stack", ends = "win", targeted = "aim" },
  events = {
    place = {
      fields = { where = "ref", who = "ref" },
      affected = "where",
      does = { { "set", "mark", who = event.where, value = event.who } },
    },
    tap = {
      fields = { who = "ref" },
      affected = "who",
      matters = "not event.who.tapped",
      does = { { "set", "tapped", who = event.who, value = true } },
    },
    pay = {
      fields = { who = "ref", amount = "int" },
      affected = "who",
      amount = "amount",
      can = "event.who.life >= event.amount",
      does = { { "add", "life", who = event.who, value = "0 - event.amount" } },
    },
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
    win = { fields = { who = "ref" }, affected = "who" },
    lose = {
      fields = { who = "ref" },
      affected = "who",
      does = { { "move", who = event.who, with = { to = "'discard'" } } },
    },
  },
  codes = {
    ["test:place"] = {
      "action",
      actor = "it.turn",
      subject = "it.kinds has 'cell'",
      when = "this.mark = none",
      { "emit", "place", with = { where = this, who = named.you } },
    },
    -- Who has hurt somebody by 9 has won; what would follow does not happen any more.
    ["test:won"] = {
      "trigger",
      "hit",
      when = "event.who.hurt >= 9",
      immediate = true,
      { "emit", "win", with = { who = event.by } },
      { "emit", "hit", with = { who = event.who, amount = 100 } },
    },
    ["test:late"] = {
      "trigger",
      "win",
      { "emit", "hit", with = { who = event.who, amount = 100 } },
    },
    ["test:bolt"] = {
      "action",
      paid = 3,
      stacked = true,
      { "choose", as = "target", who = "it.kinds has 'beast' and not it.shield", target = true },
      { "emit", "tap", with = { who = this } },
      { "emit", "pay", with = { who = named.you, amount = 2 } },
      { "emit", "hit", with = { who = named.target, amount = 3 } },
    },
    -- A choice that is asked only after another one.
    ["test:offer"] = {
      "action",
      paid = 3,
      { "choose", "word", as = "what", announced = true, with = { of = { "keep", "give" } } },
      {
        "choose",
        as = "target",
        who = "it.kinds has 'beast' and it != this",
        target = true,
        when = "$what = 'give'",
      },
      { "emit", "pay", with = { who = named.you, amount = 1 } },
      { "emit", "hit", with = { who = named.target, amount = 2 }, when = "$target != none" },
    },
    -- No number is from 3 to 1.
    ["test:never"] = {
      "action",
      paid = 1,
      { "choose", "number", as = "n", announced = true, with = { least = 3, most = 1 } },
      { "emit", "hit", with = { who = this, amount = named.n } },
    },
    -- The cost hangs on the target.
    ["test:rob"] = {
      "action",
      paid = 2,
      { "choose", as = "target", who = "it.kinds has 'beast' and it != this", target = true },
      { "emit", "pay", with = { who = named.you, amount = named.target.hurt } },
      { "emit", "hit", with = { who = named.target, amount = 1 } },
    },
    -- What is paid with is chosen while it is paid.
    ["test:burn"] = {
      "action",
      paid = 2,
      { "choose", as = "burnt", who = "it.kinds has 'cell' and it.mark = $you" },
      { "emit", "lose", with = { who = named.burnt } },
      { "emit", "hit", with = { who = this, amount = 1 } },
    },
    ["test:feed"] = {
      "action",
      paid = 4,
      {
        "choose",
        as = "victim",
        who = "it.kinds has 'beast' and it.controller = $you",
        announced = true,
      },
      { "choose", "number", as = "x", announced = true, with = { least = 0, most = 9 } },
      { "emit", "pay", with = { who = named.you, amount = named.x } },
      { "emit", "lose", with = { who = named.victim } },
      { "emit", "hit", with = { who = this, amount = named.x } },
    },
  },
  abilities = {
    ["test:robber"] = { kind = "activated", zones = { "board" }, codes = { "test:rob" } },
    ["test:offerer"] = { kind = "activated", zones = { "board" }, codes = { "test:offer" } },
    ["test:nobody"] = { kind = "activated", zones = { "board" }, codes = { "test:never" } },
    ["test:burner"] = { kind = "activated", zones = { "board" }, codes = { "test:burn" } },
    ["test:shooter"] = { kind = "activated", zones = { "board" }, codes = { "test:bolt" } },
    ["test:eater"] = { kind = "activated", zones = { "board" }, codes = { "test:feed" } },
  },
  laws = { place = { codes = { "test:place" } }, won = { codes = { "test:won", "test:late" } } },
})

local function new_game()
  local world = rules:world()
  local game = { world = world }
  game.A = world:spawn({ name = "A", kinds = { "player" }, life = 5, turn = true })
  game.B = world:spawn({ name = "B", kinds = { "player" }, life = 5 })
  game.cells = {}
  for i = 1, 3 do
    game.cells[i] = world:spawn({ name = "cell " .. i, kinds = { "cell" } })
  end
  return game
end

local function beast(game, player, ability)
  local one = game.world:spawn({
    name = "beast",
    kinds = { "beast" },
    controller = player,
    abilities = ability and { ability } or nil,
  })
  return one:move("board", { same = true })
end

--- The list of a player in a line: "place cell 1, bolt beast".
local function said(game, player)
  local list = {}
  for i, act in ipairs(game.world:legal(player)) do
    equal(act.you, player, "who does it")
    list[i] = ("%s %s"):format(act.code:match(":(.*)$"), act.source and act.source.name or "-")
  end
  return table.concat(list, ", ")
end

--- What is refused leaves the world as it was.
local function refused(game, text, act)
  local hash = game.world:hash()
  fails(text, game.world.act, game.world, act)
  equal(game.world:hash(), hash, "hash after a refusal")
end

-- -- Actions of laws -------------------------------------------------------------

do
  local game = new_game()
  local world, A, B, cells = game.world, game.A, game.B, game.cells
  local hash = world:hash()
  equal(said(game, A), "place cell 1, place cell 2, place cell 3")
  equal(said(game, B), "")
  equal(world:hash(), hash, "a list changes nothing")
  refused(game, "not this player's", { code = "test:place", source = cells[1], you = B })
  refused(game, "not done with this object", { code = "test:place", source = A, you = A })
  refused(game, "not done with this object", { code = "test:place", you = A })
  equal(world:act(world:legal(A)[2]), "done")
  equal(cells[2].mark, A)
  equal(said(game, A), "place cell 1, place cell 3")
  refused(game, "condition does not hold", { code = "test:place", source = cells[2], you = A })
  local strange = { code = "test:place", source = cells[1], you = A, with = { x = 1 } }
  fails("announces no 'x'; it announces nothing", world.act, world, strange)
end

-- -- Costs, targets, the stack -----------------------------------------------------

do
  local game = new_game()
  local world, A, B = game.world, game.A, game.B
  A.base.turn = false
  local shooter = beast(game, A, "test:shooter")
  local other = beast(game, B)
  equal(said(game, A), "bolt beast")
  equal(said(game, B), "", "only its controller activates it")
  refused(game, "not this player's", { code = "test:bolt", source = shooter, you = B })
  refused(game, "does not have it", { code = "test:bolt", source = other, you = B })
  local choice = world:next_choice(world:legal(A)[1])
  equal(choice.name, "target")
  equal(choice.purpose, "target")
  equal(#choice.options, 2)
  other.base.shield = true
  equal(#world:next_choice(world:legal(A)[1]).options, 1)
  local aimed = { code = "test:bolt", source = shooter, you = A, with = { target = other } }
  refused(game, "'target' cannot be", aimed)
  fails("'target' cannot be", world.next_choice, world, aimed)
  other.base.shield = false
  equal(world:next_choice(aimed), nil)
  aimed.settling = "place"
  equal(world:act(aimed), "done")
  equal(shooter.tapped, true)
  equal(A.life, 3)
  equal(other.hurt, 0, "it waits on the stack")
  equal(other.aimed, 1, "it has become a target (601.2c)")
  equal(other.aimer, shooter)
  local copy = rules:load(world:save())
  equal(copy:act({ resolve = true }), "done")
  equal(copy:entity(other.id).hurt, 3, "what waits on the stack is in a save")
  equal(said(game, A), "", "its cost cannot be paid again")
  refused(game, "'tap' cannot happen", aimed)
  equal(world:act({ resolve = true }), "done")
  equal(other.hurt, 3)
  equal(other.aimed, 1)

  -- What became an illegal target meanwhile is not hit (608.2b).
  shooter.base.tapped = false
  equal(world:act(aimed), "done")
  other.base.shield = true
  equal(world:act({ resolve = true }), "done")
  equal(other.hurt, 3)

  -- Life is left for no other.
  shooter.base.tapped, other.base.shield = false, false
  equal(A.life, 1)
  equal(said(game, A), "")
  refused(game, "'pay' cannot happen", aimed)
  A.base.life = 2
  equal(said(game, A), "bolt beast")

  -- What has left the board has no ability there, and what lost it neither.
  shooter:move("discard", { same = true })
  equal(said(game, A), "")
  refused(game, "does not have it", aimed)
end

-- -- What is announced to pay with ---------------------------------------------------

do
  local game = new_game()
  local world, A = game.world, game.A
  A.base.turn = false
  local eater = beast(game, A, "test:eater")
  local food = beast(game, A)
  local act = world:legal(A)[1]
  equal(said(game, A), "feed beast")
  local choice = world:next_choice(act)
  equal(choice.name, "victim")
  equal(choice.purpose, "choose")
  equal(#choice.options, 2)
  act.with = { victim = food }
  choice = world:next_choice(act)
  equal(choice.name, "x")
  equal(choice.purpose, "number")
  act.with.x = 7
  refused(game, "'pay' cannot happen", act)
  act.with.x = 10
  refused(game, "'x' is a number from 0 to 9", act)
  act.with = { victm = food }
  fails("announces no 'victm'; it announces victim, x", world.act, world, act)

  -- What is not given is asked; the refusal of an answer leaves the question open.
  act.with = { victim = food }
  equal(world:act(act), "decide")
  local hash = world:hash()
  fails("'pay' cannot happen", world.answer, world, 7)
  equal(world:hash(), hash)
  local saved = world:save()
  equal(world:answer(0), "done", "an amount of 0 is paid (118.5)")
  equal(A.life, 5)
  equal(food:successor().zone, "discard")
  equal(food:last_known("aimed"), 0, "what is announced to pay with is no target")

  -- An action waits in a save with what was given.
  local later = rules:load(saved)
  equal(later:answer(2), "done")
  equal(later:entity(A.id).life, 3)
  equal(later:entity(eater.id).hurt, 2)
  equal(later:entity(food.id), nil)

  -- Cancelled, it is as it was.
  local before = world:hash()
  act.with = nil
  equal(world:act(act), "decide")
  fails("decision", world.legal, world, A)
  world:cancel()
  equal(world:hash(), before)
end

-- -- Costs that hang on choices ---------------------------------------------------------

do
  local game = new_game()
  local world, A = game.world, game.A
  A.base.turn = false
  local robber, cheap, dear = beast(game, A, "test:robber"), beast(game, A), beast(game, A)
  cheap.base.hurt, dear.base.hurt = 3, 6
  local act = world:legal(A)[1]
  equal(#world:next_choice(act).options, 1)
  equal(world:next_choice(act).options[1].value, cheap)
  -- Only one can be paid for, so nothing is asked.
  equal(world:act(act), "done")
  equal(A.life, 2)
  equal(cheap.hurt, 4)
  equal(#world:legal(A), 0, "nobody can be paid for now")
  dear.base.hurt, cheap.base.hurt = 1, 2
  local other = beast(game, A)
  other.base.hurt = 3
  equal(world:act(act), "decide")
  equal(#world:decisions()[1].options, 2, "whom nobody can pay for is not offered")
  equal(world:answer(dear), "done")
  equal(A.life, 1)
  refused(game, "'pay' cannot happen", {
    code = "test:rob",
    source = robber,
    you = A,
    with = { target = other },
  })
end

do
  local game = new_game()
  local world, A = game.world, game.A
  A.base.turn = false
  local burner = beast(game, A, "test:burner")
  equal(said(game, A), "", "an event about nobody pays nothing")
  refused(game, "'lose' cannot happen", { code = "test:burn", source = burner, you = A })
  game.cells[1].base.mark = A
  equal(said(game, A), "burn beast")
  equal(world:act(world:legal(A)[1]), "done")
  equal(burner.hurt, 1)
  equal(game.cells[1]:successor().zone, "discard")
end

-- -- Choices that are not asked, or cannot be made --------------------------------------

do
  local game = new_game()
  local world, A = game.world, game.A
  A.base.turn = false
  beast(game, A, "test:offerer")
  local other = beast(game, A)
  local act = world:legal(A)[1]
  equal(world:act(act), "decide")
  equal(world:answer("keep"), "done")
  equal(A.life, 4)
  equal(other.hurt, 0, "what was not asked is not chosen")
  equal(world:act(act), "decide")
  equal(world:answer("give"), "done")
  equal(other.hurt, 2)
  act.with = { what = "keep", target = other }
  refused(game, "'target' is not asked for here", act)
  fails("'target' is not asked for here", world.next_choice, world, act)
  act.you = nil
  refused(game, "say the player who does it", act)
end

do
  local game = new_game()
  game.A.base.turn = false
  local nobody = beast(game, game.A, "test:nobody")
  equal(said(game, game.A), "")
  local act = { code = "test:never", source = nobody, you = game.A }
  refused(game, "nothing to choose as 'n'", act)
  act.with = { n = 2 }
  refused(game, "'n' is a number from 3 to 1", act)
end

-- -- The end of a game ---------------------------------------------------------------

do
  local game = new_game()
  local world, A, B = game.world, game.A, game.B
  local other = beast(game, B)
  equal(world:act("hit", { who = other, amount = 8 }, { by = A }), "done")
  equal(world:ended(), nil)
  equal(#world:legal(A), 3)
  equal(world:act("hit", { who = other, amount = 1 }, { by = A }), "done")
  equal(world:ended(), 2)
  equal(other.hurt, 9, "what follows the end does not happen")
  equal(A.hurt, 0, "no trigger is done after the end")
  equal(#world:legal(A), 0)
  refused(game, "the game is over", { code = "test:place", source = game.cells[1], you = A })
  fails("the game is over", world.act, world, "hit", { who = other, amount = 1 })
  equal(rules:load(world:save()):ended(), 2, "a save knows it")
end

-- -- Who may do it may depend on the object ------------------------------------------

do
  local function spec(subject)
    return {
      layers = { "only" },
      attributes = {
        name = { "text", unlayered = true },
        owner = { "ref", unlayered = true },
        rung = { "flag", unlayered = true },
      },
      events = {
        ring = {
          fields = { who = "ref" },
          affected = "who",
          does = { { "set", "rung", who = event.who, value = true } },
        },
      },
      codes = {
        ["test:ring"] = {
          "action",
          actor = "it = this.owner",
          subject = subject,
          when = "not this.rung",
          { "emit", "ring", with = { who = this } },
        },
      },
      laws = { ring = { codes = { "test:ring" } } },
    }
  end
  local world = strata.rules(spec("it.owner != none")):world()
  local A, B = world:spawn({ name = "A" }), world:spawn({ name = "B" })
  local bell = world:spawn({ name = "bell", owner = A })
  local gong = world:spawn({ name = "gong", owner = B })
  equal(#world:legal(A), 1)
  equal(world:legal(A)[1].source, bell)
  equal(world:legal(B)[1].source, gong)
  fails("not this player's", world.act, world, { code = "test:ring", source = gong, you = A })
  equal(world:act(world:legal(A)[1]), "done")
  equal(#world:legal(A), 0)
  fails("'subject' selects the object", strata.rules, spec("it.owner = this.owner"))
  local waiting = spec("it.owner != none")
  waiting.codes["test:ring"].stacked = true
  fails("is stacked, and these rules have no stack", strata.rules, waiting)
  local lawless = spec("it.owner != none")
  lawless.codes["test:ring"].actor = nil
  fails("says its 'actor'", strata.rules, lawless)
end

-- -- What a triggered ability is aimed at ---------------------------------------------

for _, stack in ipairs({ "stack", false }) do
  local aiming = strata.rules({
    layers = { "only" },
    zones = { stack = { shared = true, ordered = true } },
    attributes = {
      kinds = { "set", "bell", "gong", unlayered = true },
      aimed = { "int", unlayered = true },
      seen = { "int", unlayered = true },
    },
    play = { stack = stack or nil, targeted = "aim" },
    events = {
      ring = { fields = { who = "ref" }, affected = "who" },
      see = {
        fields = { who = "ref" },
        affected = "who",
        -- how often it had become a target before
        does = { { "set", "seen", who = event.who, value = "event.who.aimed + 10" } },
      },
      aim = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "add", "aimed", who = event.who, value = 1 } },
      },
    },
    codes = {
      ["test:look"] = {
        "trigger",
        "ring",
        { "choose", as = "target", who = "it.kinds has 'bell'", target = true },
        { "choose", as = "other", who = "it.kinds has 'gong'" },
        { "emit", "see", with = { who = named.target } },
        { "emit", "see", with = { who = named.other } },
      },
    },
    laws = { look = { codes = { "test:look" } } },
  })
  local world = aiming:world()
  local bell, gong = world:spawn({ kinds = { "bell" } }), world:spawn({ kinds = { "gong" } })
  equal(world:act("ring", { who = gong }), "done")
  equal(bell.aimed, 1)
  equal(bell.seen, 11, "it becomes a target before the ability does anything")
  equal(gong.aimed, 0, "what is chosen later is no target")
  equal(gong.seen, 10)
end
