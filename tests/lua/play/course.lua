--- The course of a game: periods begin and end by events, players act in turn, at once or in
--- succession, and the course is state as all else is.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event = strata.event

local function told(what)
  return {
    fields = { player = "ref", word = "sym" },
    affected = "player",
    does = { { "set", "last", who = event.player, value = event.word }, what },
  }
end

-- A turn is added.
local MORE <const> = {
  fields = { player = "ref", whose = "ref" },
  affected = "player",
  does = { { "add_period", "turn", with = { player = event.whose } } },
}

--- Rules with these periods: players have a place in the order, and a count of each thing.
local function rules_of(course, more)
  local spec = {
    layers = { "only" },
    symbols = { "turn", "main", "upkeep", "end", "phase", "round", "bout" },
    zones = { stack = { shared = true, ordered = true }, out = { shared = true } },
    clocks = { "turn" },
    attributes = {
      name = { "sym", unlayered = true },
      seat = { "int", unlayered = true },
      controller = { "ref", unlayered = true },
      active = { "flag", unlayered = true },
      acting = { "flag", unlayered = true },
      next_player = { "ref", unlayered = true },
      last = { "sym", unlayered = true },
      turns = { "int", unlayered = true },
      ended = { "int", unlayered = true },
      done = { "int", unlayered = true },
      skips = { "int", unlayered = true },
      left = { "int", unlayered = true },
    },
    play = {
      turn_player = "it.active",
      next_player = "next_player",
      acting = "acting",
      starts = "begin",
      ends = "finish",
    },
    events = {
      begin = { fields = { player = "ref" }, affected = "player", does = {} },
      finish = { fields = { player = "ref" }, affected = "player", quiet = true },
      comes = told(),
      turn_begins = {
        fields = { player = "ref" },
        affected = "player",
        does = {
          { "set", "active", who = "it.seat > 0", value = "it = event.player" },
          { "add", "turns", who = event.player, value = 1 },
        },
      },
      turn_ends = {
        fields = { player = "ref" },
        affected = "player",
        does = { { "add", "ended", who = event.player, value = 1 } },
      },
      pass = {
        fields = { player = "ref" },
        affected = "player",
        can = "event.player.acting",
        does = { { "pass", who = event.player } },
      },
      work = {
        fields = { player = "ref" },
        affected = "player",
        does = { { "add", "done", who = event.player, value = 1 } },
      },
      skip = {
        fields = { player = "ref" },
        affected = "player",
        does = { { "add", "skips", who = event.player, value = -1 } },
      },
    },
    codes = {
      pass = {
        "action",
        actor = "it.acting",
        paid = 1,
        { "emit", "pass", with = { player = "$you" } },
      },
      work = {
        "action",
        actor = "it.acting",
        paid = 1,
        { "emit", "work", with = { player = "$you" } },
      },
    },
    course = course,
  }
  for _, period in ipairs(course) do
    local has_turns = period[1] == "turn" and period.whose
    spec.events.more = has_turns and MORE or spec.events.more
  end
  spec.laws = { all = { codes = { "pass", "work" } } }
  for section, own in pairs(more or {}) do
    for name, value in pairs(own) do
      spec[section][name] = value
    end
  end
  return strata.rules(spec)
end

--- A world with players a, b, c, who come in this order.
local function players_of(rules)
  local world = rules:world()
  local list = {}
  for seat = 1, 3 do
    list[seat] = world:spawn({ seat = seat })
  end
  for seat = 1, 3 do
    list[seat].base.next_player = list[seat % 3 + 1]
  end
  return world, table.unpack(list)
end

--- The open periods as text, with the seats of whose they are: "turn 1 > main 1".
local function open(world)
  local texts = {}
  for i, row in ipairs(world:course()) do
    texts[i] = ("%s %s"):format(row.period, row.player and row.player.seat or "-")
  end
  return table.concat(texts, " > ")
end

local function acting(world)
  local seats = {}
  for i, player in ipairs(world:select("it.acting")) do
    seats[i] = player.seat
  end
  return table.concat(seats, " ")
end

