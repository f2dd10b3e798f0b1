--- Actions: what is done, what is asked and answered, what is remembered and logged.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, it, named = strata.event, strata.it, strata.named

local COLORS <const> = { "blue", "green", "red" }

local function may(as)
  return { "choose", "may", as = as }
end

local function gain(player, amount)
  return { "emit", "gain", with = { player = player, amount = amount } }
end

local function rules()
  return strata.rules({
    layers = { "only" },
    attributes = {
      name = "text",
      life = { "int", min = 0, max = 1000 },
      color = { "sym", table.unpack(COLORS) },
    },
    zones = { pile = { shared = true } },
    events = {
      gain = {
        fields = { player = "ref", amount = "int" },
        affected = "player",
        matters = event.amount:at_least(1),
        does = { { "add", "life", who = event.player, value = event.amount } },
      },
      large = { of = "gain", where = event.amount:more_than(5) },
      paint = {
        fields = { who = "ref", color = "sym", twice = "flag" },
        affected = "who",
        does = { { "set", "color", who = event.who, value = event.color } },
      },
      finish = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "remove", who = event.who } },
      },
      burst = {
        fields = { player = "ref" },
        results = { gain(event.player, 2) },
      },
      series = {
        fields = { player = "ref", count = "int" },
        one_by_one = {
          {
            "emit",
            "gain",
            times = event.count,
            with = { player = event.player, amount = named.i },
          },
        },
      },
    },
    codes = {
      ["test:bargain"] = {
        "trigger",
        "gain",
        names = { target = "ref", plus = "int" },
        may("yes"),
        {
          "choose",
          "number",
          as = "much",
          when = named.yes,
          with = { least = 1, most = 5 },
        },
        { "when", when = named.yes, gain(named.target, named.much + named.plus) },
      },
      ["test:pick"] = {
        "trigger",
        "gain",
        { "choose", who = it.life:at_least(0), as = "one" },
        { "choose", "word", as = "word", with = { of = COLORS } },
        { "emit", "paint", with = { who = named.one, color = named.word } },
      },
      ["test:dice"] = {
        "trigger",
        "gain",
        may("yes"),
        { "roll", as = "rolled", value = 6 },
        may("still"),
        { "when", when = named.still, gain(named.you, named.rolled) },
      },
      ["test:remember"] = {
        "trigger",
        "gain",
        { "note", "held", who = named.you, value = named.you },
      },
      ["test:twice"] = {
        "replace",
        "gain",
        { "change", "amount", value = event.amount * 2 },
      },
    },
  })
end

local function game()
  local world = rules():world()
  return world, world:spawn({ name = "Alice" }), world:spawn({ name = "Bob", life = 2 })
end

-- An event.
do
  local world, alice, bob = game()
  equal(world:act("gain", { player = alice, amount = 3 }), "done")
  equal(alice.life, 3)
  equal(world:act("gain", { player = alice }), "done")
  equal(alice.life, 3, "no event")
  world:act("paint", { who = bob, color = "red", twice = true }, { by = alice, source = bob })
  equal(bob.color, "red")
  world:act("paint", { who = bob })
  equal(bob.color, nil)
  world:act("paint", { who = bob, color = strata.none })
  equal(world:act("series", { player = bob, count = 3 }), "done")
  equal(bob.life, 8)
end

-- Where nobody can have abilities, what they would say is said by nobody.
do
  local bare = strata.rules({
    layers = { "only" },
    attributes = { life = "int" },
    events = {
      gain = {
        fields = { player = "ref", amount = "int" },
        affected = "player",
        does = { { "add", "life", who = event.player, value = event.amount } },
      },
    },
    codes = {
      ["test:twice"] = { "replace", "gain", { "change", "amount", value = event.amount * 2 } },
    },
    abilities = { ["test:twin"] = { codes = { "test:twice" } } },
  })
  local world = bare:world()
  local alice = world:spawn({ life = 1 })
  equal(world:act("gain", { player = alice, amount = 3 }), "done")
  equal(alice.life, 4)
