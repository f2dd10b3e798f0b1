--- What may be done, and what scripts make happen.
return {
  card {
    name = "Two Mays",
    types = { "artifact" },
    activated {
      "go",
      act = {
        may { gain_life { player = you, amount = 1 }, by = you },
        may { gain_life { player = you, amount = 10 }, by = you },
      },
    },
  },
  card {
    name = "Discard Nobody",
    types = { "artifact" },
    activated {
      "named",
      act = {
        choose { each.land:inside("hand"):owned_by(you), by = you, as = "land" },
        may {
          discard { who = named.land },
          by = you,
          so = { gain_life { player = you, amount = 1 } },
          otherwise = { lose_life { player = you, amount = 1 } },
        },
      },
    },
  },
  card {
    name = "Late Offering",
    types = { "creature" },
    power = 1,
    toughness = 1,
    whenever {
      die { who = each.creature },
      act = may {
        sacrifice { who = this },
        by = you,
        so = gain_life { player = you, amount = 3 },
        otherwise = lose_life { player = you, amount = 3 },
      },
    },
  },
  card {
    name = "Maker",
    types = { "artifact" },
    activated {
      "one",
      act = handler(function(ctx)
        local happened = ctx:emit("create", { player = ctx.you, card = "Grizzly Bears" })
        ctx:emit("gain_life", { player = ctx.you, amount = 10 * happened })
      end),
    },
    activated {
      "two",
      act = handler(function(ctx)
        ctx:emit("create", { player = ctx.you, card = "Grizzly Bears", count = 2 })
        ctx:emit("create", { player = ctx.you, card = "runeclaw_bear" })
      end),
    },
    activated {
      "away",
      target = each.creature,
      act = handler {
        function(ctx)
          ctx:emit("move", { who = ctx.target, to = "graveyard" })
        end,
        target = target,
      },
    },
    activated {
      "wrong",
      act = handler(function(ctx)
        -- The name is made, so that `strata check` cannot know that it is none.
        ctx:emit("create", { player = ctx.you, card = ("Grizzly Bears"):sub(1, -2) })
      end),
    },
  },
}
