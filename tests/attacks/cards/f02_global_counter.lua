-- expect: check 'hidden state'
-- why: SETTABUP of _ENV inside a handler
return card {
  name = "Counting Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(function(ctx)
      total = (total or 0) + 1
      ctx:emit("gain_life", { player = ctx.you, amount = total })
    end),
  },
}