end

-- finding_RW14: an event that did not happen is no failure, and the caller is told.
do
  local world, alice = game()
  local outcome, why = world:act("series", { player = alice, count = 0 })
  equal(outcome, "done")
  equal(why, "it did not happen: it consists of other events, and there were none")
  outcome, why = world:act("gain", { player = alice, amount = 0 })
  equal(outcome, "done")
  equal(why, "it did not happen: it would have changed nothing")
  outcome, why = world:act("series", { player = alice, count = 1 })
  equal(outcome, "done")
  equal(why, nil)
end

-- finding_RW12: what is made of a word is a definition of that name, or one whose entities alone
-- have the word; a word that names none makes nothing.
do
  local function make(is_named)
    return {
      fields = { what = "sym" },
      does = { { "spawn", named = is_named, with = { of = event.what }, as = "made" } },
    }
  end
  local world = strata
    .rules({
      layers = { "only" },
      attributes = { name = "sym", size = "int" },
      symbols = { "Bear", "Elf", "elf", "ghost" },
      definitions = { ["p:bear"] = { name = "Bear", size = 2 }, elf = { name = "Elf", size = 1 } },
      events = { make = make(true), make_any = make(false) },
    })
    :world()
  equal(world:act("make", { what = "Bear" }), "done")
  equal(world:act("make", { what = "elf" }), "done")
  equal(world:act("make_any", { what = "Bear" }), "done")
  equal(world:count("size = 2"), 1)
  equal(world:count("size = 1"), 1)
  equal(world:count("size = 0"), 1)
  local before = world:hash()
  fails("no definition is called 'ghost'", world.act, world, "make", { what = "ghost" })
  equal(world:hash(), before)
end

-- What is wrong is named, and changes nothing.
do
  local world, alice = game()
  local act = world.act
  local gone = world:spawn()
  gone:remove()
  local before = world:hash()
  fails("world:act: 'large' is an alias: emit a 'gain'", act, world, "large", { amount = 9 })
  fails("world:act: unknown event 'gian'; did you mean 'gain'?", act, world, "gian")
  fails("have no field 'amuont'; the nearest is 'amount'", act, world, "gain", { amuont = 1 })
  fails("have no field 'color'", act, world, "gain", { color = "red" })
  fails("gain.amount: expected an integer, got 'x'", act, world, "gain", { amount = "x" })
  fails("gain.player: expected an entity or none, got 3", act, world, "gain", { player = 3 })
  fails("paint.twice: expected true or false, got 1", act, world, "paint", { twice = 1 })
  fails("there is no 'rad'; the nearest is 'red'", act, world, "paint", { color = "rad" })
  fails("entity of this world", act, world, "gain", { player = game():spawn() })
  fails("'player': entity " .. gone.id .. " no longer", act, world, "gain", { player = gone })
  fails("source: entity " .. gone.id, act, world, "gain", {}, { source = gone })
  fails("by: expected an entity or none, got 'a'", act, world, "gain", {}, { by = "a" })
  fails("no option 'you'", act, world, "gain", {}, { you = alice })
  fails("values by name, got a number as a key", act, world, "gain", { alice, 3 })
  fails("gain: expected a table of values by name, got 3", act, world, "gain", 3)
  fails("or { code = its name }, got 3", act, world, 3)
  fails("world:act.code: expected a string, got nil", act, world, {})
  fails("unknown code 'test:bargian'; did", act, world, { code = "test:bargian" })
  fails("no field 'target'", act, world, { code = "test:bargain", target = alice })
  fails("is given no 'tagret'", act, world, { code = "test:bargain", with = { tagret = alice } })
  fails("'plus' is of type int", act, world, { code = "test:bargain", with = { plus = true } })
  fails("an entity or a word, got table", act, world, {
    code = "test:bargain",
    with = { target = {} },
  })
  fails("under `with`", act, world, { code = "test:bargain" }, { plus = 1 })
  fails("does nothing by itself", act, world, { code = "test:twice" })
  equal(world:hash(), before, "hash after refusals")
