-- expect: check 'hidden state'
-- why: state in the frame of a factory: two cards made by it share nothing, but a save loses both
local function every(n, f)
  local count = 0
  return function(ctx)
    count = count + 1
    if count % n == 0 then
      f(ctx)
    end
  end
end

return card {
  name = "Patient Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(every(3, function(ctx)
      ctx:emit("gain_life", { player = ctx.you, amount = 1 })
    end)),
  },
}
