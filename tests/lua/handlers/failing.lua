--- Handlers that fail at each of their calls: the world is the one before the action, hash
--- included; and once no call fails, the action ends as if none had failed.
local check = require("check")
local strata = require("strata")
local equal = check.equal
local event, it, named = strata.event, strata.it, strata.named

--- Counts the calls of one handler, and fails at that of a number. The number is a note, as
--- handlers keep nothing; each handler has its own.
local function counting(ctx, who)
  local at, calls = ctx:noted(nil, "fail " .. who)[1], 0
  return function()
    calls = calls + 1
    if calls == at then
      error("no more")
    end
  end
end

-- How many calls of each there are: one before each thing that it does, and one behind the last.
local CALLS <const> = { house = 9, twice = 4, parts = 3, write = 3, after = 3 }

local handlers = {
  ["test:house"] = function(ctx)
    local step = counting(ctx, "house")
    step()
    ctx:note(ctx.you, "begun", 1)
    step()
    local rolled = ctx:roll(6)
    step()
    ctx:emit("gain", { player = ctx.you, amount = rolled })
    step()
    local one = ctx:choose({ ctx.you, ctx.target, by = ctx.you })
    step()
    ctx:emit("burst", { player = one, times = 2 })
    step()
    local words = ctx:choose_all({
      { "red", "blue", by = ctx.you, hidden = true },
      { "red", "blue", by = ctx.target, hidden = true },
    })
    step()
    ctx:emit("put", { who = ctx.target, n = words[1] == words[2] and 7 or 8 })
    step()
    ctx.n = 5
    step()
  end,
  ["test:twice"] = function(ctx)
    local step = counting(ctx, "twice")
    step()
    ctx:note(nil, "doubled", 1)
    step()
    local is_meant = ctx:choose({ by = ctx.you, prompt = "Is it meant?" })
    step()
    ctx.event.amount = ctx.event.amount * (is_meant and 2 or 1)
    step()
  end,
  ["test:parts"] = function(ctx)
    local step = counting(ctx, "parts")
    step()
    ctx:emit("gain", { player = ctx.event.player, amount = 1 })
    step()
    ctx:emit("gain", { player = ctx.event.player, amount = 10 })
    step()
  end,
  ["test:write"] = function(ctx)
    local step = counting(ctx, "write")
    step()
    ctx.event.who.base.life = ctx.event.n
    step()
    ctx.world:spawn({ name = "Carol" })
    step()
  end,
  ["test:after"] = function(ctx)
    local step = counting(ctx, "after")
    step()
    ctx:emit("put", { who = ctx.you, n = 40 })
    step()
    ctx:note(ctx.you, "after", 1)
    step()
  end,
}

local function run(name)
  return { "run", name }
end

local rules = strata.rules({
  layers = { "only" },
  attributes = {
    name = "text",
    life = { "int", min = 0, max = 1000 },
    types = { "set", "lucky", "red", "blue" },
    abilities = "abilities",
  },
  abilities = { ["test:doubling"] = { codes = { "test:twice" } } },
  handlers = handlers,
  codes = {
    ["test:house"] = {
      "trigger",
      "gain",
      names = { target = "ref", n = "int" },
      run("test:house"),
      { "note", "n", who = named.you, value = named.n },
    },
    ["test:twice"] = {
      "replace",
      "gain",
      tests = { player = it:has("lucky") },
      run("test:twice"),
      { "then", run("test:after") },
    },
  },
  events = {
    gain = {
      fields = { player = "ref", amount = "int" },
      affected = "player",
      matters = event.amount:at_least(1),
      does = { { "add", "life", who = event.player, value = event.amount } },
    },
    burst = { fields = { player = "ref", times = "int" }, results = { run("test:parts") } },
    put = { fields = { who = "ref", n = "int" }, does = { run("test:write") } },
  },
})

--- A world in which the n-th call of one handler fails.
local function world_that_fails(who, n)
  local world = rules:world({ on_fault = "stop" })
  local alice = world:spawn({ name = "Alice" })
  local bob = world:spawn({ name = "Bob", life = 2, types = { "lucky" } })
  bob.base.abilities = { "test:doubling" }
  world:seed(7)
  if who then
    world:note(nil, "fail " .. who, n)
  end
  return world, alice, bob
end

-- Each stands for what is asked when: alice whom, bob whether (of each gain), the words.
local ANSWERS <const> = { "Bob", true, false, "red", "red" }

local function begin(world, alice, bob)
  return world:act({
    code = "test:house",
    you = alice,
    source = bob,
    with = { target = bob, n = 1 },
  })
end

--- What came out, without what is noted of failing.
local function outcome_of(world)
  local lines = {}
  for _, entity in ipairs(world:entities()) do
    lines[#lines + 1] = ("%s %d %d %d"):format(entity.name, entity.life, #world:noted(entity, "n"),
      #world:noted(entity, "after"))
  end
  for row in world:log() do
    lines[#lines + 1] = ("%s %s %d"):format(row.what, row.kind or "-", row.count)
  end
  return table.concat(lines, "\n")
end

--- Play until all is done, or a call fails: how many answers were given by then.
local function play(world, alice, bob, given)
  if given == 0 then
    local before = world:hash()
    local is_fine, message = pcall(begin, world, alice, bob)
    if not is_fine then
      equal(world:hash(), before, "as it was before the action")
      equal(#world:decisions(), 0)
      return 0, message
    end
  end
  while #world:decisions() > 0 do
    local before = world:hash()
    local is_fine, message = pcall(world.answer, world, ANSWERS[given + 1])
    if not is_fine then
      equal(world:hash(), before, "the decision is open as it was")
      return given, message
    end
    given = given + 1
  end
  return given, nil
end

local function whole()
  local world, alice, bob = world_that_fails()
  local given, message = play(world, alice, bob, 0)
  equal(message, nil)
  equal(given, #ANSWERS)
  return outcome_of(world)
end

local want = whole()
equal(want, whole(), "the same each time")

for who, calls in pairs(CALLS) do
  for n = 1, calls do
    local world, alice, bob = world_that_fails(who, n)
    local before = world:hash()
    local given, message = play(world, alice, bob, 0)
    assert(message and message:find("no more", 1, true), ("%s %d: %s"):format(who, n, message))
    if given > 0 then
      local again = select(2, play(world, alice, bob, given))
      equal(again, message, "it fails each time")
      -- What was rolled stands; up to a roll the action can be given up.
      local is_given_up = pcall(world.cancel, world)
      if is_given_up then
        equal(world:hash(), before, "as it was before the action")
      end
    end
  end
  local world, alice, bob = world_that_fails(who, calls + 1)
  local given, message = play(world, alice, bob, 0)
  equal(message, nil, "there is no such call")
  equal(given, #ANSWERS)
  equal(outcome_of(world), want)
end
