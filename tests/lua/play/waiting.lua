--- Handlers that wait for an answer go on where they asked. Random handlers emit, ask, roll, note,
--- fail, and run within each other; each action is played in a world that goes on, in one that
--- always runs the action again, and at each question in a fork and in a loaded save. All agree in
--- state, questions and log, in what views are told and in which handlers have failed.
local asking = require("asking")
local check = require("check")
local strata = require("strata")
local equal = check.equal
local event, it, named = strata.event, strata.it, strata.named
local answer_of, same = asking.answer_of, asking.same

-- -- Handlers from lists -----------------------------------------------------------

--- What a step of a list does; `x` is a number that all of a handler hands on.
local DOES = {}

local function run(ctx, steps, x)
  for _, step in ipairs(steps) do
    x = DOES[step.does](ctx, step, x) % 97
  end
  return x
end

function DOES.gain(ctx, step, x)
  local happened, _, gained = ctx:emit("gain", { who = ctx.you, amount = 1 + (x + step.n) % 5 })
  return x + happened + #ctx:came_of(gained)
end

--- Two replacements change it, so the engine asks which is first.
function DOES.hit(ctx, step, x)
  local elk = ctx.world:select(it:has("beast"))[1]
  return elk and x + ctx:emit("hit", { who = elk, amount = 1 + (x + step.n) % 3 }) or x
end

--- It runs another handler, by a trigger that acts at once, or in a chain.
function DOES.call(ctx, step, x)
  local happened = ctx:emit(step.kind, { who = ctx.you, n = step.n })
  return x + happened + ctx.you.life
end

function DOES.number(ctx, step, x)
  local most = 3 + step.n
  return x + ctx:choose({ purpose = "number", prompt = "how many", most = most, by = ctx.you })
end

function DOES.may(ctx, step, x)
  return ctx:choose({ prompt = "really", by = ctx.you }) and x + step.n or x
end

function DOES.order(ctx, _, x)
  local first = ctx:choose({ "a", "b", "c", by = ctx.you, purpose = "order" })[1]
  return x + #first + (first == "c" and 5 or 2)
end

function DOES.both(ctx, step, x)
  local answers = ctx:choose_all({
    { "red", "green", by = ctx.you, hidden = true },
    { "green", "blue", by = ctx.world:select(it:has("player"))[2], hidden = true },
  })
  return x + #answers[1] + 10 * #answers[2] + step.n
end

function DOES.roll(ctx, _, x)
  return x + ctx:roll(6)
end

function DOES.note(ctx, step, x)
  local noted = #ctx:noted(ctx.you, "x", "int")
  ctx:note(ctx.you, "x", x)
  return x + noted + step.n
end

function DOES.work(_, step, x)
  for i = 1, 50 * step.n do
    x = (x * 31 + i) % 9973
  end
  return x
end

--- An error is caught, and a question within is none.
function DOES.try(ctx, step, x)
  local ok, got = pcall(function()
    local y = run(ctx, step.steps, x)
    if step.fails then
      error("no such luck", 0)
    end
    return y
  end)
  return ok and got or x + #got
end

--- No handler can wait in a function that a function of C has called.
function DOES.within(ctx, step, x)
  local list = { 2, 1 }
  table.sort(list, function(a, b)
    x = run(ctx, step.steps, x)
    return a < b
  end)
  return x + list[1]
end

function DOES.fail(ctx, step)
  return ctx.you.life + step.no_such_field
end

-- -- Random lists ------------------------------------------------------------------

local HANDLERS <const> = 6

local function new_random(seed)
  return function(most)
    seed = (seed * 6364136223846793005 + 1442695040888963407) & math.maxinteger
    return (seed >> 33) % most + 1
  end
end

local LEAVES <const> = {
  "gain",
  "gain",
  "hit",
  "number",
  "may",
  "order",
  "both",
  "roll",
  "note",
  "work",
}