local BEGINS <const> = { { "emit", "turn_begins", with = { player = "$you" } } }
local ENDS <const> = { { "emit", "turn_ends", with = { player = "$you" } } }

local TURN <const> = {
  { "turn", whose = "next", begins = BEGINS, ends = ENDS },
  { "upkeep", within = "turn" },
  { "main", within = "turn", acts = "it.active" },
}

-- A game begins by its event, once; before it nothing is open, and nothing can be advanced.
do
  local world, a, b = players_of(rules_of(TURN))
  equal(open(world), "")
  fails("the game has not begun", function()
    world:advance()
  end)
  equal(world:act("begin", { player = b }), "done")
  equal(open(world), "turn 2 > main 2")
  equal(acting(world), "2")
  local outcome, why = world:act("begin", { player = a })
  equal(outcome, "done")
  equal(why, "it did not happen: it could not happen")
  equal(open(world), "turn 2 > main 2")
end

-- A turn is the next player's; its inner periods follow each other, and those without players who
-- act pass by.
do
  local world, a, b, c = players_of(rules_of(TURN))
  world:act("begin", { player = a })
  for _, player in ipairs({ a, b, c, a }) do
    equal(open(world), ("turn %d > main %d"):format(player.seat, player.seat))
    equal(#world:legal(player), 2)
    equal(#world:legal(player.next_player), 0)
    world:act({ code = "work", you = player })
    equal(acting(world), tostring(player.seat)) -- who has acted may go on
    world:act({ code = "pass", you = player })
  end
  equal({ a.turns, b.turns, c.turns, a.ended, b.ended }, { 2, 2, 1, 2, 1 })
  equal(a.done, 2)
  fails("it is not this player's to do", function()
    world:act({ code = "work", you = a })
  end)
end

-- The host can advance the course period by period, also through those in which nobody acts.
do
  local world, a = players_of(rules_of(TURN))
  world:act("begin", { player = a })
  local met = {}
  for i = 1, 6 do
    world:advance()
    met[i] = open(world)
  end
  equal(met, {
    "turn 2",
    "turn 2 > upkeep 2",
    "turn 2 > main 2",
    "turn 3",
    "turn 3 > upkeep 3",
    "turn 3 > main 3",
  })
end

-- The course is state: it is saved, forked, hashed and taken back.
do
  local rules = rules_of(TURN)
  local world, a = players_of(rules)
  world:act("begin", { player = a })
  local before, position, mark = world:hash(), world:position(), world:mark()
  world:act({ code = "pass", you = a })
  equal(open(world), "turn 2 > main 2")
  equal(world:position() == position, false)
  local again = rules:load(world:save())
  equal(again:hash(), world:hash())
  equal(open(again), "turn 2 > main 2")
  local fork = world:fork()
  fork:advance()
  equal(open(fork), "turn 3")
  equal(open(world), "turn 2 > main 2")
  world:rollback(mark)
  equal(world:hash(), before)
  equal(world:position(), position)
  equal(open(world), "turn 1 > main 1")
end

-- A period whose event does not happen is skipped, with all in it (614.10); the next one is of the
-- player after whose it would have been.
do
  local rules = rules_of(TURN, {
    codes = {
      skips = {
        "replace",
        "turn_begins",
        when = "event.player.skips > 0",
        { "instead", { "emit", "skip", with = { player = event.player } } },
      },
    },
    laws = { skips = { codes = { "skips" } } },
  })
  local world, a, b, c = players_of(rules)
  b.base.skips = 1
  world:act("begin", { player = a })
  world:act({ code = "pass", you = a })
  equal(open(world), "turn 3 > main 3")
  equal({ b.turns, b.ended, b.skips, c.turns }, { 0, 0, 0, 1 })
  world:act({ code = "pass", you = c })
  world:act({ code = "pass", you = a })
  equal(open(world), "turn 2 > main 2") -- the control: nothing is left to skip
end

-- Added turns come first, the newest before the others (500.7), and do not change whose turn is
-- next otherwise.
do
  local world, a, b, c = players_of(rules_of(TURN))
  world:act("begin", { player = a })
  world:act("more", { player = a, whose = c })
  world:act("more", { player = a, whose = a })
  local met = {}
  for i = 1, 5 do
    local player = world:course()[1].player
    met[i] = player.seat
    world:act({ code = "pass", you = player })
  end
  equal(met, { 1, 1, 3, 2, 3 })
end

-- A period can be added behind another one (500.8); what is added to a turn ends with it.
do
  local world, a = players_of(rules_of({
    { "turn", whose = "next", begins = BEGINS },
    { "main", within = "turn", acts = "it.active" },
    { "upkeep", within = "turn", acts = "it.active" },
    { "end", within = "turn", acts = "it.active" },
  }, {
    events = {
      more_upkeep = {
        fields = { player = "ref" },
        affected = "player",
        does = { { "add_period", "upkeep", with = { after = "'main'" } } },
      },
    },
  }))
  world:act("begin", { player = a })
  world:act("more_upkeep", { player = a })
  local met = {}
  for i = 1, 5 do
    local row = world:course()[2]
    met[i] = row.period
    if i == 5 then
      break
    end
    world:act({ code = "pass", you = row.player })
  end
  equal(met, { "main", "upkeep", "upkeep", "end", "main" })
  -- behind what has ended in this turn already, it does not come in the next one
  local function pass()
    world:act({ code = "pass", you = world:course()[2].player })
  end
  pass()
  pass()
  equal(world:course()[2].period, "end")
  world:act("more_upkeep", { player = a })
  pass()
  pass()
  equal(world:course()[2].period, "upkeep")
  pass()
  equal(world:course()[2].period, "end")
end

-- Once for each player, in turn order; a turn that is added in one of them comes before the others.
do
  local world, a, b = players_of(rules_of({
    { "round" },
    {
      "turn",
      within = "round",
      whose = "each",
      who = "it.seat > 0 and it.left = 0",
      begins = BEGINS,
    },
    { "main", within = "turn", acts = "it.active" },
    { "end", within = "round", acts = "it.active" },
  }))
  a.base.active = true
  world:act("begin", { player = a })
  world:act("more", { player = a, whose = a })
  b.base.left = 1 -- was in the game as the turns of the round began
  local met = {}
  for i = 1, 6 do
    met[i] = open(world)
    world:act({ code = "pass", you = world:select("it.acting")[1] })
  end
  equal(met, {
    "round - > turn 1 > main 1",
    "round - > turn 1 > main 1",
    "round - > turn 2 > main 2",
    "round - > turn 3 > main 3",
    "round - > end -",
    "round - > turn 3 > main 3", -- who was active is first in turn order
  })
end

-- A period comes again while a condition holds, and not at all unless another one does.
do
  local course = {
    { "turn", whose = "next", begins = BEGINS },
    {
      "bout",
      within = "turn",
      again = "count(it.seat > 0 and it.done > 0) > 0",
      begins = { { "emit", "fight", who = "it.done > 0", with = { player = "it" } } },
    },
    { "phase", within = "turn", when = "$you.left > 0", acts = "it.active" },
    { "main", within = "turn", acts = "it.active" },
  }
  local world, a, b = players_of(rules_of(course, {
    events = {
      fight = {
        fields = { player = "ref" },
        affected = "player",
        does = {
          { "add", "done", who = event.player, value = -1 },
          { "add", "ended", who = event.player, value = 1 },
        },
      },
    },
  }))
  a.base.done, b.base.left = 5, 1
  world:act("begin", { player = a })
  equal({ a.done, a.ended }, { 0, 5 })
  equal(open(world), "turn 1 > main 1")
  world:act({ code = "pass", you = a })
  equal(open(world), "turn 2 > phase 2")
end

-- In turn each player acts until it passes; at once all do.
do
  local function play(order, passes)
    local world, a = players_of(rules_of({
      { "main", acts = "it.seat > 0", order = order, ends = ENDS },
      { "end", acts = "it.seat = 2" },
    }))
    a.base.active = true
    world:act("begin", { player = a })
    local met = { acting(world) }
    for _, seat in ipairs(passes) do
      world:act({ code = "pass", you = world:select(("it.seat = %d"):format(seat))[1] })
      met[#met + 1] = acting(world)
    end
    return met, open(world)
  end
  local met, now = play(nil, { 1, 2, 3 })
  equal(met, { "1", "2", "3", "2" })
  equal(now, "end -")
  met, now = play("at once", { 3, 1 })
  equal(met, { "1 2 3", "1 2", "2" })
  equal(now, "main -")
  fails("it is not this player's to do", function()
    play("at once", { 3, 3 })
  end)
end

-- In succession: when all have passed one after the other the top of the stack resolves, and they
-- begin anew; with an empty stack the period ends (117.4). Any other action begins the count anew.
do
  local rules = rules_of({
    { "turn", whose = "next", begins = BEGINS },
    { "main", within = "turn", acts = "it.seat > 0", order = "in succession" },
  }, {
    play = { stack = "stack" },
    codes = {
      cast = {
        "action",
        actor = "it.acting",
        stacked = true,
        { "emit", "work", with = { player = "$you" } },
      },
    },
    laws = { cast = { codes = { "cast" } } },
  })
  local world, a, b, c = players_of(rules)
  world:act("begin", { player = a })
  local function pass(player)
    world:act({ code = "pass", you = player })
  end
  pass(a)
  equal(acting(world), "2")
  world:act({ code = "cast", you = b })
  equal(acting(world), "2") -- who has acted acts next (117.3c)
  equal(b.done, 0)
  pass(b)
  local one_passed = world:position()
  world:act("work", { player = a }) -- another action: the pass before it counts no more
  a.base.done = 0
  equal(world:position() == one_passed, false)
  world:act({ code = "pass", you = c })
  equal({ acting(world), b.done }, { "1", 0 })
  pass(a)
  pass(b)
  equal(b.done, 1)
  world:act({ code = "pass", you = a })
  world:act({ code = "cast", you = b })
  b.base.done = 0
  pass(b)
  pass(c)
  equal({ acting(world), b.done }, { "1", 0 }) -- two have passed, and not all
  pass(a)
  equal({ acting(world), b.done }, { "1", 1 }) -- it has resolved, and the active player acts
  equal(open(world), "turn 1 > main 1")
  pass(a)
  pass(b)
  equal(open(world), "turn 1 > main 1")
  pass(c)
  equal(open(world), "turn 2 > main 2")
  -- advancing is as if all had passed
  world:act({ code = "cast", you = b })
  world:advance()
  equal({ open(world), b.done }, { "turn 2 > main 2", 2 })
  world:advance()
  equal(open(world), "turn 3")
end

-- What is added behind a period that is not beside it is refused, and the world is as it was.
do
  local world, a = players_of(rules_of(TURN, {
    events = {
      wrong = {
        fields = { player = "ref", word = "sym" },
        affected = "player",
        does = { { "add_period", "turn", with = { after = event.word } } },
      },
    },
  }))
  fails("the game has not begun", world.act, world, "wrong", { player = a, word = "turn" })
  world:act("begin", { player = a })
  local before = world:hash()
  for _, word in ipairs({ "main", "round" }) do
    fails("names no period beside it", world.act, world, "wrong", { player = a, word = word })
  end
  equal(world:hash(), before)
  equal(world:act("wrong", { player = a, word = "turn" }), "done") -- the control
end

-- A host lets a period begin whatever would come before it: what is open beside it ends, what would
-- come in between is left out, and behind it the course goes on in its order.
do
  local world, a, b = players_of(rules_of({
    { "turn", whose = "next", begins = BEGINS, ends = ENDS },
    { "upkeep", within = "turn", begins = { { "emit", "work", with = { player = "$you" } } } },
    { "main", within = "turn", acts = "it.active" },
    { "phase", within = "turn" },
    { "end", within = "phase", acts = "it.active" },
  }))
  world:act("begin", { player = a })
  equal({ open(world), a.done }, { "turn 1 > main 1", 1 })
  world:advance("upkeep")
  equal({ open(world), acting(world), a.done, a.ended }, { "turn 1 > upkeep 1", "", 2, 0 })
  world:advance()
  equal({ open(world), acting(world) }, { "turn 1 > main 1", "1" })
  local mark, before = world:mark(), world:hash()
  world:advance("turn")
  equal({ open(world), a.ended, b.turns }, { "turn 2", 1, 1 })
  world:advance("main")
  equal({ open(world), b.done }, { "turn 2 > main 2", 0 }) -- its upkeep is left out
  world:rollback(mark)
  equal(world:hash(), before)
  fails("the period 'end' is in one that is not open", world.advance, world, "end")
  fails("no period 'ends'", world.advance, world, "ends")
  equal(world:hash(), before)
  world:advance("phase") -- the control
  world:advance("end")
  equal(open(world), "turn 1 > phase 1 > end 1")
end

-- Who acts leaves the game: nobody waits for somebody who is gone. A period that the host has begun
-- by itself waits for the host.
do
  local world, a, b = players_of(rules_of({
    { "round" },
    { "main", within = "round", acts = "it.seat > 0" },
  }, {
    events = {
      leave = {
        fields = { player = "ref" },
        affected = "player",
        does = {
          { "remove", who = event.player },
        },
      },
    },
  }))
  world:act("begin", { player = a })
  world:act("work", { player = b })
  equal({ open(world), acting(world) }, { "round - > main -", "1" }) -- the control: it waits
  world:act("leave", { player = a })
  equal({ open(world), acting(world) }, { "round - > main -", "2" })
  world:advance("round")
  world:act("work", { player = b }) -- a period in which nobody acts waits for the host
  equal({ open(world), acting(world) }, { "round -", "" })
end

-- Nobody is next behind a player who is gone: the course stands still, whoever lets it go on.
do
  local world, a = players_of(rules_of(TURN, {
    events = {
      leave = {
        fields = { player = "ref" },
        affected = "player",
        does = { { "remove", who = event.player } },
      },
    },
  }))
  world:act("begin", { player = a })
  world:act("leave", { player = a })
  equal(#world:course(), 0)
  world:advance()
  equal(#world:course(), 0)
end

-- A game that ends in the middle of its course goes on no more.
do
  local world, a = players_of(rules_of(TURN, {
    codes = {
      over = {
        "trigger",
        "turn_begins",
        when = "event.player.seat = 2",
        { "emit", "finish", with = { player = event.player } },
      },
    },
    laws = { over = { codes = { "over" } } },
  }))
  world:act("begin", { player = a })
  world:act({ code = "pass", you = a })
  equal(open(world), "turn 2")
  equal(world:ended() ~= nil, true)
  fails("the game is over", function()
    world:advance()
  end)
end

-- A course in which nobody can act and nothing changes goes round in a circle, and is refused.
do
  local world, a = players_of(rules_of({
    { "round" },
    { "main", within = "round", acts = "it.left > 0" },
  }))
  local before = world:hash()
  fails("in it: the course of the game, in which nobody may act", function()
    world:act("begin", { player = a })
  end)
  equal(world:hash(), before)
end

-- What is declared wrongly is refused, with its name.
local function refused(course, message, more)
  fails(message, function()
    rules_of(course, more)
  end)
end
refused({ { "main", within = "turn" } }, "there is no period 'turn' before it")
refused({ { "turn" }, { "turn" } }, "period 'turn' is already declared")
refused({ { "turn", who = "it.seat > 0" } }, "for whom it comes")
refused({ { "turn", whose = "each" } }, "say for which, in 'who'")
refused({ { "turn", order = "at once" } }, "nobody acts in it")
refused({ { "turn", order = "at onc", acts = "true" } }, "at once")
refused({ { "turn", acts = "it.acting" }, { "main", within = "turn" } }, "say there who acts")
refused({ { "turn", begins = { { "pass", who = "it.acting" } } } }, "pass")
refused({ { "turn", color = 3 } }, "color")
refused({ { "turn", whose = "next" }, { "main", within = "turn", whose = "next" } }, "and so is")
fails("no attribute 'next_player'", strata.rules, {
  layers = { "only" },
  course = { { "turn", whose = "next" } },
})
fails("no attribute 'acting'", strata.rules, {
  layers = { "only" },
  attributes = { seat = { "int", unlayered = true } },
  course = { { "turn", acts = "it.seat > 0" } },
})
