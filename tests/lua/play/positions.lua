--- finding_RW02: the hash of the position is equal for states that are the same game, however they
--- were reached, and each kind of state changes it.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local add, each, event = strata.add, strata.each, strata.event
local named, this = strata.named, strata.this

local rules = strata.rules({
  layers = { "ability", "only" },
  default_layers = { abilities = "ability", add = "only" },
  symbols = { "left", "right" },
  clocks = { "turn", "week" },
  zones = {
    table = { shared = true },
    library = { shared = true, ordered = true },
  },
  attributes = {
    name = "text",
    power = "int",
    kinds = { "set", "beast" },
    friend = { "ref", unlayered = true },
    abilities = "abilities",
  },
  events = {
    grow = {
      fields = { who = "ref", amount = "int" },
      affected = "who",
      amount = "amount",
      phases = { "do", "after" },
      does = { { "add", "power", who = event.who, value = event.amount } },
    },
    shield = { fields = { who = "ref", ticks = "int" } },
    offer = { fields = { who = "ref" } },
    finish = { fields = { who = "ref" } },
  },
  play = { ends = "finish" },
  codes = {
    ["t:shield"] = {
      "trigger",
      "shield",
      immediate = true,
      {
        "watch",
        "t:ward",
        clock = "turn",
        with = { ticks = event.ticks, left = 3, source = event.who },
      },
    },
    ["t:offer"] = {
      "trigger",
      "offer",
      immediate = true,
      { "choose", who = each.beast, as = "given", with = { by = event.who } },
      { "choose", "word", as = "word", with = { by = event.who, of = { "left", "right" } } },
      { "emit", "grow", with = { who = named.given, amount = 1 } },
    },
    ["t:ward"] = { "prevent", "grow", amount = 1, { "prevent" } },
    ["t:once"] = {
      "trigger",
      "grow",
      when = event.who:is(this),
      clock = "turn",
      per_clock = 1,
      immediate = true,
      { "note", "seen", who = this, value = 1 },
    },
    ["t:less"] = { "handle", "grow", phase = "after", { "run", "t:less" } },
  },
  laws = { asked = { codes = { "t:shield", "t:offer" } } },
  abilities = { once = { codes = { "t:once" } } },
  handlers = {
    ["t:less"] = function() end,
  },
})

--- Two beasts of the table and three cards in the library; `swapped`: made in another order, which
--- their timestamps do not show.
local function game(swapped)
  local world = rules:world()
  local made = {}
  for _, name in ipairs(swapped and { "elf", "bear" } or { "bear", "elf" }) do
    made[name] = world:spawn({ name = name, power = 1, kinds = { "beast" } })
  end
  made.bear:restamp()
  made.elf:restamp()
  for number, name in ipairs({ "one", "two", "three" }) do
    made[name] = world:spawn():move("library")
    made[name].base.power = number
  end
  made.bear.base.friend = made.elf
  return world, made
end

local function position_after(change, swapped)
  local world, made = game(swapped)
  change(world, made)
  return world:position()
end

