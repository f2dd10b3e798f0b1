--- What triggers at once, later, as things are, and by what was done.
return {
  card {
    name = "Rockslide Elemental",
    cost = "2R",
    types = { "creature" },
    subtypes = { "elemental" },
    power = 1,
    toughness = 1,
    "first strike",
    whenever {
      die { who = each.creature:except(this) },
      may = true,
      act = put_counters { who = this, kind = "+1/+1", count = 1 },
    },
  },
  card {
    name = "Generic state trigger (no creatures or enchantments)",
    cost = "2",
    types = { "artifact" },
    as_soon_as {
      count(each.permanent:any_of { "creature", "enchantment" }):is(0),
      act = create { player = you, card = "Soldier token" },
    },
  },
  card {
    name = "Otherworldly Journey",
    cost = "1W",
    types = { "instant" },
    subtypes = { "arcane" },
    spell {
      target = each.creature,
      act = {
        exile { who = target, as = "gone" },
        later {
          phase_begins { phase = "end step" },
          act = {
            move { who = named.gone, to = "battlefield", as = "back" },
            put_counters { who = named.back, kind = "+1/+1", count = 1 },
          },
        },
      },
    },
  },
  card {
    name = "Biovisionary",
    cost = "1GU",
    types = { "creature" },
    subtypes = { "human", "wizard" },
    power = 2,
    toughness = 3,
    at {
      "end step",
      only_if = count(each.creature:of(you):where(it.name:is("Biovisionary"))):at_least(4),
      act = win_game { player = you },
    },
  },
  card {
    name = "Sacred Ground",
    cost = "1W",
    types = { "enchantment" },
    whenever {
      leave { who = each.land, to = "graveyard" },
      when = event.who.owner:is(you) & event.by:is_not(you) & event.by:is_not(none),
      act = move { who = event.who, to = "battlefield" },
    },
  },
  card {
    name = "Caves of Koilos",
    types = { "land" },
    mana("C"),
    mana("W"),
    mana("B"),
  },
  card {
    name = "Molten Rain",
    cost = "1RR",
    types = { "sorcery" },
    spell {
      target = each.land,
      act = {
        destroy { who = target },
        damage {
          source = this,
          who = target.controller,
          amount = 2,
          when = ~target:being("basic"),
        },
      },
    },
  },
  card {
    name = "Phyrexian Devourer",
    cost = "6",
    types = { "artifact", "creature" },
    subtypes = { "phyrexian", "construct" },
    power = 1,
    toughness = 1,
    as_soon_as { this.power:at_least(7), act = sacrifice { who = this } },
    activated {
      "devour",
      cost = {
        let { "value", top_of("library", you).mana_value },
        exile { who = top_of("library", you) },
      },
      act = put_counters { who = this, kind = "+1/+1", count = named.value },
    },
  },
  card {
    name = "Bloodchief Ascension",
    cost = "B",
    types = { "enchantment" },
    at {
      "end step",
      only_if = exists(each.player:except(you):where(it.life_lost:at_least(2))),
      may = true,
      act = put_counters { who = this, kind = "quest", count = 1 },
    },
    whenever {
      bury { who = each.card:non("token"):anywhere() },
      when = event.who.owner:is_not(you),
      only_if = this:counters("quest"):at_least(3),
      may = true,
      act = {
        lose_life { player = event.who.owner, amount = 2 },
        gain_life { player = you, amount = 2 },
      },
    },
  },
  card {
    name = "Bone Splinters",
    cost = "B",
    types = { "sorcery" },
    spell {
      cost = sacrifice { who = choose { each.creature:of(you), by = you } },
      target = each.creature,
      act = destroy { who = target },
    },
  },
  card {
    name = "Angelic Renewal",
    cost = "1W",
    types = { "enchantment" },
    whenever {
      leave { who = each.creature, to = "graveyard" },
      when = event.who.owner:is(you),
      act = when {
        exists(each.permanent:where(it:is(this))),
        may {
          sacrifice { who = this },
          so = { move { who = event.became, to = "battlefield" } },
        },
      },
    },
  },
  card {
    name = "Sweltering Suns",
    cost = "1RR",
    types = { "sorcery" },
    "cycling",
    spell { act = damage { each.creature, source = this, who = it, amount = 3 } },
  },
  card {
    name = "Showstopper",
    cost = "1BR",
    types = { "instant" },
    spell {
      each.creature:of(you),
      abilities = grant(whenever {
        die { who = this },
        target = each.creature:not_of(you),
        act = damage { source = this, who = target, amount = 2 },
      }),
      lasts = "turn",
    },
  },
  card {
    name = "Ixidron",
    cost = "3UU",
    types = { "creature" },
    subtypes = { "illusion" },
    defining {
      power = count(each.creature:being("face_down")),
      toughness = count(each.creature:being("face_down")),
    },
    enters {
      after = turn_face_down { each.creature:non("token"):except(this), who = it },
    },
  },
  card {
    name = "Skyrider Trainee",
    cost = "4W",
    types = { "creature" },
    subtypes = { "human", "soldier" },
    power = 3,
    toughness = 3,
    static { when = exists(each.aura:where(it.attached:is(this))), abilities = grant("flying") },
  },
  card {
    name = "Thran Golem",
    cost = "5",
    types = { "artifact", "creature" },
    subtypes = { "golem" },
    power = 3,
    toughness = 3,
    static {
      when = exists(each.aura:where(it.attached:is(this))),
      power = add(2),
      toughness = add(2),
      abilities = grant { "flying", "first strike", "trample" },
    },
  },
  card {
    name = "Dreadful Apathy",
    cost = "2W",
    types = { "enchantment" },
    subtypes = { "aura" },
    "enchant creature",
    activated { "exile", act = exile { who = attached } },
  },
  card {
    name = "Historian's Wisdom",
    cost = "2G",
    types = { "enchantment" },
    subtypes = { "aura" },
    static { attached, power = add(2), toughness = add(1) },
    whenever {
      enter { who = this },
      only_if = attached:being("creature")
        & count(each.creature:where(it.power:more_than(attached.power))):is(0),
      act = draw_cards { player = you, count = 1 },
    },
  },
  card {
    name = "Horizon Chimera",
    cost = "2GU",
    types = { "creature" },
    subtypes = { "chimera" },
    power = 3,
    toughness = 2,
    "flash",
    "flying",
    "trample",
    whenever { draw { player = you }, act = gain_life { player = you, amount = 1 } },
  },
  card {
    name = "Felidar Sovereign",
    cost = "4WW",
    types = { "creature" },
    subtypes = { "cat", "beast" },
    power = 4,
    toughness = 6,
    "vigilance",
    "lifelink",
    at {
      "upkeep",
      of = you,
      only_if = you.life:at_least(40),
      act = win_game { player = you },
    },
  },
  card {
    name = "Generic untap delayed effect",
    cost = "1",
    types = { "instant" },
    spell {
      target = each.creature,
      act = later { untap { who = target }, act = destroy { who = target } },
    },
  },
  card {
    name = "Generic exile-at-end-step token maker",
    cost = "1",
    types = { "instant" },
    spell {
      target = each.creature,
      act = later { phase_begins { phase = "end step" }, act = exile { who = target } },
    },
  },
  card {
    name = "Heart-Piercer Manticore",
    cost = "2RR",
    types = { "creature" },
    subtypes = { "manticore" },
    power = 4,
    toughness = 3,
    whenever {
      enter { who = this },
      act = may {
        sacrifice {
          who = choose { each.creature:of(you):except(this), by = you, as = "given" },
        },
        so = {
          when_you_do {
            choose { each.player | each.creature, as = "hit", by = you, target = true },
            damage { source = this, who = named.hit, amount = named.given.power },
          },
        },
      },
    },
  },
  card {
    name = "Craw Wurm",
    cost = "4GG",
    types = { "creature" },
    subtypes = { "wurm" },
    power = 6,
    toughness = 4,
  },
  card {
    name = "Whisperwood Elemental",
    cost = "3GG",
    types = { "creature" },
    subtypes = { "elemental" },
    power = 4,
    toughness = 4,
    at {
      "end step",
      of = you,
      act = move { who = top_of("library", you), to = "battlefield", face_down = true },
    },
    activated {
      "protect",
      each.creature:of(you):non("token"):where(it.face_down:is(false)),
      abilities = grant(whenever {
        die { who = this },
        act = move { who = top_of("library", you), to = "battlefield", face_down = true },
      }),
      lasts = "turn",
      cost = "sacrifice this",
    },
  },
  card {
    name = "Safehold Elite",
    cost = "1GW",
    types = { "creature" },
    subtypes = { "elf", "scout" },
    power = 2,
    toughness = 2,
    "persist",
  },
  card {
    name = "Murder Investigation",
    cost = "1W",
    types = { "enchantment" },
    subtypes = { "aura" },
    whenever {
      die { who = attached },
      act = create { player = you, card = "Soldier token", count = event.who.power },
    },
  },
  card {
    name = "Trostani, Selesnya's Voice",
    cost = "GGWW",
    supertypes = { "legendary" },
    types = { "creature" },
    subtypes = { "dryad" },
    power = 2,
    toughness = 5,
    whenever {
      enter { who = each.creature:of(you):except(this) },
      act = gain_life { player = you, amount = event.who.toughness },
    },
    activated {
      "populate",
      act = create {
        player = you,
        copied = choose { each.creature:of(you):being("token"), by = you },
      },
    },
  },
  card {
    name = "Cloudshift",
    cost = "W",
    types = { "instant" },
    spell {
      target = each.creature:of(you),
      act = {
        exile { who = target, as = "gone" },
        move { who = named.gone, to = "battlefield", under = you },
      },
    },
  },
  card {
    name = "Doomer",
    cost = "2B",
    types = { "creature" },
    power = 1,
    toughness = 1,
    activated {
      "doom",
      act = later { leave { who = this }, act = draw_cards { player = you, count = 3 } },
    },
  },
  card {
    name = "Empty Hand",
    cost = "1R",
    types = { "enchantment" },
    as_soon_as {
      count(each.card:inside("hand"):owned_by(you)):is(0),
      act = draw_cards { player = you, count = 1 },
    },
  },
  card {
    name = "Windfall-like",
    cost = "2U",
    types = { "sorcery" },
    spell {
      act = {
        let { "held", count(each.card:inside("hand"):owned_by(you)) },
        discard { each.card:inside("hand"):owned_by(you), who = it },
        draw_cards { player = you, count = named.held },
      },
    },
  },
  card {
    name = "Altar",
    cost = "3",
    types = { "artifact" },
    activated {
      "add mana",
      cost = sacrifice { who = choose { each.creature:of(you), by = you } },
      act = {},
    },
  },
  card {
    name = "Mourner-A",
    cost = "1B",
    types = { "creature" },
    power = 1,
    toughness = 1,
    whenever {
      die { who = each.creature },
      act = may { move { who = top_of("library", you), to = "library", position = 1 } },
    },
  },
  card {
    name = "Mourner-B",
    cost = "1B",
    types = { "creature" },
    power = 1,
    toughness = 1,
    whenever {
      die { who = each.creature },
      act = may { move { who = top_of("library", you), to = "library", position = 1 } },
    },
  },
  card {
    name = "Torpor Orb",
    cost = "2",
    types = { "artifact" },
    never { enter { who = each.creature } },
  },
  card {
    name = "Hydra",
    cost = "GG",
    types = { "creature" },
    subtypes = { "hydra" },
    power = 0,
    toughness = 0,
    enters { counters = { ["+1/+1"] = 2 } },
  },
  card {
    name = "Day of Judgment",
    cost = "2WW",
    types = { "sorcery" },
    spell { act = destroy { each.creature, who = it } },
  },
  card {
    name = "Arrival Watch",
    cost = "W",
    types = { "enchantment" },
    whenever { one_or_more(enter {}), act = gain_life { player = you, amount = 1 } },
  },
  card {
    name = "Sorin's Thirst",
    cost = "BB",
    types = { "instant" },
    spell {
      target = each.creature,
      act = {
        damage { source = this, who = target, amount = 2 },
        gain_life { player = you, amount = 2 },
      },
    },
  },
  card {
    name = "Punish",
    cost = "1B",
    types = { "sorcery" },
    spell {
      act = may {
        sacrifice { who = choose { each.creature:of(you), by = you } },
        otherwise = lose_life { player = you, amount = 4 },
      },
    },
  },
  card {
    name = "Soulfire Eruption",
    cost = "6RRR",
    types = { "sorcery" },
    spell {
      act = {
        exile { who = top_of("library", you), as = "one" },
        damage { source = this, who = target, amount = named.one.mana_value },
        exile { who = top_of("library", you), as = "other" },
        damage { source = this, who = named.target_2, amount = named.other.mana_value },
      },
    },
  },
  card { name = "Card MV 3", cost = "3", types = { "artifact" } },
  card { name = "Card MV 1", cost = "1", types = { "artifact" } },
  card {
    name = "Ozolith-like",
    cost = "1",
    types = { "artifact" },
    whenever {
      die { who = each.creature:of(you) },
      target = each.creature,
      act = {
        put_counters { who = target, kind = "+1/+1", count = event.who:counters("+1/+1") },
        put_counters { who = target, kind = "-1/-1", count = event.who:counters("-1/-1") },
      },
    },
  },
  card {
    name = "Mind Rot",
    cost = "2B",
    types = { "sorcery" },
    spell {
      target = each.player,
      act = {
        choose { each.card:inside("hand"):owned_by(target), by = target, as = "one" },
        choose {
          each.card:inside("hand"):owned_by(target):except(named.one),
          by = target,
          as = "other",
        },
        together {
          discard { who = named.one, when = named.one:is_not(none) },
          discard { who = named.other, when = named.other:is_not(none) },
        },
      },
    },
  },
  card {
    name = "Altar Draw",
    cost = "2",
    types = { "artifact" },
    activated {
      "offer",
      cost = sacrifice { who = choose { each.creature:of(you), by = you }, as = "paid" },
      act = exile { who = named.paid },
    },
  },
  card {
    name = "It That Betrays",
    cost = "CCCCCCCCCCCC",
    types = { "creature" },
    subtypes = { "eldrazi" },
    power = 11,
    toughness = 11,
    "annihilator",
    whenever {
      sacrifice { who = each.permanent:not_of(you):non("token") },
      act = move { who = event.became, to = "battlefield", under = you },
    },
  },
  card {
    name = "Flooded Strand",
    types = { "land" },
    activated {
      "search",
      cost = { pay_life { player = you, amount = 1 }, sacrifice { who = this } },
      act = {
        move {
          who = choose {
            each.card:any_of({ "plains", "island" }):inside("library"):owned_by(you),
            by = you,
          },
          to = "battlefield",
        },
        shuffle { player = you },
      },
    },
  },
  card {
    name = "Bronze Bombshell",
    cost = "4",
    types = { "artifact", "creature" },
    subtypes = { "construct" },
    power = 4,
    toughness = 1,
    as_soon_as {
      this.controller:is_not(this.owner),
      act = when {
        exists(each.permanent:where(it:is(this))),
        sacrifice { who = this },
        damage { source = this, who = you, amount = 7 },
      },
    },
  },
  card {
    name = "Endless Whispers",
    cost = "2BB",
    types = { "enchantment" },
    static {
      each.creature,
      abilities = grant(whenever {
        die { who = this },
        target = each.player:except(you),
        act = {
          let { "body", event.became },
          later {
            phase_begins { phase = "end step" },
            act = move { who = named.body, to = "battlefield", under = target },
          },
        },
      }),
    },
  },
  card {
    name = "Rite of Belzenlok",
    cost = "2BB",
    types = { "enchantment" },
    subtypes = { "saga" },
    whenever {
      "I, II",
      put_counters { who = this, kind = "lore" },
      when = this:counters("lore"):at_most(2),
      act = create { player = you, card = "Cleric token", count = 2 },
    },
    whenever {
      "III",
      put_counters { who = this, kind = "lore" },
      when = this:counters("lore"):is(3),
      act = create { player = you, card = "Demon token" },
    },
  },
  card {
    name = "Cleric token",
    types = { "creature" },
    subtypes = { "cleric" },
    colors = { "black" },
    power = 0,
    toughness = 1,
  },
  card {
    name = "Demon token",
    types = { "creature" },
    subtypes = { "demon" },
    colors = { "black" },
    power = 6,
    toughness = 6,
    "flying",
    "trample",
  },
  card {
    name = "Scion of Vitu-Ghazi",
    cost = "3WW",
    types = { "creature" },
    subtypes = { "elemental" },
    power = 4,
    toughness = 4,
    whenever {
      enter { who = this },
      only_if = this.cast_from:is("hand"),
      act = {
        create { player = you, card = "Bird token" },
        may {
          create {
            player = you,
            copied = choose { each.creature:of(you):being("token"), by = you },
          },
        },
      },
    },
  },
  card {
    name = "Bird token",
    types = { "creature" },
    subtypes = { "bird" },
    colors = { "white" },
    power = 1,
    toughness = 1,
    "flying",
  },
  card {
    name = "Reanimate",
    cost = "B",
    types = { "sorcery" },
    spell {
      target = each.creature:inside("graveyard"),
      act = {
        let { "value", target.mana_value },
        move { who = target, to = "battlefield", under = you },
        lose_life { player = you, amount = named.value },
      },
    },
  },
  card {
    name = "Uro, Titan of Nature's Wrath",
    cost = "1GU",
    supertypes = { "legendary" },
    types = { "creature" },
    subtypes = { "elder", "giant" },
    power = 6,
    toughness = 6,
    "escape",
    whenever {
      enter { who = this },
      act = when { this.cast_by:is_not("escape"), sacrifice { who = this } },
    },
    whenever {
      enter { who = this },
      act = {
        gain_life { player = you, amount = 3 },
        draw_cards { player = you, count = 1 },
        may {
          move {
            who = choose { each.land:inside("hand"):owned_by(you), by = you },
            to = "battlefield",
          },
        },
      },
    },
  },
  card {
    name = "Nykthos Paragon",
    cost = "4WW",
    types = { "enchantment", "creature" },
    subtypes = { "human", "soldier" },
    power = 4,
    toughness = 6,
    whenever {
      gain_life { player = you },
      may = true,
      act = put_counters {
        each.creature:of(you),
        who = it,
        kind = "+1/+1",
        count = event.amount,
      },
      do_limit = "turn",
    },
  },
  card {
    name = "Blatant Thievery",
    cost = "4UUU",
    types = { "sorcery" },
    spell { controller = set(you) },
  },
  card { name = "Rock2", cost = "2", types = { "artifact" } },
}
