--- Explores random games of a pack's own cards, and finds the shortest scenario of each failure.
---
--- A game is a scenario from its start: a setup, and moves that are steps. A failing game can
--- therefore be played again, shrunk as long as it fails in the same way, and written as a test.
local coverage = require("strata.explore.coverage")
local game_shrinker = require("strata.explore.game_shrinker")
local moves = require("strata.explore.moves")
local random_answers = require("strata.explore.random_answers")
local random_numbers = require("strata.explore.random_numbers")
local replayed_game = require("strata.explore.replayed_game")
local smoke = require("strata.explore.smoke")

local M = {}

-- With how many objects a game begins at most, how many moves it has, how many kinds of failures
-- are looked into.
local OBJECTS <const>, MOVES <const>, FOUND <const> = 6, 30, 5

---@class strata.Explored what came of it
---@field games integer
---@field moves integer
---@field coverage strata.Coverage
---@field events table<string, boolean> kinds that have happened
---@field found strata.Found[]

---@class strata.Found: strata.Trouble
---@field number integer of the game
---@field given table the scenario: name, players, setup, steps

-- -- A game ------------------------------------------------------------------------

--- The cards of a game in any order, again and again; those of its own pack rather than others.
local function dealer(game, dice)
  local own, all = smoke.cards(game, game.pack), {}
  for _, draft in ipairs(game.drafts.list) do
    all[#all + 1] = game.cards[draft.given.name]
  end
  local decks = {}
  return function()
    local which = (#own > 0 and not dice:one_in(4)) and own or all
    if not decks[which] or #decks[which] == 0 then
      decks[which] = table.move(which, 1, #which, 1, {})
      dice:shuffle(decks[which])
    end
    return table.remove(decks[which])
  end
end

local function note_game(explored, stage)
  coverage.note(explored.coverage, stage)
  for row in stage.world:log() do
    if row.kind and row.what == "happened" then
      explored.events[row.kind] = true
    end
  end
end

--- A game with more entities than this finds no more mistakes, and takes much longer.
local MANY <const> = 150

--- Whether a game can go on: all players exist, which events may have changed, and the world has
--- not grown too large.
local function goes_on(stage)
  if #stage.world:entities() > MANY then
    return false
  end
  for _, player in next, stage.players do
    if not player:is_alive() then
      return false
    end
  end
  return true
end

--- Play a new random game. Returns its moves, and its failure if there is one.
local function new_game(explored, mover, players, number)
  local game, dice = mover.game, mover.chance
  local given = { name = ("game %d"):format(number), players = players }
  given.steps = { { seed = dice:below(1000) } }
  given.setup = moves.setup(mover, players, 1 + dice:below(OBJECTS))
  local stage, trouble = replayed_game.begin(game, given)
  if not stage then
    return given, trouble
  end
  local function invent(decision)
    return random_answers.any(dice, decision)
  end
  replayed_game.make(stage, given.steps[1], 0, invent)
  for count = 1, MOVES do
    local step = goes_on(stage) and moves.next(mover, stage)
    local moved = step and replayed_game.make(stage, step, count, invent) or {}
    given.steps[#given.steps + 1] = moved.step
    if moved.trouble then
      trouble = moved.trouble
      break
    end
  end
  explored.moves = explored.moves + #given.steps - 1
  note_game(explored, stage)
  return given, trouble
end

-- -- All of it ----------------------------------------------------------------------

local function is_new(explored, trouble)
  for _, found in ipairs(explored.found) do
    if found.key == trouble.key then
      return false
    end
  end
  return true
end

--- Shrink a failing game. Returns the failure with its shortest scenario.
local function look_into(explored, game, found)
  local result = game_shrinker.shortest(game, found)
  found.is_odd = result == nil
  if result then
    found.given, found.text, found.why = result.best, result.trouble.text, result.trouble.why
  end
  explored.found[#explored.found + 1] = found
end

--- Play random games.
---@param game strata.Game frozen; it knows smoke.PLAYERS as symbols
---@param options { games: integer, seed: integer }
---@return strata.Explored
function M.run(game, options)
  local explored = { games = 0, moves = 0, coverage = coverage.new(), events = {}, found = {} }
  local mover = moves.new(game, game.properties or {})
  mover.deal = dealer(game, random_numbers.new(options.seed))
  while explored.games < options.games and #explored.found < FOUND do
    explored.games = explored.games + 1
    moves.begin(mover, random_numbers.new(options.seed, explored.games))
    local given, trouble = new_game(explored, mover, smoke.PLAYERS, explored.games)
    if trouble and is_new(explored, trouble) then
      trouble.given, trouble.number = given, explored.games
      look_into(explored, game, trouble)
    end
  end
  return explored
end

return M
