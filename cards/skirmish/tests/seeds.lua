--- What an auto-battler must get right, each by its number.
local function on(who, card, turns)
  return { emit = apply { who = who, card = card, turns = turns or 0 } }
end

local function off(card)
  return { lift = card }
end

local function blow(who, foe)
  return { strike = { { who, foe } }, settle = "all" }
end

local function turn_over(times)
  return { emit = turn_ends {}, repeated = times }
end

local recruit = { { "A", "field", "Recruit" } }
local duel = { { "A", "field", "a: Duelist" }, { "B", "field", "b: Duelist" } }

return {
  scenario {
    name = "seed_E01: a number more",
    setup = recruit,
    steps = { { check = "bare" }, on("Recruit", "whetted") },
    expect = { "bare: attack(Recruit) = 100", "attack(Recruit) = 110" },
  },
  scenario {
    name = "seed_E02: what ends leaves what the others give alone",
    setup = recruit,
    steps = {
      on("Recruit", "whetted"),
      on("Recruit", "doubled"),
      { check = "both" },
      off("whetted"),
      { check = "one" },
      off("doubled"),
    },
    expect = {
      "both: attack(Recruit) = 220",
      "one: attack(Recruit) = 200",
      "attack(Recruit) = 100",
    },
  },
  scenario {
    name = "seed_E03: more than all of it",
    setup = recruit,
    steps = { on("Recruit", "raging") },
    expect = { "attack(Recruit) = 120" },
  },
  scenario {
    name = "seed_E04: less than all of it, for enemies",
    setup = { { "A", "field", "Mage", "a: Squire" }, { "B", "field", "b: Squire" } },
    expect = { "defense(b) = 8", "defense(a) = 10" },
  },
  scenario {
    name = "seed_E05: no less than nothing, and what ends gives all of it back",
    setup = recruit,
    steps = { { check = "before" }, on("Recruit", "weakened"), { check = "on" }, off("weakened") },
    expect = {
      "before: defense(Recruit) = 20",
      "on: defense(Recruit) = 0",
      "defense(Recruit) = 20",
    },
  },
  scenario {
    name = "seed_E12: no more health than there can be",
    setup = recruit,
    steps = {
      { heal = "Recruit", amount = 5 },
      { check = "some" },
      { heal = "Recruit", amount = 50 },
    },
    expect = {
      "some: health(Recruit) = 995",
      "health(Recruit) = 1000",
      "max_health(Recruit) = 1000",
    },
  },
  scenario {
    name = "seed_E19: who strikes, and who is struck",
    setup = { { "A", "field", "Duelist" }, { "B", "field", "Squire" } },
    steps = { blow("Duelist", "Squire"), { check = "struck" }, blow("Squire", "Duelist") },
    expect = { "struck: hits(Duelist) = 1", "hits(Duelist) = 101" },
  },
  scenario {
    name = "seed_E20: the actor's comes first",
    setup = duel,
    steps = { blow("a", "b"), { check = "one" }, blow("b", "a") },
    expect = {
      "one: happened(score) = [a, b]",
      "happened(score) = [a, b, b, a]",
      "hits(a) = 101",
      "hits(b) = 101",
    },
  },
  scenario {
    name = "seed_E22: an effect that is more, and does something",
    setup = recruit,
    steps = {
      on("Recruit", "grim"),
      { check = "on" },
      { wound = "Recruit", amount = 8 },
      { check = "hurt" },
      { settle = "all" },
    },
    expect = {
      "on: attack(Recruit) = 110",
      "hurt: health(Recruit) = 982",
      "health(Recruit) = 987",
    },
  },
  scenario {
    name = "seed_E23: chance",
    setup = {
      { "A", "field", "Gambler", "Pessimist", "Optimist" },
      { "B", "field", "Squire" },
    },
    steps = {
      { seed = 1 },
      { strike = { { "Gambler", "Squire" } }, settle = "all", repeated = 10000 },
      { check = "once" },
      { seed = 1 },
      { emit = forget_score { who = "Gambler" } },
      { strike = { { "Gambler", "Squire" } }, settle = "all", repeated = 10000 },
      { strike = { { "Pessimist", "Squire" } }, settle = "all", repeated = 10000 },
      { strike = { { "Optimist", "Squire" } }, settle = "all", repeated = 10000 },
    },
    expect = {
      "once: hits(Gambler) >= 1880",
      "once: hits(Gambler) <= 2120",
      "once: hits(Gambler) = 2086",
      "once: tally(Gambler) = 406605",
      "hits(Gambler) = 2086",
      "tally(Gambler) = 406605",
      "hits(Pessimist) = 0",
      "hits(Optimist) = 10000",
    },
  },
  scenario {
    name = "seed_E27: one effect for itself, one for its foe",
    setup = { { "A", "field", "Corruptor" }, { "B", "field", "Squire" } },
    steps = { blow("Corruptor", "Squire") },
    expect = {
      "attachments(Corruptor) = [whetted]",
      "attachments(Squire) = [weakened]",
      "attack(Corruptor) = 30",
      "defense(Squire) = 0",
      "defense(Corruptor) = 50",
    },
  },
  scenario {
    name = "seed_E28: two effects by one trigger, in their order",
    setup = { { "A", "field", "Herald" }, { "B", "field", "Squire" } },
    steps = { blow("Herald", "Squire") },
    expect = {
      "attachments(Herald) in order = [keen, nimble]",
      "attack(Herald) = 15",
      "evasion(Herald) = 20",
    },
  },
  scenario {
    name = "seed_E29: to strike again",
    setup = { { "A", "field", "Troll" }, { "B", "field", "Dummy" } },
    steps = { blow("Troll", "Dummy") },
    expect = { "health(Dummy) = 50", "happened(wound) = [Dummy, Dummy]" },
  },
  scenario {
    name = "seed_E30: and no third time",
    setup = { { "A", "field", "Troll" }, { "B", "field", "Dummy" } },
    steps = { blow("Troll", "Dummy"), { check = "one" }, blow("Troll", "Dummy") },
    expect = {
      "one: events(strike) = 2",
      "one: triggers(Troll) = 1",
      "events(strike) = 4",
      "zone(Dummy) = B.fallen",
    },
  },
  scenario {
    name = "seed_E32: for two turns",
    setup = recruit,
    steps = {
      on("Recruit", "whetted", 2),
      { check = "turn 1" },
      turn_over(),
      { check = "turn 2" },
      turn_over(),
      { check = "turn 3" },
      turn_over(),
    },
    expect = {
      "turn 1: attack(Recruit) = 110",
      "turn 2: attack(Recruit) = 110",
      "turn 3: attack(Recruit) = 100",
      "attack(Recruit) = 100",
      "attachments(Recruit) = []",
    },
  },
  scenario {
    name = "seed_E33: for good",
    setup = recruit,
    steps = {
      on("Recruit", "whetted", 0),
      on("Recruit", "keen", 255),
      { check = "before" },
      turn_over(300),
    },
    expect = {
      "before: attack(Recruit) = 115",
      "attack(Recruit) = 110",
      "attachments(Recruit) = [whetted]",
      "turns(whetted) = 0",
      "events(age) = 255",
    },
  },
  scenario {
    name = "seed_E34: at most 255 turns",
    setup = recruit,
    steps = { on("Recruit", "whetted", 255), { check = "long" }, on("Recruit", "keen", 256) },
    expect = {
      "long: refused(apply) = 0",
      "turns(whetted) = 255",
      "attachments(Recruit) = [whetted]",
      "refused(apply) = 1",
    },
  },
  scenario {
    name = "seed_E35: at most eight effects",
    setup = recruit,
    steps = {
      on("Recruit", "whetted"),
      on("Recruit", "doubled"),
      on("Recruit", "keen"),
      on("Recruit", "raging"),
      on("Recruit", "weakened"),
      on("Recruit", "hardened"),
      on("Recruit", "hale"),
      on("Recruit", "frail"),
      { check = "eight" },
      on("Recruit", "blunted"),
      { check = "nine" },
      off("frail"),
      on("Recruit", "blunted"),
    },
    expect = {
      "eight: refused(apply) = 0",
      "nine: refused(apply) = 1",
      "nine: attachments(Recruit) in order = "
        .. "[whetted, doubled, keen, raging, weakened, hardened, hale, frail]",
      "eight: attack(Recruit) = 270",
      "nine: attack(Recruit) = 270",
      "nine: max_health(Recruit) = 1050",
      "attachments(Recruit) in order = "
        .. "[whetted, doubled, keen, raging, weakened, hardened, hale, blunted]",
      "attack(Recruit) = 258",
    },
  },
  scenario {
    name = "seed_E36: once more is longer, not more",
    setup = recruit,
    steps = {
      on("Recruit", "whetted", 2),
      on("Recruit", "whetted", 5),
      { check = "longer" },
      on("Recruit", "whetted", 3),
    },
    expect = {
      "longer: attack(Recruit) = 110",
      "longer: turns(whetted) = 5",
      "attack(Recruit) = 110",
      "turns(whetted) = 5",
      "attachments(Recruit) = [whetted]",
    },
  },
  scenario {
    name = "seed_E37: what is taken away leaves no gap",
    setup = recruit,
    steps = {
      on("Recruit", "whetted"),
      on("Recruit", "doubled"),
      on("Recruit", "keen"),
      { check = "three" },
      off("doubled"),
    },
    expect = {
      "three: attack(Recruit) = 225",
      "attachments(Recruit) in order = [whetted, keen]",
      "attack(Recruit) = 115",
    },
  },
  scenario {
    name = "seed_E38: the end of a turn ages all of them",
    setup = recruit,
    steps = {
      on("Recruit", "whetted", 1),
      on("Recruit", "doubled", 3),
      on("Recruit", "keen", 1),
      turn_over(),
    },
    expect = {
      "attachments(Recruit) = [doubled]",
      "turns(doubled) = 2",
      "attack(Recruit) = 200",
      "events(age) = 3",
    },
  },
  scenario {
    name = "seed_E42: more than all health",
    setup = { { "A", "field", { "Recruit", id = "r" } } },
    steps = {
      { wound = "r", amount = 940 },
      { check = "fifty" },
      { wound = "r", amount = 80 },
      { check = "none" },
      { settle = "all" },
    },
    expect = {
      "fifty: health(r) = 50",
      "none: health(r) = 0",
      "events(wound) = 2",
      "happened(fall) = [r]",
      "zone(r) = A.fallen",
    },
  },
  scenario {
    name = "seed_E45: ten thousand of them, in order",
    setup = recruit,
    steps = { { emit = practice { who = "Recruit", count = 10000 } } },
    expect = {
      "events(score) = 10000",
      "hits(Recruit) = 10000",
      "tally(Recruit) = 976980", -- by a sum of 1 to 10000, each in its turn
    },
  },
  scenario {
    name = "seed_E51: an ability that gives an effect",
    setup = { { "A", "field", "Herald" } },
    steps = {
      { activate = "Herald" },
      { check = "first" },
      turn_over(2),
      { check = "third" },
      turn_over(),
    },
    expect = {
      "first: evasion(Herald) = 20",
      "third: evasion(Herald) = 20",
      "evasion(Herald) = 0",
    },
  },
  scenario {
    name = "seed_E59: what comes while others trigger waits for the next time",
    setup = recruit,
    steps = {
      on("Recruit", "sore"),
      { wound = "Recruit", amount = 1, settle = "all" },
      { check = "once" },
      {
        wound = "Recruit", amount = 1,
        settle = "all",
      },
    },
    expect = {
      "once: attachments(Recruit) in order = [sore, raw]",
      "once: hits(Recruit) = 0",
      "hits(Recruit) = 1",
    },
  },
}
