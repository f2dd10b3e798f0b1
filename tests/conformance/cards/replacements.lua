--- What replaces events: stand-ins, and cards of records about replacement.
return {
  -- Moving.
  card {
    name = "Rest in Peace",
    cost = "1W",
    types = { "enchantment" },
    replace { bury {}, instead = exile { who = event.who } },
  },
  card {
    name = "Returner",
    cost = "3G",
    types = { "creature" },
    power = 3,
    toughness = 3,
    replace {
      die { who = this },
      instead = { move { who = this, to = "library" }, shuffle { player = this.owner } },
    },
  },
  card {
    name = "Generic exile-instead enchantment",
    cost = "1W",
    types = { "enchantment" },
    replace { bury {}, instead = exile { who = event.who } },
  },
  card {
    name = "Generic shuffle-instead creature",
    cost = "3G",
    types = { "creature" },
    power = 2,
    toughness = 2,
    replace {
      die { who = this },
      instead = { move { who = this, to = "library" }, shuffle { player = this.owner } },
    },
  },
  card {
    name = "Darksteel Colossus",
    cost = "11",
    types = { "artifact", "creature" },
    power = 11,
    toughness = 11,
    "trample",
    "indestructible",
    replace {
      bury { who = this },
      zones = "all",
      instead = { move { who = this, to = "library" }, shuffle { player = this.owner } },
    },
  },
  card {
    name = "Legacy Weapon",
    cost = "7",
    supertypes = { "legendary" },
    types = { "artifact" },
    replace {
      bury { who = this },
      zones = "all",
      instead = { move { who = this, to = "library" }, shuffle { player = this.owner } },
    },
  },
  card {
    name = "Progenitus",
    cost = "WWUUBBRRGG",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 10,
    toughness = 10,
    replace {
      bury { who = this },
      zones = "all",
      instead = { move { who = this, to = "library" }, shuffle { player = this.owner } },
    },
  },
  card {
    name = "Kalitas",
    cost = "2BB",
    types = { "creature" },
    power = 3,
    toughness = 4,
    replace {
      die { who = each.creature:not_of(you):non("token") },
      instead = {
        exile { who = event.who },
        create { player = you, card = "Zombie token" },
      },
    },
  },
  card {
    name = "Kalitas, Traitor of Ghet",
    cost = "2BB",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 3,
    toughness = 4,
    "lifelink",
    replace {
      die { who = each.creature:not_of(you):non("token") },
      instead = {
        exile { who = event.who },
        create { player = you, card = "Zombie token" },
      },
    },
  },
  card {
    name = "Misery's Shadow",
    cost = "1B",
    types = { "creature" },
    power = 2,
    toughness = 2,
    replace { die { who = each.creature:not_of(you) }, instead = exile { who = event.who } },
  },
  card {
    name = "Pulmonic Sliver",
    cost = "3WW",
    types = { "creature" },
    subtypes = { "sliver" },
    power = 3,
    toughness = 3,
    "flying",
    static {
      each.sliver,
      abilities = grant {
        replace {
          bury { who = this },
          optional = true,
          instead = move { who = this, to = "library", position = -1 },
        },
      },
    },
  },
  card {
    name = "Leyline of the Void",
    cost = "2BB",
    types = { "enchantment" },
    replace {
      bury { who = each.card:non("token"):anywhere() },
      when = event.who.owner:is_not(you),
      instead = exile { who = event.who },
    },
  },
  card {
    name = "Wheel of Sun and Moon",
    cost = "GG",
    types = { "enchantment" },
    subtypes = { "aura" },
    replace {
      bury { who = each.card:non("token"):anywhere() },
      when = event.who.owner:is(attached),
      instead = move { who = event.who, to = "library", position = 1 },
    },
  },
  card {
    name = "Containment Priest",
    cost = "1W",
    types = { "creature" },
    power = 2,
    toughness = 2,
    replace {
      enter { who = each.creature:non("token"), cast = false },
      instead = exile { who = event.who },
    },
  },
  card {
    name = "Loxodon Smiter",
    cost = "1GW",
    types = { "creature" },
    power = 4,
    toughness = 4,
    replace {
      discard { who = this },
      zones = "hand",
      when = event.by:is_not(you) & event.by:is_not(none),
      instead = move { who = this, to = "battlefield" },
    },
  },

  -- Counters and tokens.
  card {
    name = "Doubling Season",
    cost = "4G",
    types = { "enchantment" },
    replace { create { player = you }, with = { count = event.count * 2 } },
    replace {
      put_counters { who = each.permanent:of(you) },
      when = event.cost:is(false) | event.effect,
      with = { count = event.count * 2 },
    },
  },
  card {
    name = "Anointed Procession",
    cost = "3W",
    types = { "enchantment" },
    replace { create { player = you }, with = { count = event.count * 2 } },
  },
  card {
    name = "Hardened Scales",
    cost = "G",
    types = { "enchantment" },
    replace {
      put_counters { who = each.creature:of(you), kind = "+1/+1" },
      with = { count = event.count + 1 },
    },
  },
  card {
    name = "Vorinclex",
    cost = "4GG",
    types = { "creature" },
    power = 6,
    toughness = 6,
    replace {
      put_counters { player = each.player:except(you) },
      with = { count = event.count // 2 },
    },
  },
  card {
    name = "Academy Manufactor",
    cost = "3",
    types = { "artifact", "creature" },
    power = 1,
    toughness = 3,
    replace {
      create { player = you },
      when = event.card:is("clue_token")
        | event.card:is("food_token")
        | event.card:is("treasure_token")
        | event.copied:being("clue")
        | event.copied:being("food")
        | event.copied:being("treasure"),
      instead = {
        create { player = you, card = "Clue token", count = event.count },
        create { player = you, card = "Food token", count = event.count },
        create { player = you, card = "Treasure token", count = event.count },
      },
    },
  },
  card {
    name = "Chatterfang, Squirrel General",
    cost = "2G",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 3,
    toughness = 3,
    replace {
      create { player = you },
      instead = {
        create {
          player = you,
          card = event.card,
          copied = event.copied,
          count = event.count,
          tapped = event.tapped,
        },
        create { player = you, card = "Squirrel token", count = event.count },
      },
    },
  },
  card {
    name = "Soldier Call",
    cost = "W",
    types = { "sorcery" },
    spell { act = create { player = you, card = "Soldier token" } },
  },

  -- Life and cards.
  card {
    name = "Nefarious Lich",
    cost = "BBBB",
    types = { "enchantment" },
    replace {
      gain_life { player = you },
      instead = draw_cards { player = you, count = event.amount },
    },
  },
  card {
    name = "Generic life-to-draw replacement",
    cost = "B",
    types = { "enchantment" },
    replace {
      gain_life { player = you },
      instead = draw_cards { player = you, count = event.amount },
    },
  },
  card {
    name = "Generic draw-to-regrowth replacement",
    cost = "G",
    types = { "enchantment" },
    replace {
      draw { player = you },
      instead = move {
        who = choose { each.card:inside("graveyard"):owned_by(you), by = you },
        to = "hand",
      },
    },
  },
  card {
    name = "Erebos",
    cost = "3B",
    types = { "enchantment" },
    static { each.player:except(you), can_gain_life = set(false) },
  },
  card {
    name = "Elderscale Wurm",
    cost = "4GGG",
    types = { "creature" },
    power = 7,
    toughness = 7,
    replace {
      lose_life { player = you, by_damage = true },
      when = you.life:at_least(7) & (you.life - event.amount):less_than(7),
      with = { amount = you.life - 7 },
    },
  },
  card {
    name = "Imp",
    cost = "3B",
    types = { "creature" },
    power = 2,
    toughness = 2,
    replace {
      draw { player = you },
      zones = "graveyard",
      optional = true,
      when = count(each.card:inside("library"):owned_by(you)):at_least(5),
      instead = { mill { player = you, count = 5 }, move { who = this, to = "hand" } },
    },
  },
  card {
    name = "Troll",
    cost = "4B",
    types = { "creature" },
    power = 3,
    toughness = 3,
    replace {
      draw { player = you },
      zones = "graveyard",
      optional = true,
      when = count(each.card:inside("library"):owned_by(you)):at_least(6),
      instead = { mill { player = you, count = 6 }, move { who = this, to = "hand" } },
    },
  },
  card {
    name = "Words of War",
    cost = "2R",
    types = { "enchantment" },
    activated {
      "war",
      act = start {
        replace {
          draw { player = you },
          instead = damage { source = this, who = target, amount = 2 },
          times = 1,
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Words of Wilding",
    cost = "2G",
    types = { "enchantment" },
    activated {
      "wilding",
      act = start {
        replace {
          draw { player = you },
          instead = create { player = you, card = "Bear token" },
          times = 1,
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Words of Worship",
    cost = "2W",
    types = { "enchantment" },
    activated {
      "worship",
      act = start {
        replace {
          draw { player = you },
          instead = gain_life { player = you, amount = 5, cause = event.cause, by = event.by },
          times = 1,
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Rain of Gore",
    cost = "BR",
    types = { "enchantment" },
    replace {
      gain_life {},
      when = event.by:is(event.player),
      instead = lose_life { player = event.player, amount = event.amount },
    },
  },
  card {
    name = "Blood Scrivener",
    cost = "1B",
    types = { "creature" },
    power = 2,
    toughness = 1,
    replace {
      draw { player = you },
      when = count(each.card:inside("hand"):owned_by(you)):is(0),
      instead = {
        draw_cards { player = you, count = 2 },
        lose_life { player = you, amount = 1 },
      },
    },
  },
  card {
    name = "Alms Collector",
    cost = "3W",
    types = { "creature" },
    power = 3,
    toughness = 4,
    replace {
      draw_cards { player = each.player:except(you), count = event.count:at_least(2) },
      instead = {
        draw_cards { player = event.player, count = 1 },
        draw_cards { player = you, count = 1 },
      },
    },
  },
  card {
    name = "Thought Reflection",
    cost = "4UUU",
    types = { "enchantment" },
    replace { draw { player = you }, instead = draw_cards { player = you, count = 2 } },
  },
  card {
    name = "Notion Thief",
    cost = "2UB",
    types = { "creature" },
    power = 3,
    toughness = 1,
    replace {
      draw { player = each.player:except(you) },
      when = ~(
        event.player.active
        & exists(the_game:where(it.phase:is("draw")))
        & event.player.drawn_this_step:is(0)
      ),
      instead = draw { player = you },
    },
  },
  card {
    name = "River Song",
    cost = "1UR",
    types = { "creature" },
    power = 2,
    toughness = 2,
    replace {
      move { from = "library", to = "hand", who = each.card:owned_by(you):anywhere() },
      with = {
        who = top_of("library", you, count(each.card:inside("library"):owned_by(you))),
      },
    },
  },
  card {
    name = "Regen",
    cost = "G",
    types = { "instant" },
    spell {
      act = start {
        replace {
          destroy { who = target, no_regeneration = false },
          instead = regenerate { who = target },
          times = 1,
        },
        lasts = "turn",
      },
    },
  },
  card { name = "Healing Salve", cost = "W", types = { "instant" } },
  card {
    name = "Murder",
    cost = "1BB",
    types = { "instant" },
    spell { act = destroy { who = target } },
  },
  card {
    name = "Damnation",
    cost = "2BB",
    types = { "sorcery" },
    spell { act = destroy { each.creature, who = it, no_regeneration = true } },
  },
  card {
    name = "Lich's Mirror",
    cost = "5",
    types = { "artifact" },
    replace {
      lose_game { player = you },
      instead = {
        move { each.card:inside("hand"):owned_by(you), who = it, to = "library" },
        move { each.card:inside("graveyard"):owned_by(you), who = it, to = "library" },
        move { each.permanent:owned_by(you), who = it, to = "library" },
      },
      after = {
        shuffle { player = you },
        draw_cards { player = you, count = 7 },
        set_life { player = you, amount = 20 },
      },
    },
  },
  card {
    name = "Ruin",
    cost = "2B",
    types = { "sorcery" },
    spell {
      act = {
        draw_cards { player = you, count = 2 },
        lose_life { player = you, amount = 2 },
      },
    },
  },
  card {
    name = "Platinum Angel",
    cost = "7",
    types = { "artifact", "creature" },
    power = 4,
    toughness = 4,
    "flying",
    cant { lose_game { player = you } },
    cant { win_game { player = each.player:except(you) } },
  },
  card {
    name = "Anafenza, the Foremost",
    cost = "WBG",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 4,
    toughness = 4,
    replace {
      bury { who = each.creature:anywhere():non("token") },
      when = event.who.owner:is_not(you),
      instead = exile { who = event.who },
    },
  },
  card { name = "Skyraker Giant", cost = "2RR", types = { "creature" }, power = 4, toughness = 3 },
  card {
    name = "Regeneration",
    cost = "1G",
    types = { "enchantment" },
    subtypes = { "aura" },
    activated {
      "regenerate",
      act = {
        let { "host", attached },
        start {
          replace {
            destroy { who = named.host, no_regeneration = false },
            instead = regenerate { who = named.host },
            times = 1,
          },
          lasts = "turn",
        },
      },
    },
  },
  card {
    name = "Kitesail Corsair",
    cost = "1U",
    types = { "creature" },
    power = 2,
    toughness = 1,
  },
}
