--- What has put something away, and knows it later (607, 610.3).

-- Any number of some options.
local function any_of(ctx, options)
  options.most = #options
  local chosen = #options > 0 and ctx:choose(options) or {}
  return #options == 1 and { chosen ~= nil and chosen or nil } or chosen
end

-- All that the player of a seat has in hand and on the battlefield.
local function held_by(seat)
  return count((each.permanent | each.card:inside("hand")):where(it.owner.seat:is(seat)))
end

return {
  card {
    name = "Journey to Nowhere",
    cost = "1W",
    types = { "enchantment" },
    whenever {
      enter { who = this },
      target = each.creature,
      act = exile { who = target, link = "away" },
    },
    whenever {
      leave { who = this },
      act = move { linked("away"):inside("exile"), who = it, to = "battlefield" },
    },
  },
  card {
    name = "Banisher Priest",
    cost = "1WW",
    types = { "creature" },
    subtypes = { "human", "cleric" },
    power = 2,
    toughness = 2,
    whenever {
      enter { who = this },
      target = each.creature:not_of(you),
      act = until_leaves { exile { who = target } },
    },
  },
  card {
    name = "Grasp of Fate",
    cost = "1WW",
    types = { "enchantment" },
    whenever {
      enter { who = this },
      targets = {
        { each.permanent:non("land"):not_of(you), as = "first", optional = true },
        {
          each.permanent:non("land"):not_of(you):not_of(named.first.controller),
          as = "second",
          optional = true,
        },
        {
          each.permanent
            :non("land")
            :not_of(you)
            :not_of(named.first.controller)
            :not_of(named.second.controller),
          as = "third",
          optional = true,
        },
      },
      act = until_leaves {
        together {
          exile { who = named.first },
          exile { who = named.second },
          exile { who = named.third },
        },
      },
    },
  },
  card {
    name = "Worldgorger Dragon",
    cost = "3RRR",
    types = { "creature" },
    subtypes = { "nightmare", "dragon" },
    power = 7,
    toughness = 7,
    "flying",
    "trample",
    whenever {
      enter { who = this },
      act = exile { each.permanent:of(you):except(this), who = it, link = "world" },
    },
    whenever {
      leave { who = this },
      act = move { linked("world"):inside("exile"), who = it, to = "battlefield" },
    },
  },
  card {
    name = "Gerrard's Battle Cry",
    cost = "W",
    types = { "enchantment" },
    activated {
      "rally",
      each.creature:of(you),
      power = add(1),
      toughness = add(1),
      lasts = "turn",
      cost = "2W",
    },
  },
  card {
    name = "Angel of Serenity",
    cost = "4WWW",
    types = { "creature" },
    subtypes = { "angel" },
    power = 5,
    toughness = 6,
    "flying",
    whenever {
      enter { who = this },
      targets = {
        {
          each.creature:except(this) | each.creature:inside("graveyard"),
          as = { "first", "second", "third" },
          optional = true,
        },
      },
      act = together {
        exile { who = named.first, link = "serene" },
        exile { who = named.second, link = "serene" },
        exile { who = named.third, link = "serene" },
      },
    },
    whenever {
      leave { who = this },
      act = move { linked("serene"):inside("exile"), who = it, to = "hand" },
    },
  },
  card {
    name = "Tidehollow Sculler",
    cost = "WB",
    types = { "artifact", "creature" },
    subtypes = { "zombie" },
    power = 2,
    toughness = 2,
    whenever {
      enter { who = this },
      target = each.player:except(you),
      act = exile {
        who = choose { each.card:non("land"):inside("hand"):owned_by(target), by = you },
        link = "taken",
      },
    },
    whenever {
      leave { who = this },
      act = move { linked("taken"):inside("exile"), who = it, to = "hand" },
    },
  },
  card {
    name = "Arc-Slogger",
    cost = "3RR",
    types = { "creature" },
    subtypes = { "beast" },
    power = 4,
    toughness = 5,
    activated {
      "slog",
      cost = exile { times = 10, who = top_of("library", you, named.i) },
      target = each.creature | each.player,
      act = damage { source = this, who = target, amount = 2 },
    },
  },
  card {
    name = "Sisters of Stone Death",
    cost = "4BBGG",
    supertypes = { "legendary" },
    types = { "creature" },
    subtypes = { "gorgon" },
    power = 7,
    toughness = 5,
    activated { "petrify", target = each.creature, act = exile { who = target, link = "stone" } },
    activated {
      "revive",
      act = move {
        who = choose { linked("stone"):being("creature"):inside("exile"), by = you },
        to = "battlefield",
        under = you,
      },
    },
  },
  card {
    name = "Quicksilver Elemental",
    cost = "3UU",
    types = { "creature" },
    subtypes = { "elemental" },
    power = 3,
    toughness = 4,
    activated {
      "gain",
      abilities = borrow("activated", each.creature:where(it:is(target))),
      lasts = "turn",
    },
  },
  card {
    name = "Glorious Protector",
    cost = "2WW",
    types = { "creature" },
    subtypes = { "angel", "cleric" },
    power = 3,
    toughness = 4,
    "flash",
    "flying",
    whenever {
      enter { who = this },
      may = true,
      act = until_leaves {
        link = "guarded",
        together {
          handler(function(ctx)
            local options = { by = ctx.you, least = 0 }
            local all = ctx.world:select("zone = 'battlefield' and types has 'creature'")
            for i = 1, #all do
              local is_theirs = all[i].controller == ctx.you and not all[i].subtypes:has("angel")
              options[#options + 1] = is_theirs and all[i] ~= ctx.this and all[i] or nil
            end
            local chosen = any_of(ctx, options)
            for i = 1, #chosen do
              local from = chosen[i].zone
              ctx:emit("move", { who = chosen[i], from = from, to = "exile", link = "guarded" })
            end
          end),
        },
      },
    },
  },
  card {
    name = "Rampaging Baloths",
    cost = "4GG",
    types = { "creature" },
    subtypes = { "beast" },
    power = 6,
    toughness = 6,
    "trample",
    whenever {
      enter { who = each.land:of(you) },
      act = create { player = you, card = "Beast token" },
    },
  },
  card {
    name = "Beast token",
    types = { "creature" },
    subtypes = { "beast" },
    colors = { "green" },
    power = 4,
    toughness = 4,
  },
  card {
    name = "The Great Aurora",
    cost = "6GGG",
    types = { "sorcery" },
    spell {
      act = {
        let { "first", held_by(1) },
        let { "second", held_by(2) },
        let { "third", held_by(3) },
        let { "fourth", held_by(4) },
        move { each.permanent | each.card:inside("hand"), who = it, to = "library" },
        shuffle { each.player, player = it },
        together {
          draw_cards { each.player:where(it.seat:is(1)), player = it, count = named.first },
          draw_cards { each.player:where(it.seat:is(2)), player = it, count = named.second },
          draw_cards { each.player:where(it.seat:is(3)), player = it, count = named.third },
          draw_cards { each.player:where(it.seat:is(4)), player = it, count = named.fourth },
        },
        together {
          each {
            each.player,
            handler(function(ctx)
              local options = { by = ctx.it, least = 0 }
              local hand = ctx.world:zone("hand", ctx.it)
              for i = 1, #hand do
                options[#options + 1] = hand[i].types:has("land") and hand[i] or nil
              end
              local chosen = any_of(ctx, options)
              for i = 1, #chosen do
                ctx:emit("move", { who = chosen[i], from = "hand", to = "battlefield" })
              end
            end),
          },
        },
        exile { who = this },
      },
    },
  },
}
