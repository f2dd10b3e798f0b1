--- What changes, redirects and prevents damage, and what deals it.
return {
  card {
    name = "Doubler",
    cost = "3R",
    types = { "enchantment" },
    replace {
      damage {},
      when = event.source:being("creature") & event.source.controller:is(you),
      with = { amount = event.amount * 2 },
    },
  },
  card {
    name = "Generic double-damage permanent",
    cost = "3R",
    types = { "enchantment" },
    replace {
      damage {},
      when = event.source:being("creature") & event.source.controller:is(you),
      with = { amount = event.amount * 2 },
    },
  },
  card {
    name = "Gratuitous Violence",
    cost = "2RRR",
    types = { "enchantment" },
    replace {
      damage {},
      when = event.source:being("creature") & event.source.controller:is(you),
      with = { amount = event.amount * 2 },
    },
  },
  card {
    name = "Furnace of Rath",
    cost = "1RRR",
    types = { "enchantment" },
    replace { damage {}, with = { amount = event.amount * 2 } },
  },
  card {
    name = "Torbran",
    cost = "1RRR",
    types = { "creature" },
    power = 2,
    toughness = 4,
    replace {
      damage {},
      when = event.source:being("red")
        & event.source.controller:is(you)
        & event.who:is_not(you)
        & event.who.controller:is_not(you),
      with = { amount = event.amount + 2 },
    },
  },
  card {
    name = "Torbran, Thane of Red Fell",
    cost = "1RRR",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 2,
    toughness = 4,
    replace {
      damage {},
      when = event.source:being("red")
        & event.source.controller:is(you)
        & event.who:is_not(you)
        & event.who.controller:is_not(you),
      with = { amount = event.amount + 2 },
    },
  },
  card {
    name = "Gisela",
    cost = "4RWW",
    types = { "creature" },
    power = 5,
    toughness = 5,
    replace {
      damage {},
      when = event.who:is_not(you) & event.who.controller:is_not(you),
      with = { amount = event.amount * 2 },
    },
    prevent {
      damage {},
      when = event.who:is(you) | event.who.controller:is(you),
      amount = (event.amount + 1) // 2,
    },
  },
  card {
    name = "Gisela, Blade of Goldnight",
    cost = "4RWW",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 5,
    toughness = 5,
    replace {
      damage {},
      when = event.who:is_not(you) & event.who.controller:is_not(you),
      with = { amount = event.amount * 2 },
    },
    prevent {
      damage {},
      when = event.who:is(you) | event.who.controller:is(you),
      amount = (event.amount + 1) // 2,
    },
  },
  card {
    name = "Pariah",
    cost = "2W",
    types = { "enchantment" },
    subtypes = { "aura" },
    redirect { damage { who = you }, to = attached },
  },
  card {
    name = "Soul-Scar Mage",
    cost = "R",
    types = { "creature" },
    power = 1,
    toughness = 2,
    "prowess",
    replace {
      damage { who = each.creature:not_of(you), combat = false },
      when = event.source.controller:is(you),
      instead = put_counters { who = event.who, kind = "-1/-1", count = event.amount },
    },
  },
  card {
    name = "Deflect",
    cost = "1W",
    types = { "instant" },
    spell {
      act = start {
        redirect { damage { who = you }, to = target, times = 1 },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Shaman en-Kor",
    cost = "1W",
    types = { "creature" },
    power = 1,
    toughness = 2,
    activated {
      "shift",
      act = start {
        redirect { damage { who = this }, to = target, amount = 1, times = 1 },
        lasts = "turn",
      },
    },
    activated {
      "take",
      act = start {
        redirect { damage { who = target, source = named.target_2 }, to = this, times = 1 },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Ward of Piety",
    cost = "1W",
    types = { "enchantment" },
    subtypes = { "aura" },
    activated {
      "shift",
      act = {
        let { "host", attached },
        start {
          redirect { damage { who = named.host }, to = target, amount = 1, times = 1 },
          lasts = "turn",
        },
      },
    },
  },

  -- Prevention.
  card {
    name = "Shield3",
    cost = "W",
    types = { "instant" },
    spell { act = start { prevent { damage { who = target }, next = 3 }, lasts = "turn" } },
  },
  card {
    name = "Generic prevent-2 shield",
    cost = "W",
    types = { "instant" },
    spell { act = start { prevent { damage { who = target }, next = 2 }, lasts = "turn" } },
  },
  card {
    name = "Pollen Remedy",
    cost = "W",
    types = { "instant" },
    spell { act = start { prevent { damage { who = target }, next = 3 }, lasts = "turn" } },
  },
  card {
    name = "Refraction Trap",
    cost = "3W",
    types = { "instant" },
    spell {
      act = start {
        prevent {
          damage { source = target },
          when = event.who:is(you) | event.who.controller:is(you),
          next = 3,
          after = damage { source = this, who = named.target_2, amount = event.prevented },
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Test of Faith",
    cost = "1W",
    types = { "instant" },
    spell {
      act = start {
        prevent {
          damage { who = target },
          next = 3,
          after = put_counters { who = target, kind = "+1/+1", count = event.prevented },
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "CoP",
    cost = "1W",
    types = { "enchantment" },
    activated {
      "shield",
      act = start {
        prevent {
          damage { who = you, source = target },
          when = event.source:being("red"),
          once = true,
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Circle of Protection: Red",
    cost = "1W",
    types = { "enchantment" },
    activated {
      "shield",
      act = start {
        prevent {
          damage { who = you, source = target },
          when = event.source:being("red"),
          once = true,
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Forcefield",
    cost = "3",
    types = { "artifact" },
    activated {
      "shield",
      act = start {
        prevent {
          damage { who = you, source = target, combat = true },
          amount = event.amount - 1,
          once = true,
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Revered Elder",
    cost = "W",
    types = { "creature" },
    power = 1,
    toughness = 2,
    activated {
      "shield",
      act = start { prevent { damage { who = this }, next = 1 }, lasts = "turn" },
    },
  },
  card {
    name = "Wojek Apothecary",
    cost = "2WW",
    types = { "creature" },
    power = 1,
    toughness = 1,
    activated {
      "shield",
      act = {
        let { "first", target },
        each {
          each.creature:where(
            it:is(named.first)
              | (it:being("white") & named.first:being("white"))
              | (it:being("blue") & named.first:being("blue"))
              | (it:being("black") & named.first:being("black"))
              | (it:being("red") & named.first:being("red"))
              | (it:being("green") & named.first:being("green"))
          ),
          let { "one", it },
          start { prevent { damage { who = named.one }, next = 1 }, lasts = "turn" },
        },
      },
    },
  },
  card {
    name = "Swans of Bryn Argoll",
    cost = "2WU",
    types = { "creature" },
    power = 4,
    toughness = 3,
    "flying",
    prevent {
      damage { who = this },
      after = draw_cards { player = event.source.controller, count = event.prevented },
    },
  },
  card {
    name = "The Mindskinner",
    cost = "UUU",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 10,
    toughness = 1,
    prevent {
      damage { who = each.player:except(you) },
      when = event.source.controller:is(you),
      after = mill { each.player:except(you), player = it, count = event.prevented },
    },
  },
  card {
    name = "Light of Sanction",
    cost = "1WW",
    types = { "enchantment" },
    prevent { damage { who = each.creature:of(you) }, when = event.source.controller:is(you) },
  },
  card {
    name = "Bubble Matrix",
    cost = "4",
    types = { "artifact" },
    prevent { damage { who = each.creature } },
  },
  card {
    name = "Undergrowth Champion",
    cost = "1GG",
    types = { "creature" },
    power = 2,
    toughness = 2,
    prevent {
      damage { who = this },
      when = this:counters("+1/+1"):at_least(1),
      after = remove_counters { who = this, kind = "+1/+1", count = 1 },
    },
  },
  card {
    name = "Protean Hydra",
    cost = "XG",
    types = { "creature" },
    prevent {
      damage { who = this },
      after = remove_counters { who = this, kind = "+1/+1", count = event.prevented },
    },
  },
  card {
    name = "Questing Beast",
    cost = "2GG",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 4,
    toughness = 4,
    replace {
      damage { combat = true, unpreventable = false },
      class = "self",
      when = event.source:being("creature") & event.source.controller:is(you),
      with = { unpreventable = true },
    },
  },

  -- What deals damage.
  card {
    name = "Bolt5",
    cost = "3R",
    types = { "instant" },
    spell { act = damage { source = this, who = target, amount = 5 } },
  },
  card {
    name = "Ping3",
    cost = "R",
    types = { "instant" },
    spell { act = damage { source = this, who = target, amount = 3 } },
  },
  card {
    name = "Spark",
    cost = "R",
    types = { "instant" },
    spell { act = damage { source = this, who = target, amount = 1 } },
  },
  card {
    name = "Hornet Sting",
    cost = "G",
    types = { "instant" },
    spell { act = damage { source = this, who = target, amount = 1 } },
  },
  card {
    name = "Lava Axe",
    cost = "4R",
    types = { "sorcery" },
    spell { act = damage { source = this, who = target, amount = 5 } },
  },
  card {
    name = "Unpreventable Bolt",
    cost = "R",
    types = { "instant" },
    spell { act = damage { source = this, who = target, amount = 3, unpreventable = true } },
  },
  card {
    name = "Combust",
    cost = "1R",
    types = { "instant" },
    spell { act = damage { source = this, who = target, amount = 5, unpreventable = true } },
  },
  card {
    name = "Banefire",
    cost = "XR",
    types = { "sorcery" },
    spell {
      act = damage { source = this, who = target, amount = x, unpreventable = x:at_least(5) },
    },
  },
  card {
    name = "Lightning Helix",
    cost = "RW",
    types = { "instant" },
    spell {
      act = {
        damage { source = this, who = target, amount = 3 },
        gain_life { player = you, amount = 3 },
      },
    },
  },
  card {
    name = "Galvanic Blast",
    cost = "R",
    types = { "instant" },
    spell {
      act = damage {
        source = this,
        who = target,
        amount = 2,
        instead = { amount = 4, when = count(each.artifact:of(you)):at_least(3) },
      },
    },
  },
  card {
    name = "Flame Spill-like",
    cost = "2R",
    types = { "instant" },
    spell {
      act = {
        let { "lethal", larger(target.toughness - target.damage, 0) },
        together {
          damage { source = this, who = target, amount = smaller(4, named.lethal) },
          damage {
            source = this,
            who = target.controller,
            amount = larger(0, 4 - named.lethal),
          },
        },
      },
    },
  },
  card {
    name = "Tremor",
    cost = "R",
    types = { "sorcery" },
    spell {
      act = damage { each.creature:without("flying"), source = this, who = it, amount = 1 },
    },
  },
  card {
    name = "Desert Sandstorm",
    cost = "2R",
    types = { "sorcery" },
    spell { act = damage { each.creature, source = this, who = it, amount = 1 } },
  },
  card {
    name = "Magma Spray",
    cost = "R",
    types = { "instant" },
    spell {
      act = {
        damage { source = this, who = target, amount = 2 },
        start {
          replace { die { who = target }, instead = exile { who = target } },
          lasts = "turn",
        },
      },
    },
  },
  card {
    name = "Bluify",
    cost = "U",
    types = { "instant" },
    spell { colors = set { "blue" }, lasts = "turn" },
  },

  -- Creatures.
  card { name = "Puncher", cost = "1R", types = { "creature" }, power = 2, toughness = 2 },
  card { name = "Red9", cost = "8R", types = { "creature" }, power = 9, toughness = 9 },
  card { name = "Ogre", cost = "2R", types = { "creature" }, power = 3, toughness = 3 },
  card { name = "Wall", cost = "2W", types = { "creature" }, power = 0, toughness = 12 },
  card {
    name = "Wurmcoil Engine",
    cost = "6",
    types = { "artifact", "creature" },
    power = 6,
    toughness = 6,
    "deathtouch",
    "lifelink",
    whenever {
      die { who = this },
      act = together {
        create {
          player = you,
          card = "Phyrexian Wurm token",
          except = { abilities = grant "deathtouch" },
        },
        create {
          player = you,
          card = "Phyrexian Wurm token",
          except = { abilities = grant "lifelink" },
        },
      },
    },
  },
  card {
    name = "Disciplined Duelist",
    cost = "GWU",
    types = { "creature" },
    power = 2,
    toughness = 1,
    "double strike",
  },
  card {
    name = "Bonebreaker Giant",
    cost = "4R",
    types = { "creature" },
    power = 4,
    toughness = 4,
  },
  card { name = "Goblin Piker", cost = "1R", types = { "creature" }, power = 2, toughness = 1 },
  card { name = "Fortress Crab", cost = "3U", types = { "creature" }, power = 1, toughness = 6 },
  card {
    name = "Blade Historian",
    cost = "RWRW",
    types = { "creature" },
    power = 2,
    toughness = 3,
  },
  card { name = "Soulmender", cost = "W", types = { "creature" }, power = 1, toughness = 1 },
  card { name = "Blur Sliver", cost = "2R", types = { "creature" }, power = 2, toughness = 2 },
  card { name = "Metallic Sliver", cost = "1", types = { "creature" }, power = 1, toughness = 1 },
  card {
    name = "Venom Sliver",
    cost = "1G",
    types = { "creature" },
    subtypes = { "sliver" },
    power = 1,
    toughness = 1,
  },
  card { name = "Bronze Sable", cost = "2", types = { "creature" }, power = 2, toughness = 1 },
  card { name = "Wall of Roots", cost = "1G", types = { "creature" }, power = 0, toughness = 5 },
  card { name = "Sigiled Starfish", cost = "1U", types = { "creature" }, power = 0, toughness = 3 },
  card { name = "Giant Spider", cost = "3G", types = { "creature" }, power = 2, toughness = 4 },
  card {
    name = "Walker",
    cost = "3",
    types = { "planeswalker" },
    loyalty = 4,
    activated { "+1", loyalty = 1, act = gain_life { player = you, amount = 1 } },
    activated { "-4", loyalty = -4, act = draw_cards { player = you, count = 1 } },
  },
}
