--- Histories: any step, undo and redo, branches, autosaves, and a cap on what is kept.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local each, event, named = strata.each, strata.event, strata.named

local rules = strata.rules({
  layers = "numbers",
  symbols = { "left", "right" },
  attributes = { name = "text", power = "int", kinds = { "set", "beast" } },
  events = {
    grow = {
      fields = { who = "ref", amount = "int" },
      affected = "who",
      amount = "amount",
      does = { { "add", "power", who = event.who, value = event.amount } },
    },
    offer = { fields = { who = "ref" } },
  },
  codes = {
    ["t:offer"] = {
      "trigger",
      "offer",
      immediate = true,
      { "choose", who = each.beast, as = "given", with = { by = event.who } },
      { "roll", as = "n", value = 6 },
      { "emit", "grow", with = { who = named.given, amount = named.n } },
    },
  },
  laws = { asked = { codes = { "t:offer" } } },
})

local function game(options)
  local world = rules:world()
  local bear = world:spawn({ name = "bear", kinds = { "beast" } })
  local elf = world:spawn({ name = "elf", kinds = { "beast" } })
  return world, world:history(options), bear, elf
end

--- Play so many steps, every third of which asks and rolls; the hashes after each, from 0.
local function play(world, bear, elf, count)
  local hashes = { [0] = world:hash() }
  for i = 1, count do
    if i % 3 == 0 then
      world:act("offer", { who = bear })
      world:answer(i % 2 == 0 and bear or elf)
    else
      world:act("grow", { who = i % 3 == 1 and bear or elf, amount = i })
    end
    hashes[i] = world:hash()
  end
  return hashes
end

-- seed_R53: a saved game with 20 actions; step 5 and step 15 more equal the live states.
do
  local world, history, bear, elf = game({ states = 4 })
  local hashes = play(world, bear, elf, 20)
  equal(history:step(), 20)
  equal(history:go(5), 5)
  equal(world:hash(), hashes[5], "step 5")
  equal(history:redo(15), 20)
  equal(world:hash(), hashes[20], "step 20")
  for step = 20, 0, -1 do
    equal(history:at(step):hash(), hashes[step], "step " .. step)
  end
  equal(world:hash(), hashes[20], "at() gives a world of its own")
  assert(hashes[5] ~= hashes[20], "control")
end

