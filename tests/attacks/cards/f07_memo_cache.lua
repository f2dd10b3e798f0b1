-- expect: check 'hidden state'
-- why: a cache keyed by entity: looks pure, returns stale values after undo
local cache = {}

return card {
  name = "Hasty Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(function(ctx)
      cache[ctx.you.id] = cache[ctx.you.id] or ctx.you.life * 2
      ctx:emit("gain_life", { player = ctx.you, amount = cache[ctx.you.id] })
    end),
  },
}
