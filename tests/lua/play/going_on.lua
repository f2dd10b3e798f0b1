--- An answer goes on where the action waits, and an answer that runs the action again gives the
--- same: state, questions, log, and what views are told. Each action here is played with both, and
--- at each question a fork, which has nothing to go on with, runs it again as well.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, it, named = strata.event, strata.it, strata.named

local COLORS <const> = { "red", "green", "blue" }

local function gain(who, amount, more)
  local deed = { "emit", "gain", with = { who = who, amount = amount } }
  for key, value in pairs(more or {}) do
    deed[key] = value
  end
  return deed
end

local function may(as, more)
  local deed = { "choose", "may", as = as }
  for key, value in pairs(more or {}) do
    deed[key] = value
  end
  return deed
end

--- So many times: three events, a question, and an event about it.
local function many_questions(count)
  local code = { "trigger", "large" }
  for i = 1, count do
    code[#code + 1] = gain(named.you, 1, { times = 3 })
    code[#code + 1] = { "choose", "number", as = "n" .. i, with = { least = 0, most = 3 } }
    code[#code + 1] = gain(named.you, named["n" .. i])
  end
  return code
end

local function shot(as)
  return { "choose", as = as, who = it:has("beast"), target = true }
end

local function spec(always_ask)
  return {
    layers = { "only" },
    symbols = COLORS,
    clocks = { "turn" },
    zones = {
      board = { shared = true },
      discard = { shared = true },
      exile = { shared = true },
      stack = { shared = true, ordered = true },
    },
    attributes = {
      name = "text",
      life = { "int", min = 0 },
      hurt = { "int", unlayered = true },
      size = { "int", unlayered = true },
      kinds = { "set", "player", "beast", "legend", unlayered = true },
      controller = { "ref", unlayered = true },
      color = { "sym", "red", "green", "blue", unlayered = true },
      chosen = { "sym", "red", "green", "blue", unlayered = true },
      abilities = "abilities",
    },
    play = { stack = "stack", always_ask = always_ask },
    handlers = {
      ["test:asks"] = function(ctx)
        ctx:emit("gain", { who = ctx.you, amount = 2 })
        local list = { "a", "b", by = ctx.you, purpose = "order" }
        ctx:emit("gain", { who = ctx.you, amount = ctx:choose(list)[1] == "a" and 5 or 7 })
      end,
    },
    events = {
      gain = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        amount = "amount",
        matters = event.amount:at_least(1),
        does = { { "add", "life", who = event.who, value = event.amount } },
      },
      large = { fields = { who = "ref", by_whom = "ref" }, affected = "who" },
      hit = {
        fields = { who = "ref", amount = "int" },
        affected = "who",
        amount = "amount",
        matters = event.amount:at_least(1),
        does = { { "add", "hurt", who = event.who, value = event.amount } },
      },
      lose = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "move", who = event.who, with = { to = "'discard'" } } },
      },
      banish = {
        fields = { who = "ref" },
        affected = "who",
        does = { { "move", who = event.who, with = { to = "'exile'" } } },
      },
      show = {
        fields = { who = "ref", color = "sym" },
        affected = "who",
        does = { { "set", "chosen", who = event.who, value = event.color } },
      },
    },
    codes = {
      ["test:five"] = many_questions(5),
      ["test:rains"] = { "trigger", "large", gain(named.you, 60) },
      ["test:all"] = {
        "trigger",
        "large",
        gain(named.you, 1),
        { "choose", who = it:has("beast"), as = "one" },
        gain(named.you, 2),
        may("really"),
        { "choose", "word", as = "word", with = { of = COLORS } },
        { "emit", "show", with = { who = named.one, color = named.word } },
        { "emit", "hit", when = named.really, with = { who = named.one, amount = 4 } },
        gain(named.you, 3),
      },
      ["test:hidden"] = {
        "trigger",
        "large",
        names = { other = "ref" },
        gain(named.you, 1),
        { "choose", "word", as = "x", hidden = true, with = { by = named.you, of = COLORS } },
        { "choose", "word", as = "y", hidden = true, with = { by = named.other, of = COLORS } },
        { "emit", "show", with = { who = named.you, color = named.x } },
        { "emit", "show", with = { who = named.other, color = named.y } },
        may("more"),
        gain(named.you, 2, { when = named.more }),
      },
      ["test:dice"] = {
        "trigger",
        "large",
        may("yes"),
        { "roll", as = "rolled", value = 6 },
        gain(named.you, named.rolled),
        may("still"),
        gain(named.you, named.rolled, { when = named.still }),
      },
      ["test:nested"] = {
        "trigger",
        "large",
        { "each", who = it:has("beast"), may("hits"), {
          "when",
          when = named.hits,
          { "emit", "hit", with = { who = it, amount = 1 } },
        } },
        {
          "together",
          gain(named.you, 1),
          { "emit", "hit", with = { who = named.you, amount = 2 } },
        },
        may("end"),
      },
      ["test:asks_by_handler"] = {
        "trigger",
        "large",
        gain(named.you, 1),
        may("first"),
        { "run", "test:asks" },
        gain(named.you, 1),
        may("last"),
      },
      ["test:destroys"] = {
        "trigger",
        "large",
        {
          "together",
          { "emit", "lose", with = { who = named.you } },
          { "emit", "banish", with = { who = named.you } },
        },
        may("last"),
      },
      ["test:destroys_all"] = {
        "trigger",
        "large",
        {
          "together",
          { "emit", "lose", who = it:has("beast"), with = { who = it } },
          { "emit", "banish", who = it:has("beast"), with = { who = it } },
        },
        may("last"),
      },
      ["test:volley"] = {
        "trigger",
        "large",
        {
          "together",
          { "emit", "hit", who = it:has("player"), with = { who = it, amount = 2 } },
          { "emit", "hit", who = it:has("beast"), with = { who = it, amount = 3 } },
        },
        may("last"),
      },
      -- They are asked about amid a batch.
      ["test:doubles"] = { "replace", "hit", { "change", "amount", value = event.amount * 2 } },
      ["test:adds"] = { "replace", "hit", { "change", "amount", value = event.amount + 1 } },
      ["test:holy"] = { "cant", "hit", when = event.who:has("player") },
      ["test:may_spare"] = { "replace", "hit", optional = true, { "nothing" } },
      ["test:may_cheer"] = {
        "trigger",
        "hit",
        immediate = true,
        optional = true,
        gain(named.you, 1),
      },
      -- They go on the stack.
      ["test:shoots"] = {
        "trigger",
        "gain",
        when = event.amount:at_least(50),
        shot("target"),
        { "emit", "hit", with = { who = named.target, amount = 1 } },
      },
      ["test:burns"] = {
        "trigger",
        "gain",
        when = event.amount:at_least(50),
        optional = true,
        shot("target"),
        { "choose", "number", as = "n", with = { least = 1, most = 4 } },
        { "emit", "hit", with = { who = named.target, amount = named.n } },
      },
      ["test:pays"] = {
        "action",
        paid = 3,
        stacked = true,
        shot("target"),
        { "choose", who = it:has("beast"), as = "fed" },
        { "emit", "lose", with = { who = named.fed } },
        { "choose", "number", as = "n", with = { least = 1, most = 4 } },
        { "emit", "hit", with = { who = named.target, amount = named.n } },
      },
      ["test:points"] = {
        "action",
        paid = 4,
        shot("one"),
        shot("other"),
        shot("third"),
        { "emit", "lose", with = { who = named.third } },
        { "emit", "hit", with = { who = named.one, amount = 1 } },
        { "emit", "hit", with = { who = named.other, amount = 2 } },
      },
    },
    abilities = {
      pointer = { kind = "activated", zones = { "board" }, codes = { "test:points" } },
      holy = { codes = { "test:holy" } },
      changer = { codes = { "test:doubles", "test:adds" } },
      sparer = { codes = { "test:may_spare" } },
      cheerer = { codes = { "test:may_cheer" } },
      shooter = { codes = { "test:shoots", "test:burns" } },
      payer = { kind = "activated", zones = { "board" }, codes = { "test:pays" } },
    },
    checks = {
      legend = {
        who = it:has("legend"),
        keep_by = { "size", "controller" },
        { "emit", "lose", with = { who = it } },
      },
    },
  }
