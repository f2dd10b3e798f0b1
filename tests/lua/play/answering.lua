--- Who answers makes no difference: a script of answers, by values, texts or numbers; a policy that
--- takes them from a script; a policy that knows nothing and takes what is first. Each purpose is
--- among what is asked.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, it, named = strata.event, strata.it, strata.named

local COLORS <const> = { "red", "green", "blue" }

local rules = strata.rules({
  layers = { "only" },
  symbols = COLORS,
  attributes = {
    name = "text",
    life = { "int", min = 0 },
    types = { "set", "elf" },
    color = { "sym", "red", "green", "blue", unlayered = true },
    abilities = "abilities",
  },
  abilities = { double = { codes = { "double" } }, more = { codes = { "more" } } },
  definitions = { double = { abilities = { "double" } }, more = { abilities = { "more" } } },
  handlers = {
    ["test:shares"] = function(ctx)
      local list = { ctx.you, ctx.other, by = ctx.you, purpose = "divide", total = 5 }
      for i, amount in ipairs(ctx:choose(list)) do
        ctx:emit("gain", { who = list[i], amount = amount })
      end
      local order = ctx:choose({ "a", "b", "c", by = ctx.other, purpose = "order" })
      ctx:note(ctx.you, "order", order[1] == "c" and 3 or 1)
      local both = ctx:choose_all({
        { ctx.you, ctx.other, by = ctx.you, least = 0, most = 2, hidden = true },
        { by = ctx.other, purpose = "number", most = 9, hidden = true },
      })
      ctx:note(ctx.you, "both", #both[1] * 10 + both[2])
    end,
  },
  codes = {
    double = { "replace", "gain", { "change", "amount", value = event.amount * 2 } },
    more = { "replace", "gain", { "change", "amount", value = event.amount + 1 } },
    feast = {
      "trigger",
      "gain",
      names = { other = "ref" },
      { "choose", who = it:has("elf"), as = "elf", with = { by = named.you } },
      { "choose", "may", as = "really", with = { by = named.other } },
      { "choose", "number", as = "much", with = { by = named.other, least = 1, most = 7 } },
      { "choose", "word", as = "color", with = { by = named.you, of = COLORS } },
      {
        "emit",
        "gain",
        when = named.really,
        with = { who = named.elf, amount = named.much, color = named.color },
      },
      { "run", "test:shares" },
    },
  },
  events = {
    gain = {
      fields = { who = "ref", amount = "int", color = "sym" },
      affected = "who",
      matters = event.amount:at_least(1),
      does = {
        { "add", "life", who = event.who, value = event.amount },
        { "set", "color", who = event.who, value = event.color, when = event.color:is("red") },
      },
    },
  },
})

local function new_world()
  local world = rules:world()
  local ann = world:spawn({ name = "Ann" })
  local ben = world:spawn({ name = "Ben" })
  for _, name in ipairs({ "Elm", "Oak" }) do
    world:spawn({ name = name, types = { "elf" } })
  end
  world:spawn("double", { name = "Doubler" })
  world:spawn("more", { name = "Adder" })
  return world, ann, ben
end

--- Begin it, let somebody answer as long as something is asked, and say what is the case then.
local function play(answer, policy)
  local world, ann, ben = new_world()
  if policy then
    world:policy(policy)
  end
  world:act({ code = "feast", you = ann, with = { other = ben } })
  local asked = 0
  while #world:decisions() > 0 do
    asked = asked + 1
    answer(world, world:decisions()[1], asked)
  end
  local lines = {}
  for row in world:log() do
    lines[#lines + 1] = ("%s %s %s"):format(row.what, row.kind or row.fields.purpose, row.who)
  end
  return world:hash(), table.concat(lines, "\n"), asked
end

-- In the order in which they are asked: by value or text, by number.
local SCRIPT <const> = {
  { "Oak", 2 },
  { true, 1 },
  { 4, 4 },
  { "red", 1 },
  { "more", 2 },
  { { Ann = 2, Ben = 3 }, { 2, 3 } },
  { "double", 1 },
  { "more", 2 },
  { { "c", "a", "b" }, { 3, 1, 2 } },
  { { "Ben" }, { 2 } },
  { 6, 6 },
}

local function by(column)
  return function(world, _, asked)
    world:answer(SCRIPT[asked][column])
  end
end

local hash, log, asked = play(by(1))
equal(asked, #SCRIPT, "all answers were asked for")
for _, purpose in ipairs({ "replace", "may", "choose", "number", "divide", "order" }) do
  assert(log:find("decided " .. purpose, 1, true), log)
end

local other_hash, other_log = play(by(2))
equal(other_hash, hash, "by numbers")
equal(other_log, log)

-- A policy answers all of it, or leaves every other one to a player.
local function nobody()
  error("nobody is to be asked")
end

for every = 1, 2 do
  local known = {} -- by what is asked: it may be met again, as the action runs again
  local count = 0
  local function policy(decision)
    if not known[decision.id] then
      count = count + 1
      known[decision.id] = SCRIPT[decision.id][1]
    end
    if decision.id % every == 0 then
      return known[decision.id]
    end
  end
  local function rest(world, decision)
    world:answer(SCRIPT[decision.id][2])
  end
  other_hash, other_log = play(every == 1 and nobody or rest, policy)
  equal(count, #SCRIPT)
  equal(other_hash, hash, "by a policy")
  equal(other_log, log)
end

--- The first legal answer to anything.
local function first(decision)
  local answer = {}
  if decision.purpose == "number" then
    return decision.least
  elseif decision.purpose == "divide" then
    for i in ipairs(decision.options) do
      answer[i] = i == 1 and decision.total or 0
    end
    return answer
  end
  for i = 1, math.max(decision.least, 1) do
    answer[i] = i
  end
  return answer
end

local first_hash, first_log, left = play(nobody, first)
equal(left, 0, "nobody was asked")
other_hash, other_log = play(function(world, decision)
  world:answer(first(decision))
end)
equal(other_hash, first_hash, "what is first, taken by somebody else")
equal(other_log, first_log)
assert(first_hash ~= hash)

-- What is illegal is refused with the reason, and changes nothing; what is given can be taken back.
local world, ann, ben = new_world()
world:act({ code = "feast", you = ann, with = { other = ben } })
local open = world:hash()
fails("'Ann' is none of the options; it must be one of 1 = Elm #3:1, 2 = Oak #4:1", world.answer,
  world, "Ann")
fails("is not for entity 2 but for entity 1", world.answer, world, "Oak", { who = ben })
equal(world:hash(), open)
world:answer("Oak")
assert(world:hash() ~= open)
world:retract()
equal(world:hash(), open)
