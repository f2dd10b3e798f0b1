--- Random games of trumps: at each step faces in a player's hand are exchanged in a copy, and all
--- that the other player is told there is the same, byte by byte; what the holder is told is not.
---
---   strata repl --pack cards/trumps tests/games/seats.lua
local GAMES <const> = 40

world:seat_secret(4711)
world:act("start_game", { player = A })

local number = 1
--- A number from 1 to `most`, the same in each run.
local function roll(most)
  number = number * 1103515245 + 12345 & 0x7fffffff
  return (number >> 8) % most + 1
end

--- All that a table of plain data says, as text.
local function text_of(value)
  if type(value) ~= "table" then
    return tostring(value)
  end
  local parts = {}
  for key, inner in strata.sorted_pairs(value) do
    parts[#parts + 1] = tostring(key) .. "=" .. text_of(inner)
  end
  return "{" .. table.concat(parts, " ") .. "}"
end

--- A copy in which the first and the last card that a player holds have each other's faces; nil if
--- they are one.
local function exchanged(holder)
  local copy = world:fork()
  local hand = copy:zone("hand", copy:entity(holder.id))
  local one, other = hand[1], hand[#hand]
  if one == other then
    return nil
  end
  one.base.rank, other.base.rank = other.base.rank, one.base.rank
  one.base.name, other.base.name = other.base.name, one.base.name
  return copy
end

--- Compares what both are told before an action, and at its question.
local compared, answered = 0, 0
local function compare(act, holder, other)
  local copy = exchanged(holder)
  if not copy then
    return
  end
  local function told(game, player)
    return text_of(game:seat(game:entity(player.id)))
  end
  assert(told(copy, other) == told(world, other), "a face in a hand is told")
  assert(told(copy, holder) ~= told(world, holder), "one's own hand is not told")
  local mark = world:mark()
  world:act(act)
  copy:act({ code = act.code, you = copy:entity(act.you.id) })
  assert(told(copy, other) == told(world, other), "a question tells a face in a hand")
  assert(#world:seat(other).questions == 1, "each player is asked one question")
  world:answer(1)
  copy:answer(1)
  if #world:decisions() > 0 and world:decisions()[1].who == other then
    assert(told(copy, other) == told(world, other), "a choice that is made is told")
    answered = answered + 1
  end
  world:rollback(mark)
  compared = compared + 1
end

local start = world:mark()
for _ = 1, GAMES do
  local act = world:legal(A)[1] or world:legal(B)[1]
  while act do
    compare(act, A, B)
    compare(act, B, A)
    world:act(act)
    while #world:decisions() > 0 do
      world:answer(roll(#world:decisions()[1].options))
    end
    act = world:legal(A)[1] or world:legal(B)[1]
  end
  world:rollback(start)
end
print(compared .. " compared, " .. answered .. " after an answer")
assert(compared > GAMES * 2 and answered > GAMES)
