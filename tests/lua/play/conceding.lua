--- Conceding is possible at every question, for any player (104.3a). In each action here each
--- player concedes at each question, in the world that waits, in one that runs actions again, in
--- a fork and in a loaded save, with the same result. Taking it back gives the hash from before,
--- and a record of it all leads to the same hash.
local asking = require("asking")
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local answer_of, same = asking.answer_of, asking.same

--- A world in which the action of a case waits at its n-th question.
local function waiting(case, n, how)
  local world, ann, ben = asking.new_world(case.rules or asking.some, case.abilities)
  world:tune("answers", how or "auto")
  if case.prepare then
    case.prepare(world, ann, ben)
  end
  local record = world:record()
  world:act(case.act(world, ann, ben))
  for turn = 1, n - 1 do
    world:answer(answer_of(world:decisions()[1], turn))
  end
  return world, { ann, ben }, record
end

--- Answer all that is still asked, and nothing of who has conceded.
local function answer_rest(world, gone, what)
  local turn = 0
  while #world:decisions() > 0 do
    turn = turn + 1
    local decision = world:decisions()[1]
    assert(decision.who ~= gone, what .. ": who has conceded is asked")
    world:answer(answer_of(decision, turn))
  end
end

--- The player concedes in a world, is not asked any more, and has left at the end.
local function check_same(world, other, id, what)
  local outcome = world:concede(world:entity(id))
  equal(other:concede(other:entity(id)), outcome, what)
  same(world, other, what)
  local fork = world:fork()
  answer_rest(fork, fork:entity(id), what)
  answer_rest(other, other:entity(id), what)
  same(fork, other, what .. ", at the end")
  local player = other:entity(id)
  assert(player == nil or player.gone, what .. ": has gone, if the action has not moved the player")
end

local function check_taking_back(world, player, what)
  local before, asked = world:hash(), asking.decisions_text(world)
  local fork = world:fork()
  if fork:concede(fork:entity(player.id)) == "decide" and pcall(fork.retract, fork) then
    equal(fork:hash(), before, what .. ": taken back")
    equal(asking.decisions_text(fork), asked, what .. ": asked again")
  end
  local mark = world:mark()
  world:concede(player)
  assert(world:hash() ~= before, what .. ": a control: it makes a difference")
  world:rollback(mark)
  equal(world:hash(), before, what .. ": rolled back")
end

local function check_record(case, n, place, what)
  local world, players, record = waiting(case, n)
  world:concede(players[place])
  answer_rest(world, players[place], what)
  local played, difference = world.rules:replay(record:save())
  equal(difference and difference.text, nil, what .. ": replayed")
  equal(played:hash(), world:hash(), what .. ": replayed")
end

local function check_question(case, n)
  for place, name in ipairs({ "Ann", "Ben" }) do
    local what = ("%s, question %d, %s concedes"):format(case.name, n, name)
    local world, players = waiting(case, n)
    local player = players[place]
    check_taking_back(world, player, what)
    check_same(world:fork(), waiting(case, n, "never"), player.id, what .. ", run again")
    check_same(world:fork(), world.rules:load(world:save()), player.id, what .. ", loaded")
    check_record(case, n, place, what)
  end
end

local questions = 0
for _, case in ipairs(asking.CASES) do
  for n = 1, case.questions do
    check_question(case, n)
    questions = questions + 1
  end
end
assert(questions > 60, "so many questions were conceded at: " .. questions)

-- -- What is given up ----------------------------------------------------------------

--- What is still being announced has not begun: it is given up, and the concession is an action of
--- its own, which cannot be taken back as an answer.
local function case_named(name)
  for _, case in ipairs(asking.CASES) do
    if case.name == name then
      return case
    end
  end
end

do
  local case = case_named("an action of a player")
  local world, players = waiting(case, 1)
  local plain, plain_players = asking.new_world(asking.some, case.abilities)
  equal(plain:concede(plain_players), "done")
  equal(world:concede(players[1]), "done")
  equal(world:hash(), plain:hash(), "given up")
  fails("no decision is open", world.retract, world)
end

-- -- Twice, and both -----------------------------------------------------------------

do
  local case = { act = asking.of_code("test:five") }
  local world, players = waiting(case, 3)
  local before = world:hash()
  equal(world:concede(players[2]), "decide")
  local after = world:hash()
  fails("has conceded already", world.concede, world, players[2])
  equal(world:hash(), after, "a refusal changes nothing")
  local peeked = world:peek()
  fails("the middle of an action", peeked.concede, peeked, peeked:entities()[1])
  local both = world:fork()
  equal(both:concede(both:entity(players[1].id)), "done", "nobody is left who is asked")
  local left = 0
  for row in both:log() do
    left = left + (row.what == "not asked" and row.count or 0)
  end
  equal(left, 3, "what the one who has conceded would have decided")
  world:retract()
  equal(world:hash(), before, "taken back")
  world:retract()
  world:cancel()
  equal(world:hash(), asking.new_world(asking.some):hash(), "and the action")
end

-- -- The end of the game ---------------------------------------------------------------

--- The game ends as somebody concedes, and nothing more of the action happens.
local function rules_with_end()
  local spec = asking.spec(false)
  spec.play.ends = "over"
  spec.events.over = { fields = {} }
  spec.events.concede.results = { { "emit", "over" } }
  return strata.rules(spec)
end

local function happened_after_end(world)
  local list, has_ended = {}, false
  for row in world:log() do
    if has_ended and row.what == "happened" then
      list[#list + 1] = row.kind
    end
    has_ended = has_ended or row.kind == "over"
  end
  assert(has_ended, "the end is in the log")
  return table.concat(list, " ")
end

local function check_end(case, n)
  local what = ("%s, question %d, the end"):format(case.name, n)
  local own = setmetatable({ rules = rules_with_end() }, { __index = case })
  local world, players = waiting(own, n)
  assert(not world:ended(), "a control: it goes on until then")
  equal(world:concede(players[2]), "done", what)
  equal(#world:decisions(), 0, what)
  assert(world:ended(), what)
  equal(happened_after_end(world), "", what)
  equal(#world:legal(players[2]), 0, what)
  fails("the game is over", world.concede, world, players[2])
end

for _, case in ipairs(asking.CASES) do
  for n = 1, case.rules and 0 or case.questions do
    check_end(case, n)
  end
end

--- A handler that has ended the game asks nobody any more: it gets the least answer.
do
  local spec = asking.spec(false)
  spec.play.ends = "over"
  spec.events.over = { fields = {} }
  spec.handlers["test:asks"] = function(ctx)
    ctx:emit("over", {})
    ctx:emit("gain", { who = ctx.you, amount = ctx:choose({ 1, 2, by = ctx.you }) })
  end
  local world, ann = asking.new_world(strata.rules(spec))
  world:act({ code = "test:asks_by_handler", you = ann, settling = "all" })
  equal(world:answer("yes"), "done")
  equal(#world:decisions(), 0)
  assert(world:ended())
  equal(ann.life, 1, "what it gained before")
end

-- -- Rules that do not know it ---------------------------------------------------------

do
  local spec = asking.spec(false)
  spec.play.concedes = nil
  local world = asking.new_world(strata.rules(spec))
  fails("these rules do not say what happens then", world.concede, world, world:entities()[1])
  spec.play.concedes = "over"
  spec.events.over = { fields = {} }
  fails("happens to nobody", strata.rules, spec)
end