end

local some, all = strata.rules(spec(false)), strata.rules(spec(true))

--- A world with two players and three beasts, the first of which has some abilities.
local function new_world(rules, abilities)
  local world = rules:world()
  world:seed(7)
  local ann = world:spawn({ name = "Ann", kinds = { "player" } })
  local ben = world:spawn({ name = "Ben", kinds = { "player" } })
  for i, name in ipairs({ "Elk", "Fox", "Gnu" }) do
    local kinds = { "beast" }
    local list = i == 1 and abilities or nil
    world
      :spawn({ name = name, kinds = kinds, controller = i == 2 and ben or ann, abilities = list })
      :move("board", { same = true })
  end
  return world, ann, ben
end

-- -- What can be seen ----------------------------------------------------------------

local function decisions_text(world)
  local lines = {}
  for i, decision in ipairs(world:decisions()) do
    local options = {}
    for n, option in ipairs(decision.options) do
      options[n] = tostring(option)
    end
    lines[i] = ("%s %s %s %s firm %s hidden %s: %s"):format(decision, decision.purpose,
      decision.least, decision.most, decision.firm, decision.hidden, table.concat(options, ", "))
  end
  return table.concat(lines, "\n")
end

local function row_text(row)
  local list = { row.number, row.what, row.kind or "-", tostring(row.who), tostring(row.source) }
  for _, key in ipairs({ "purpose", "option", "amount", "chosen", "color" }) do
    local value = row.fields[key]
    list[#list + 1] = type(value) == "table" and #value .. tostring(value[1]) or tostring(value)
  end
  return table.concat(list, " ")
end

local function log_text(world)
  local lines = {}
  for row in world:log() do
    lines[#lines + 1] = row_text(row)
  end
  return table.concat(lines, "\n")
end

local function same(world, other, what)
  equal(world:hash(), other:hash(), what .. ": hash")
  equal(decisions_text(world), decisions_text(other), what .. ": decisions")
  equal(log_text(world), log_text(other), what .. ": log")
end

-- -- Both ways ------------------------------------------------------------------------

--- An answer that depends on the question alone.
local function answer_of(decision, turn)
  local count = #decision.options
  if decision.purpose == "number" then
    return decision.least + turn % (decision.most - decision.least + 1)
  elseif decision.purpose == "may" then
    return turn % 3 ~= 0
  elseif decision.purpose:find("order") then
    local order = {}
    for i = 1, count do
      order[i] = count + 1 - i
    end
    return order
  end
  return turn % count + 1
end

--- Begin an action; the world, and what its views are told.
local function begun(case, how)
  local world, ann, ben = new_world(case.rules or some, case.abilities)
  local told = {}
  world:tune("answers", how)
  if case.prepare then
    case.prepare(world, ann, ben)
  end
  world:view(function(row)
    told[#told + 1] = row_text(row)
  end)
  return world, told, case.act(world, ann, ben)
end

--- Cancel at the n-th question: nothing is left, unless something was rolled.
local function check_cancel(case, n)
  local world, _, act = begun(case, "auto")
  local before = world:hash()
  world:act(act)
  for turn = 1, n - 1 do
    world:answer(answer_of(world:decisions()[1], turn))
  end
  if not case.is_firm then
    world:cancel()
    equal(world:hash(), before, case.name .. ": cancelled")
  end
end

local function play(case)
  local world, told, act = begun(case, "auto")
  local again, again_told, again_act = begun(case, "never")
  equal(world:act(act), again:act(again_act), case.name)
  local turn = 0
  while #world:decisions() > 0 do
    turn = turn + 1
    local what = ("%s, question %d"):format(case.name, turn)
    same(world, again, what)
    local answer, fork = answer_of(world:decisions()[1], turn), world:fork()
    equal(world:answer(answer), again:answer(answer), what)
    fork:answer(answer)
    same(world, fork, what .. ", forked")
    check_cancel(case, turn)
  end
  same(world, again, case.name .. ", at the end")
  equal(table.concat(told, "\n"), table.concat(again_told, "\n"), case.name .. ": told")
  equal(turn, case.questions, case.name .. ": questions")
  equal(world:stats().resumed, case.resumed or turn, case.name .. ": gone on")
  equal(again:stats().resumed, 0, case.name .. ": run again")
end

local function of_code(name)
  return function(_, ann, ben)
    local with = name == "test:hidden" and { other = ben } or nil
    return { code = name, you = ann, with = with, settling = "all" }
  end
end

local function hit_all(world)
  return { code = "test:nested", you = world:entities()[1], settling = "all" }
end

play({ name = "numbers", act = of_code("test:five"), questions = 5 })
play({ name = "each kind", act = of_code("test:all"), questions = 3 })
-- Two answers are given to the group, of which the first runs nothing.
play({ name = "hidden", act = of_code("test:hidden"), questions = 3, resumed = 2 })
play({ name = "dice", act = of_code("test:dice"), questions = 2, is_firm = true })
play({ name = "nested", act = of_code("test:nested"), questions = 4 })
play({ name = "destinations", act = of_code("test:destroys"), questions = 2 })
-- The second one is asked in the step of the first, whose answer has changed an event.
play({
  name = "many destinations",
  act = of_code("test:destroys_all"),
  questions = 4,
  resumed = 2,
})
play({
  name = "what cannot happen, and a question",
  abilities = { "holy", "changer" },
  act = of_code("test:volley"),
  questions = 4,
})
play({ name = "replacements", abilities = { "changer" }, act = hit_all, questions = 7 })
play({ name = "optional", abilities = { "sparer", "changer" }, act = hit_all, questions = 14 })
play({ name = "at once", abilities = { "cheerer", "cheerer" }, act = hit_all, questions = 12 })
play({
  name = "a stack",
  rules = all,
  abilities = { "shooter", "shooter" },
  act = of_code("test:rains"),
  questions = 8,
})
play({
  name = "legends",
  prepare = function(world)
    for i = 1, 5 do
      world:spawn({ name = "L" .. i, kinds = { "legend" }, size = i // 3 })
    end
  end,
  act = of_code("test:five"),
  questions = 7,
})
-- What is announced goes on with the next choice.
play({
  name = "an action of a player",
  abilities = { "payer" },
  act = function(world, ann)
    return { code = "test:pays", source = world:entities()[3], you = ann, settling = "all" }
  end,
  questions = 3,
  resumed = 3,
})
play({
  name = "an action with three targets, one of which is its cost",
  abilities = { "pointer" },
  act = function(world, ann)
    return { code = "test:points", source = world:entities()[3], you = ann, settling = "all" }
  end,
  questions = 3,
  resumed = 3,
})
-- Nobody can go on amid a handler; what comes behind it can.
play({ name = "a handler", act = of_code("test:asks_by_handler"), questions = 3, resumed = 2 })

-- -- What else is done between question and answer --------------------------------------

--- Do something to a world that waits for its third answer; then both ways give the same.
local function between(name, resumed, change)
  local case = { name = name, act = of_code("test:five") }
  local world, _, act = begun(case, "auto")
  local again, _, again_act = begun(case, "never")
  world:act(act)
  again:act(again_act)
  for turn = 1, 2 do
    world:answer(turn)
    again:answer(turn)
  end
  equal(world:stats().resumed, 2)
  world, again = change(world) or world, change(again) or again
  same(world, again, name)
  local before = world:stats().resumed
  local outcome = world:answer(3)
  equal(again:answer(3), outcome)
  same(world, again, name .. ", then answered")
  equal(world:stats().resumed - before, resumed, name .. ": gone on")
  while outcome == "decide" do
    outcome = world:answer(1)
    again:answer(1)
  end
  same(world, again, name .. ", at the end")
end

between("nothing", 1, function() end)
between("reading", 1, function(world)
  local total = 0
  for _, entity in ipairs(world:entities()) do
    total = total + entity.life
  end
  return total < 0 and world or nil
end)
between("a refused answer", 1, function(world)
  fails("is not from 0 to 3", world.answer, world, 9)
end)
between("a refused write", 1, function(world)
  fails("decision", world.spawn, world, { name = "Nobody" })
end)
between("peeking", 1, function(world)
  equal(#world:peek():decisions(), 0)
end)
between("a fork that goes its own way", 1, function(world)
  local fork = world:fork()
  fork:answer(0)
  fork:answer(0)
end)
-- The action runs again up to the question that is open again, and waits there.
between("retracting", 1, function(world)
  world:retract()
end)
between("answering again after retracting", 1, function(world)
  world:retract()
  world:answer(0)
end)
between("cancelling, and doing it again", 1, function(world)
  world:cancel()
  world:act({ code = "test:five", you = world:entities()[1] })
  world:answer(0)
end)
between("going back to a savepoint", 0, function(world)
  local mark = world:mark()
  world:answer(0)
  world:rollback(mark)
end)
between("saving and loading", 0, function(world)
  return some:load(world:save())
end)
between("reloading", 0, function(world)
  return world:reload(strata.rules(spec(false)))
end)
between("dropping caches", 0, function(world)
  world:drop_caches()
end)
between("tuning", 0, function(world)
  world:tune("updates", "never")
end)

-- -- Work -----------------------------------------------------------------------------

--- How many values it takes to play an action of so many questions, going on or not: each event
--- asks for one that was changed by the event before it.
local function work(count, how)
  local own = spec(false)
  own.codes["test:five"] = many_questions(count)
  own.codes["test:watches"] = { "trigger", "gain", when = "event.who.life > 1000000" }
  own.laws = {
    more = { on = it:has("player"), life = strata.add(1) },
    watches = { codes = { "test:watches" } },
  }
  local world, _, act = begun({ rules = strata.rules(own), act = of_code("test:five") }, how)
  local before = world:stats().evaluations
  world:act(act)
  for _ = 1, count do
    world:answer(1)
  end
  return world:stats().evaluations - before
end

do
  local few, many = work(10, "auto"), work(40, "auto")
  assert(few > 10, "each question takes values")
  assert(many <= 4 * few, ("four times the questions: %d values, then %d"):format(few, many))
  local again = work(40, "never") -- the control
  assert(again > 10 * many, ("run again: %d values, and going on: %d"):format(again, many))
end
