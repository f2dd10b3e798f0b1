--- An answer goes on where the action waits, and an answer that runs the action again gives the
--- same: state, questions, log, and what views are told. Each action here is played with both, and
--- at each question a fork, which has nothing to go on with, runs it again as well.
local asking = require("asking")
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local answer_of, of_code, same = asking.answer_of, asking.of_code, asking.same

--- Begin an action; the world, and what its views are told.
local function begun(case, how)
  local world, ann, ben = asking.new_world(case.rules or asking.some, case.abilities)
  local told = {}
  world:tune("answers", how)
  if case.prepare then
    case.prepare(world, ann, ben)
  end
  world:view(function(row)
    told[#told + 1] = asking.row_text(row)
  end)
  return world, told, case.act(world, ann, ben)
end

--- What a reader of a world sees: one thing after the other, each of which takes back an action
--- that is ahead.
local READERS <const> = {
  hash = function(world)
    return world:hash()
  end,
  position = function(world)
    return world:position()
  end,
  save = function(world)
    return world:save()
  end,
  fork = function(world)
    return world:fork():hash()
  end,
  values = function(world)
    local list = {}
    for i, entity in ipairs(world:entities()) do
      list[i] = ("%s %s"):format(entity.name, entity.life)
    end
    return table.concat(list, ", ")
  end,
  base = function(world)
    return world:entities()[1].base.life
  end,
  log = asking.log_text,
  count = function(world)
    return world:count(strata.it:has("beast"))
  end,
  zone = function(world)
    return #world:zone("discard") .. " " .. #world:zone("stack")
  end,
  why = function(world)
    return tostring(world:entities()[1]:why("life"))
  end,
  entities = function(world)
    return world:stats().entities
  end,
  refused = function(world)
    return select(2, pcall(world.spawn, world, { name = "Nobody" }))
  end,
  marks = function(world)
    local mark = world:mark()
    world:rollback(mark)
    return world:hash()
  end,
  peek = function(world)
    return world:peek():entities()[1].life
  end,
}

local READER_NAMES <const> = {}
for name in pairs(READERS) do
  READER_NAMES[#READER_NAMES + 1] = name
end
table.sort(READER_NAMES)

--- Play it in five worlds that wait ahead until something is read: never, or at each question one
--- of all that can be read, at another place in each world; and in one that always runs again.
local function play_unseen(case)
  local count = #READER_NAMES
  local worlds, told = {}, {}
  local again, again_told, again_act = begun(case, "never")
  local outcome = again:act(again_act)
  for n = 1, 5 do
    local act
    worlds[n], told[n], act = begun(case, "auto")
    equal(worlds[n]:act(act), outcome, case.name)
  end
  local turn = 0
  while outcome == "decide" do
    turn = turn + 1
    local what = ("%s, question %d, unseen"):format(case.name, turn)
    local questions = asking.decisions_text(again)
    local answer = answer_of(again:decisions()[1], turn)
    for n, world in ipairs(worlds) do
      local reader = READER_NAMES[(turn * 5 + n) % count + 1]
      if n > 1 then
        equal(READERS[reader](world), READERS[reader](again), what .. ": " .. reader)
      end
      equal(asking.decisions_text(world), questions, what)
    end
    outcome = again:answer(answer)
    for _, world in ipairs(worlds) do
      equal(world:answer(answer), outcome, what)
    end
  end
  for n, world in ipairs(worlds) do
    same(world, again, case.name .. ", unseen, at the end")
    equal(table.concat(told[n], "\n"), table.concat(again_told, "\n"), case.name .. ": told")
    equal(world:stats().resumed, case.resumed or turn, case.name .. ": gone on")
  end
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

for _, case in ipairs(asking.CASES) do
  play(case)
  play_unseen(case)
end

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
  return asking.some:load(world:save())
end)
between("reloading", 0, function(world)
  return world:reload(strata.rules(asking.spec(false)))
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
  local own = asking.spec(false)
  own.codes["test:five"] = asking.many_questions(count)
  own.codes["test:watches"] = { "trigger", "gain", when = "event.who.life > 1000000" }
  own.laws = {
    more = { on = strata.it:has("player"), life = strata.add(1) },
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
