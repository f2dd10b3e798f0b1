-- What functions ask with the words of cards.
return card {
  name = "Tally Stone",
  types = { "artifact" },
  activated {
    "hand",
    act = handler(function(ctx)
      local cards = ctx.world:select(each.land:inside("hand"):owned_by(ctx.you))
      ctx:emit("gain_life", { player = ctx.you, amount = #cards })
    end),
  },
  activated {
    "all zones",
    act = handler(function(ctx)
      local cards = ctx.world:select(each.land:owned_by(ctx.you))
      ctx:emit("gain_life", { player = ctx.you, amount = #cards })
    end),
  },
  activated {
    "counters",
    act = handler(function(ctx)
      local count = 0
      for _, one in ipairs(ctx.world:select("zone = 'battlefield'")) do
        if one.types:has("creature") then
          count = count + one.p1_p1_counters
        end
      end
      ctx:emit("gain_life", { player = ctx.you, amount = count })
    end),
  },
  activated {
    "the game",
    act = handler(function(ctx)
      local game = ctx.world:select("is_the_game")[1]
      ctx:emit("gain_life", { player = ctx.you, amount = game.legend_rule and 9 or 1 })
    end),
  },
}