local before = game():position()
equal(#before, 16)

-- Objects made in another order are the same game if their timestamps have the same order.
do
  local world, other = game(), game(true)
  assert(world:hash() ~= other:hash(), "control: the hash of the world tells them apart")
  equal(other:position(), before, "swapped")
end

--- Each changes one kind of state; the same change in a world with other handles leads to the same
--- position, and to none that another of them leads to.
local CHANGES <const> = {
  base = function(_, made)
    made.bear.base.power = 2
  end,
  base_of_another = function(_, made)
    made.elf.base.power = 2
  end,
  text = function(_, made)
    made.bear.base.name = "ox"
  end,
  set = function(_, made)
    made.bear.base.kinds = {}
  end,
  reference = function(_, made)
    made.bear.base.friend = made.bear
  end,
  reference_to_who_is_gone = function(_, made)
    made.bear.base.friend = made.three
    made.three:move("table")
  end,
  timestamps = function(_, made)
    made.bear:restamp()
  end,
  zone = function(_, made)
    made.three:move("table", { same = true })
  end,
  zone_order = function(_, made)
    made.three:move("library", { same = true, position = 1 })
  end,
  gone = function(_, made)
    made.one:remove()
  end,
  effect = function(world, made)
    world:effect({ on = made.bear, power = add(1) })
  end,
  effect_on_another = function(world, made)
    world:effect({ on = made.elf, power = add(1) })
  end,
  effect_on_both = function(world, made)
    world:effect({ on = { made.bear, made.elf }, power = add(1) })
  end,
  effect_of_more = function(world, made)
    world:effect({ on = made.bear, power = add(2) })
  end,
  duration = function(world, made)
    world:effect({ on = made.bear, power = add(1), clock = "turn", ticks = 1 })
  end,
  longer_duration = function(world, made)
    world:effect({ on = made.bear, power = add(1), clock = "turn", ticks = 2 })
  end,
  watcher = function(world, made)
    world:act("shield", { who = made.bear, ticks = 1 })
  end,
  longer_watcher = function(world, made)
    world:act("shield", { who = made.bear, ticks = 2 })
  end,
  watcher_that_was_used = function(world, made)
    world:act("shield", { who = made.bear, ticks = 2 })
    world:act("grow", { who = made.bear, amount = 1 })
  end,
  note = function(world, made)
    world:note(made.bear, "seen", 3)
  end,
  note_of_the_world = function(world)
    world:note(nil, "seen", 3)
  end,
  note_about = function(world, made)
    world:note(nil, "whom", made.bear)
  end,
  notes = function(world, made)
    world:note(made.bear, "seen", 3)
    world:note(made.bear, "seen", 4)
  end,
  notes_the_other_way = function(world, made)
    world:note(made.bear, "seen", 4)
    world:note(made.bear, "seen", 3)
  end,
  random = function(world)
    world:seed(7)
  end,
  chain = function(_, made)
    made.bear:hook("t:less")
  end,
  handler = function(world)
    world:disable("t:less")
  end,
  decision = function(world, made)
    world:act("offer", { who = made.bear })
  end,
  decision_for_another = function(world, made)
    world:act("offer", { who = made.elf })
  end,
  answer = function(world, made)
    world:act("offer", { who = made.bear })
    world:answer(made.bear)
  end,
  other_answer = function(world, made)
    world:act("offer", { who = made.bear })
    world:answer(made.elf)
  end,
  the_end = function(world, made)
    world:act("finish", { who = made.bear })
  end,
}

do
  local seen = { [before] = "nothing" }
  for name, change in strata.sorted_pairs(CHANGES) do
    local position = position_after(change)
    equal(seen[position], nil, name .. " changes the position")
    seen[position] = name
    equal(position_after(change, true), position, name .. " with other handles")
  end
end

-- Refused and undone actions change nothing; the log and the number of actions grow.
do
  local world, made = game()
  for i = 1, 500 do
    fails("amount", world.act, world, "grow", { who = made.bear, amount = "much" })
    local mark = world:mark()
    world:act("grow", { who = made.bear, amount = i })
    assert(world:position() ~= before, "control: it was done")
    world:rollback(mark)
    world:act("grow", { who = made.bear, amount = 1 })
    world:act("grow", { who = made.bear, amount = -1 })
  end
  assert(world:hash() ~= game():hash(), "control: the log has grown")
  equal(world:position(), before, "refused and undone")
end

-- Slots and generations that were used in between, texts that nobody has, effects that have ended.
do
  local world, made = game()
  world:spawn({ name = "a passer-by" }):remove()
  equal(world:position(), before, "a slot that was used")
  world:effect({ on = made.elf, power = add(1) }):remove()
  equal(world:position(), before, "an effect that has ended")
  made.bear.base.name = "ox"
  made.bear.base.name = "bear"
  equal(world:position(), before, "a text that nobody has")
  world:forget_log()
  equal(world:position(), before, "without the log")
  equal(world:fork():position(), before, "fork")
  equal(rules:load(world:save()):position(), before, "saved")
end

-- Ticks count by what is left of durations, not by their number.
do
  local lasting = CHANGES.longer_duration
  equal(
    position_after(function(world, made)
      world:tick("turn")
      lasting(world, made)
    end),
    position_after(lasting),
    "a tick before"
  )
  equal(
    position_after(function(world, made)
      lasting(world, made)
      world:tick("turn")
    end),
    position_after(CHANGES.duration),
    "a tick after"
  )
end

-- A use in this turn is part of the position, one in an earlier turn is not.
do
  local function used(swapped, ticks)
    return position_after(function(world, made)
      made.bear.base.abilities = { "once" }
      world:act("grow", { who = made.bear, amount = 1 })
      for _ = 1, ticks do
        world:tick("turn")
      end
    end, swapped)
  end
  local unused = position_after(function(world, made)
    made.bear.base.abilities = { "once" }
    made.bear.base.power = 2
    world:note(made.bear, "seen", 1)
  end)
  assert(used(false, 0) ~= unused, "used in this turn")
  equal(used(true, 0), used(false, 0), "used, with other handles")
  equal(used(false, 1), unused, "used in the turn before")
  equal(used(false, 2), unused, "used two turns before")
end

-- The order of an unordered zone matters to nobody, nor that of notes under different keys.
do
  local function placed(first, second, zone)
    return position_after(function(_, made)
      made[first]:move(zone, { same = true })
      made[second]:move(zone, { same = true })
      made.one:restamp()
      made.two:restamp()
    end)
  end
  local function noted(first, second)
    return position_after(function(world)
      world:note(nil, first, 1)
      world:note(nil, second, 1)
    end)
  end
  equal(noted("a", "b"), noted("b", "a"), "notes")
  equal(placed("one", "two", "table"), placed("two", "one", "table"), "unordered")
  local one, two = placed("one", "two", "library"), placed("two", "one", "library")
  assert(one ~= two, "control: an ordered zone")
end
