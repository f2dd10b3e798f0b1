--- Random games that ask often, for taking_back.lua, which writes two words in front of this text:
--- GAMES, how many are played, and SAVES, what another process has saved: if it is there, each of
--- its games goes on from its question, and nothing else is played.
local strata = require("strata")
local event, it, named = strata.event, strata.it, strata.named

local ACTIONS <const> = 6

local function told(deed)
  return { fields = { who = "ref", amount = "int" }, affected = "who", does = { deed } }
end

local function changes(sign)
  local list = {}
  for place, kind in ipairs({ "red", "blue" }) do
    local when = ("event.kind = '%s'"):format(kind)
    local value = ("%s event.amount"):format(sign)
    list[place] = { "add", kind, who = event.who, value = value, when = when }
  end
  return {
    fields = { who = "ref", kind = "sym", amount = "int" },
    affected = "who",
    amount = "amount",
    does = list,
  }
end

local function has(kind)
  return { "have", with = { of = { kind }, count = "it." .. kind } }
end

--- Two of any kind and one red are paid, in which way the player is asked.
local COST <const> = {
  "pay",
  "spend",
  has("red"),
  has("blue"),
  { "need", with = { of = { "red" }, count = "1" } },
  { "need", with = { count = "2" } },
}

local GAIN <const> = { "emit", "gain", with = { who = named.who, amount = named.number } }

--- What asks: triggers, costs, a payment from what a player has, a replacement that competes with
--- another; and a trigger that rolls before it asks, after which nothing can be taken back.
local rules = strata.rules({
  layers = { "only" },
  symbols = { "red", "blue" },
  attributes = {
    name = "text",
    life = { "int", unlayered = true },
    red = { "int", unlayered = true },
    blue = { "int", unlayered = true },
    types = { "set", "elf" },
    abilities = "abilities",
    active = { "flag", unlayered = true },
  },
  play = { turn_player = "it.active" },
  abilities = {
    more = { codes = { "more" } },
    twice = { codes = { "twice" } },
    answers = { codes = { "answers" } },
    rolls = { codes = { "rolls" } },
  },
  definitions = {
    more = { name = "Adder", types = { "elf" }, abilities = { "more" } },
    twice = { name = "Doubler", types = { "elf" }, abilities = { "twice" } },
    answers = { name = "Speaker", abilities = { "answers" } },
    rolls = { name = "Gambler", abilities = { "rolls" } },
  },
  events = {
    gain = told({ "add", "life", who = event.who, value = event.amount }),
    spend = changes("0 -"),
    pay = told({ "add", "life", who = event.who, value = 0 - event.amount }),
  },
  codes = {
    more = { "replace", "gain", { "change", "amount", value = event.amount + 1 } },
    twice = { "replace", "gain", { "change", "amount", value = event.amount * 2 } },
    answers = {
      "trigger",
      "pay",
      immediate = true,
      { "choose", who = it:has("elf"), as = "who", with = { by = event.who } },
      { "choose", "may", as = "really", with = { by = event.who } },
      { "choose", "number", as = "number", with = { by = event.who, least = 1, most = 3 } },
      { "emit", "gain", when = named.really, with = { who = named.who, amount = named.number } },
    },
    rolls = {
      "trigger",
      "pay",
      immediate = true,
      { "roll", as = "number", value = 6 },
      { "choose", who = it:has("elf"), as = "who", with = { by = event.who } },
      GAIN,
    },
    order = {
      "action",
      actor = "it.life > 0",
      paid = 1,
      COST,
      { "emit", "pay", with = { who = named.you, amount = 1 } },
    },
    buy = {
      "action",
      actor = "it.life > 0",
      paid = 3,
      { "choose", who = it:has("elf"), as = "who", with = { by = named.you } },
      { "choose", "number", as = "number", with = { by = named.you, least = 1, most = 3 } },
      { "emit", "pay", with = { who = named.you, amount = named.number } },
      GAIN,
    },
  },
  laws = { all = { codes = { "buy", "order" } } },
})

-- -- Playing ------------------------------------------------------------------------

local KINDS <const> = { "more", "twice", "answers", "rolls" }

--- A number that hangs on the state alone, so that it is the same in another process.
local function number_of(world)
  local sum = 0
  for byte in world:hash():gmatch("%x%x") do
    sum = (sum * 33 + tonumber(byte, 16)) % 1000003
  end
  return sum
end

