--- strata.rules: state-based actions, turn order and the stack, and the messages for mistakes in
--- them.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local each, event, it, named = strata.each, strata.event, strata.it, strata.named

local function declared()
  local spec = check.declared()
  spec.attributes.damage = { "int", unlayered = true }
  spec.attributes.drew = { "flag", unlayered = true }
  spec.attributes.active = { "flag", unlayered = true }
  spec.attributes.following = { "ref", unlayered = true }
  spec.clocks = { "turn" }
  spec.events = {
    destroy = {
      fields = { who = "ref" },
      affected = "who",
      does = { { "remove", who = event.who } },
    },
    lose = { fields = { player = "ref", reason = "sym" }, affected = "player" },
    die = { of = "destroy", where = event.who:has("creature") },
  }
  spec.codes = {
    ["test:shock"] = {
      "trigger",
      "lose",
      { "choose", "word", as = "mode", target = true, with = { of = { "island", "swamp" } } },
      { "choose", who = each.creature, as = "whom", target = true },
      { "emit", "destroy", with = { who = named.whom } },
    },
  }
  spec.checks = {
    lethal_damage = {
      who = each.creature & it.damage:at_least(it.toughness),
      { "emit", "destroy", with = { who = it } },
    },
    drew = {
      who = it.drew,
      resets = { "drew" },
      { "emit", "lose", with = { player = it, reason = "'island'" } },
    },
    legend = {
      who = it:has("enchantment"),
      keep_by = { "rarity", "controller" },
      { "when", when = it.toughness:at_least(0), { "emit", "destroy", with = { who = it } } },
    },
  }
  spec.play = {
    turn_player = it.active,
    next_player = "following",
    stack = "stack",
    resolved = "destroy",
    on_loop = "lose",
    log_clock = "turn",
    always_ask = true,
  }
  return spec
end

-- What was declared is part of the rules.
local rules = strata.rules(declared())
equal(rules:names("checks"), { "drew", "legend", "lethal_damage" })
equal(rules:hash(), strata.rules(declared()):hash(), "hash of the same rules")
local function differs(change)
  local spec = declared()
  change(spec)
  equal(rules:hash() ~= strata.rules(spec):hash(), true, "another hash")
end
differs(function(spec)
  spec.play.always_ask = false
end)
differs(function(spec)
  spec.play = nil
end)
differs(function(spec)
  spec.checks.legend.keep_by = { "rarity" }
end)
differs(function(spec)
  spec.checks.drew.resets = nil
end)
differs(function(spec)
  spec.codes["test:shock"][4].target = nil
end)

--- The change of a table is refused with this text.
local function bad(text, change)
  local spec = declared()
  change(spec)
  fails("strata.rules: " .. text, strata.rules, spec)
end

--- The same of one field of a check or of play.
local function legend(text, field, value)
  bad(text, function(spec)
    spec.checks.legend[field] = value
  end)
end
local function play(text, field, value)
  bad(text, function(spec)
    spec.play[field] = value
  end)
end

bad("checks.legend: expected a check, such as { who = each.creature", function(spec)
  spec.checks.legend = 3
end)
legend("checks.legend: no field 'keepby'; did you mean 'keep_by'?", "keepby", {})
legend("checks: check 'legend': say whom it is about", "who", nil)
legend("checks: check 'legend': say what happens to them", 1, nil)
legend("checks.legend.keep_by: expected a list of names, got string", "keep_by", "rarity")
legend("checks.legend.keep_by: expected at most 2 attributes, got 3", "keep_by", { "a", "b", "c" })
legend("check 'legend': no attribute 'rarty'; did you mean 'rarity'?", "keep_by", { "rarty" })
legend("check 'legend': one is kept by an int, a flag, a ref or a sym, and", "keep_by", { "types" })
legend("check 'legend': attribute 'name' does not reset", "resets", { "name" })
legend("check 'legend': attribute 'zone' says where somebody is", "resets", { "zone" })
legend("check 'legend': who 'toughness' is an int, not a predicate", "who", it.toughness)
legend("check 'legend', deed 1 (choose): it has no place among events", 1, {
  "choose",
  "may",
  as = "yes",
})
legend("check 'legend', deed 1 (emit), argument 'player': event 'destroy' has no field", 1, {
  "emit",
  "destroy",
  with = { player = it },
})