-- seed_R52: ten states; three taken back and another move: the old line is there as a branch.
do
  local world, history, bear, elf = game()
  local hashes = play(world, bear, elf, 10)
  equal(history:undo(3), 7)
  equal(bear:is_alive(), true)
  world:act("grow", { who = bear, amount = 100 })
  local other = world:hash()
  equal(history:step(), 8)
  equal(#history:branches(), 2)
  equal(history:branches()[1].steps, 10)
  equal(history:branches()[1].here, false)
  equal(history:branches()[2].name, "line 2")
  equal(history:redo(), 8, "nothing to do again")
  history:branch("main")
  equal(world:hash(), hashes[10], "the old line")
  history:branch("line 2")
  equal(world:hash(), other, "the new line")
  equal(history:undo(2), 6)
  equal(world:hash(), hashes[6], "what both have")
  history:branch("named")
  world:act("grow", { who = bear, amount = 5 })
  equal(history:branches()[3].name, "named")
  equal(history:branches()[3].steps, 7)
  equal(history:undo(99), 0)
  equal(world:hash(), hashes[0])
  fails("'named' has 7 steps", history.go, history, 8)
  fails("expected a number", history.go, history, -1)
  fails("expected a name", history.branch, history, "")
end

-- seed_R51: 2N steps make two autosaves of an interval of N; the oldest slot is used again.
do
  local world, history, bear, elf = game({ autosave = 7, slots = 10 })
  local hashes = play(world, bear, elf, 14)
  local saves = history:autosaves()
  equal(#saves, 2)
  equal(rules:load(saves[1].bytes):hash(), hashes[7])
  equal(rules:load(saves[2].bytes):hash(), hashes[14])
  play(world, bear, elf, 7 * 9)
  saves = history:autosaves()
  equal(#saves, 10, "the cap")
  equal(saves[1].number, 11)
  equal(saves[2].number, 2)
  fails("history.autosave", world.history, world, { autosave = 0 })
  fails("no option 'slot'", world.history, world, { slot = 1 })
end

-- Refused, cancelled and rolled back actions are no steps; changes by other calls are.
do
  local world, history, bear = game()
  fails("amount", world.act, world, "grow", { who = bear, amount = "much" })
  world:act("offer", { who = bear })
  fails("decision is open", history.undo, history)
  world:cancel()
  local mark = world:mark()
  world:act("grow", { who = bear, amount = 1 })
  world:rollback(mark)
  equal(history:step(), 0)
  bear.base.power = 9
  equal(history:step(), 1)
  history:undo()
  equal(bear.power, 0)
  history:redo()
  equal(bear.power, 9)
  world:history()
  fails("another history", history.undo, history)
end

-- What is read of steps, and what is noted without an action.
do
  local world, history, bear = game({ states = 1 })
  world:act("grow", { who = bear, amount = 1 })
  bear.base.power = 5
  world:seed(3)
  equal(table.concat(history:steps(), ", "), "grow, a change, seed")
  history:undo(2)
  equal(history:step(), 1)
  world:act("grow", { who = bear, amount = 2 })
  equal(table.concat(history:steps(), ", "), "grow, grow")
end

-- The same played again is the step that there is; something else is another one.
do
  local world, history, bear = game()
  world:act("grow", { who = bear, amount = 1 })
  world:act("grow", { who = bear, amount = 2 })
  history:undo(1)
  world:act("grow", { who = bear, amount = 2 })
  equal(#history:branches(), 1)
  history:undo(1)
  world:act("grow", { who = bear, amount = 3 })
  equal(#history:branches(), 2)
end

-- A record beside a history has the actions that led to where the world is, also where they were
-- taken back and done again.
do
  local world, history, bear, elf = game()
  local record = world:record()
  play(world, bear, elf, 6)
  local first = record:save()
  history:undo(4)
  equal(#record:steps(), 2)
  world:act("grow", { who = bear, amount = 50 })
  equal(#record:steps(), 3)
  assert(record:save() ~= first, "control")
  history:branch("main")
  equal(record:save(), first)
  history:undo(2)
  history:redo(2)
  equal(record:save(), first)
  local again, difference = rules:replay(first)
  equal(difference, nil)
  equal(again:hash(), world:hash())
end

-- A policy that decides otherwise, and a handler that is gone, change nothing of what was.
do
  local world, history, bear, elf = game({ states = 1 })
  world:policy(function()
    return elf
  end)
  world:act("offer", { who = bear })
  local then_hash = world:hash()
  world:act("grow", { who = elf, amount = 1 })
  world:policy(function()
    return bear
  end)
  history:go(1)
  equal(world:hash(), then_hash)
end

-- Rows of the log may leave the state with their action: a record has its decisions all the same.
do
  local short = strata.rules({
    layers = "numbers",
    attributes = { power = "int", kinds = { "set", "beast" } },
    play = { log_lasts = "action" },
    events = {
      grow = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "add", "power", who = event.who, value = 1 } },
      },
      offer = { fields = { who = "ref" } },
    },
    codes = {
      offers = {
        "trigger",
        "offer",
        immediate = true,
        { "choose", who = each.beast, as = "given", with = { by = event.who } },
        { "emit", "grow", with = { who = named.given } },
      },
    },
    laws = { asked = { codes = { "offers" } } },
  })
  local world = short:world()
  local bear, elf = world:spawn({ kinds = { "beast" } }), world:spawn({ kinds = { "beast" } })
  local record, history = world:record(), world:history()
  for i = 1, 4 do
    world:act("offer", { who = bear })
    world:answer(i % 2 == 0 and bear or elf)
  end
  equal(history:step(), 4)
  history:undo(2)
  history:redo(2)
  local again, difference = short:replay(record:save())
  equal(difference, nil)
  equal(again:hash(), world:hash())
end
