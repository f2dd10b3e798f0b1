-- expect: check 'hidden state'
-- why: state smuggled in a library table
return card {
  name = "Smuggled Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(function(ctx)
      string.count = (string.count or 0) + 1
      ctx:emit("gain_life", { player = ctx.you, amount = string.count })
    end),
  },
}
