--- Random games in four worlds: one in which nothing is read before an action ends, so that it
--- stays ahead; one that is looked at in each question; one in which something is done now and then
--- that takes it back; and one that always runs again. All come to the same.
local asking = require("asking")
local check = require("check")
local equal = check.equal

local GAMES <const>, ACTIONS <const> = 60, 5

local CODES <const> = {
  "test:five",
  "test:all",
  "test:hidden",
  "test:dice",
  "test:nested",
  "test:destroys",
  "test:asks_by_handler",
  "test:volley",
  "test:rains",
}
local ABILITIES <const> = { "changer", "sparer", "cheerer", "shooter", "holy" }

--- Numbers from 1 to `most`, the same for each seed.
local function dice_of(seed)
  local state = seed * 7919 + 17
  return function(most)
    state = (state * 1103515245 + 12345) % 2147483648
    return state // 65536 % most + 1
  end
end

--- What may be done between a question and its answer, which changes nothing.
local BETWEEN <const> = {
  function(world)
    return world:hash()
  end,
  function(world)
    return world:save()
  end,
  function(world)
    local fork = world:fork()
    fork:answer(asking.answer_of(fork:decisions()[1], 1))
    return fork:hash()
  end,
  function(world)
    return world:peek():hash()
  end,
  function(world)
    local mark = world:mark()
    world:rollback(mark)
  end,
  function(world)
    world:drop_caches()
  end,
  function(world)
    return world:position()
  end,
}

local WAYS <const> = {
  unseen = function() end,
  seen = function(world)
    return world:hash()
  end,
  now_and_then = function(world, dice)
    return dice(3) == 1 and BETWEEN[dice(#BETWEEN)](world)
  end,
  again = function() end,
}

--- An answer, or what a player does instead; the outcome, or what is refused.
local function go_on(world, dice)
  local way = dice(12)
  if way == 1 then
    local fine, message = pcall(world.answer, world, 99)
    assert(not fine)
    return message
  elseif way == 2 then
    return select(2, pcall(world.retract, world)) or "decide"
  elseif way == 3 and dice(3) == 1 then
    return select(2, pcall(world.cancel, world)) or "done"
  end
  return world:answer(asking.answer_of(world:decisions()[1], dice(6)))
end

local function list_of(dice)
  local list = {}
  for _, name in ipairs(ABILITIES) do
    list[#list + 1] = dice(3) == 1 and name or nil
  end
  return list
end

--- Answer what an action asks, or do what a player does instead; what remains is given up.
local function finish(world, dice, look, seen)
  for turn = 1, 40 do
    if #world:decisions() == 0 then
      break
    end
    look(world)
    local outcome = go_on(world, dice) -- which tells of rows
    seen[#seen + 1] = ("%d %s"):format(turn, outcome)
  end
  if #world:decisions() > 0 then
    seen[#seen + 1] = tostring(select(2, pcall(world.cancel, world)))
  end
end

--- Play a game; all that was seen of it.
local function play(seed, how)
  local dice, other = dice_of(seed), dice_of(seed + 1000)
  local world, ann, ben = asking.new_world(asking.some, list_of(dice))
  local seen = {}
  world:tune("answers", how == "again" and "never" or "auto")
  world:view(function(row)
    seen[#seen + 1] = asking.row_text(row)
  end)
  for _ = 1, ACTIONS do
    local code = CODES[dice(#CODES)]
    local with = code == "test:hidden" and { other = ben } or nil
    local act = { code = code, you = ann, with = with, settling = "all" }
    local _, outcome = pcall(world.act, world, act)
    seen[#seen + 1] = tostring(outcome)
    finish(world, dice, function()
      WAYS[how](world, other)
    end, seen)
    seen[#seen + 1] = world:hash()
  end
  seen[#seen + 1] = asking.log_text(world)
  return seen, world:stats().resumed
end

local resumed = 0
for seed = 1, GAMES do
  local expected, none = play(seed, "again")
  equal(none, 0, "run again")
  for _, how in ipairs({ "unseen", "seen", "now_and_then" }) do
    local seen, count = play(seed, how)
    for n = 1, math.max(#seen, #expected) do
      equal(seen[n], expected[n], ("game %d, %s, %d"):format(seed, how, n))
    end
    resumed = resumed + count
  end
end
assert(resumed > 10 * GAMES, resumed .. " answers went on")
