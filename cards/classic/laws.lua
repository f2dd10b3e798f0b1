--- What the rules themselves do: no object says it, and nothing can take it away.
local attaching = require("lib.attaching")
local host_is_there = event.host.seat:at_least(1) | exists(each.permanent:where(it:is(event.host)))
local left = count(each.player:where(~it.has_lost))

return laws {
  -- The last player who has not lost wins (104.2a). If all players have lost, the game is a draw
  -- (104.4a).
  law {
    "the last player",
    whenever {
      lose_game {},
      when = left:is(1) & count(each.player):at_least(2),
      immediate = true,
      act = win_game { each.player:where(~it.has_lost), player = it },
    },
  },
  law {
    "nobody is left",
    whenever { lose_game {}, when = left:is(0), immediate = true, act = win_game {} },
  },

  -- The turn of a player who has left does not begin (800.4m).
  law {
    "turns of who has left",
    replace {
      turn_begins {},
      when = event.player.has_left & exists(each.player:where(~it.has_left)),
      instead = turn_of_who_left { player = event.player },
    },
  },

  -- Face down: a 2/2 creature with nothing else (708.2a).
  law {
    "face down",
    each.permanent:being("face_down"),
    layer = "copy.facedown",
    name = set(none),
    cost = set(""),
    mana_value = set(0),
    supertypes = set {},
    types = set("creature"),
    subtypes = set {},
    colors = set {},
    abilities = remove_all,
    power = set(2),
    toughness = set(2),
    loyalty = set(0),
    white_pips = set(0),
    blue_pips = set(0),
    black_pips = set(0),
    red_pips = set(0),
    green_pips = set(0),
  },

  -- Basic land types give their mana ability, whatever became of all else (305.6).
  law {
    "plains",
    each.land:being("plains"),
    layer = "type",
    abilities = grant(mana("W")),
    last = true,
    intrinsic = true,
  },
  law {
    "island",
    each.land:being("island"),
    layer = "type",
    abilities = grant(mana("U")),
    last = true,
    intrinsic = true,
  },
  law {
    "swamp",
    each.land:being("swamp"),
    layer = "type",
    abilities = grant(mana("B")),
    last = true,
    intrinsic = true,
  },
  law {
    "mountain",
    each.land:being("mountain"),
    layer = "type",
    abilities = grant(mana("R")),
    last = true,
    intrinsic = true,
  },
  law {
    "forest",
    each.land:being("forest"),
    layer = "type",
    abilities = grant(mana("G")),
    last = true,
    intrinsic = true,
  },

  -- A subtype goes, and cannot come, with the card types to which it belongs (205.1a, 205.3d).
  law {
    "subtypes of creatures",
    each.card:non("creature"):non("kindred"),
    subtypes = remove(subtypes_of("creature")),
    last = true,
  },
  law {
    "subtypes of lands",
    each.card:non("land"),
    subtypes = remove(subtypes_of("land")),
    last = true,
  },
  law {
    "subtypes of artifacts",
    each.card:non("artifact"),
    subtypes = remove(subtypes_of("artifact")),
    last = true,
  },
  law {
    "subtypes of enchantments",
    each.card:non("enchantment"),
    subtypes = remove(subtypes_of("enchantment")),
    last = true,
  },
  law {
    "subtypes of planeswalkers",
    each.card:non("planeswalker"),
    subtypes = remove(subtypes_of("planeswalker")),
    last = true,
  },
  law {
    "subtypes of spells",
    each.card:non("instant"):non("sorcery"),
    subtypes = remove(subtypes_of("instant")),
    last = true,
  },

  -- Counters (122.1a, 613.4c): each kind has its own timestamp.
  law {
    "+1/+1 counters",
    counter = "+1/+1",
    layer = counter_layer,
    power = add(this:counters("+1/+1")),
    toughness = add(this:counters("+1/+1")),
  },
  law {
    "-1/-1 counters",
    counter = "-1/-1",
    layer = counter_layer,
    power = sub(this:counters("-1/-1")),
    toughness = sub(this:counters("-1/-1")),
  },
  law {
    "+1/+0 counters",
    counter = "+1/+0",
    layer = counter_layer,
    power = add(this:counters("+1/+0")),
  },
  law {
    "+0/+1 counters",
    counter = "+0/+1",
    layer = counter_layer,
    toughness = add(this:counters("+0/+1")),
  },
  law {
    "-1/-0 counters",
    counter = "-1/-0",
    layer = counter_layer,
    power = sub(this:counters("-1/-0")),
  },
  law {
    "-0/-1 counters",
    counter = "-0/-1",
    layer = counter_layer,
    toughness = sub(this:counters("-0/-1")),
  },
  law {
    "+2/+2 counters",
    counter = "+2/+2",
    layer = counter_layer,
    power = add(this:counters("+2/+2") * 2),
    toughness = add(this:counters("+2/+2") * 2),
  },
  law {
    "-2/-2 counters",
    counter = "-2/-2",
    layer = counter_layer,
    power = sub(this:counters("-2/-2") * 2),
    toughness = sub(this:counters("-2/-2") * 2),
  },

  -- A back face without a cost has the mana value of its front, and a copy of it has none (202.3b).
  law {
    "mana value of a back face",
    each.permanent:where(it.front_value:at_least(1)):where(it.mana_value:is(0)),
    mana_value = add(it.front_value),
  },

  -- A planeswalker's loyalty (306.5b).
  law {
    "loyalty",
    enters { others = each.planeswalker, counters = { loyalty = event.who.loyalty } },
  },

  -- A shield counter, however many there are (122.1c).
  law {
    "shield counters",
    counter = "shield",
    prevent {
      damage { who = this },
      after = remove_counters { who = this, kind = "shield", count = 1 },
    },
    replace {
      destroy { who = this },
      instead = remove_counters { who = this, kind = "shield", count = 1 },
    },
  },

  -- Keywords that bring back who has died (702.79, 702.93).
  keyword {
    "persist",
    whenever {
      die { who = this },
      when = this:counters("-1/-1"):is(0),
      act = move {
        who = event.became,
        to = "battlefield",
        under = event.who.owner,
        counters = { ["-1/-1"] = 1 },
      },
    },
  },
  keyword {
    "undying",
    whenever {
      die { who = this },
      when = this:counters("+1/+1"):is(0),
      act = move {
        who = event.became,
        to = "battlefield",
        under = event.who.owner,
        counters = { ["+1/+1"] = 1 },
      },
    },
  },

  -- A commander that would go to a hand or library may go to the command zone (903.9b), and so may
  -- one that has gone to a graveyard or into exile (903.9a).
  law {
    "commander",
    replace {
      commander_lost {},
      optional = true,
      instead = move { who = event.who, to = "command" },
    },
    replace {
      move { who = each.card:being("commander"):anywhere(), to = { "hand", "library" } },
      optional = true,
      again = true,
      with = { to = "command" },
    },
  },

  -- An Aura that would enter attached to what it cannot enchant does not enter: it stays where it
  -- is, and a token is not created (303.4f-g). It is judged as it would enter.
  law {
    "entering attached",
    cant {
      enter { who = each.aura:anywhere() },
      when = event.host:is_not(none)
        & ~(host_is_there & attaching.suits(event.who, event.host)),
    },
  },

  -- Protection: damage by what it is from is prevented (702.16e), and attachments come off (see
  -- lib/attaching.lua). Blocks and targets are not restricted by it yet (702.16b, 702.16f).
  keyword { "protection from everything", prevent { damage { who = this } } },
  keyword {
    "protection from artifacts",
    prevent { damage { who = this, source = each.artifact:anywhere() } },
  },
  keyword {
    "protection from enchantments",
    prevent { damage { who = this, source = each.enchantment:anywhere() } },
  },
  keyword {
    "protection from colorless",
    prevent { damage { who = this, source = each.colorless:anywhere() } },
  },
  keyword {
    "protection from all colors",
    prevent { damage { who = this }, when = ~event.source:being("colorless") },
  },
  keyword {
    "protection from creatures",
    prevent { damage { who = this, source = each.creature:anywhere() } },
  },
  keyword {
    "protection from white",
    prevent { damage { who = this, source = each.white:anywhere() } },
  },
  keyword {
    "protection from blue",
    prevent { damage { who = this, source = each.blue:anywhere() } },
  },
  keyword {
    "protection from black",
    prevent { damage { who = this, source = each.black:anywhere() } },
  },
  keyword {
    "protection from red",
    prevent { damage { who = this, source = each.red:anywhere() } },
  },
  keyword {
    "protection from green",
    prevent { damage { who = this, source = each.green:anywhere() } },
  },

  -- It is blocked by two or more (702.111b).
  keyword { "menace", static { this, least_blockers = at_least(2) } },

  -- Keywords that define characteristics (702.73, 702.114).
  keyword { "changeling", defining { all_creature_types } },
  keyword { "devoid", defining { colors = set {} } },
}
