--- What moves, what replaces moving, and what draws.
--- Two cards drawn this turn: 4 life for each, or it goes back on top.
local function pay_or_put_back(ctx)
  local ask = { by = ctx.you, most = 2, ordered = true }
  for _, card in ipairs(ctx.world:zone("hand", ctx.you)) do
    ask[#ask + 1] = card.drawn and card or nil
  end
  ask.least = math.min(2, #ask)
  for _, card in ipairs(#ask > 0 and ctx:choose(ask) or {}) do
    if ctx.you.life >= 4 and ctx:choose({ by = ctx.you, source = card, purpose = "may" }) then
      ctx:emit("pay_life", { player = ctx.you, amount = 4 })
    else
      ctx:emit("move", { who = card, from = "hand", to = "library" })
    end
  end
end

return {
  -- Drawing.
  card {
    name = "Ancient Excavation",
    cost = "2UB",
    types = { "instant" },
    spell {
      act = {
        let { "before", you.drawn_this_turn },
        draw_cards { player = you, count = count(each.card:inside("hand"):owned_by(you)) },
        handler {
          function(ctx)
            local ask = { by = ctx.you, least = ctx.drawn, most = ctx.drawn }
            for _, card in ipairs(ctx.world:zone("hand", ctx.you)) do
              ask[#ask + 1] = card
            end
            if ctx.drawn == 0 then
              return
            end
            local chosen = ctx:choose(ask)
            for _, card in ipairs(type(chosen) == "table" and chosen or { chosen }) do
              ctx:emit("discard", { who = card })
            end
          end,
          drawn = you.drawn_this_turn - named.before,
        },
      },
    },
  },
  card {
    name = "Reforge the Soul",
    cost = "3RR",
    types = { "sorcery" },
    spell {
      act = {
        discard { each.card:inside("hand"), who = it },
        draw_cards { each.player, player = it, count = 7 },
      },
    },
  },
  card {
    name = "Leovold, Emissary of Trest",
    cost = "BGU",
    supertypes = { "legendary" },
    types = { "creature" },
    subtypes = { "elf", "advisor" },
    power = 3,
    toughness = 3,
    static { each.player:except(you), most_draws = at_most(1) },
  },
  card {
    name = "Spirit of the Labyrinth",
    cost = "1W",
    types = { "enchantment", "creature" },
    subtypes = { "spirit" },
    power = 3,
    toughness = 1,
    static { each.player, most_draws = at_most(1) },
  },
  card {
    name = "Draw Two",
    cost = "2U",
    types = { "sorcery" },
    spell { act = draw_cards { player = you, count = 2 } },
  },
  card {
    name = "Teferi's Ageless Insight",
    cost = "2UU",
    supertypes = { "legendary" },
    types = { "enchantment" },
    replace {
      draw { player = you },
      when = ~(
        you.active
        & exists(the_game:where(it.phase:is("draw")))
        & you.drawn_this_step:is(0)
      ),
      instead = draw_cards { player = you, count = 2 },
    },
  },
  card {
    name = "Mr. Foxglove",
    cost = "1GW",
    supertypes = { "legendary" },
    types = { "creature" },
    subtypes = { "fox" },
    power = 4,
    toughness = 4,
    "lifelink",
    whenever {
      attack { who = this },
      act = {
        let { "before", you.drawn_this_turn },
        draw_cards {
          player = you,
          count = larger(
            count(each.card:inside("hand"):owned_by(event.player))
              - count(each.card:inside("hand"):owned_by(you)),
            0
          ),
        },
        when {
          you.drawn_this_turn:is(named.before)
            & exists(each.creature:inside("hand"):owned_by(you)),
          may {
            move {
              who = choose { each.creature:inside("hand"):owned_by(you), by = you },
              to = "battlefield",
              under = you,
            },
          },
        },
      },
    },
  },
  card {
    name = "Skip",
    cost = "1U",
    types = { "sorcery" },
    spell {
      act = start {
        replace { phase_begins { phase = "draw", player = target }, nothing = true, times = 1 },
      },
    },
  },

  -- Exile in place of a death.
  card {
    name = "Kumano's Pupils",
    cost = "4R",
    types = { "creature" },
    subtypes = { "human", "shaman" },
    power = 3,
    toughness = 3,
    whenever {
      damage { source = this, who = each.creature },
      immediate = true,
      act = start {
        replace {
          die { who = event.who },
          when = this.zone:is("battlefield"),
          instead = exile { who = event.who },
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Pillar of Flame",
    cost = "R",
    types = { "sorcery" },
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
    name = "Warmind Infantry",
    cost = "2R",
    types = { "creature" },
    subtypes = { "elemental", "soldier" },
    power = 2,
    toughness = 3,
  },
  card {
    name = "Lightning Mauler",
    cost = "1R",
    types = { "creature" },
    power = 2,
    toughness = 1,
    "soulbond",
  },
  card {
    name = "Scorching Lava",
    cost = "1R",
    types = { "instant" },
    "kicker",
    spell {
      act = {
        damage { source = this, who = target, amount = 2 },
        when {
          choice:is("kicker"),
          start {
            cant { regenerate { who = target } },
            replace { die { who = target }, instead = exile { who = target } },
            lasts = "turn",
          },
        },
      },
    },
  },
  card {
    name = "Dauthi Voidwalker",
    cost = "BB",
    types = { "creature" },
    subtypes = { "dauthi", "rogue" },
    power = 3,
    toughness = 2,
    "shadow",
    replace {
      bury { who = each.card:non("token"):anywhere() },
      when = event.who.owner:is_not(you),
      with = { to = "exile" },
      after = put_counters { who = event.who, kind = "void", count = 1 },
    },
  },
  card {
    name = "Counterspell",
    cost = "UU",
    types = { "instant" },
    spell { act = counter_spell { who = target } },
  },
  card {
    name = "Yawgmoth's Will",
    cost = "2B",
    types = { "sorcery" },
    spell {
      act = start {
        replace {
          bury { who = each.card:non("token"):owned_by(you):anywhere() },
          instead = exile { who = event.who },
        },
        lasts = "turn",
      },
    },
  },
  card {
    name = "Reviving Dose",
    cost = "2W",
    types = { "instant" },
    spell {
      act = {
        gain_life { player = you, amount = 3 },
        draw_cards { player = you, count = 1 },
      },
    },
  },
  card {
    name = "Exhume",
    cost = "1B",
    types = { "sorcery" },
    spell {
      act = handler(function(ctx)
        local asks, owners = {}, {}
        local player = ctx.you
        repeat
          local ask = { by = player }
          for _, card in ipairs(ctx.world:zone("graveyard", player)) do
            ask[#ask + 1] = card.types:has("creature") and card or nil
          end
          if #ask > 0 then
            asks[#asks + 1], owners[#owners + 1] = ask, player
          end
          player = player.next_player
        until player == ctx.you
        local chosen = #asks > 0 and ctx:choose_all(asks) or {}
        for place, card in ipairs(chosen) do
          ctx:emit("move", {
            who = card,
            from = "graveyard",
            to = "battlefield",
            under = owners[place],
          })
        end
      end),
    },
  },

  -- Until something happens.
  card {
    name = "Helm of Obedience",
    cost = "4",
    types = { "artifact" },
    activated {
      "obey",
      act = handler {
        function(ctx)
          local buried, player = 0, ctx.target
          while buried < ctx.x and #ctx.world:zone("library", player) > 0 do
            local cards = ctx.world:zone("library", player)
            ctx:emit("mill", { player = player, count = 1 })
            local after = cards[#cards]:successor()
            if after and after.zone == "graveyard" then
              buried = buried + 1
              if after.types:has("creature") then
                ctx:emit("sacrifice", { who = ctx.this })
                ctx:emit("move", {
                  who = after,
                  from = "graveyard",
                  to = "battlefield",
                  under = ctx.you,
                })
                return
              end
            end
          end
        end,
        target = target,
        x = x,
      },
    },
  },
  card {
    name = "Grindstone",
    cost = "1",
    types = { "artifact" },
    activated {
      "3, T",
      act = handler {
        function(ctx)
          local again = true
          while again do
            local cards = ctx.world:zone("library", ctx.target)
            local one, other = cards[#cards], cards[#cards - 1]
            ctx:emit("mill", { player = ctx.target, count = 2 })
            again = false
            local first = one and (one:successor() or one)
            local second = other and (other:successor() or other)
            for _, color in ipairs({ "white", "blue", "black", "red", "green" }) do
              local shared = second and first.colors:has(color) and second.colors:has(color)
              again = again or shared
            end
          end
        end,
        target = target,
      },
    },
  },

  -- Commanders.
  card {
    name = "Commander",
    cost = "2W",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 3,
    toughness = 3,
  },
  card {
    name = "Commander-Returner",
    cost = "2W",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 3,
    toughness = 3,
    replace {
      die { who = this },
      instead = { move { who = this, to = "library" }, shuffle { player = this.owner } },
    },
  },
  card {
    name = "Unsummon",
    cost = "U",
    types = { "instant" },
    spell { act = bounce { who = target } },
  },
  card {
    name = "Legend",
    cost = "2W",
    supertypes = { "legendary" },
    types = { "creature" },
    power = 2,
    toughness = 2,
  },
  card {
    name = "Sylvan Library",
    cost = "1G",
    types = { "enchantment" },
    at {
      "draw",
      of = you,
      act = when {
        (you.most_draws - you.drawn_this_turn):at_least(2),
        may {
          draw_cards { player = you, count = 2 },
          so = { handler(pay_or_put_back) },
        },
      },
    },
  },

  card {
    name = "Exquisite Archangel",
    cost = "5WW",
    types = { "creature" },
    subtypes = { "angel" },
    power = 5,
    toughness = 5,
    "flying",
    replace {
      lose_game { player = you },
      instead = { exile { who = this }, set_life { player = you, amount = 20 } },
    },
  },
  card {
    name = "Blast",
    cost = "3R",
    types = { "sorcery" },
    spell {
      act = together {
        damage { source = this, who = target, amount = 5 },
        damage { source = this, who = named.target_2, amount = 5 },
      },
    },
  },
  card { name = "Y", cost = "1U", types = { "creature" }, power = 2, toughness = 2 },
}
