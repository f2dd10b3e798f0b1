--- Rows of the log leave the state when no rule can ask for them any more, as the rules say: by a
--- tick of a clock, or with the next action. Controls: rules that say nothing, whose log stays, and
--- rules whose handler counts rows, which finds what it may ask for and no more.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, named = strata.event, strata.named

local function spec(log_lasts)
  return {
    layers = { "only" },
    clocks = { "turn", "hour" },
    attributes = { life = { "int", unlayered = true }, seen = { "int", unlayered = true } },
    play = { log_clock = "turn", log_lasts = log_lasts },
    handlers = {
      ["test:counts"] = function(ctx)
        local count = 0
        for row in ctx.world:log() do
          count = count + (row.kind == "gain" and row.count or 0)
        end
        ctx:emit("saw", { who = ctx.you, amount = count })
      end,
    },
    events = {
      gain = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        amount = "amount",
        does = { { "add", "life", who = event.who, value = event.amount } },
      },
      saw = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        does = { { "add", "seen", who = event.who, value = event.amount } },
      },
      dawn = { fields = { who = "ref" }, affected = "who", does = { { "tick", "turn" } } },
      bell = { fields = { who = "ref" }, affected = "who", does = { { "tick", "hour" } } },
    },
    codes = {
      counts = { "trigger", "dawn", { "run", "test:counts" } },
      asks = {
        "trigger",
        "dawn",
        { "emit", "gain", with = { who = named.you, amount = 1 } },
        { "choose", "may", as = "x" },
        { "emit", "gain", with = { who = named.you, amount = 1 } },
      },
    },
  }
end

local function game(log_lasts)
  local rules = strata.rules(spec(log_lasts))
  local world = rules:world()
  return world, world:spawn(), rules
end

local function gain(world, who, amount)
  equal(world:act("gain", { who = who, amount = amount }), "done")
end

local function numbers(world, after)
  local list = {}
  for row in world:log(after) do
    list[#list + 1] = row.number
  end
  return table.concat(list, " ")
end

-- By the clock: rows before its tick leave as the action ends, and those of the action stay.
do
  local world, hero = game("tick")
  gain(world, hero, 1)
  gain(world, hero, 2)
  equal(numbers(world), "1 2", "no tick yet")
  equal(world:act("bell", { who = hero }), "done")
  equal(numbers(world), "1 2 3", "another clock")
  local mark, hash = world:mark(), world:hash()
  equal(world:act("dawn", { who = hero }), "done")
  equal(numbers(world), "4")
  gain(world, hero, 3)
  equal(numbers(world), "5", "since the tick, which its own event comes before")
  world:rollback(mark)
  equal(world:hash(), hash)
  equal(numbers(world), "1 2 3", "undo brings them back")
  equal(world:act("dawn", { who = hero }), "done")
  equal(numbers(world), "4", "and the numbers are the same again")
end

-- With the next action; and never, if the rules say nothing.
do
  local short, a = game("action")
  local long, b = game(nil)
  local named_so, c = game("game")
  for i = 1, 5 do
    gain(short, a, i)
    gain(long, b, i)
    gain(named_so, c, i)
  end
  equal(numbers(short), "5")
  equal(numbers(long), "1 2 3 4 5")
  equal(numbers(named_so), numbers(long))
  equal(short:position(), short:fork():position())
end

-- What a handler finds is what the rules say that it can ask for: the same for a host that keeps
-- rows, in a fork, and where the rules were told anew of the world.
do
  local function count_thrice(log_lasts, again)
    local world, hero = game(log_lasts)
    for i = 1, 3 do
      gain(world, hero, i)
      gain(world, hero, i)
      world = again(world)
      hero = world:entities()[1]
      equal(world:act({ code = "counts", you = hero }), "done")
      world:act("dawn", { who = hero })
    end
    return hero.seen, world:hash()
  end
  local function kept(world)
    world:keep_log()
    return world
  end
  local function forked(world)
    return world:fork()
  end
  local function same(world)
    return world
  end
  local wanted = { tick = 2 + 2 + 2, game = 2 + 4 + 6, action = 1 + 1 + 1 }
  for log_lasts, count in pairs(wanted) do
    local seen, hash = count_thrice(log_lasts, same)
    equal(seen, count, log_lasts)
    for _, again in ipairs({ kept, forked }) do
      local other, other_hash = count_thrice(log_lasts, again)
      equal(other, count, log_lasts)
      equal(other_hash, hash, log_lasts)
    end
  end
end

-- A host that keeps rows reads all of them, also after going back, and of another course of events.
do
  local world, hero = game("action")
  world:keep_log()
  gain(world, hero, 1)
  gain(world, hero, 2)
  local mark = world:mark()
  gain(world, hero, 3)
  gain(world, hero, 4)
  equal(numbers(world), "1 2 3 4")
  equal(numbers(world, 2), "3 4")
  world:rollback(mark)
  equal(numbers(world), "1 2", "what is taken back takes its rows along")
  gain(world, hero, 7)
  gain(world, hero, 8)
  local amounts = {}
  for row in world:log() do
    amounts[#amounts + 1] = row.fields.amount
  end
  equal(table.concat(amounts, " "), "1 2 7 8")
  equal(numbers(world:fork()), "4", "forks have none")
  world:forget_log(3)
  equal(numbers(world), "3 4")
  world:keep_log(false)
  equal(numbers(world), "4")
  fails("boolean expected", world.keep_log, world, 3)
end

-- A row that is gone is refused with the reason, and one that is kept can be explained.
do
  local world, hero = game("action")
  world:remember(8)
  gain(world, hero, 1)
  gain(world, hero, 2)
  fails("row 1 is gone: the rules say how long rows last", world.why, world, 1)
  world:keep_log()
  gain(world, hero, 3)
  assert(world:why(2), "row 2 is kept")
  fails("row 9 is yet to come", world.why, world, 9)
end

-- An action that waits has the same rows however it goes on.
do
  local hashes = {}
  for _, how in ipairs({ "auto", "never" }) do
    local world, hero = game("action")
    world:tune("answers", how)
    gain(world, hero, 1)
    equal(world:act({ code = "asks", you = hero }), "decide")
    equal(numbers(world), "1", "nothing has happened yet")
    equal(world:answer(1), "done")
    assert(not numbers(world):find("^1 "), "the row of the action before is gone")
    hashes[#hashes + 1] = world:hash()
  end
  equal(hashes[1], hashes[2])
end

-- The state does not grow with the number of actions. Control: it does, where the log stays.
do
  local function size(log_lasts, actions)
    local world, hero = game(log_lasts)
    for i = 1, actions do
      gain(world, hero, 1 + i % 7)
    end
    world:commit()
    return #world:save()
  end
  local few, many = size("action", 300), size("action", 3000)
  assert(many < few + 100, ("%d bytes after 300 actions, %d after 3,000"):format(few, many))
  assert(size("game", 3000) > 5 * size("game", 300), "control: a log that stays")
end

-- Mistakes are refused.
do
  fails("log_lasts", strata.rules, spec("turn"))
  local without = spec("tick")
  without.play.log_clock = nil
  fails("say which clock", strata.rules, without)
end
