--- What rows of the seeds say besides: a base value that no effect touches, and a step of two that
--- is left out (finding_RW10).
local check = require("check")
local strata = require("strata")
local equal = check.equal
local add, each, event, this = strata.add, strata.each, strata.event, strata.this

-- H52: +5 damage while there is no weapon. The raw value is 0 all the time.
do
  local rules = strata.rules({
    layers = { "all" },
    default_layers = { add = "all", abilities = "all" },
    attributes = {
      name = "text",
      damage = "int",
      kinds = { "set", "hero" },
      weapon = { "ref", unlayered = true },
      abilities = "abilities",
    },
    abilities = {
      brawl = { { strata.it:is(this), when = this.weapon:is(strata.none), damage = add(5) } },
    },
    definitions = { brawler = { kinds = "hero", abilities = { "brawl" } } },
  })
  local world = rules:world()
  local club, brawler = world:spawn(), world:spawn("brawler")
  local function expect(damage, what)
    equal(brawler.damage, damage, what)
    equal(brawler.base.damage, 0, "raw, " .. what)
  end
  expect(5, "without a weapon")
  brawler.base.weapon = club
  expect(0, "with a weapon")
  brawler.base.weapon = nil
  expect(5, "without it again")
  world:effect({ on = each.hero, layer = "all", abilities = strata.remove_all() })
  expect(0, "without the ability")
end

-- E28: of two steps of a trigger the first is done first; one that is skipped leaves the other.
do
  local function gain(times, when)
    return { "emit", "gain", when = when, with = { who = event.who, times = times } }
  end
  local rules = strata.rules({
    layers = { "all" },
    attributes = { life = { "int", default = 1 }, abilities = "abilities" },
    events = {
      hit = { fields = { who = "ref", amount = "int" }, affected = "who" },
      gain = {
        fields = { who = "ref", times = "int" },
        affected = "who",
        does = { { "set", "life", who = event.who, value = event.who.life * 10 + event.times } },
      },
    },
    codes = {
      rings = {
        "trigger",
        "hit",
        gain(2, event.amount:is_not(1)),
        gain(3, event.amount:is_not(2)),
      },
    },
    abilities = { bell = { codes = { "rings" } } },
    definitions = { bell = { abilities = { "bell" } } },
  })
  for amount, life in ipairs({ 13, 12, 123 }) do
    local world = rules:world()
    local bell = world:spawn("bell")
    world:act("hit", { who = bell, amount = amount })
    equal(bell.life, life, "amount " .. amount)
  end
end

-- The fields of a row of the log are its own, also behind a row that has more.
do
  local rules = strata.rules({
    layers = { "all" },
    attributes = { life = "int" },
    events = {
      long = { fields = { who = "ref", a = "int", b = "int", c = "flag" }, affected = "who" },
      short = { fields = { who = "ref" }, affected = "who" },
    },
  })
  local world = rules:world()
  local alice = world:spawn({})
  world:act("long", { who = alice, a = 1 })
  world:act("short", { who = alice })
  local texts = {}
  for row in world:log() do
    local names = {}
    for name in strata.sorted_pairs(row.fields) do
      names[#names + 1] = name
    end
    texts[#texts + 1] = table.concat(names, " ")
  end
  equal(texts, { "a b c effect prevented who", "effect prevented who" })
end
