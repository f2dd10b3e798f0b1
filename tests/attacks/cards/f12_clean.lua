-- expect: ok
-- why: control: constants of the file, locals and pure helpers must not be flagged
local BONUS <const> = 2
local names = { "a", "b" }

local function twice(x)
  return x * BONUS
end

return card {
  name = "Honest Bell",
  cost = "1",
  types = { "instant" },
  spell {
    act = handler(function(ctx)
      local n = 0
      for _, name in ipairs(names) do
        n = n + twice(#name)
      end
      local sum = 0
      local function add(x)
        sum = sum + x
      end
      add(1)
      add(n)
      local list = {}
      table.insert(list, sum)
      ctx:emit("gain_life", { player = ctx.you, amount = list[1] })
    end),
  },
}
