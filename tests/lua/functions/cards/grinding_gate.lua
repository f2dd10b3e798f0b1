-- Its target loses life until an even number of it is left, and as often as its player wants.
local lives = require("lib.lives")

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
          ctx:emit("lose_life", { player = ctx.target, amount = lives.step })
          times = times + 1
          wants = lives.is_odd(ctx.target) or ctx:choose({ by = ctx.you, prompt = "Again?" })
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
