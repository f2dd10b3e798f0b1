-- expect: check 'hidden state'
-- why: mutation through a library call: no opcode shows it, a run does
local log = {}

return card {
  name = "Remembering Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(function(ctx)
      table.insert(log, ctx.this)
      ctx:emit("gain_life", { player = ctx.you, amount = #log })
    end),
  },
}
