-- expect: check 'unknown word 'coroutine''
-- why: a coroutine is a saved stack, which no save could hold: there are none
return card {
  name = "Sleeping Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(function(ctx)
      local next_amount = coroutine.wrap(function()
        coroutine.yield(1)
      end)
      ctx:emit("gain_life", { player = ctx.you, amount = next_amount() })
    end),
  },
}
