--- All games of noughts and crosses, played by the legal list alone. There are 255,168 games and
--- 5,478 positions, which is known. In every position each action with each object is tried: what
--- is listed is done, all else is refused and changes nothing.
---
---   strata repl --pack cards/noughts tests/games/noughts.lua
local GAMES <const>, POSITIONS <const> = 255168, 5478

world:act("start_game", { player = A })
local cells = {}
for _, entity in ipairs(world:entities()) do
  if entity.kinds and entity.kinds:has("cell") then
    cells[#cells + 1] = entity
  end
end
assert(#cells == 9, "nine cells")

--- What is in the cells, and so whose turn it is.
local function position()
  local marks = {}
  for i, cell in ipairs(cells) do
    marks[i] = cell.mark == A and "o" or cell.mark == B and "x" or "."
  end
  return table.concat(marks)
end

--- Whether an action is done; one that is refused changes nothing.
local function is_done(act)
  local hash, mark = world:hash(), world:mark()
  local fine, message = pcall(world.act, world, act)
  world:rollback(mark)
  assert(world:hash() == hash, "a refused action changes nothing")
  assert(fine or message:find("cannot be done") or message:find("the game is over"), message)
  return fine
end

local tried, done = 0, 0

--- The list of both players against all that could be done at all.
local function compare(listed)
  for _, player in ipairs({ A, B }) do
    for i = 0, #cells do
      local act = { code = "noughts:mark", source = cells[i], you = player }
      local is_listed = cells[i] ~= nil and listed[player][cells[i].id] or false
      assert(is_done(act) == is_listed, ("%s in %s"):format(tostring(cells[i]), position()))
      tried, done = tried + 1, done + (is_listed and 1 or 0)
    end
  end
end

--- What both may do, by player and cell.
local function listed_of()
  local listed, acts = {}, {}
  for _, player in ipairs({ A, B }) do
    listed[player] = {}
    for _, act in ipairs(world:legal(player)) do
      listed[player][act.source.id], acts[#acts + 1] = true, act
    end
  end
  return listed, acts
end

local games, count = {}, 0

--- What was on the board at each hash of a position, and the hash by what is on the board.
local boards, hashes = {}, {}

local function compare_hash(here)
  local hash = world:position()
  assert((boards[hash] or here) == here, "two positions have one hash: " .. here)
  assert((hashes[here] or hash) == hash, "one position has two hashes: " .. here)
  boards[hash], hashes[here] = here, hash
end

--- The number of games that go on from here. Equal positions have equal games.
local function games_from_here()
  local here = position()
  compare_hash(here)
  if games[here] then
    return games[here]
  end
  count = count + 1
  local listed, acts = listed_of()
  compare(listed)
  assert((#acts == 0) == (world:ended() ~= nil), "who may do nothing has a game that is over")
  local sum = #acts == 0 and 1 or 0
  for _, act in ipairs(acts) do
    local mark = world:mark()
    world:act(act)
    sum = sum + games_from_here()
    world:rollback(mark)
  end
  games[here] = sum
  return sum
end

local all = games_from_here()
print(("%d games, %d positions, %d of %d tries done"):format(all, count, done, tried))
assert(all == GAMES, "games")
assert(count == POSITIONS, "positions")
