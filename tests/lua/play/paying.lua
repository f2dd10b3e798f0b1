--- Payments amid effects: in triggers, replacements, preventions and chain handlers, by another
--- player than the one who makes the event, by halves that are met in several ways, and with
--- objects of which several are alike. Each is played with all answers; at each question a save and
--- an action that is run again are alike, and given up nothing is left.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, named, this = strata.event, strata.named, strata.this

local function has(kind, spends)
  return { "have", spends, with = { of = { kind }, count = "it." .. kind } }
end

local function need(kinds, count, ...)
  return { "need", with = { of = kinds, count = count }, ... }
end

--- A payment of a red one and of so many others, as event.n says, by whom the event is about.
local function pay(least)
  local with = { by = "event.who", least = least }
  local deed = { "pay", "spend", as = "paid", with = with, has("blue"), has("red") }
  deed[5], deed[6] = need({ "red" }, "1"), need(nil, "event.n")
  return deed
end

--- So often either a red one, or two of any, or two life.
local function pay_halves()
  return {
    "pay",
    "spend",
    as = "paid",
    with = { by = event.who, least = 0 },
    has("blue"),
    has("life", "pay_life"),
    has("red"),
    need(nil, "event.n", need({ "red" }, 1), need(nil, 2), need({ "life" }, 2)),
  }
end

local function lose(who)
  return { "emit", "lose", when = "not $paid", with = { who = who } }
end

local function source(kind, hurts)
  return {
    "action",
    pays = "spend",
    paid = 1,
    { "emit", "use", with = { who = this } },
    { "emit", "pay_life", when = hurts and "true" or "false", with = { who = named.you, n = 1 } },
    { "emit", "gain", with = { who = named.you, kind = kind } },
  }
end

local function adds(attribute, value, when)
  return { "add", attribute, who = event.who, value = value, when = when }
end

--- An event type that is about a player and a number, with phases of a chain.
local function plain(does, phases)
  return { fields = { who = "ref", n = "int" }, affected = "who", phases = phases, does = does }
end

local function spec()
  local all = {
    layers = { "ability", "only" },
    default_layers = { abilities = "ability" },
    symbols = { "red", "blue", "life" },
    attributes = {
      name = { "text", unlayered = true },
      is_player = { "flag", unlayered = true },
      controller = { "ref", unlayered = true },
      used = { "flag", unlayered = true },
      barred = { "flag", unlayered = true },
      red = { "int", unlayered = true },
      blue = { "int", unlayered = true },
      life = { "int", unlayered = true },
      lost = { "int", unlayered = true },
      n = { "int", unlayered = true },
      abilities = "abilities",
    },
    events = {
      triggered = plain({}),
      halved = plain({}),
      replaced = plain({ adds("n", "event.n") }),
      prevented = plain({ adds("n", "event.n") }),
      struck = plain({ adds("n", "event.n") }, { "before", "do", "after" }),
      lose = plain({ adds("lost", "1") }),
      use = plain({ { "set", "used", who = event.who, value = true } }),
      gain = {
        fields = { who = "ref", kind = "sym" },
        affected = "who",
        does = { adds("red", "1", "event.kind = 'red'"), adds("blue", "1", "event.kind = 'blue'") },
      },
      spend = {
        fields = { who = "ref", kind = "sym", amount = "int" },
        affected = "who",
        amount = "amount",
        can = "not event.who.barred",
        does = {
          adds("red", "0 - event.amount", "event.kind = 'red'"),
          adds("blue", "0 - event.amount", "event.kind = 'blue'"),
        },
      },
      pay_life = plain({ adds("life", "0 - event.n") }),
    },
    codes = {
      ["t:triggered"] = { "trigger", "triggered", pay("0"), lose(event.who) },
      ["t:halved"] = { "trigger", "halved", pay_halves(), lose(event.who) },
      ["t:replaced"] = {
        "replace",
        "replaced",
        pay("0"),
        { "change", "n", value = "event.n * 2", when = "not $paid" },
      },
      ["t:prevented"] = {
        "prevent",
        "prevented",
        pay("0"),
        { "prevent", value = "1", when = "$paid" },
      },
      ["t:before"] = {
        "handle",
        "struck",
        phase = "before",
        everywhere = true,
        pay("0"),
        { "change", "n", value = "event.n * 2", when = "not $paid" },
      },
      ["t:must"] = {
        "handle",
        "struck",
        phase = "after",
        everywhere = true,
        pay("1"),
        lose(event.who),
      },
      ["t:red"] = source("'red'"),
      ["t:blue"] = source("'blue'"),
      ["t:pain"] = source("'red'", true),
    },
    abilities = {},
  }
  for _, name in ipairs({ "red", "blue", "pain" }) do
    all.abilities["t:" .. name] = { kind = "activated", codes = { "t:" .. name } }
  end
  all.events.use.can, all.events.prevented.amount = "not event.who.used", "n"
  all.events.pay_life.can, all.events.pay_life.amount = "event.who.life >= event.n", "n"
  all.laws = { all = { codes = { "t:halved", "t:triggered", "t:replaced", "t:prevented" } } }
  return all
