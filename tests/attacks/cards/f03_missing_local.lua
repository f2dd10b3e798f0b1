-- expect: check 'hidden state'
-- why: the usual accident: a forgotten local
return card {
  name = "Forgetful Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(function(ctx)
      player = ctx.you
      ctx:emit("gain_life", { player = player, amount = 1 })
    end),
  },
}
