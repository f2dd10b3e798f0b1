--- Worlds that move to other rules: in place, completely or not at all; handlers are replaced and
--- never doubled.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails

--- What a pack says, before and after somebody has edited it.
---@param edition { bonus?: integer, factor?: integer, tough?: boolean, spare?: boolean }
local function rules_of(edition)
  local factor = edition.factor or 2
  local attributes = { name = "text", power = "int", hurt = "int", abilities = "abilities" }
  attributes.a_spare = edition.spare and "int" or nil
  return strata.rules({
    layers = { "only" },
    attributes = attributes,
    abilities = {
      ["t:strong"] = { { power = strata.add(edition.bonus or 1) } },
      ["t:brittle"] = not edition.tough and {} or nil,
    },
    events = {
      hit = {
        fields = { who = "ref", n = "int" },
        affected = "who",
        phases = { "before", "do" },
        does = { { "add", "hurt", who = "event.who", value = "event.n" } },
      },
    },
    codes = { ["t:sharp"] = { "handle", "hit", phase = "before", { "run", "t:sharp" } } },
    handlers = {
      ["t:sharp"] = function(ctx)
        ctx.event.n = ctx.event.n * factor
      end,
    },
    chains = { ["t:bear"] = { "t:sharp" } },
    definitions = { ["t:bear"] = { power = 2, abilities = { "t:strong" } } },
  })
end

local function hit(world, who, n)
  world:act("hit", { who = who, n = n })
end

-- State is kept, rules are new, handles go on.
do
  local world = rules_of({}):world()
  local bear = world:spawn("t:bear")
  hit(world, bear, 3)
  equal(bear.power, 3)
  equal(bear.hurt, 6)
  local hash = world:hash()
  local rules = rules_of({ bonus = 10, factor = 5, spare = true })

  world:reload(rules)

  equal(world:hash(), hash)
  equal(world.rules, rules)
  equal(bear.power, 12)
  equal(bear.hurt, 6)
  hit(world, bear, 1)
  equal(bear.hurt, 11) -- the new handler, once
  world:reload(rules)
  hit(world, bear, 1)
  equal(bear.hurt, 16)
end

-- Views hear on, and nothing twice.
do
  local world = rules_of({}):world()
  local bear = world:spawn("t:bear")
  local rows = 0
  world:view(function()
    rows = rows + 1
  end)
  hit(world, bear, 1)
  local each = rows
  assert(each > 0, "it hears")
  world:reload(rules_of({ spare = true }))
  hit(world, bear, 1)
  equal(rows, 2 * each)
end

-- What the new rules lack is named, and nothing has happened.
do
  local world = rules_of({}):world()
  local bear = world:spawn("t:bear")
  bear.base.abilities = { "t:strong", "t:brittle" }
  local hash, rules = world:hash(), rules_of({ tough = true, bonus = 7 })
  local lacks = world:lacks(rules)
  equal(#lacks, 1)
  equal(lacks[1].kind .. " " .. lacks[1].name, "ability t:brittle")
  fails("lack what the world uses: ability 't:brittle'", world.reload, world, rules)
  equal(world:hash(), hash)
  equal(bear.power, 3)
  equal(#world:lacks(rules_of({})), 0)
  fails("rules expected", world.reload, world, world)
end

-- Marks are of what it was.
do
  local world = rules_of({}):world()
  local bear = world:spawn("t:bear")
  local mark = world:mark()
  bear.base.power = 9
  world:reload(rules_of({}))
  fails("stale mark: the world was reloaded", world.rollback, world, mark)
  equal(bear.base.power, 9)
  local again = world:mark()
  bear.base.power = 4
  world:rollback(again)
  equal(bear.base.power, 9)
end

-- Not in the middle of an action that could not be taken back then.
do
  local world = rules_of({}):world()
  local bear = world:spawn("t:bear")
  fails("not allowed here", world.action, world, function()
    world:reload(rules_of({}))
  end)
  equal(bear.power, 3)
  hit(world, bear, 1)
  equal(bear.hurt, 2)
end

-- Old rules may go: nothing of them is asked any more.
do
  local world = rules_of({}):world()
  local bear = world:spawn("t:bear")
  for n = 1, 200 do
    world:reload(rules_of({ bonus = n }))
    equal(bear.power, 2 + n)
  end
end
