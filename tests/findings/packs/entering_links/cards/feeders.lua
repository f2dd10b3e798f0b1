local grows = static { this, power = add(count(linked("meal"):inside("exile"))) }

local function feeder(name, ability)
  return card { name = name, types = { "creature" }, power = 1, toughness = 1, ability, grows }
end

local dead = each.creature:inside("graveyard")
local eats = exile { dead, who = it, link = "meal" }

return {
  feeder("Also Feeder", replace { enter { who = this }, also = eats }),
  feeder(
    "Event Feeder",
    replace {
      enter { who = this },
      also = exile { dead, who = it, link = "meal", cause = event.who },
    }
  ),
  feeder("After Feeder", enters { after = eats }),
  feeder("Trigger Feeder", whenever { enter { who = this }, act = eats }),
  feeder(
    "Function Feeder",
    replace {
      enter { who = this },
      also = handler(function(ctx)
        for _, one in ipairs(ctx.world:select(each.creature:inside("graveyard"))) do
          ctx:emit("move", { who = one, to = "exile", link = "meal" })
        end
      end),
    }
  ),
  feeder(
    "Choosing Feeder",
    replace {
      enter { who = this },
      also = handler(function(ctx)
        local ask = { by = ctx.you, least = 0, ordered = true } -- so that the answer is a list
        for _, one in ipairs(ctx.world:select(each.creature:inside("graveyard"))) do
          ask[#ask + 1] = one
        end
        ask.most = #ask
        for _, one in ipairs(ctx:choose(ask)) do
          ctx:emit("move", { who = one, to = "exile", link = "meal" })
        end
      end),
    }
  ),
  feeder(
    "Counting Feeder",
    replace {
      enter { who = this },
      also = handler(function(ctx)
        ctx:emit("put_counters", { who = ctx.event.who, kind = "+1/+1", count = 2 })
      end),
    }
  ),
}
