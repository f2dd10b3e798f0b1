--- Random games of scripts with handlers, triggers, replacements and decisions. Prints one line for
--- every 10 games; the lines are the same in every process, compiler and build.
---
---   strata run scripts.lua [GAMES]
local strata = require("strata")
local event, it, named = strata.event, strata.it, strata.named

local COLORS <const> = { "red", "green", "blue" }
local GAMES <const> = math.tointeger(tonumber((...) or "1000"))

-- -- Numbers ------------------------------------------------------------------

local state = 1

--- A whole number from 1 to n, of a generator of our own.
local function random(n)
  state = state * 6364136223846793005 + 1442695040888963407
  return (state >> 33) % n + 1
end

local hash = 0

local function digest(text)
  for i = 1, #text do
    hash = (hash ~ text:byte(i)) * 0x100000001b3
  end
end

-- -- Rules --------------------------------------------------------------------

local rules = strata.rules({
  layers = { "first", "second" },
  default_layers = { add = "second", set = "first" },
  symbols = COLORS,
  attributes = {
    name = "text",
    life = { "int", min = 0, max = 1000 },
    power = "int",
    types = { "set", "elf", "dwarf" },
    color = { "sym", "red", "green", "blue", unlayered = true },
    abilities = "abilities",
  },
  zones = { hand = { hidden = true }, pile = { shared = true, ordered = true } },
  abilities = {
    double = { codes = { "double" } },
    more = { codes = { "more" } },
    echo = { codes = { "echo" } },
    shares = { codes = { "shares" } },
  },
  definitions = {
    double = { name = "Doubler", power = 1, types = { "elf" }, abilities = { "double" } },
    more = { name = "Adder", power = 2, types = { "dwarf" }, abilities = { "more" } },
    echo = { name = "Echo", power = 3, types = { "elf", "dwarf" }, abilities = { "echo" } },
    shares = { name = "Sharer", power = 4, abilities = { "shares" } },
  },
  handlers = {
    ["golden:echo"] = function(ctx)
      local names, sum = {}, 0
      for _, card in ipairs(ctx.world:select("power >= 1")) do
        names[card.name] = (names[card.name] or 0) + card.power
      end
      for name, power in pairs(names) do
        sum = sum * 31 % 1009 + #name * power
      end
      ctx:note(ctx.this, "sum", sum)
      ctx:note(ctx.this, "rolled", ctx:roll(6))
      if ctx.event.amount < 20 then
        ctx:emit("gain", { who = ctx.you, amount = sum % 5, color = "blue" })
      end
    end,
    ["golden:shares"] = function(ctx)
      local list = { ctx.you, ctx.event.who, by = ctx.you, purpose = "divide", total = 3 }
      if list[1] == list[2] then
        return
      end
      for i, amount in ipairs(ctx:choose(list)) do
        ctx:emit("hurt", { who = list[i], amount = amount })
      end
      local order = ctx:choose({ "a", "b", "c", by = ctx.you, purpose = "order" })
      ctx:note(ctx.you, "order", order[1] == "c" and 3 or 1)
    end,
  },
  codes = {
    double = { "replace", "gain", { "change", "amount", value = event.amount * 2 } },
    more = { "replace", "gain", { "change", "amount", value = event.amount + 1 } },
    echo = { "trigger", "gain", per_clock = 1, clock = "turn", { "run", "golden:echo" } },
    shares = { "trigger", "hurt", per_clock = 1, clock = "turn", { "run", "golden:shares" } },
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
    },
  },
  clocks = { "turn" },
  events = {
    gain = {
      fields = { who = "ref", amount = "int", color = "sym" },
      affected = "who",
      does = {
        { "add", "life", who = event.who, value = event.amount },
        { "set", "color", who = event.who, value = event.color },
      },
    },
    hurt = {
      fields = { who = "ref", amount = "int" },
      affected = "who",
      does = { { "add", "life", who = event.who, value = 0 - event.amount } },
    },
  },
})

-- -- Games --------------------------------------------------------------------

local KINDS <const> = { "double", "more", "echo", "shares" }

--- An answer of those that a decision offers.
local function answer_to(decision)
  local options = #decision.options
  if decision.purpose == "may" then
    return random(2) == 1 and "yes" or "no"
  elseif decision.purpose == "number" then
    return decision.least + random(decision.most - decision.least + 1) - 1
  elseif decision.purpose == "divide" then
    local first = random(decision.total + 1) - 1
    return { first, decision.total - first }
  elseif decision.purpose == "order" then
    local list = { 1, 2, 3 }
    local place = random(3)
    list[1], list[place] = list[place], list[1]
    return list
  end
  return random(options)
end

local function decide(world, outcome)
  while outcome == "decide" do
    local decision = world:decisions()[1]
    digest(tostring(decision))
    local answer = answer_to(decision)
    if decision.purpose == "word" or decision.purpose == "choose" then
      answer = decision.options[answer].text or answer
    end
    outcome = world:answer(answer)
  end
end

local function digest_log(world)
  for row in world:log() do
    digest(("%d %s %s %s"):format(row.number, row.what, tostring(row.kind), tostring(row.who)))
    for key, value in pairs(row.fields) do
      digest(key .. "=" .. (type(value) == "table" and #value or tostring(value)))
    end
  end
end

local function step(world, players, cards)
  local you, other = players[random(2)], players[random(2)]
  local what = random(6)
  if what <= 2 then
    local amount, color = random(4), COLORS[random(3)]
    return world:act("gain", { who = other, amount = amount, color = color })
  elseif what == 3 then
    return world:act("hurt", { who = other, amount = random(4) })
  elseif what == 4 then
    return world:act({ code = "feast", you = you, with = { other = other } })
  elseif what == 5 then
    world:effect({ on = "types has 'elf'", power = strata.add(random(3)) })
  else
    cards[#cards + 1] = world:spawn(KINDS[random(#KINDS)])
  end
  world:tick("turn")
  return "done"
end

local function play(number)
  state = number * 7919
  local world = rules:world()
  world:seed(number)
  local players = { world:spawn({ name = "Ann" }), world:spawn({ name = "Ben" }) }
  local cards = { world:spawn({ name = "Elf", types = { "elf" }, power = 1 }) }
  for _ = 1, 3 do
    cards[#cards + 1] = world:spawn(KINDS[random(#KINDS)])
  end
  for _ = 1, 8 do
    decide(world, step(world, players, cards))
  end
  digest_log(world)
  digest(world:hash())
  return world
end

for number = 1, GAMES do
  play(number)
  if number % 10 == 0 then
    print(("%d %016x"):format(number, hash))
  end
end
