--- Hidden information: a handler sees what the controller of its ability may see, unless its rules
--- say otherwise. And it does not control the game that it is part of.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event = strata.event

--- What an object of everybody's has under an effect that is made and removed.
local function through(ctx, change)
  local on = ctx.world:select("zone = 'table'")[1]
  change.on = on
  local effect = ctx.world:effect(change)
  local power = on.power
  effect:remove()
  return power
end

--- What reads a card in a handler, and what it reads where that may be seen.
local READS <const> = {
  name = { "Elf", function(ctx) return ctx.card.name end },
  power = { "3", function(ctx) return ctx.card.power end },
  base = { "3", function(ctx) return ctx.card.base.power end },
  has = { "true", function(ctx) return ctx.card:has("elf") end },
  abilities = { "0", function(ctx) return #ctx.card:abilities() end },
  definition = { "nil", function(ctx) return ctx.card:definition() end },
  value_after = { "3", function(ctx) return ctx.card:value_after("only", "power") end },
  eval = { "3", function(ctx) return ctx.world:eval("it.power", ctx.card) end },
  this = { "3", function(ctx) return ctx.world:eval("this.power", nil, ctx.card) end },
  literal = { "3", function(ctx) return ctx.world:eval(strata.the(ctx.card).power) end },
  compared = { "2", function(ctx)
    return ctx.world:count(strata.it.power:is(strata.the(ctx.card).power))
  end },
  source = { "2", function(ctx) return #ctx.world:select("power = this.power", ctx.card) end },
  operand = { "6", function(ctx)
    return through(ctx, { power = strata.set(strata.the(ctx.card).power + 3) })
  end },
  condition = { "7", function(ctx)
    return through(ctx, { when = strata.the(ctx.card).power:is(3), power = strata.set(7) })
  end },
  duration = { "7", function(ctx)
    return through(ctx, { as_long_as = strata.the(ctx.card).power:is(3), power = strata.set(7) })
  end },
  of_source = { "6", function(ctx)
    return through(ctx, { source = ctx.card, power = strata.set(strata.this.power + 3) })
  end },
  subject = { "7", function(ctx)
    local on = ctx.world:select("zone = 'table'")[1]
    local same = strata.it:is(on) & strata.the(ctx.card).power:is(3)
    local effect = ctx.world:effect({ on = same, power = strata.set(7) })
    local power = on.power
    effect:remove()
    return power
  end },
  id = { "#", function(ctx) return ctx.card.id end },
  timestamp = { "", function(ctx) return ctx.card:timestamp() end },
  chain = { "1", function(ctx) return #ctx.card:chain("told", "after") end },
  hooked = { "true", function(ctx) return ctx.card:is_hooked("test:tells") end },
  stored = { "0", function(ctx) return ctx.card:hook_get("test:tells", "count") end },
  noted = { "0", function(ctx) return #ctx.world:noted(ctx.card, "seen") end },
  counted = { "2", function(ctx) return ctx.world:eval("count(power >= 3)") end },
  summed = { "6", function(ctx) return ctx.world:eval("sum(power, power >= 3)") end },
}

--- What may always be read, and what it gives for a card in Bob's library.
local KNOWN <const> = {
  zone = { "library", function(ctx) return ctx.card.zone end },
  whose = { "Bob", function(ctx) return ctx.card:zone_player().name end },
  alive = { "true", function(ctx) return ctx.card:is_alive() end },
  same = { "true", function(ctx)
    return ctx.world:zone("library", ctx.card:zone_player())[1] == ctx.card
  end },
  text = { "entity (hidden)", function(ctx) return tostring(ctx.card) end },
  base = { "base values of entity (hidden)", function(ctx) return tostring(ctx.card.base) end },
  expression = { "#.power", function(ctx) return tostring(strata.the(ctx.card).power) end },
  entities = { "3", function(ctx) return #ctx.world:entities() end }, -- the players, one other
  size = { "1", function(ctx) return #ctx.world:zone("library", ctx.card:zone_player()) end },
}

local GOES <const> = {
  hand = { to = "'hand'", player = event.player },
  table = { to = "'table'" },
}

local FROM_OUTSIDE <const> =
{
  "save", "fork", "peek", "hash", "position", "values", "graph", "lacks", "faults",
  "stats", "profile", "tune", "drop_caches", "seat", "seat_object", "seat_secret", "disclose",
}

local function rules_of(reads, scripts_see, goes)
  local handlers, codes = {}, {}
  codes["test:tells"] = { "handle", "told", phase = "after", names = { count = "int" }, { "stop" } }
  for name, read in strata.sorted_pairs(reads) do
    local f = read[2]
    handlers["test:" .. name] = function(ctx)
      error("read: " .. tostring(f(ctx)), 0)
    end
    codes["test:" .. name] =
      { "trigger", "idle", { "run", "test:" .. name }, names = { card = "ref", bob = "ref" } }
  end
  return strata.rules({
    layers = { "only" },
    symbols = { "elf" },
    attributes = {
      name = "text",
      power = "int",
      types = { "set", "elf" },
      abilities = "abilities",
    },
    zones = {
      hand = { hidden = true },
      library = { hidden = true, ordered = true },
      table = { shared = true },
    },
    scripts_see = scripts_see,
    events = {
      idle = { fields = {} },
      told = { fields = { who = "ref" }, affected = "who", phases = { "do", "after" } },
      go = {
        fields = { card = "ref", player = "ref" },
        does = { { "move", who = event.card, with = goes and GOES[goes] or GOES.table } },
      },
    },
    handlers = handlers,
    codes = codes,
  })
end

--- What each read says of a card in a zone of a player, by the handlers of another.
local function play(reads, scripts_see, zone, whose, you)
  local world = rules_of(reads, scripts_see):world({ on_fault = "stop" })
  local players = { Ann = world:spawn({ name = "Ann" }), Bob = world:spawn({ name = "Bob" }) }
  local card = world:spawn({ name = "Elf", power = 3, types = { "elf" } })
  card = card:move(zone, { player = players[whose] })
  card:hook("test:tells")
  card.base.name, card.base.power, card.base.types = "Elf", 3, { "elf" }
  world:spawn():move("table").base.power = 3
  local said = {}
  for name in strata.sorted_pairs(reads) do
    local act = { code = "test:" .. name, you = players[you], with = { card = card } }
    said[name] = select(2, pcall(world.act, world, act))
  end
  return said
end

local function sees(said, reads)
  for name, read in strata.sorted_pairs(reads) do
    assert(said[name]:find("read: " .. read[1], 1, true), name .. ": " .. said[name])
  end
end

local function is_blind(said, reads, zone)
  for name in strata.sorted_pairs(reads) do
    assert(said[name]:find("hidden information: ", 1, true), name .. ": " .. said[name])
    local is_sum = name == "counted" or name == "summed"
    assert(is_sum or said[name]:find(("'%s'"):format(zone), 1, true), said[name])
  end
end

is_blind(play(READS, nil, "hand", "Bob", "Ann"), READS, "hand")
is_blind(play(READS, nil, "library", "Bob", "Bob"), READS, "library")
sees(play(KNOWN, nil, "library", "Bob", "Ann"), KNOWN)
sees(play(READS, "all", "library", "Bob", "Ann"), READS)
sees(play(READS, nil, "library", "Bob", nil), READS) -- a law: nobody controls it
local own = play(READS, nil, "hand", "Ann", "Ann")
assert(own.counted:find("hidden information: 'count'", 1, true), own.counted)
own.counted, own.summed = "read: 2", "read: 6"
sees(own, READS)

-- Whom a query finds, and how many, are those that may be seen.
local QUERIES <const> = {
  select = { "1", function(ctx) return #ctx.world:select("power >= 3") end },
  count = { "1", function(ctx) return ctx.world:count("power >= 3") end },
  text = { "entity", function(ctx) return (tostring(ctx.card):gsub(" #.*", "")) end },
}
sees(play(QUERIES, nil, "hand", "Bob", "Ann"), QUERIES)
local ALL <const> = {
  select = { "2", QUERIES.select[2] },
  count = { "2", QUERIES.count[2] },
  text = { "Elf", QUERIES.text[2] },
}
sees(play(ALL, nil, "hand", "Bob", "Bob"), ALL)
sees(play(ALL, "all", "hand", "Bob", "Ann"), ALL)

-- Who has been seen is known as it was; who was never seen is not known when it moves unseen.
local function last_known(from, to)
  local world = rules_of({
    gone = { "", function(ctx)
      ctx:emit("go", { card = ctx.card, player = ctx.bob })
      return ctx.card:last_known("power")
    end },
  }, nil, to):world({ on_fault = "stop" })
  local ann, bob = world:spawn({ name = "Ann" }), world:spawn({ name = "Bob" })
  local card = world:spawn():move(from, { player = from ~= "table" and bob or nil })
  card.base.power = 3
  local with = { card = card, bob = bob }
  return select(2, pcall(world.act, world, { code = "test:gone", you = ann, with = with }))
end
for _, case in ipairs({
  { "table", "hand", "read: 3" },
  { "hand", "table", "read: 3" },
  { "library", "hand", "hidden information: " },
}) do
  local message = last_known(case[1], case[2])
  assert(message:find(case[3], 1, true), message)
end

-- What controls a game is for whoever stands outside.
local outside = {}
for _, name in ipairs(FROM_OUTSIDE) do
  outside[name] = { "", function(ctx) return ctx.world[name](ctx.world, "power", {}) end }
end
for name, message in strata.sorted_pairs(play(outside, "all", "table", nil, "Ann")) do
  assert(message:find("world:" .. name .. ": not allowed here", 1, true), message)
end

fails('scripts_see: expected "controller" or "all"', rules_of, {}, "some")
equal(rules_of({}, "controller"):world():hash(), rules_of({}, "all"):world():hash())
