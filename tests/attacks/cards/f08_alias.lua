-- expect: check 'hidden state'
-- why: state through an alias and an argument
local state = { n = 0 }

local function bump(t)
  t.n = t.n + 1
  return t.n
end

return card {
  name = "Aliased Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(function(ctx)
      ctx:emit("gain_life", { player = ctx.you, amount = bump(state) })
    end),
  },
}
