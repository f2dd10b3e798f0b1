--- Assignments: each is assigned to places or to none; restrictions are obeyed, as many
--- requirements are fulfilled as can be, and what is offered can be completed.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event, it, named = strata.event, strata.it, strata.named

local function rules_of(more)
  local with = { to = "it.kinds has 'gate'", can = "it.strength >= $gate.height" }
  for option, value in pairs(more or {}) do
    with[option] = type(value) == "string" and value or nil
  end
  return strata.rules({
    layers = { "only" },
    attributes = {
      name = { "text", unlayered = true },
      kinds = { "set", "player", "runner", "gate", unlayered = true },
      strength = { "int", unlayered = true },
      height = { "int", unlayered = true },
      eager = { "int", unlayered = true },
      shy = { "int", unlayered = true },
      fond = { "ref", unlayered = true },
      narrow = { "int", default = 9, unlayered = true },
      heavy = { "int", unlayered = true },
      urgent = { "int", unlayered = true },
      at = { "ref", unlayered = true },
      got = { "int", unlayered = true },
    },
    events = {
      pass = {
        fields = { who = "ref", gate = "ref" },
        affected = "who",
        does = {
          { "set", "at", who = event.who, value = event.gate },
          { "add", "got", who = event.gate, value = 1 },
        },
      },
    },
    codes = {
      ["test:run"] = {
        "action",
        actor = "it.kinds has 'player'",
        {
          "assign",
          who = "it.kinds has 'runner'",
          as = "gate",
          at_once = more and more.at_once,
          announced = more and more.announced,
          target = more and more.target,
          with = with,
          { "emit", "pass", with = { who = it, gate = named.gate } },
        },
      },
    },
    laws = { run = { codes = { "test:run" } } },
  })
end

--- All restrictions and requirements as numbers of runners and gates.
local ALL <const> = {
  company = "it.shy",
  least = "it.heavy",
  most = "it.narrow",
  must = "it.eager",
  must_to = "count(it = $gate and it = outer.fond)",
  needed = "it.urgent",
  in_all = "$you.strength",
}

local function new_game(rules, runners, gates, most)
  local world = rules:world()
  local game = { world = world, runners = {}, gates = {} }
  game.you = world:spawn({ name = "A", kinds = { "player" }, strength = most or 9 })
  for place, values in ipairs(gates) do
    values.name, values.kinds = "gate " .. place, { "gate" }
    game.gates[place] = world:spawn(values)
  end
  for place, values in ipairs(runners) do
    values.name, values.kinds = "runner " .. place, { "runner" }
    values.fond = values.fond and game.gates[values.fond] or nil
    game.runners[place] = world:spawn(values)
  end
  return game
end

local function begin(game)
  return game.world:act({ code = "test:run", you = game.you })
end

--- Where all are, by numbers of gates: "1 0 2".
local function said(game)
  local list = {}
  for place, runner in ipairs(game.runners) do
    list[place] = 0
    for n, gate in ipairs(game.gates) do
      list[place] = runner.at == gate and n or list[place]
    end
  end
  return table.concat(list, " ")
end

-- -- One after the other ---------------------------------------------------------

