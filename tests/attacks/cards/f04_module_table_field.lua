-- expect: check 'hidden state'
-- why: SETFIELD on a table of the file
local M = { turns = 0 }

return card {
  name = "Counting Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(function(ctx)
      M.turns = M.turns + 1
      ctx:emit("gain_life", { player = ctx.you, amount = M.turns })
    end),
  },
}