play("play: no field 'stak'; did you mean 'stack'?", "stak", "stack")
play("play: play 'next_player': it is who comes after", "turn_player", nil)
play("play: play 'resolved': it is about what was on the 'stack'", "stack", nil)
play("play 'turn_player': 'toughness' is neither a predicate nor", "turn_player", it.toughness)
play("play 'next_player': attribute 'damage' is an int, not a ref", "next_player", "damage")
play("play 'stack': no zone 'stck'; did you mean 'stack'?", "stack", "stck")
play("play 'resolved': 'die' is an alias; say 'destroy'", "resolved", "die")
play("play 'on_loop': no event 'loose'; did you mean 'lose'?", "on_loop", "loose")
play("play 'log_clock': no clock 'trun'; did you mean 'turn'?", "log_clock", "trun")
play("play.always_ask: expected true or false, got 1", "always_ask", 1)

bad("code 'test:shock', deed 3 (choose): targets and modes are chosen before all", function(spec)
  local code = spec.codes["test:shock"]
  code[4], code[5] = code[5], code[4]
  code[4] = { "stop" }
end)
bad("code 'test:shock', deed 1 (choose): only what triggers has targets and modes", function(spec)
  local code = spec.codes["test:shock"]
  code[1], code[5] = "replace", { "nothing" }
end)

-- What triggers on abilities that trigger (603.3b): it is told whose they are, how often they have,
-- and is done first; it tells of nothing itself.
do
  local function gain(player, amount)
    return { "emit", "gain", with = { player = player, amount = amount } }
  end
  local function game(triggered)
    local world = strata
      .rules({
        layers = { "only" },
        attributes = {
          life = { "int", unlayered = true },
          controller = { "ref", unlayered = true },
          abilities = "abilities",
        },
        zones = { stack = { shared = true, ordered = true } },
        events = {
          gain = {
            fields = { player = "ref", amount = "int" },
            affected = "player",
            does = { { "add", "life", who = event.player, value = event.amount } },
          },
          start = { fields = { player = "ref" } },
          triggered = {
            fields = { who = "ref", amount = "int" },
            affected = "who",
            amount = "amount",
          },
        },
        codes = {
          twice = { "trigger", "start", gain(event.player, 1) },
          more = { "more", "start" },
          more_gain = { "more", "gain" },
          hears = {
            "trigger",
            "triggered",
            { "note", "heard", who = named.you, value = event.who },
            { "note", "by", who = named.you, value = event.by },
            { "note", "often", who = named.you, value = event.amount },
            { "note", "life", who = named.you, value = event.by.life },
          },
          late = { "trigger", "gain", gain(named.you, 100) },
          promise = { "trigger", "start", { "trigger", "late" } },
        },
        abilities = {
          twice = { codes = { "twice" } },
          more = { codes = { "more", "more_gain" } },
          hears = { codes = { "hears" } },
        },
        play = { stack = "stack", triggered = triggered },
      })
      :world()
    local alice, bob = world:spawn({}), world:spawn({})
    local source = world:spawn({ controller = alice, abilities = { "twice" } })
    world:spawn({ controller = alice, abilities = { "more" } })
    world:spawn({ controller = bob, abilities = { "hears" } })
    return world, alice, bob, source
  end

  local world, alice, bob, source = game("triggered")
  world:act("start", { player = alice })
  equal(alice.life, 2)
  equal(world:noted(bob, "heard"), { source }, "one event for both, and none of itself")
  equal(world:noted(bob, "by"), { alice })
  equal(world:noted(bob, "often"), { 2 })
  equal(world:noted(bob, "life"), { 0 }, "it is done above them")
  world:act({ code = "promise", you = alice, source = source })
  equal(world:noted(bob, "often"), { 2, 1 }, "also of a reflexive one, no more often (603.2d)")
  equal(alice.life, 102)

  world, alice, bob = game(nil)
  world:act("start", { player = alice })
  equal(world:noted(bob, "heard"), {}, "nothing is told where rules do not say so")
