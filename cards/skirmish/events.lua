--- What happens in a battle: blows and what they do, effects that come, age and go, turns.
local effects = each.effect:where(it.attached:is(event.who))
local same = effects:where(it.name:is(event.card))

return events {
  as_of = "0.4",
  --- A fighter strikes `foe`: attack less defense.
  event {
    "strike",
    fields = { who = "ref", foe = "ref", again = "flag" },
    affected = "foe",
    -- The actor's side is asked, and what it has is done, before the other's.
    does = {
      base { each.player, acting = false },
      base { event.who.controller, acting = true },
    },
    results = { wound { who = event.foe, amount = event.who.attack - event.foe.defense } },
  },
  --- A fighter loses health.
  event {
    "wound",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    amount = "amount",
    matters = event.amount:at_least(1),
    does = { base { event.who, health = larger(0, event.who.health - event.amount) } },
  },
  --- A fighter gets health back, up to max_health.
  event {
    "heal",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    matters = event.amount:at_least(1),
    does = {
      base {
        event.who,
        health = smaller(event.who.max_health, event.who.health + event.amount),
      },
    },
  },
  --- A fighter has no health left: its effects end, then it falls.
  event {
    "defeat",
    fields = { who = "ref" },
    affected = "who",
    one_by_one = { lift { effects, who = it }, fall { who = event.who } },
  },
  --- A fighter leaves the field.
  event {
    "fall",
    fields = { who = "ref" },
    affected = "who",
    looks_back = true,
    does = { moves { event.who, to = "fallen" } },
  },

  -- Effects: at most eight on a fighter, each of them once, for 1 to 255 turns or (0) for good.
  --- An effect comes to a fighter, or lasts longer if it is there; 0 turns are for good.
  event {
    "apply",
    fields = { who = "ref", card = "sym", turns = "int" },
    affected = "who",
    can = event.turns:at_least(0)
      & event.turns:at_most(255)
      & (exists(same) | count(effects):at_most(7)),
    results = {
      prolong { same, who = it, turns = event.turns },
      put_on {
        who = event.who,
        card = event.card,
        turns = event.turns,
        when = ~exists(same),
      },
    },
  },
  --- A new effect is put on a fighter.
  event {
    "put_on",
    fields = { who = "ref", card = "sym", turns = "int" },
    affected = "who",
    does = {
      spawns { of = event.card, as = "made" },
      base {
        named.made,
        attached = event.who,
        turns = event.turns,
        owner = event.who.owner,
        controller = event.who.controller,
      },
      moves { named.made, to = "field", same = true },
    },
  },
  --- An effect lasts for more turns than it had left.
  event {
    "prolong",
    fields = { who = "ref", turns = "int" },
    affected = "who",
    matters = event.who.turns:at_least(1)
      & (event.turns:is(0) | event.turns:more_than(event.who.turns)),
    does = { base { event.who, turns = event.turns } },
  },
  --- An effect gets a turn older, and ends after its last one.
  event {
    "age",
    fields = { who = "ref" },
    affected = "who",
    one_by_one = {
      count_down { who = event.who },
      lift { who = event.who, when = event.who.turns:is(0) },
    },
  },
  --- An effect has a turn less.
  event {
    "count_down",
    fields = { who = "ref" },
    affected = "who",
    does = { base { event.who, turns = sub(1) } },
  },
  --- An effect ends.
  event {
    "lift",
    fields = { who = "ref" },
    affected = "who",
    does = { ceases { event.who } },
  },

  --- A turn of the battle begins.
  event { "turn_begins" },
  --- A turn of the battle ends: effects age.
  event {
    "turn_ends",
    one_by_one = { age { each.effect:where(it.turns:at_least(1)), who = it } },
  },

  --- Venom is put on a fighter.
  event {
    "envenom",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    matters = event.amount:at_least(1),
    does = { counts { event.who, kind = "venom", count = event.amount } },
  },
  --- Some of the venom on a fighter wears off.
  event {
    "wear_off",
    fields = { who = "ref" },
    affected = "who",
    matters = event.who:counters("venom"):at_least(1),
    does = { counts { event.who, kind = "venom", count = -1 } },
  },

  -- What is only counted.
  --- Hits of a fighter are counted.
  event {
    "score",
    fields = { who = "ref", hits = "int", tally = "int" },
    affected = "who",
    does = {
      base {
        event.who,
        hits = add(event.hits),
        -- A number that hangs on all that were counted, and on their order.
        tally = (event.who.tally * 31 + event.tally)
          - (event.who.tally * 31 + event.tally) // 1000003 * 1000003,
      },
    },
  },

  --- A fighter practises: `count` hits are counted, one by one.
  event {
    "practice",
    fields = { who = "ref", count = "int" },
    affected = "who",
    one_by_one = { event.count, score { who = event.who, hits = 1, tally = named.i } },
  },
  --- What was counted for a fighter is forgotten.
  event {
    "forget_score",
    fields = { who = "ref" },
    affected = "who",
    does = { base { event.who, hits = 0, tally = 0 } },
  },

  check { "no health", each.fighter:where(it.health:at_most(0)), act = defeat { who = it } },

  play { turn_player = each.player:where(it.acting), immediate = false },
}
