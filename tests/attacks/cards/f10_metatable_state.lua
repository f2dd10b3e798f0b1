-- expect: check 'hidden state'
-- why: state in a metatable, if files of cards could name what makes one
local keep = {}
local function next_of(t, key)
  keep[key] = (keep[key] or 0) + 1
  return keep[key], t
end
local words = { next_of = next_of }

return card {
  name = "Hidden Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(function(ctx)
      local amount = words:next_of("x")
      ctx:emit("gain_life", { player = ctx.you, amount = amount })
    end),
  },
}
