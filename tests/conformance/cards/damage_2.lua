--- More that changes, redirects and prevents damage, and what deals it.
return {
  card {
    name = "Deflecting Palm",
    cost = "RW",
    types = { "instant" },
    spell {
      act = start {
        prevent {
          damage { who = you, source = target },
          once = true,
          after = damage {
            source = this,
            who = event.source.controller,
            amount = event.prevented,
          },
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Dromoka's Command",
    cost = "GW",
    types = { "instant" },
    spell {
      act = {
        start { prevent { damage { source = target } }, lasts = "turn" },
        put_counters { who = named.target_2, kind = "+1/+1", count = 1 },
      },
    },
  },
  card {
    name = "Dolmen Gate",
    cost = "2",
    types = { "artifact" },
    prevent { damage { who = each.creature:being("attacking"):of(you), combat = true } },
  },
  card {
    name = "Malignus",
    cost = "3RR",
    types = { "creature" },
    subtypes = { "elemental", "spirit" },
    defining {
      power = (most(it.life, each.player:except(you)) + 1) // 2,
      toughness = (most(it.life, each.player:except(you)) + 1) // 2,
    },
    replace {
      damage { source = this, unpreventable = false },
      class = "self",
      with = { unpreventable = true },
    },
  },
  card {
    name = "Vedalken Outlander",
    cost = "1U",
    types = { "artifact", "creature" },
    power = 2,
    toughness = 2,
    "protection from red",
  },
  card {
    name = "Sacred Boon",
    cost = "1W",
    types = { "instant" },
    spell {
      act = {
        start {
          prevent {
            damage { who = target },
            next = 3,
            after = handler(function(ctx)
              ctx:note(ctx.this, "prevented", ctx.event.prevented)
            end),
          },
          lasts = "turn",
        },
        later {
          phase_begins { phase = "end step" },
          act = handler {
            function(ctx)
              local sum = 0
              for _, amount in ipairs(ctx:noted(ctx.this, "prevented", "int")) do
                sum = sum + amount
              end
              ctx:emit("put_counters", { who = ctx.target, kind = "+0/+1", count = sum })
            end,
            target = target,
          },
        },
      },
    },
  },
  card {
    name = "Bombard",
    cost = "2R",
    types = { "instant" },
    spell { act = damage { source = this, who = target, amount = 4 } },
  },
  card {
    name = "Scattershot",
    cost = "2R",
    types = { "instant" },
    "storm",
    spell { act = damage { source = this, who = target, amount = 1 } },
  },
  card {
    name = "Kaervek the Merciless",
    cost = "5BR",
    supertypes = { "legendary" },
    types = { "creature" },
    subtypes = { "human", "shaman" },
    power = 5,
    toughness = 4,
    whenever {
      cast_spell { player = each.player:except(you) },
      target = each.any_target,
      act = damage { source = this, who = target, amount = event.who.mana_value },
    },
  },
  card {
    name = "Temporal Isolation",
    cost = "1W",
    types = { "enchantment" },
    subtypes = { "aura" },
    "flash",
    "enchant creature",
    static { attached, abilities = grant("shadow") },
    prevent { damage { source = attached } },
  },
  card {
    name = "The One Ring",
    cost = "4",
    supertypes = { "legendary" },
    types = { "artifact" },
    "indestructible",
    whenever {
      enter { who = this, from = "stack" },
      act = start { prevent { damage { who = you } }, lasts = "your next turn" },
    },
  },
  card {
    name = "Blisterstick Shaman",
    cost = "2R",
    types = { "creature" },
    power = 2,
    toughness = 1,
    whenever {
      enter { who = this },
      target = each.any_target,
      act = damage { source = this, who = target, amount = 1 },
    },
  },
  card {
    name = "Runed Halo",
    cost = "WW",
    types = { "enchantment" },
    prevent { damage { who = you }, when = event.source.name:is(this.chosen) },
  },
  card {
    name = "Profane Transfusion",
    cost = "6BBB",
    types = { "sorcery" },
    spell {
      act = {
        exchange_life { player = target, other = named.target_2 },
        let {
          "difference",
          larger(target.life - named.target_2.life, named.target_2.life - target.life),
        },
        create {
          player = you,
          card = "Horror token",
          sized = true,
          power = named.difference,
          toughness = named.difference,
        },
      },
    },
  },
  card {
    name = "Horror token",
    types = { "artifact", "creature" },
    subtypes = { "horror" },
    colors = {},
    power = 0,
    toughness = 0,
  },
  card {
    name = "Platinum Emperion",
    cost = "8",
    types = { "artifact", "creature" },
    subtypes = { "golem" },
    power = 8,
    toughness = 8,
    static { you, life_can_change = set(false) },
  },
  card {
    name = "Pestilent Spirit",
    cost = "2B",
    types = { "creature" },
    subtypes = { "spirit" },
    power = 3,
    toughness = 2,
    "menace",
    "deathtouch",
    static {
      each.card:any_of({ "instant", "sorcery" }):of(you):anywhere(),
      abilities = grant("deathtouch"),
    },
  },
  card {
    name = "Reckless Embermage",
    cost = "3R",
    types = { "creature" },
    power = 2,
    toughness = 2,
    activated {
      "1R",
      act = together {
        damage { source = this, who = target, amount = 1 },
        damage { source = this, who = this, amount = 1 },
      },
    },
  },
  card {
    name = "Harm's Way",
    cost = "W",
    types = { "instant" },
    spell {
      act = start {
        redirect {
          damage { source = target },
          when = event.who:is(you) | event.who.controller:is(you),
          to = named.target_2,
          next = 2,
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Lava Burst",
    cost = "XR",
    types = { "sorcery" },
    spell {
      act = damage {
        source = this,
        who = target,
        amount = x,
        unpreventable = target:being("creature"),
        stays = target:being("creature"),
      },
    },
  },
  card {
    name = "Aegis Turtle",
    cost = "U",
    types = { "creature" },
    subtypes = { "turtle" },
    power = 0,
    toughness = 5,
  },
}