--- Steps of the handler `own`, which runs only later ones, so that none runs within itself.
local function random_steps(random, own, depth)
  local steps = {}
  for i = 1, 1 + random(4) do
    local step = { does = LEAVES[random(#LEAVES)], n = random(4) }
    local kind = random(20)
    if kind <= 6 and own < HANDLERS then
      local kinds = { "call", "before", "later", "calls" }
      step = { does = "call", kind = kinds[random(4)], n = own + random(HANDLERS - own) }
    elseif kind <= 8 and depth < 2 then
      step.does, step.fails = "try", random(3) == 1
      step.steps = random_steps(random, own, depth + 1)
    elseif kind == 9 and depth < 2 then
      step.does, step.steps = "within", random_steps(random, own, depth + 1)
    elseif kind == 10 and random(6) == 1 then
      step.does = "fail"
    end
    steps[i] = step
  end
  return steps
end

--- Rules whose handlers are such lists, and the watchers that run them.
local function random_rules(seed)
  local random = new_random(seed)
  local spec = asking.spec(false)
  local fields = { who = "ref", n = "int" }
  spec.play.on_fault = "disable"
  spec.events.call = { fields = fields, affected = "who" }
  spec.events.calls = { fields = fields, affected = "who" }
  spec.events.before = { fields = fields, affected = "who", phases = { "before", "do" } }
  spec.events.later = { fields = fields, affected = "who", phases = { "do", "after" } }
  local caller = { codes = {} }
  for n = 1, HANDLERS do
    local steps, name = random_steps(random, n, 0), "test:h" .. n
    spec.handlers[name] = function(ctx)
      run(ctx, steps, n)
    end
    local does, when = { "run", name }, event.n:is(n)
    local codes = {
      call = { "trigger", "call", immediate = true, when = when, does },
      calls = { "trigger", "calls", immediate = true, when = when, does, { "run", "test:last" } },
    }
    for kind, code in pairs(codes) do
      spec.codes[name .. kind] = code
      caller.codes[#caller.codes + 1] = name .. kind
    end
    for kind, phase in pairs({ before = "before", later = "after" }) do
      local handle = { "handle", kind, phase = phase, everywhere = true, when = when, does }
      spec.codes[name .. kind] = handle
    end
  end
  spec.handlers["test:last"] = function(ctx)
    ctx:emit("gain", { who = ctx.you, amount = 1 })
  end
  spec.abilities.caller = caller
  spec.codes["test:runs"] = {
    "trigger",
    "large",
    { "emit", "gain", with = { who = named.you, amount = 1 } },
    { "run", "test:h1" },
    { "choose", "may", as = "more" },
    { "run", "test:h2", when = named.more },
  }
  return strata.rules(spec)
end

-- -- Playing -----------------------------------------------------------------------

local function faults_text(world)
  local lines = {}
  for i, fault in ipairs(world:faults()) do
    lines[i] = ("%s %s %s"):format(fault.handler, fault.kind, fault.text)
  end
  return table.concat(lines, "\n")
end

--- A world in which a beast has the replacements, and another all that runs handlers.
local function begun(rules, how, code)
  local world, ann, ben = asking.new_world(rules, { "changer" })
  local told = {}
  world:spawn({ name = "Owl", controller = ben, kinds = { "beast" }, abilities = { "caller" } })
    :move("board", { same = true })
  world:tune("answers", how)
  world:view(function(row)
    told[#told + 1] = asking.row_text(row)
  end)
  local outcome = world:act({ code = code or "test:runs", you = ann, settling = "all" })
  return world, told, outcome
end

local totals = { questions = 0, resumed = 0, faults = 0 }

--- Do to a world that waits what keeps its state, so that it has nothing to go on with.
local DISTURBS <const> = {
  function(world)
    world:drop_caches()
  end,
  function(world, rules)
    return rules:load(world:save())
  end,
  function(world)
    return world:fork()
  end,
}

local function play(seed)
  local rules = random_rules(seed)
  local world, told, outcome = begun(rules, "auto")
  local again, again_told, again_outcome = begun(rules, "never")
  local other = begun(rules, "auto")
  local turn, what = 0, "seed " .. seed
  equal(outcome, again_outcome, what)
  while #world:decisions() > 0 and turn < 60 do
    turn = turn + 1
    what = ("seed %d, question %d"):format(seed, turn)
    same(world, again, what)
    local answer = answer_of(world:decisions()[1], turn + seed)
    equal(world:answer(answer), again:answer(answer), what)
    if (turn + seed) % 4 == 0 then
      other = DISTURBS[(turn + seed) // 4 % 3 + 1](other, rules) or other
    end
    other:answer(answer)
    same(world, other, what .. ", at times with nothing to go on with")
  end
  same(world, again, what .. ", at the end")
  equal(table.concat(told, "\n"), table.concat(again_told, "\n"), what .. ": told")
  equal(faults_text(world), faults_text(again), what .. ": failed")
  equal(again:stats().resumed, 0, what .. ": run again")
  totals.questions = totals.questions + turn
  totals.resumed = totals.resumed + world:stats().resumed
  totals.faults = totals.faults + #world:faults()
end

local GAMES <const> = 40
for seed = 1, GAMES do
  play(seed)
end
assert(totals.questions > 20 * GAMES, "questions: " .. totals.questions)
assert(3 * totals.resumed > totals.questions, "gone on: " .. totals.resumed)
assert(totals.faults > GAMES // 4, "handlers that failed: " .. totals.faults)

-- -- Steps -------------------------------------------------------------------------

--- Rules of a handler that works after another one has, within its event, and both have asked.
local function working_rules()
  local spec = asking.spec(false)
  spec.play.on_fault = "disable"
  spec.events.call = { fields = { who = "ref", n = "int" }, affected = "who" }
  spec.handlers["test:works"] = function(ctx)
    local x = ctx:choose({ purpose = "number", prompt = "inner", most = 3, by = ctx.you })
    for i = 1, 2000 do
      x = (x + i) % 7
    end
    ctx:choose({ purpose = "number", prompt = "inner", most = 3, by = ctx.you })
    ctx:emit("gain", { who = ctx.you, amount = 1 + x })
  end
  spec.handlers["test:works_more"] = function(ctx)
    ctx:emit("call", { who = ctx.you, n = 1 })
    ctx:choose({ purpose = "number", prompt = "outer", most = 3, by = ctx.you })
    local x = 0
    for i = 1, ctx.rounds do
      x = (x + i) % 7
    end
    ctx:choose({ purpose = "number", prompt = "outer", most = 3, by = ctx.you })
    for i = 1, ctx.more do
      x = x + i
    end
    ctx:emit("gain", { who = ctx.you, amount = 1 + x })
  end
  spec.codes["test:hears"] = { "trigger", "call", immediate = true, { "run", "test:works" } }
  spec.laws = { hears = { codes = { "test:hears" } } }
  spec.codes["test:runs"] = {
    "trigger",
    "large",
    names = { rounds = "int", more = "int" },
    { "run", "test:works_more" },
  }
  return strata.rules(spec)
end

--- It answers some questions, and leaves the others to us.
local function policy(decision)
  return decision.prompt == "inner" and 2 or nil
end

--- Play it; whether no handler has failed, by what it may take.
local function is_within(rules, how, rounds, more, decides)
  local world, ann = asking.new_world(rules)
  world:policy(decides)
  world:tune("answers", how)
  world:act({ code = "test:runs", you = ann, with = { rounds = rounds, more = more } })
  while #world:decisions() > 0 do
    world:answer(1)
  end
  equal(world:stats().resumed > 0, how == "auto", how .. ": gone on")
  local fault = world:faults()[1]
  return fault == nil, fault and fault.handler .. fault.text or ""
end

do
  local rules = working_rules()
  is_within(rules, "never", 1, 1) -- from now on they can wait
  local few, many = 1, 400000
  assert(is_within(rules, "never", few, 0) and not is_within(rules, "never", many, 0))
  while many - few > 1 do
    local middle = (few + many) // 2
    if is_within(rules, "never", middle, 0) then
      few = middle
    else
      many = middle
    end
  end
  local within = 0
  for more = 0, 120, 6 do
    local is_fine, text = is_within(rules, "never", few - 20, more)
    for _, decides in ipairs({ false, policy }) do
      for _, how in ipairs({ "never", "auto" }) do
        local fine, why = is_within(rules, how, few - 20, more, decides or nil)
        equal(fine, is_fine, ("%s, the last step, and %d"):format(how, more))
        equal(why, text)
      end
    end
    within = within + (is_fine and 1 or 0)
  end
  assert(within > 0 and within < 21, "some end in time, and some do not: " .. within)
end
