-- expect: check 'hidden state'
-- why: SETUPVAL to a local of the file: lost by save and load, shared by forks, not undone
local hits = 0

return card {
  name = "Counting Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(function(ctx)
      hits = hits + 1
      if hits == 3 then
        ctx:emit("gain_life", { player = ctx.you, amount = 3 })
      end
    end),
  },
}
