--- A file of cards without a mistake: functions that use names in every allowed way. No message may
--- appear.
return [==[
local limits = { low = 1, names = { "a", "b" } }

local function read(who)
  return who.anything
end

local function power_of(ctx, who)
  local other = ctx
  if who == ctx.you then
    other = limits
  end
  return other.low or who.power
end

return {
  card { name = "Fine", types = { "creature" }, power = 1, toughness = 1 },
  card {
    name = "Asker",
    types = { "artifact" },
    activated { "ask", act = tap { who = choose { each.permanent, by = you } } },
  },
  card { -- finding_CW51: what is bound to a name exists or does not
    name = "Names",
    types = { "artifact" },
    activated {
      "go",
      act = {
        let { "one", you },
        when { exists(named.one), gain_life { player = you, amount = count(each.creature) } },
      },
    },
  },
  card {
    name = "Twice Asker",
    types = { "artifact" },
    activated {
      "ask",
      act = {
        may { gain_life { player = you, amount = 1 } },
        may { gain_life { player = you, amount = 1 } },
      },
    },
  },
  card {
    name = "Careful",
    types = { "artifact" },
    activated {
      "go",
      act = {
        let { "total", 3 },
        handler(function(ctx)
          local me, total = ctx.this, ctx.total
          me = { pwoer = total }
          local sum = me.pwoer + power_of(ctx, ctx.you)
          for i = 1, 3 do
            local ctx = { emitt = i }
            sum = sum + ctx.emitt
          end
          for _, name in ipairs(limits.names) do
            sum = sum + #name:rep(2)
          end
          local place = ctx.this.zone -- finding_CW50
          for _, one in ipairs(ctx.world:select("it.power >= 1")) do
            sum = sum + (one.zone == place and 1 or 0)
          end
          local who = ctx.you
          while sum > 100 do
            who = limits
            sum = sum - 1
          end
          local given = { of = sum, who.low and who.anything }
          local made = sum > 3 and ctx.this or given
          sum = sum + (made.of or 0)
          local function later(...)
            local own = ctx.this.power
            ctx = { nothing = own, ... }
            return ctx.nothing
          end
          if sum > 1000000 then
            local all = table.concat(limits.names)
            return later(math.max(sum, 1), all, tostring(read({ anything = 1 })))
          end
          local happened = ctx:emit("gain_life", { player = ctx.you, amount = 1 })
          goto done
          ::done::
          ctx.total = happened
        end),
      },
    },
    whenever {
      die { who = each.creature },
      act = handler(function(ctx)
        local event = ctx.event
        for _, e in ipairs(ctx.world:select("it.power >= 1")) do
          if e:is_alive() and e ~= event.who and event.became ~= e then
            ctx:note(e, "seen", event.from == "battlefield")
          end
        end
      end),
    },
  },
}
]==]
