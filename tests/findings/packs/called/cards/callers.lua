return {
  card {
    name = "Caller",
    types = { "creature" },
    power = 1,
    toughness = 1,
    activated { "by name", act = create { player = you, card = "Called Beast", count = 1 } },
    activated { "by id", act = create { player = you, card = "called:called_beast", count = 1 } },
    activated { "by short id", act = create { player = you, card = "called_beast", count = 1 } },
    activated {
      "of another pack",
      act = create { player = you, card = "grizzly_bears", count = 1 },
    },
  },
  card {
    name = "Function Caller",
    types = { "creature" },
    power = 1,
    toughness = 1,
    activated {
      "by name",
      act = handler(function(ctx)
        ctx:emit("create", { player = ctx.you, card = "Called Beast", count = 1 })
      end),
    },
    activated {
      "by id",
      act = handler(function(ctx)
        ctx:emit("create", { player = ctx.you, card = "called:called_beast", count = 1 })
      end),
    },
    activated {
      "of another pack",
      act = handler(function(ctx)
        ctx:emit("create", { player = ctx.you, card = "Elite Vanguard", count = 1 })
      end),
    },
    activated {
      "that no text names",
      act = handler(function(ctx)
        ctx:emit("create", { player = ctx.you, card = "classic:fugitive_wizard", count = 1 })
      end),
    },
  },
}