end

local rules <const> = strata.rules(spec())

--- What the player who makes the events has, and keeps.
local MAKER <const> = { name = "B", is_player = true, red = 1, blue = 2, life = 3 }

--- A player with so much, and with springs; and another, who makes the events.
local function new_game(player, springs)
  local world = rules:world()
  player.name, player.is_player = "A", true
  local you = world:spawn(player)
  local game = { world = world, you = you, maker = world:spawn(MAKER), springs = {} }
  for place, name in ipairs(springs or {}) do
    local abilities = { "t:" .. name }
    local object = { name = name, controller = you, abilities = abilities }
    game.springs[place] = world:spawn(object)
  end
  return game
end

-- -- All ways to answer ------------------------------------------------------------

---@class PayCase
---@field act string the event that is to happen
---@field n? integer its number
---@field player table what the player has
---@field springs? string[]

local function begun(case, path, how)
  local player = {}
  for key, value in pairs(case.player) do
    player[key] = value
  end
  local game = new_game(player, case.springs)
  local world, before = game.world, game.world:hash()
  world:tune("answers", how)
  local outcome = world:act(case.act, { who = game.you, n = case.n or 1 }, { by = game.maker })
  for _, answer in ipairs(path) do
    outcome = world:answer(answer)
  end
  return game, outcome, before
end