do -- control: without restrictions each may go anywhere, or nowhere
  local game = new_game(rules_of(), { {}, {} }, { {}, {} })
  local world, before = game.world, game.world:hash()
  equal(begin(game), "decide")
  local decision = world:decisions()[1]
  equal({ decision.purpose, decision.prompt }, { "choose", "gate" })
  equal({ #decision.options, decision.least, decision.most }, { 2, 0, 1 })
  equal(decision.source, game.runners[1])
  world:cancel()
  equal(world:hash(), before)
  begin(game)
  world:answer(2)
  equal(world:decisions()[1].source, game.runners[2])
  equal(said(game), "0 0", "nothing has happened yet")
  local copy = game.world:save()
  equal(world:answer({}), "done")
  equal(said(game), "2 0")
  local other = rules_of():load(copy)
  equal(other:answer({}), "done")
  equal(other:hash(), world:hash(), "from a save at the question")
end

do -- a runner that can go nowhere is not asked about
  local game = new_game(rules_of(), { {}, { strength = 3 } }, { { height = 2 }, { height = 3 } })
  equal(begin(game), "decide")
  equal(game.world:decisions()[1].source, game.runners[2])
  equal(game.world:answer(1), "done")
  equal(said(game), "0 1")
end

do -- who must go goes, and is not asked whether, only where
  local game = new_game(rules_of(ALL), { { eager = 1 }, {} }, { {}, { narrow = 0 } })
  begin(game)
  equal(game.world:decisions()[1].source, game.runners[2])
  game.world:answer({})
  equal(said(game), "1 0")
end

do -- as many requirements as can be: one must go, none may go alone, one place
  local game = new_game(rules_of(ALL), { { eager = 1, shy = 1 }, {} }, { {} })
  equal(begin(game), "done", "the second one goes along, or the first could not")
  equal(said(game), "1 1")
  local narrow = new_game(rules_of(ALL), { { eager = 1, shy = 1 }, {} }, { { narrow = 1 } })
  equal(begin(narrow), "decide", "it cannot go")
  narrow.world:answer({})
  equal(said(narrow), "0 0")
end

do -- two requirements outweigh one
  local game = new_game(
    rules_of(ALL),
    { { eager = 1, fond = 2 }, { eager = 1 }, { fond = 1 } },
    { { narrow = 1 }, { narrow = 1 } },
    2
  )
  begin(game)
  -- The first goes where it would (2), and one of the others to the first gate (1).
  equal(game.world:decisions()[1].source, game.runners[2])
  game.world:answer({})
  equal(said(game), "2 0 1")
end

do -- a place takes none or enough
  local game = new_game(rules_of(ALL), { {}, {}, { eager = 1 } }, { { heavy = 2 } })
  begin(game)
  equal(game.world:decisions()[1].least, 0)
  game.world:answer({})
  equal(said(game), "0 1 1", "the third must, so the second has to go along")
end

do -- several places
  local rules = rules_of({ each = "it.strength", can = "true", needed = "it.urgent" })
  local game = new_game(rules, { { strength = 2 } }, { {}, { urgent = 1 }, { urgent = 1 } })
  equal(begin(game), "done")
  equal({ game.gates[1].got, game.gates[2].got, game.gates[3].got }, { 0, 1, 1 })
end

do -- too much is an error, and nothing has happened
  local runners = {}
  for place = 1, 65 do
    runners[place] = {}
  end
  local game = new_game(rules_of(), runners, { {} })
  local before = game.world:hash()
  fails("more than 64 assigners", begin, game)
  equal(game.world:hash(), before)
end

-- -- All of it at once ---------------------------------------------------------------

do
  local more = { at_once = true }
  for option, value in pairs(ALL) do
    more[option] = value
  end
  local game = new_game(
    rules_of(more),
    { { eager = 1, shy = 1 }, { shy = 1 }, { strength = 1 } },
    { { heavy = 2 }, { height = 1, narrow = 0 } },
    2
  )
  local world, runners, gates = game.world, game.runners, game.gates
  begin(game)
  local decision = world:decisions()[1]
  equal({ #decision.options, decision.least, decision.most }, { 4, 0, 4 })
  equal(decision.options[1].value, runners[1])
  equal(decision.options[1].to, gates[1])
  equal(decision.options[1].text, ("%s to %s"):format(runners[1], gates[1]))
  local hash = world:hash()
  local function refused(text, answer)
    fails(text, world.answer, world, answer)
    equal(world:hash(), hash, "it is open as before")
  end
  local first, second = runners[1].id, runners[2].id
  refused(first .. " is assigned only with others; at least 1", 1)
  refused(gates[1].id .. " gets none, or more; at least 2", { 1, 4 })
  refused("too many are assigned in all; at most 2", { 1, 2, 3 })
  refused(runners[3].id .. " is assigned to more places than it can; at most 1", { 1, 2, 3, 4 })
  local example = ("as by %s to %s, %s to"):format(first, gates[1].id, second)
  refused("0 requirements are fulfilled, and 1 can be, " .. example, {})
  refused("is not legal: 0 requirements", { 2, 3 })
  equal(world:answer({ 1, 2 }), "done")
  equal(said(game), "1 1 0")
end

-- -- What is refused ------------------------------------------------------------------

for _, flag in ipairs({ "announced", "target" }) do
  fails("only a 'choose' is announced; assign as the action is done", rules_of, { [flag] = true })
end

-- -- All ways to answer ------------------------------------------------------------

-- Values of runners and gates where a case says nothing.
local DEFAULTS <const> = { heavy = 0, height = 0, narrow = 9, shy = 0, strength = 0 }

local function value(of, name)
  return of[name] or DEFAULTS[name]
end

--- How many go to each gate, and in all.
local function counted(where)
  local counts, all = {}, 0
  for _, gate in ipairs(where) do
    counts[gate], all = (counts[gate] or 0) + 1, all + (gate > 0 and 1 or 0)
  end
  return counts, all
end

local function runner_obeys(case, place, gate, all)
  local runner = case.runners[place]
  local is_strong = gate == 0 or value(runner, "strength") >= value(case.gates[gate], "height")
  return is_strong and (gate == 0 or all - 1 >= value(runner, "shy"))
end

--- Whether an assignment obeys all restrictions.
local function obeys(case, where)
  local counts, all = counted(where)
  for place, gate in ipairs(where) do
    if not runner_obeys(case, place, gate, all) then
      return false
    end
  end
  for gate, values in ipairs(case.gates) do
    local count = counts[gate] or 0
    local is_enough = count == 0 or count >= value(values, "heavy")
    if not is_enough or count > value(values, "narrow") then
      return false
    end
  end
  return all <= case.most, counts
end

local function fulfilled(case, where, counts)
  local sum = 0
  for place, gate in ipairs(where) do
    local runner = case.runners[place]
    sum = sum + (gate > 0 and runner.eager or 0) + (gate > 0 and gate == runner.fond and 1 or 0)
  end
  for gate, values in ipairs(case.gates) do
    sum = sum + (counts[gate] and values.urgent or 0)
  end
  return sum
end

local function best_of(case)
  local best, found = -1, {}
  local function from(place, where)
    if place > #case.runners then
      local is_legal, counts = obeys(case, where)
      local sum = is_legal and fulfilled(case, where, counts) or -1
      if sum > best then
        best, found = sum, {}
      end
      if is_legal and sum == best then
        found[table.concat(where, " ")] = true
      end
      return
    end
    for gate = 0, #case.gates do
      where[place] = gate
      from(place + 1, where)
    end
  end
  from(1, {})
  return found
end

local function copied(list)
  local into = {}
  for place, values in ipairs(list) do
    into[place] = {}
    for key, said_of in pairs(values) do
      into[place][key] = said_of
    end
  end
  return into
end

--- Answer in all ways, and note where each ends.
local function answer_all(rules, case, path, ends)
  local game = new_game(rules, copied(case.runners), copied(case.gates), case.most)
  local outcome = begin(game)
  for _, answer in ipairs(path) do
    outcome = game.world:answer(answer)
  end
  if outcome == "done" then
    ends[said(game)] = true
    return
  end
  local decision = game.world:decisions()[1]
  for place = decision.least == 0 and 0 or 1, #decision.options do
    local longer = table.move(path, 1, #path, 1, {})
    longer[#longer + 1] = place == 0 and {} or place
    answer_all(rules, case, longer, ends)
  end
end

local function keys(list)
  local names = {}
  for name in pairs(list) do
    names[#names + 1] = name
  end
  table.sort(names)
  return table.concat(names, "; ")
end

do
  local seed, rules, several = 5, rules_of(ALL), 0
  local function below(n)
    seed = (seed * 6364136223846793005 + 1442695040888963407) & 0x7fffffffffffffff
    return (seed >> 33) % n
  end
  local function seldom(n)
    return below(3) == 0 and below(n + 1) or 0
  end
  for number = 1, 120 do
    local case = { runners = {}, gates = {}, most = below(3) == 0 and below(4) or 9 }
    for place = 1, 1 + below(2) do
      case.gates[place] = {
        height = seldom(1), heavy = seldom(2), urgent = seldom(1),
        narrow = below(3) == 0 and below(3) or 9,
      }
    end
    for place = 1, 1 + below(3) do
      case.runners[place] = {
        strength = below(2), eager = seldom(2), shy = seldom(1),
        fond = below(3) == 0 and 1 + below(#case.gates) or nil,
      }
    end
    local ends, want = {}, best_of(case)
    answer_all(rules, case, {}, ends)
    equal(keys(ends), keys(want), "case " .. number)
    several = several + (keys(want):find(";", 1, true) and 1 or 0)
  end
  assert(several > 30, several)
end

do -- an option of a handler that has the text of a pair by chance is none
  local asking = require("asking")
  local own = asking.spec(false)
  own.handlers["test:names"] = function(ctx)
    ctx:choose({
      { value = ctx.you, text = "to #1:1" },
      { value = ctx.you, text = "away" },
      by = ctx.you,
      prompt = "where",
    })
  end
  own.codes["test:runs"] = { "trigger", "large", { "run", "test:names" } }
  local world, ann = asking.new_world(strata.rules(own))
  world:act({ code = "test:runs", you = ann })
  local option = world:decisions()[1].options[1]
  equal({ option.text, option.to == nil }, { "to #1:1", true })
end
