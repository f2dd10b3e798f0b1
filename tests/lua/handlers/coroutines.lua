--- In a Lua with coroutines a handler can ask in one, and go on whatever comes of that. It has to
--- wait for all that, and as it does not, it is called again once there is an answer.
package.path = (arg[0]:gsub("handlers/coroutines.lua$", "?.lua;")) .. package.path
local asking = require("asking")
local check = require("check")
local strata = require("strata")
local equal = check.equal

local function hides(more)
  local coroutine = { create = coroutine.create, resume = coroutine.resume }
  return function(ctx)
    local first = ctx:choose({ purpose = "number", prompt = "open", most = 3, by = ctx.you })
    ctx:emit("gain", { who = ctx.you, amount = 1 + first })
    coroutine.resume(coroutine.create(function()
      ctx:choose({ purpose = "number", prompt = "hidden", most = 3, by = ctx.you })
    end))
    for _ = 1, more do
      ctx:emit("gain", { who = ctx.you, amount = 1 })
    end
  end
end

local function hiding_rules(more)
  local spec = asking.spec(false)
  spec.handlers["test:hides"] = hides(more)
  spec.codes["test:runs"] = { "trigger", "large", { "run", "test:hides" } }
  return strata.rules(spec)
end

--- The hash of a world in which it has run twice; once it has waited, it can go on.
local function hash_of(rules, how)
  local world, ann = asking.new_world(rules)
  world:tune("answers", how)
  for _ = 1, 2 do
    world:act({ code = "test:runs", you = ann })
    equal({ world:answer(2) }, { "decide" })
    equal(world:decisions()[1].prompt, "hidden")
    equal({ world:answer(1) }, { "done" })
  end
  equal(world:stats().resumed > 0, how == "auto", how .. ": gone on")
  return world:hash()
end

for more = 0, 1 do -- it ends behind the question, or does more
  local rules <const> = hiding_rules(more)
  equal(hash_of(rules, "never"), hash_of(rules, "auto"), "and does more: " .. more)
end