--- Call `ends` with the game at the end of each way to answer; how many questions there are.
local function answer_all(case, path, ends)
  local game, outcome = begun(case, path, "auto")
  local world = game.world
  local again, _, before = begun(case, path, "never")
  equal(again.world:hash(), world:hash(), case.act .. ": run again")
  if outcome ~= "decide" then
    ends(game)
    return 0
  end
  equal(rules:load(world:save()):hash(), world:hash(), case.act .. ": saved")
  again.world:cancel()
  equal(again.world:hash(), before, case.act .. ": given up")
  local asked, decision = 1, world:decisions()[1]
  for place = 1, math.max(#decision.options, #decision.options == 0 and decision.most or 0) do
    local longer = table.move(path, 1, #path, 1, {})
    longer[#longer + 1] = place
    asked = asked + answer_all(case, longer, ends)
  end
  return asked
end

--- What all ways to answer come to, each once: red, blue, life, lost, n.
local function ends_of(case)
  local seen, list = {}, {}
  local asked = answer_all(case, {}, function(game)
    local you = game.you
    local text = ("%d %d %d %d %d"):format(you.red, you.blue, you.life, you.lost, you.n)
    list[#list + 1] = not seen[text] and text or nil
    seen[text] = true
    local maker = game.maker
    equal({ maker.red, maker.blue, maker.life, maker.lost }, { 1, 2, 3, 0 }, "who does not pay")
  end)
  table.sort(list)
  return table.concat(list, ", "), asked
end

local function comes_to(case, want, questions)
  local got, asked = ends_of(case)
  equal(got, want, case.act)
  equal(asked, questions, case.act .. ": questions")
end

-- -- Where a payment may stand -------------------------------------------------------

local RICH <const> = { red = 1, blue = 2 }

-- Paid or not: "unless its controller pays" of a trigger; an effect that is doubled unless it is
-- paid for; damage of which some is prevented; a handler before an event.
comes_to({ act = "triggered", player = RICH }, "0 1 0 0 0, 1 2 0 1 0", 1)
comes_to({ act = "replaced", player = RICH }, "0 1 0 0 1, 1 2 0 0 2", 1)
comes_to({ act = "prevented", player = RICH }, "0 1 0 0 0, 1 2 0 0 1", 1)

-- The controls: who cannot pay is not asked.
comes_to({ act = "triggered", player = { blue = 2 } }, "0 2 0 1 0", 0)
comes_to({ act = "replaced", player = { blue = 2 } }, "0 2 0 0 2", 0)
comes_to({ act = "prevented", player = { blue = 2 } }, "0 2 0 0 1", 0)

-- A handler behind an event must pay if it can: what is left by then.
comes_to({ act = "struck", player = RICH }, "0 0 0 0 2, 0 1 0 1 1", 1)
comes_to({ act = "struck", player = { red = 1, blue = 1 } }, "0 0 0 1 1, 1 1 0 1 2", 1)

do -- what spends can be forbidden: then it was not paid, and nothing is gone
  local player = { red = 1, blue = 1, barred = true }
  comes_to({ act = "triggered", player = player }, "1 1 0 1 0", 1)
end

-- What gives more is used, and nothing of it if the payer does not pay; with a question by what.
local two <const>, four <const> = { "red", "blue" }, { "red", "red", "blue", "blue" }
comes_to({ act = "triggered", player = {}, springs = two }, "0 0 0 0 0, 0 0 0 1 0", 1)
comes_to(
  { act = "triggered", player = { red = 1 }, springs = four },
  "0 0 0 0 0, 1 0 0 0 0, 1 0 0 1 0",
  4
)
comes_to(
  { act = "replaced", player = { red = 1 }, springs = four },
  "0 0 0 0 1, 1 0 0 0 1, 1 0 0 0 2",
  4
)

-- -- Halves ----------------------------------------------------------------------------

-- A red one, or two of any, or two life: what can be paid is offered.
comes_to({ act = "halved", player = { red = 1 } }, "0 0 0 0 0, 1 0 0 1 0", 1)
comes_to({ act = "halved", player = { blue = 1, life = 1 } }, "0 1 1 1 0", 0)
comes_to(
  { act = "halved", player = { red = 1, blue = 2, life = 3 } },
  "0 1 3 0 0, 0 2 3 0 0, 1 0 3 0 0, 1 2 1 0 0, 1 2 3 1 0",
  4
)
comes_to(
  { act = "halved", n = 2, player = { red = 1, blue = 1, life = 2 } },
  "0 0 0 0 0, 0 1 0 0 0, 1 1 2 1 0",
  3
)

-- -- Objects that nothing tells apart ---------------------------------------------------

local function is_text(want, got)
  equal((got:gsub(" #%d+:%d+", "")), want)
end

local function option_texts(world)
  local list = {}
  for place, option in ipairs(world:decisions()[1].options) do
    list[place] = option.text .. (option.outcome and (" (%s)"):format(option.outcome) or "")
  end
  return table.concat(list, ", ")
end

do -- ten springs of two kinds for one red and four others: two options, and then how many
  local springs = {}
  for place = 1, 10 do
    springs[place] = place <= 5 and "red" or "blue"
  end
  local case = { act = "triggered", n = 4, player = {}, springs = springs }
  local game = begun(case, { 1 }, "auto")
  local world = game.world
  is_text("red (one of 5), blue (one of 5), auto", option_texts(world))
  world:answer(1)
  equal({ world:decisions()[1].least, world:decisions()[1].most }, { 1, 5 })
  equal(world:answer(2), "decide")
  is_text("red (one of 3), blue (one of 5), auto", option_texts(world))
  equal({ world:answer("auto") }, { "done" })
  equal({ game.you.lost, game.you.red, game.you.blue }, { 0, 0, 0 })
  -- the control: what differs is an option of its own
  local other = begun(case, {}, "auto")
  other.world:cancel()
  other.springs[2].base.n = 7
  other.world:act("triggered", { who = other.you, n = 4 })
  other.world:answer(1)
  is_text("red (one of 4), red, blue (one of 5), auto", option_texts(other.world))
end

do -- one that differs and stands between two that are alike is not used with them
  local case = { act = "triggered", player = {}, springs = { "red", "red", "red" } }
  local game = begun(case, {}, "auto")
  local world, springs = game.world, game.springs
  world:cancel()
  springs[2].base.n = 7
  world:act("triggered", { who = game.you, n = 1 })
  world:answer(1)
  is_text("red (one of 2), red, auto", option_texts(world))
  world:answer(1)
  equal({ world:decisions()[1].least, world:decisions()[1].most }, { 1, 2 })
  equal({ world:answer(2) }, { "done" })
  equal({ springs[1].used, springs[2].used, springs[3].used }, { true, false, true })
end

do -- no way is a number as text, which would also be the place of an option
  local case = { act = "halved", player = { red = 1, blue = 2, life = 3 } }
  is_text("red, 2 of any, 2 life", option_texts(begun(case, { 1 }, "auto").world))
end

-- -- Sources that take something ----------------------------------------------------------

-- A spring that hurts is used where life is left for it, and not where a half needs that life.
comes_to(
  { act = "halved", n = 2, player = { life = 3 }, springs = { "pain" } },
  "0 0 0 0 0, 0 0 3 1 0",
  2
)
comes_to({ act = "halved", n = 2, player = { life = 2 }, springs = { "pain" } }, "0 0 2 1 0", 0)
comes_to(
  { act = "halved", player = { life = 2 }, springs = { "pain" } },
  "0 0 0 0 0, 0 0 1 0 0, 0 0 2 1 0",
  2
)

-- -- What is refused ------------------------------------------------------------------------

local function refuses(message, change)
  local own = spec()
  change(own)
  fails(message, strata.rules, own)
end

refuses("write it before them, or into what watches for their event", function(own)
  own.events.triggered.results = { pay("0") }
end)
refuses("write it into parts or a watcher", function(own)
  own.events.triggered.does = { pay("0") }
end)
refuses("a cost is paid whole by who does the action", function(own)
  local deed = pay("0")
  deed.with.by, deed[6] = named.you, need(nil, 1)
  table.insert(own.codes["t:red"], 2, deed)
end)
refuses("'lose' is to pay with", function(own)
  own.codes["t:halved"][3][3] = has("blue", "lose")
end)
-- What is within an emitted event is checked wherever it is emitted.
local function emits_wrong_pay()
  local within = { "pay", "lose", as = "paid", has("red"), need(nil, 1) }
  return { "emit", "triggered", with = { who = "it", n = 1 }, within }
end
refuses("check 'wrong', deed 1 (emit), inner 1 (pay): event 'lose' is to pay with", function(own)
  own.checks = { wrong = { who = "red > 0", emits_wrong_pay() } }
end)
refuses("event 'halved', parts 1 (emit), inner 1 (pay): event 'lose' is to pay with", function(own)
  local deed = emits_wrong_pay()
  deed.with.who = event.who
  own.events.halved.results = { deed }
end)
refuses("inside of a 'need' are plain ones", function(own)
  own.codes["t:halved"][3][6] = need(nil, 1, need(nil, 1, need(nil, 1)))
end)
