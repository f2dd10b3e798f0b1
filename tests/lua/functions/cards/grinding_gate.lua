-- Its target loses life until an even number of it is left, and as often as its player wants.
local STEP <const> = 3

local function is_odd(life)
  return life % 2 == 1
end

return card {
  name = "Grinding Gate",
  cost = "2B",
  types = { "sorcery" },
  spell {
    target = each.player,
    act = handler {
      function(ctx)
        local times, wants = 0, true
        while wants do
          ctx:emit("lose_life", { player = ctx.target, amount = STEP })
          times = times + 1
          wants = is_odd(ctx.target.life) or ctx:choose({ by = ctx.you, prompt = "Again?" })
        end
        if times > ctx.limit or ctx.target.life == 0 then
          ctx:emit("gain_life", { player = ctx.you, amount = times })
        end
      end,
      target = target,
      limit = 1,
    },
  },
}