local function answer(world)
  local decision, number = world:decisions()[1], number_of(world)
  if decision.purpose == "may" then
    world:answer(number % 2 == 0 and "yes" or "no")
  elseif decision.purpose == "number" then
    world:answer(decision.least + number % (decision.most - decision.least + 1))
  else
    world:answer(1 + number % #decision.options)
  end
end

local function is_open(world)
  return #world:decisions() > 0
end

--- Answer all that is asked. Returns the hash at the end.
local function go_on(world)
  while is_open(world) do
    answer(world)
  end
  return world:hash()
end

--- Bytes as text. Most of a save is zeros, of which the number is written: "ff", "z12.".
local function text_of(bytes)
  local parts, at = {}, 1
  while at <= #bytes do
    local zeros = #bytes:match("^\0*", at)
    parts[#parts + 1] = zeros > 0 and ("z%d."):format(zeros) or ("%02x"):format(bytes:byte(at))
    at = at + math.max(zeros, 1)
  end
  return table.concat(parts)
end

local function bytes_of(text)
  return (text:gsub("z(%d+)%.", function(count)
    return ("00"):rep(count)
  end):gsub("%x%x", function(two)
    return string.char(tonumber(two, 16))
  end))
end

local counts = { questions = 0, cancelled = 0, firm = 0, steps = 0, orders = 0 }

local function expect(is_right, ...)
  if not is_right then
    error(table.concat({ ... }, " "), 2)
  end
end

--- At a question: giving the action up leads to the state before it, unless something was rolled,
--- and then changes nothing; a save goes on as the world does.
local function check_question(world, before, number, is_firm)
  local copy, asked = world:fork(), world:hash()
  counts.questions = counts.questions + 1
  local is_cancelled = pcall(copy.cancel, copy)
  expect(is_cancelled == not is_firm, "game", number, "whether it can be given up")
  expect(copy:hash() == (is_cancelled and before or asked), "game", number, "given up")
  counts.cancelled = counts.cancelled + (is_cancelled and 1 or 0)
  counts.firm = counts.firm + (is_firm and 1 or 0)
  local bytes = world:save()
  local want = go_on(world:fork())
  expect(go_on(rules:load(bytes)) == want, "game", number, "a load goes on otherwise")
  if number <= 10 then -- of the first games another process does, too
    print(("@ %s %s"):format(want, text_of(bytes)))
  end
end

local function begin(number)
  local world = rules:world()
  world:seed(number)
  for seat = 1, 2 do
    world:spawn({ name = "Player " .. seat, life = 9, red = 5, blue = 5, active = seat == 1 })
  end
  for i = 1, 4 do
    world:spawn(KINDS[1 + (number >> (2 * (i - 1))) % 4])
  end
  return world
end

local function act(world)
  local players, number = world:select("life > 0"), number_of(world)
  local player = players[1 + number % #players]
  local kind = number // 7 % 3
  local legal = world:legal(player)
  if kind == 0 and #legal > 0 then
    local chosen = legal[1 + number // 21 % #legal]
    counts.orders = counts.orders + (chosen.code == "order" and 1 or 0)
    world:act(chosen)
  else
    world:act(kind == 1 and "pay" or "gain", { who = player, amount = 1 })
  end
end

--- k actions, and k undos to the hash from before; then forward again.
local function play(number)
  local world = begin(number)
  local history, hashes = world:history(), { [0] = world:hash() }
  for i = 1, ACTIONS do
    local is_firm = false -- something was rolled in the action
    act(world)
    while is_open(world) do
      is_firm = is_firm or world:decisions()[1].firm
      check_question(world, hashes[i - 1], number, is_firm)
      answer(world)
    end
    hashes[i] = world:hash()
    expect(history:step() == i, "game", number, "steps")
  end
  for i = ACTIONS - 1, 0, -1 do
    history:undo()
    expect(world:hash() == hashes[i], "game", number, "undone to step", i)
  end
  for i = 1, ACTIONS do
    history:redo()
    expect(world:hash() == hashes[i], "game", number, "step again", i)
    counts.steps = counts.steps + 1
  end
end

if SAVES then
  for _, save in ipairs(SAVES) do
    local want, text = table.unpack(save)
    expect(go_on(rules:load(bytes_of(text))) == want, "another process goes on otherwise")
  end
  print(("went on: %d"):format(#SAVES))
else
  for number = 1, GAMES do
    play(number)
  end
  local form = "games: %d, questions: %d, cancelled: %d, firm: %d, steps: %d, paid: %d"
  local c = counts
  print(form:format(GAMES, c.questions, c.cancelled, c.firm, c.steps, c.orders))
end
