--- A world of rules with groups, words, texts and functions that ask and fail.
local strata = require("strata")
local event = strata.event

local function run(handler)
  return { "run", handler }
end

local world = strata
  .rules({
    layers = { "first", { "second", "a", "b" } },
    default_layers = { set = "first", add = "second.a", grade = "first", name = "first" },
    symbols = { "red", "green" },
    attributes = {
      name = "text",
      life = { "int", min = 0, max = 1000 },
      grade = { "sym", "common", "rare" },
      color = { "sym", "red", "green", unlayered = true },
    },
    clocks = { "turn" },
    groups = { shield = "highest", poison = { "refresh", limit = 2 } },
    handlers = {
      ["wide:before"] = function(ctx)
        ctx:note(ctx.event.player, "before", ctx:roll(6))
      end,
      ["wide:after"] = function(ctx)
        ctx:note(ctx.event.player, "after", ctx:roll(6))
      end,
      ["wide:share"] = function(ctx)
        local list = { ctx.you, ctx.target, by = ctx.you, purpose = "divide", total = 7 }
        for i, share in ipairs(ctx:choose(list)) do
          ctx:emit("gain", { player = list[i], amount = share })
        end
      end,
      ["wide:roll"] = function(ctx)
        ctx:note(ctx.you, "rolled", ctx:roll(1000))
      end,
      ["wide:fail"] = function()
        error("always")
      end,
    },
    codes = {
      ["wide:before"] = { "handle", "hit", phase = "before", run("wide:before") },
      ["wide:after"] = { "handle", "hit", phase = "after", run("wide:after") },
      ["wide:share"] = {
        "trigger",
        "gain",
        names = { target = "ref" },
        run("wide:roll"),
        run("wide:share"),
      },
      ["wide:fail"] = { "trigger", "gain", run("wide:fail"), run("wide:roll") },
    },
    events = {
      gain = {
        fields = { player = "ref", amount = "int" },
        affected = "player",
        does = { { "add", "life", who = event.player, value = event.amount } },
      },
      hit = {
        fields = { player = "ref" },
        affected = "player",
        phases = { "before", "do", "after" },
      },
    },
  })
  :world()

return {
  world = world,
  ann = world:spawn({ name = "Ann", life = 20, grade = "common" }),
  ben = world:spawn({ name = "Ben", life = 10, color = "green" }),
}