end

-- A decision, and answers.
do
  local world, alice, bob = game()
  local before
  local function begin()
    local outcome = world:act({
      code = "test:bargain",
      you = alice,
      source = bob,
      with = { target = bob, plus = 10 },
    })
    equal(outcome, "decide")
  end
  equal(#world:decisions(), 0)
  equal(tostring(world:decisions()), "no decision is open")
  begin()
  local asked = world:decisions()
  equal(#asked, 1)
  equal(asked[1].id, 1)
  equal(asked[1].purpose, "may")
  equal(asked[1].who, alice)
  equal(asked[1].source, bob)
  equal(asked[1].prompt, nil)
  equal(asked[1].least, 1)
  equal(asked[1].most, 1)
  equal(asked[1].total, 0)
  equal(asked[1].ordered, false)
  equal(asked[1].hidden, false)
  equal(asked[1].firm, false)
  equal(#asked[1].options, 2)
  equal(asked[1].options[1].value, true)
  equal(asked[1].options[1].text, "yes")
  equal(asked[1].options[2].value, false)
  equal(asked[1].options[2].text, "no")
  local text = ("decision 1: may, by %s, for %s\nanswer: one of\n  1  yes\n  2  no"):format(
    alice,
    bob
  )
  equal(tostring(asked), text)
  equal(tostring(asked[1]), text)

  -- Nothing else is done meanwhile.
  fails("a decision is open", world.act, world, "gain", { player = bob, amount = 1 })
  fails("a decision is open", world.note, world, bob, "x", 1)
  local open = world:hash()

  equal(world:answer(true), "decide")
  local number = world:decisions()[1]
  equal(number.purpose, "number")
  equal(number.id, 2)
  equal(#number.options, 0)
  equal(tostring(number):match("answer: (.*)"), "a number from 1 to 5")
  fails("it must be a number from 1 to 5", world.answer, world, 6)
  fails("'two' is no whole number; it must be a number from 1 to 5", world.answer, world, "two")
  fails("2.5 is no whole number", world.answer, world, 2.5)
  equal(bob.life, 2)
  world:retract()
  equal(world:hash(), open)
  equal(world:answer("no"), "done")
  equal(bob.life, 2)
  before = world:hash()
  begin()
  world:cancel()
  equal(world:hash(), before)
  fails("world:cancel: no decision is open", world.cancel, world)
  fails("world:retract: no decision is open", world.retract, world)
  fails("world:answer: no decision is open", world.answer, world, 1)

  -- By text, by number, by who answers and by the decision's number.
  begin()
  open = world:hash()
  fails("'maybe' is none of the options; it must be one of 1 = yes, 2 = no", function()
    world:answer("maybe")
  end)
  fails("there is no option 3; it must be one of 1 = yes", world.answer, world, 3)
  fails("there is no option 1.5", world.answer, world, 1.5)
  fails("there is no option 0", world.answer, world, 0)
  fails("names no option", world.answer, world, world)
  fails("it must be one of 1 = yes, 2 = no", world.answer, world, {})
  fails("it must be one of 1 = yes, 2 = no", world.answer, world, { "yes", "no" })
  fails("it must be one of", world.answer, world, { 1, 1 })
  fails("it must be one of", world.answer, world, true, { who = bob })
  fails("decision 2 is not open", world.answer, world, true, { decision = 2 })
  fails("no option 'whom'", world.answer, world, true, { whom = bob })
  fails("value expected", world.answer, world)
  equal(world:hash(), open)
  equal(world:answer("yes", { decision = 1, who = alice }), "decide")
  equal(world:answer(4), "done")
  equal(bob.life, 16)
  equal(#world:decisions(), 0)
end

-- By an object, its name or id, by a word.
do
  local world, alice, bob = game()
  local function answers(one, word, want)
    world:act({ code = "test:pick", you = alice })
    world:answer(one)
    equal(world:answer(word), "done")
    equal(want.color, type(word) == "number" and COLORS[word] or word)
  end
  answers(bob, "red", bob)
  answers("Alice", "blue", alice)
  answers(bob.id, 2, bob)
  answers(tostring(alice), "red", alice)
  answers({ bob }, "green", bob)
  world:act({ code = "test:pick", you = alice })
  local one = world:decisions()[1]
  equal(one.options[2].value, bob)
  equal(one.options[2].text, tostring(bob))
  local twin = world:fork()
  fails("entity of another world", twin.answer, twin, bob)
  equal(twin:answer(twin:entity(bob.id)), "decide")
  equal(twin:answer("red"), "done")
  fails("'Carol' is none of the options", world.answer, world, "Carol")
  world:cancel()
  local other = world:spawn({ name = "Bob" })
  world:act({ code = "test:pick", you = alice })
  fails("'Bob' is more than one of the options: say which", world.answer, world, "Bob")
  equal(world:answer(other), "decide")

  -- What is open is in forks and saves.
  local loaded = world.rules:load(world:save())
  equal(loaded:hash(), world:hash())
  equal(loaded:answer("red"), "done")
  equal(world:answer("red"), "done")
  equal(loaded:hash(), world:hash())
end

-- Chance: the same seed, the same roll; what was rolled stands.
do
  local world, alice = game()
  local function roll(seed)
    local copy = world:fork()
    copy:seed(seed)
    local mine = copy:entity(alice.id)
    copy:act({ code = "test:dice", you = mine })
    copy:answer(true)
    equal(copy:decisions()[1].firm, true)
    fails("world:retract", copy.retract, copy)
    fails("world:cancel", copy.cancel, copy)
    copy:answer(true)
    return mine.life
  end
  local first = roll(1)
  equal(first >= 1 and first <= 6, true)
  equal(roll(1), first)
  local differs = false
  for seed = 2, 20 do
    differs = differs or roll(seed) ~= first
  end
  equal(differs, true, "seeds differ")
  fails("number expected", world.seed, world)
end

-- Notes.
do
  local world, alice, bob = game()
  world:note(alice, "held", bob)
  world:note(alice, "held", 7)
  world:note(alice, "held", "red")
  world:note(nil, "day", true)
  equal(world:noted(alice, "held"), { bob, 7, "red" })
  equal(world:noted(alice, "held", "int")[2], 7)
  equal(world:noted(alice, "held", "ref")[1], bob)
  equal(world:noted(alice, "held", "int")[1] > 2 ^ 32, true, "a handle is a number")
  equal(world:noted(nil, "day"), { 1 })
  equal(world:noted(nil, "day", "flag"), { true })
  equal(world:noted(bob, "held"), {})
  world:note(alice, "held", nil)
  world:note(nil, "day")
  equal(world:noted(alice, "held"), {})
  equal(world:noted(nil, "day"), {})
  world:act({ code = "test:remember", you = bob })
  equal(world:noted(bob, "held"), { bob })
  local gone = world:spawn()
  world:note(alice, "last", gone)
  gone:move("pile")
  equal(world:noted(alice, "last")[1].id, gone.id, "who is gone is still somebody")
  world:forget_gone()
  equal(world:noted(alice, "last", "ref")[1].id, gone.id)
  fails("it has no key", world.note, world, alice, "", 1)
  local note = world.note
  fails("held: expected a number, true or false, an entity or a word", function()
    note(world, alice, "held", {})
  end)
  fails("no 'puce'", world.note, world, alice, "held", "puce")
  fails("an entity, or nil for the world itself, got 3", world.note, world, 3, "held", 1)
  fails("invalid option 'set'", world.noted, world, alice, "held", "set")
  fails(gone.id, world.note, world, gone, "held", 1)
end

-- The log.
do
  local world, alice, bob = game()
  world:act("series", { player = bob, count = 2 }, { source = alice })
  world:act("paint", { who = bob, color = "red" }, { by = alice })
  local rows = {}
  for row in world:log() do
    rows[#rows + 1] = row
  end
  equal(#rows, 4)
  local kinds = {}
  for i, row in ipairs(rows) do
    kinds[i] = row.kind
    equal(row.what, "happened")
    equal(row.number, i)
    equal(row.count, 1)
    equal(row.code, nil)
  end
  table.sort(kinds)
  equal(kinds, { "gain", "gain", "paint", "series" })
  local last = rows[4]
  equal(last.kind, "paint")
  equal(last.action, 2)
  equal(last.who, bob)
  equal(last.parent, nil)
  equal(last.fields.by, alice)
  equal(last.fields.color, "red")
  equal(last.fields.twice, false)
  equal(last.fields.cause, nil)
  local series
  for _, row in ipairs(rows) do
    series = row.kind == "series" and row or series
  end
  equal(series.source, alice)
  world:act("burst", { player = alice })
  equal(world:log(4)().kind, "burst")
  equal(world:log(5)().kind, "gain")
  equal(world:log(5)().parent, 5)
  world:forget_log(7)
  world:act("finish", { who = bob })
  equal(world:log()().number, 7, "earlier rows are forgotten")
  equal(world:log(4)().kind, "finish")
  equal(world:log(6)().who.id, bob.id, "who is gone is told of")
  equal(world:log(7)(), nil)
  world:forget_log()
  equal(world:log()(), nil)
  world:act("gain", { player = alice, amount = 1 })
  equal(world:log()().number, 8)
  fails("the number of a row is 1 or more", world.log, world, -1)
  fails("the number of a row is 1 or more", world.forget_log, world, -1)
end

-- In an action of a script.
do
  local world, alice, bob = game()
  local before = world:hash()
  fails("half way", world.action, world, function()
    world:act("gain", { player = bob, amount = 1 })
    world:act({ code = "test:pick", you = alice })
    error("half way")
  end)
  equal(world:hash(), before)
  world:action(function()
    bob.base.life = 5
    world:act({ code = "test:pick", you = alice })
  end)
  equal(bob.life, 5)
  equal(#world:decisions(), 1, "it waits after the action")
  fails("a decision is open", world.commit, world)
  world:action(function()
    world:answer(bob)
    world:answer("red")
  end)
  equal(bob.color, "red")
  world:commit()
  fails("a predicate may only read", function()
    local spec = {
      layers = { "only" },
      attributes = { life = "int" },
      predicates = {
        nosy = {
          function()
            return world:act("gain") == "done"
          end,
          reads = {},
        },
      },
    }
    local nosy = strata.rules(spec):world()
    nosy:spawn()
    nosy:count(strata.ask("nosy"))
  end)
end

-- What comes after an action.
do
  local world = strata
    .rules({
      layers = { "only" },
      attributes = { life = "int", lost = { "flag", unlayered = true } },
      zones = { pile = { shared = true } },
      events = {
        gain = {
          fields = { player = "ref", amount = "int" },
          affected = "player",
          does = { { "add", "life", who = event.player, value = event.amount } },
        },
        lose = {
          fields = { player = "ref" },
          affected = "player",
          does = { { "set", "lost", who = event.player, value = true } },
        },
      },
      checks = {
        life = {
          who = it.life:less_than(0) & it.lost:is(false),
          { "emit", "lose", with = { player = it } },
        },
      },
    })
    :world()
  local alice = world:spawn()
  world:act("gain", { player = alice, amount = -1 }, { settling = "none" })
  equal(alice.lost, false)
  fails("no settling 'cheks'; did you mean 'checks'?", function()
    world:act("gain", { player = alice, amount = -1 }, { settling = "cheks" })
  end)
  world:act("gain", { player = alice, amount = -1 }, { settling = "checks" })
  equal(alice.lost, true)
  fails("world:act", world.act, world, { resolve = true })
  alice.base.lost = false
  world:act("gain", { player = alice, amount = -1 })
  equal(alice.lost, true)
end
