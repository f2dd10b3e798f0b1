--- What enters otherwise than it is: tapped, with counters, chosen, paid for.
return {
  card {
    name = "Orb of Dreams",
    cost = "3",
    types = { "artifact" },
    enters { others = each.permanent, tapped = true },
  },
  card { name = "Razortip Whip", cost = "2", types = { "artifact" } },
  card {
    name = "Scarwood Treefolk",
    cost = "3G",
    types = { "creature" },
    subtypes = { "treefolk" },
    power = 3,
    toughness = 5,
    enters { tapped = true },
  },
  card {
    name = "Skyshroud Behemoth",
    cost = "5GG",
    types = { "creature" },
    subtypes = { "beast" },
    power = 10,
    toughness = 10,
    enters { tapped = true, counters = { fade = 2 } },
  },
  card {
    name = "Rusted Sentinel",
    cost = "4",
    types = { "artifact", "creature" },
    subtypes = { "golem" },
    power = 3,
    toughness = 4,
    enters { tapped = true },
  },
  card {
    name = "Urabrask",
    cost = "3RR",
    types = { "creature" },
    power = 4,
    toughness = 4,
    "haste",
    static { each.creature:of(you), abilities = grant "haste" },
    enters { others = each.creature:not_of(you), tapped = true },
  },

  -- Lands.
  card {
    name = "Kabira Crossroads",
    types = { "land" },
    enters { tapped = true },
    whenever { enter { who = this }, act = gain_life { player = you, amount = 2 } },
    mana("W"),
  },
  card {
    name = "Madblind Mountain",
    types = { "land" },
    subtypes = { "mountain" },
    enters { tapped = true },
    activated { "shuffle", act = shuffle { player = you } },
  },
  card { name = "Guildgate", types = { "land" }, enters { tapped = true }, mana("W"), mana("U") },
  card {
    name = "Deathcap Glade",
    types = { "land" },
    enters { tapped = true, unless = count(each.land:of(you):except(this)):at_least(2) },
    mana("B"),
    mana("G"),
  },
  card {
    name = "Blackcleave Cliffs",
    types = { "land" },
    enters { tapped = true, unless = count(each.land:of(you):except(this)):at_most(2) },
    mana("B"),
    mana("R"),
  },
  card {
    name = "Clifftop Retreat",
    types = { "land" },
    enters {
      tapped = true,
      unless = exists(each.permanent:of(you):any_of { "mountain", "plains" }),
    },
    mana("R"),
    mana("W"),
  },
  card { name = "Scrubland", types = { "land" }, subtypes = { "plains", "swamp" } },
  card {
    name = "Breeding Pool",
    types = { "land" },
    subtypes = { "forest", "island" },
    enters { tapped = true, unless_paid = pay_life { player = you, amount = 2 } },
  },
  card {
    name = "Temple Garden",
    types = { "land" },
    subtypes = { "forest", "plains" },
    enters { tapped = true, unless_paid = pay_life { player = you, amount = 2 } },
  },
  card {
    name = "Anchored Banner",
    types = { "enchantment" },
    enters { chosen = { "red", "green" } },
    static { each.creature:of(you), power = add(1), when = this.chosen:is("red") },
    static { each.creature:of(you), toughness = add(1), when = this.chosen:is("green") },
  },
  card {
    name = "Ashiok, Wicked Manipulator",
    cost = "3BB",
    supertypes = { "legendary" },
    types = { "planeswalker" },
    loyalty = 5,
    replace {
      pay_life { player = you },
      when = count(each.card:inside("library"):owned_by(you)):at_least(event.amount),
      instead = exile { times = event.amount, who = top_of("library", you, named.i) },
    },
  },

  -- Counters.
  card {
    name = "Triskelion",
    cost = "6",
    types = { "artifact", "creature" },
    subtypes = { "construct" },
    power = 1,
    toughness = 1,
    enters { counters = { ["+1/+1"] = 3 } },
    activated {
      "shoot",
      act = {
        remove_counters { who = this, kind = "+1/+1", count = 1 },
        damage { source = this, who = target, amount = 1 },
      },
    },
  },
  card {
    name = "Counter Engine",
    cost = "3",
    types = { "artifact" },
    enters { others = each.creature:of(you), counters = { ["+1/+1"] = 1 } },
  },
  card {
    name = "Dearly Departed",
    cost = "4WW",
    types = { "creature" },
    subtypes = { "spirit" },
    power = 5,
    toughness = 5,
    "flying",
    enters {
      others = each.creature:being("human"):of(you),
      counters = { ["+1/+1"] = 1 },
      zones = "graveyard",
    },
  },
  card {
    name = "Noxious Hatchling",
    cost = "3BG",
    types = { "creature" },
    subtypes = { "elemental" },
    power = 6,
    toughness = 6,
    "wither",
    enters { counters = { ["-1/-1"] = 4 } },
  },
  card {
    name = "Master Biomancer",
    cost = "2GU",
    types = { "creature" },
    subtypes = { "elf", "wizard" },
    power = 2,
    toughness = 4,
    enters {
      others = each.creature:of(you):except(this),
      counters = { ["+1/+1"] = this.power },
      besides = { subtypes = add "mutant" },
    },
  },
  card {
    name = "Bramblewood Paragon",
    cost = "1G",
    types = { "creature" },
    subtypes = { "elf", "warrior" },
    power = 2,
    toughness = 2,
    enters {
      others = each.creature:being("warrior"):of(you):except(this),
      counters = { ["+1/+1"] = 1 },
    },
    static {
      each.creature:of(you):where(it:counters("+1/+1"):at_least(1)),
      abilities = grant "trample",
    },
  },
  card {
    name = "Irregular Cohort",
    cost = "3W",
    types = { "creature" },
    subtypes = { "shapeshifter" },
    power = 2,
    toughness = 2,
    "changeling",
    whenever { enter { who = this }, act = create { player = you, card = "Shapeshifter token" } },
  },
  card {
    name = "Metallic Mimic",
    cost = "2",
    types = { "artifact", "creature" },
    subtypes = { "shapeshifter" },
    power = 2,
    toughness = 1,
    enters { chosen = subtypes_of("creature") },
    static { subtypes = add(this.chosen) },
    enters {
      others = each.creature:of(you):being(this.chosen):except(this),
      counters = { ["+1/+1"] = 1 },
    },
  },
  card {
    name = "Blue, Loyal Raptor",
    cost = "1GU",
    supertypes = { "legendary" },
    types = { "creature" },
    subtypes = { "dinosaur" },
    power = 1,
    toughness = 1,
    enters {
      others = each.creature:being("dinosaur"):of(you):except(this),
      counters = each_kind_on(this),
    },
  },
  card {
    name = "Huatli's Snubhorn",
    cost = "1W",
    types = { "creature" },
    subtypes = { "dinosaur" },
    power = 2,
    toughness = 2,
    "vigilance",
  },
  card {
    name = "Memnite",
    cost = "0",
    types = { "artifact", "creature" },
    subtypes = { "construct" },
    power = 1,
    toughness = 1,
  },
  -- {G} is spent for it.
  card {
    name = "Vigor Mortis",
    cost = "2BB",
    types = { "sorcery" },
    spell {
      act = move {
        who = target,
        to = "battlefield",
        under = you,
        counters = { ["+1/+1"] = 1 },
      },
    },
  },
  card {
    name = "Kitchen Finks",
    cost = "1GW",
    types = { "creature" },
    subtypes = { "ouphe" },
    power = 3,
    toughness = 2,
    "persist",
    whenever { enter { who = this }, act = gain_life { player = you, amount = 2 } },
  },
  card {
    name = "Butcher Ghoul",
    cost = "1B",
    types = { "creature" },
    subtypes = { "zombie" },
    power = 1,
    toughness = 1,
    "undying",
  },
  card {
    name = "Geralf's Messenger",
    cost = "BBB",
    types = { "creature" },
    subtypes = { "zombie" },
    power = 3,
    toughness = 2,
    "undying",
    enters { tapped = true },
    whenever {
      enter { who = this },
      target = each.player:except(you),
      act = lose_life { player = target, amount = 2 },
    },
  },

  -- What has to be eaten.
  card {
    name = "Thunder-Thrash Elder",
    cost = "2R",
    types = { "creature" },
    subtypes = { "lizard", "warrior" },
    power = 1,
    toughness = 1,
    replace {
      "devour 3",
      enter { who = this },
      choose = {
        let { "eaten", 0 },
        each {
          each.creature:of(you),
          may { also { sacrifice { who = it } }, let { "eaten", named.eaten + 1 } },
        },
      },
      also = put_counters {
        who = event.who,
        kind = "+1/+1",
        count = named.eaten * 3,
        player = you,
      },
    },
  },
  card {
    name = "Jund",
    types = { "enchantment" },
    replace {
      "devour 5",
      enter { who = each.creature:any_of { "black", "red", "green" }, cast = true },
      choose = {
        let { "eaten", 0 },
        each {
          each.creature:of(event.who.controller),
          may {
            by = event.who.controller,
            also { sacrifice { who = it } },
            let { "eaten", named.eaten + 1 },
          },
        },
      },
      also = put_counters {
        who = event.who,
        kind = "+1/+1",
        count = named.eaten * 5,
        player = event.who.controller,
      },
    },
  },

  -- What cannot enter, or enters elsewhere.
  card {
    name = "Grafdigger's Cage",
    cost = "1",
    types = { "artifact" },
    cant { enter { who = each.creature:inside("graveyard") } },
    cant { enter { who = each.creature:inside("library") } },
  },
  card {
    name = "Worms of the Earth",
    cost = "2BBB",
    types = { "enchantment" },
    cant { enter { who = each.land } },
  },
  card {
    name = "Hallowed Moonlight",
    cost = "1W",
    types = { "instant" },
    spell {
      act = {
        start {
          replace {
            enter { who = each.creature, cast = false },
            instead = exile { who = event.who },
          },
          lasts = "turn",
        },
        draw_cards { player = you, count = 1 },
      },
    },
  },
  card {
    name = "Gather Specimens",
    cost = "3UUU",
    types = { "instant" },
    spell {
      act = start {
        replace {
          enter { who = each.creature:not_of(you) },
          class = "control",
          with = { under = you },
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Dermoplasm",
    cost = "2U",
    types = { "creature" },
    subtypes = { "shapeshifter" },
    power = 1,
    toughness = 1,
    "flying",
    "morph",
    whenever {
      turn_face_up { who = this },
      act = may {
        move {
          who = choose { each.creature:inside("hand"):owned_by(you):with("morph"), by = you },
          to = "battlefield",
          under = you,
        },
        so = { bounce { who = this } },
      },
    },
  },
  card {
    name = "Morpher",
    cost = "3",
    types = { "creature" },
    power = 2,
    toughness = 2,
    "morph",
  },
  card {
    name = "Fetch",
    cost = "G",
    types = { "sorcery" },
    spell { act = move { who = target, to = "battlefield", under = you } },
  },

  -- What is besides what it was.
  card {
    name = "Arbiter of the Ideal",
    cost = "4UU",
    types = { "creature" },
    subtypes = { "sphinx" },
    power = 4,
    toughness = 5,
    "flying",
    whenever {
      "inspired",
      untap { who = this },
      act = when {
        exists(
          each.card
            :inside("library")
            :where(it:is(top_of("library", you)))
            :any_of { "artifact", "creature", "land" }
        ),
        may {
          move {
            who = top_of("library", you),
            to = "battlefield",
            under = you,
            counters = { manifestation = 1 },
            besides = { types = add "enchantment" },
          },
        },
      },
    },
  },
  card {
    name = "Generic constellation permanent",
    types = { "artifact" },
    whenever {
      enter { who = each.enchantment:of(you) },
      act = gain_life { player = you, amount = 1 },
    },
  },
  card {
    name = "Arbiter",
    types = { "artifact" },
    activated {
      "arbitrate",
      act = move {
        who = target,
        to = "battlefield",
        under = you,
        besides = { types = add "enchantment" },
      },
    },
  },
  card {
    name = "Watcher",
    types = { "artifact" },
    whenever { enter { who = each.enchantment }, act = draw_cards { player = you, count = 1 } },
  },
  card {
    name = "Creature Watcher",
    types = { "artifact" },
    whenever { enter { who = each.creature }, act = draw_cards { player = you, count = 1 } },
  },
}
