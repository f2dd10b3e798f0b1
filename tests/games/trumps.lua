--- All games of trumps, played by the legal list and all answers. At each question the game is
--- cancelled, which gives the hash from before; and saved and loaded, where the same answers give
--- the same hash. What one has chosen changes nothing of what the other is asked.
---
---   strata repl --pack cards/trumps tests/games/trumps.lua
local GAMES <const> = (4 * 4) * (3 * 3) * (2 * 2)

world:act("start_game", { player = A })

local wins, games, questions = { A = 0, B = 0, nobody = 0 }, 0, 0
local play

--- What the player who has not answered yet is asked.
local function asked_text(list)
  local lines = {}
  for i, option in ipairs(list[#list].options) do
    lines[i] = option.text
  end
  return table.concat(lines, ", ")
end

--- Answer the questions of both, in all ways, as they are open now.
local function answer_all(before)
  local list = world:decisions()
  if #list == 0 then
    return play()
  end
  questions = questions + 1
  local saved, here = world:save(), world:hash()
  local others
  for place = 1, #list[1].options do
    local mark = world:mark()
    world:answer(place)
    local rest = world:decisions()
    if #list == 2 and #rest == 1 then
      others = others or asked_text(rest)
      assert(asked_text(rest) == others, "what the first has chosen is not to be seen")
    end
    local copy = world.rules:load(saved)
    assert(copy:hash() == here, "a save of a question")
    copy:answer(place)
    assert(copy:hash() == world:hash(), "an answer in a loaded game")
    answer_all(before)
    world:rollback(mark)
  end
  local mark = world:mark()
  world:cancel()
  assert(world:hash() == before, "a cancelled action changes nothing")
  world:rollback(mark)
end

--- Go on in all ways, if the game goes on.
function play()
  local acts = { world:legal(A)[1] or world:legal(B)[1] }
  assert(#world:legal(A) + #world:legal(B) == #acts, "one of them calls the round")
  if #acts == 0 then
    assert(world:ended(), "nobody may do anything in a game that goes on")
    games = games + 1
    local winner = A.has_won and "A" or B.has_won and "B" or "nobody"
    wins[winner] = wins[winner] + 1
    return
  end
  local mark, before = world:mark(), world:hash()
  world:act(acts[1])
  answer_all(before)
  world:rollback(mark)
  assert(world:hash() == before, "a game that is taken back")
end

play()
local form = "%d games, %d questions, won by A %d, by B %d, by nobody %d"
print(form:format(games, questions, wins.A, wins.B, wins.nobody))
assert(games == GAMES, "games")
assert(wins.A == wins.B and wins.A > 0, "both have equal chances")