end
bad("play 'triggered': no event 'loose'; did you mean 'lose'?", function(spec)
  spec.play.triggered = "loose"
end)
differs(function(spec)
  spec.play.triggered = "lose"
end)

-- -- Triggers that differ in nothing but the objects that have them --

local function wardens(acts, tune)
  local ringing = strata.rules {
    layers = "numbers",
    attributes = {
      life = { "int", unlayered = true },
      power = "int",
      abilities = "abilities",
      controller = { "ref", unlayered = true },
      active = { "flag", unlayered = true },
      following = { "ref", unlayered = true },
    },
    zones = { field = { shared = true }, stack = { shared = true, ordered = true } },
    events = {
      ring = { fields = { who = "ref" }, affected = "who" },
      gain = {
        fields = { player = "ref", amount = "int" },
        affected = "player",
        does = { { "add", "life", who = event.player, value = event.amount } },
      },
    },
    codes = { warden = { "trigger", "ring", acts } },
    abilities = { warden = { kind = "triggered", codes = { "warden" }, zones = { "field" } } },
    play = { turn_player = it.active, next_player = "following", stack = "stack" },
  }
  local world = ringing:world()
  world:tune("sets", tune)
  local player = world:spawn { active = true }
  for power = 1, 3 do
    local warden = world:spawn({ abilities = { "warden" } }):move("field")
    warden.base.controller, warden.base.power = player, power
  end
  equal(world:act("ring", { who = player }), "done")
  return player.life, world:stats().trials, world:hash()
end

local function gain(amount)
  return { "emit", "gain", with = { player = named.you, amount = amount } }
end

local life, trials, hash = wardens(gain(2), "auto")
local tried_life, tried, tried_hash = wardens(gain(2), "never")
equal(life, 6)
equal(trials, 0, "equal triggers are not tried")
equal(tried_life, 6)
equal(tried > 0, true, "control: the tuning lets all orders be tried")
equal(hash, tried_hash)

-- They name the objects that have them, so they are tried; and the sum is the same in any order.
life, trials = wardens(gain(strata.this.power), "auto")
equal(life, 6)
equal(trials > 0, true)

-- -- Triggers that a state-based action tells apart ---------------------------------------

local function adds(name)
  local does = { { "add", name, who = event.who, value = 1 } }
  return { fields = { who = "ref" }, affected = "who", does = does }
end

--- How many questions there are as two triggers are placed, of which one makes a player red and
--- the other one makes him blue.
local function count_questions(lonely)
  local colours = strata.rules {
    layers = "numbers",
    attributes = {
      red = { "int", unlayered = true },
      blue = { "int", unlayered = true },
      lonely = { "int", unlayered = true },
      abilities = "abilities",
      controller = { "ref", unlayered = true },
    },
    zones = { field = { shared = true }, stack = { shared = true, ordered = true } },
    events = {
      ring = { fields = { who = "ref" }, affected = "who" },
      redden = adds("red"),
      blue_up = adds("blue"),
      leave_alone = adds("lonely"),
    },
    codes = {
      ["t:red"] = { "trigger", "ring", { "emit", "redden", with = { who = named.you } } },
      ["t:blue"] = { "trigger", "ring", { "emit", "blue_up", with = { who = named.you } } },
    },
    abilities = { both = { codes = { "t:red", "t:blue" }, zones = { "field" } } },
    checks = { lone = { who = lonely, { "emit", "leave_alone", with = { who = "it" } } } },
    play = { stack = "stack" },
  }
  local world = colours:world()
  local player = world:spawn()
  local bell = world:spawn({ abilities = { "both" } }):move("field")
  bell.base.controller = player
  world:act("ring", { who = bell }, { settling = "place" })
  return #world:decisions()
end

equal(count_questions("red > 0 and blue = 0 and lonely = 0"), 1, "who is red first is lonely")
equal(count_questions("red > 0 and lonely = 0"), 0, "whoever is red is lonely, first or last")
