-- Two cards that share what a module says: a list of words, a number, a function that is called as
-- the file is read, and one that handlers call.
local lives = require("lib.lives")
local numbers = require("lib.deep.numbers")

return {
  card {
    name = "Odd Scales",
    cost = "2",
    types = lives.kinds,
    activated {
      "weigh",
      act = handler(function(ctx)
        if lives.is_odd(ctx.you) then
          ctx:emit("gain_life", { player = ctx.you, amount = lives.step })
        end
      end),
    },
  },
  card {
    name = "Scale Keeper",
    cost = "1",
    types = { "creature" },
    power = lives.step,
    toughness = 1 + numbers.rest(lives.step),
  },
}
