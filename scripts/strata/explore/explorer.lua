--- Exploring: random games of a pack's own cards, and the shortest scenario of what they show.
---
--- A game is a scenario from its beginning: a setup, and moves that are steps. So what is found is
--- played again, made shorter while it still fails in the same way, and written as a test.
local coverage = require("strata.explore.coverage")
local moves = require("strata.explore.moves")
local random_numbers = require("strata.explore.random_numbers")
local shrink_list = require("strata.explore.shrink_list")
local smoke = require("strata.explore.smoke")
local host = require("strata.host")
local invariants = require("strata.scenario.invariants")
local properties = require("strata.scenario.properties")
local scenario = require("strata.scenario.scenario")
local scenario_export = require("strata.scenario.scenario_export")
local steps = require("strata.stage.steps")

local M = {}

-- With how many objects a game begins at most, how many moves it has, how many kinds of failures
-- are looked into, in how many games one is played to make it shorter.
local OBJECTS <const>, MOVES <const>, FOUND <const>, TRIALS <const> = 6, 30, 5, 4000

---@class strata.Explored what came of it
---@field games integer
---@field moves integer
---@field coverage strata.Coverage
---@field events table<string, boolean> kinds that have happened
---@field found strata.Found[]

---@class strata.Trouble
---@field key string equal for what is the same failure
---@field text string a line
---@field why? string more of it

---@class strata.Found: strata.Trouble
---@field number integer of the game
---@field given table the scenario: name, players, setup, steps

-- -- Answers -----------------------------------------------------------------------

--- Whether an answer is a list of places among a decision's options.
local function are_places(decision, answer)
  local list = math.type(answer) == "integer" and { answer } or answer
  if type(list) ~= "table" or #list < decision.least or #list > decision.most then
    return false
  end
  for _, place in ipairs(list) do
    if math.type(place) ~= "integer" or place < 1 or place > #decision.options then
      return false
    end
  end
  return true
end

--- Whether an answer is a list of amounts that add up to what a decision divides.
local function are_amounts(decision, answer)
  local sum = 0
  for _, amount in ipairs(type(answer) == "table" and answer or {}) do
    sum = sum + (math.type(amount) == "integer" and amount or 0)
  end
  return type(answer) == "table" and #answer == #decision.options and sum == decision.total
end

-- What tells whether an answer that was given to a decision is one to another, by its purpose.
local FITS <const> = {
  may = function(_, answer)
    return type(answer) == "boolean"
  end,
  number = function(decision, answer)
    local is_number = math.type(answer) == "integer"
    return is_number and answer >= decision.least and answer <= decision.most
  end,
  divide = are_amounts,
  allocate = are_amounts,
}

local function fits(decision, answer)
  return (FITS[decision.purpose] or are_places)(decision, answer)
end

--- How far above the least number a random answer goes.
local SPREAD <const> = 6

--- Amounts that add up: some of what the first would get goes to others.
local function any_amounts(dice, decision)
  local list = smoke.first_answer(decision)
  local rest = #list > 0 and list[1] - decision.least or 0
  for _ = 1, math.min(rest, SPREAD) do
    local place = 1 + dice:below(#list)
    list[1] = list[1] - 1
    list[place] = list[place] + 1
  end
  return list
end

local function any_places(dice, decision)
  local list = {}
  for place = 1, #decision.options do
    list[place] = place
  end
  dice:shuffle(list)
  local most = math.min(decision.most, #list)
  local count = decision.least + dice:below(most - decision.least + 1)
  local chosen = table.move(list, 1, count, 1, {})
  if not decision.ordered then
    table.sort(chosen)
  end
  return #chosen == 1 and chosen[1] or chosen
end

--- Any answer to a decision.
local function any_answer(dice, decision)
  if decision.purpose == "may" then
    return dice:one_in(2)
  elseif decision.purpose == "number" then
    local most = math.min(decision.most, decision.least + SPREAD)
    return decision.least + dice:below(most - decision.least + 1)
  elseif decision.purpose == "divide" or decision.purpose == "allocate" then
    return any_amounts(dice, decision)
  end
  return any_places(dice, decision)
end

--- Let a step ask: each time it is played the answers are the same, those that are known already
--- and fit, else new ones.
local function answering(answers, invent)
  return function(stage)
    local place = 0
    stage.choose = function(decision)
      place = place + 1
      answers.used = math.max(answers.used or 0, place)
      if not fits(decision, answers[place]) then
        answers[place] = invent(decision)
      end
      return answers[place]
    end
  end
end

-- -- What is wrong -----------------------------------------------------------------

--- A message without what differs from game to game: numbers of entities, ids, amounts.
local function key_of(text)
  return (text:gsub("0x%x+", "#"):gsub("%x%x%x%x%x%x%x%x+", "#"):gsub("%d+", "#"))
end

--- What an error says, without the place in the library that noticed it.
local function message_of(problem)
  local text = type(problem) == "table" and problem.refused or tostring(problem)
  return (text:gsub("^strata%.[%w_.]+:%d+: ", ""))
end

-- What is told of games that do not come to an end. That a step cannot be done is none of it.
local ENDLESS <const> = {
  "too much happens",
  "it takes more than %d+ %l+",
  "goes round in a circle",
  "do not come to an end",
  "is due again and again",
  "asks again and again",
}

-- In how many games such a failure is played to make it shorter, and one of the engine: each takes
-- long.
local SLOW_TRIALS <const> = 200

local function is_endless(message)
  for _, text in ipairs(ENDLESS) do
    if message:find(text) then
      return true
    end
  end
  return false
end

--- What is wrong with a step that could not be done; nil if nothing is.
local function refusal(problem)
  local message = message_of(problem)
  if not is_endless(message) then
    return nil
  end
  local plain = message:gsub("^world:%l+: ", "")
  local key = "error " .. key_of(plain:match("^[^;]*"))
  return { key = key, text = plain, is_slow = true }
end

--- The first line of a text that names a file and a line.
local function place_in(text)
  return text:match("[^%s:]+%.lua:%d+") or ""
end

local function fault_of(stage)
  for _, fault in ipairs(stage.world:faults()) do
    if fault.text then
      return {
        key = ("fault %s %s"):format(fault.handler, place_in(fault.text)),
        text = ("handler '%s' has failed"):format(fault.handler),
        why = fault.text,
      }
    end
  end
  return nil
end

local function trouble_of(stage, judged)
  if judged and judged.unsound then
    local text = invariants.said(judged.unsound)
    return { key = "unsound " .. judged.unsound.law, text = text, is_slow = true }
  end
  local fault = fault_of(stage)
  if fault then
    return fault
  end
  local property, message = properties.broken(stage.game.properties, stage)
  if property then
    local key = "property " .. property.name
    return { key = key, text = properties.said(property, message) }
  end
  return nil
end

-- -- A game ------------------------------------------------------------------------

--- The stage of a game before its first move, or nil and what is wrong with it.
local function begin(game, given)
  local item = { word = "scenario", given = given, path = "?", line = 0 }
  local is_fine, stage = pcall(function()
    local fields = { name = given.name, players = given.players, setup = given.setup }
    fields.sound = true
    item.given = fields
    local begun = scenario.begin(game, scenario.read(game, item))
    begun.is_played = true
    return begun
  end)
  if not is_fine then
    return nil, { key = "setup " .. key_of(message_of(stage)), text = message_of(stage) }
  end
  local trouble = trouble_of(stage, nil)
  return not trouble and stage or nil, trouble
end

--- More answers than a reader would want to see are of a step that never ends.
local TOLD <const> = invariants.MOST_ASKED - 1

--- What was done, as a step that says all of it: with the answers that were given.
local function answered(step, answers)
  local done, count = {}, answers.used or 0
  for key, value in next, step do
    done[key] = value
  end
  local is_told = count > 0 and count <= TOLD
  done.answers = is_told and table.move(answers, 1, count, 1, {}) or nil
  return done
end

---@class strata.Moved what came of a move
---@field step? table as it was done; nil if it cannot be done
---@field trouble? strata.Trouble

local function answers_of(step)
  return table.move(step.answers or {}, 1, #(step.answers or {}), 1, {})
end

--- Make a move on a stage.
local function make(stage, step, count, invent)
  local answers, plain = answers_of(step), answered(step, {})
  local is_said, compiled = pcall(function()
    return scenario.step(stage.game, moves.spoken(stage.game, plain))
  end)
  if not is_said then
    return {}
  end
  local judged = invariants.step(stage, compiled, count, answering(answers, invent))
  local trouble = judged.refused and not judged.unsound and refusal(judged.refused)
    or trouble_of(stage, judged)
  if judged.refused and not trouble then
    return {}
  end
  return { step = answered(step, answers), trouble = trouble or nil }
end

--- Make a move of a game that is played again, without asking whether it is sound; the stage as it
--- is then, which is another one if the move cannot be done.
local function make_again(stage, step)
  local before, answers = invariants.copy(stage, stage.world:fork()), answers_of(step)
  local is_done, problem = pcall(function()
    local compiled = scenario.step(stage.game, moves.spoken(stage.game, answered(step, {})))
    answering(answers, smoke.first_answer)(stage)
    steps.play(stage, compiled)
  end)
  if is_done then
    return stage, { step = answered(step, answers), trouble = trouble_of(stage, nil) }
  end
  local trouble = refusal(problem)
  if trouble then
    return stage, { step = answered(step, answers), trouble = trouble }
  end
  return before, {}
end

--- Play a game as it stands: what of it could be done, up to what went wrong, and what that is; nil
--- if nothing does. What is unsound is looked for in its last step, where it was found.
local function replay(game, given, is_unsound)
  local stage, trouble = begin(game, given)
  local done = { name = given.name, players = given.players, setup = given.setup, steps = {} }
  if not stage then
    return done, trouble
  end
  for place, step in ipairs(given.steps) do
    local moved
    if is_unsound and place == #given.steps then
      moved = make(stage, step, -1, smoke.first_answer)
    else
      stage, moved = make_again(stage, step)
      invariants.read(stage)
    end
    done.steps[#done.steps + 1] = moved.step
    if moved.trouble then
      return done, moved.trouble
    end
  end
  return nil, nil
end

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

local function note(explored, stage)
  coverage.note(explored.coverage, stage)
  for row in stage.world:log() do
    if row.kind and row.what == "happened" then
      explored.events[row.kind] = true
    end
  end
end

--- Of more entities than these a game shows no more than of these, and takes long to do so.
local MANY <const> = 150

--- Whether a game can go on: all players are there yet, which an event may have made cease to
--- exist, and it has not grown out of hand.
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

--- Play a new game: what was done, and what went wrong if something did.
local function new_game(explored, mover, players, number)
  local game, dice = mover.game, mover.chance
  local given = { name = ("game %d"):format(number), players = players }
  given.steps = { { seed = dice:below(1000) } }
  given.setup = moves.setup(mover, players, 1 + dice:below(OBJECTS))
  local stage, trouble = begin(game, given)
  if not stage then
    return given, trouble
  end
  local function invent(decision)
    return any_answer(dice, decision)
  end
  make(stage, given.steps[1], 0, invent)
  for count = 1, MOVES do
    local step = goes_on(stage) and moves.next(mover, stage)
    local moved = step and make(stage, step, count, invent) or {}
    given.steps[#given.steps + 1] = moved.step
    if moved.trouble then
      trouble = moved.trouble
      break
    end
  end
  explored.moves = explored.moves + #given.steps - 1
  note(explored, stage)
  return given, trouble
end

-- -- Shorter and simpler -------------------------------------------------------------

--- What a value might be instead, the simplest first.
local function simpler_values(value, home)
  local list = {}
  if math.type(value) == "integer" then
    return shrink_list.simpler(value)
  elseif value == "B" then
    list[1] = "A"
  elseif type(value) == "table" then
    for key, item in host.sorted_pairs(value) do
      if type(key) == "string" and key ~= "event" then
        list[#list + 1] = moves.with(value, key, nil)
      end
      for _, simpler in ipairs(simpler_values(item, home)) do
        list[#list + 1] = moves.with(value, key, simpler)
      end
    end
  end
  return list
end

--- Replace items of a list by simpler ones, while a test likes that.
local function simplify(list, trials, test, variants)
  for place = 1, #list do
    local has_changed = true
    while has_changed and list[place] do
      has_changed = false
      for _, variant in ipairs(variants(list[place])) do
        local copy = table.move(list, 1, #list, 1, {})
        copy[place] = variant
        local kept = shrink_list.try(trials, test, copy)
        if kept then
          list, has_changed = kept, true
          break
        end
      end
    end
  end
  return list
end

local function size_of(given)
  return #scenario_export.written({ given.setup, given.steps }, {})
end

--- Rows of the setup that a step might have been: who is put somewhere can be there already.
local function put_before(given, place)
  local step = given.steps[place]
  if not step.put then
    return nil
  end
  local rows, rest = table.move(given.setup, 1, #given.setup, 1, {}), {}
  rows[#rows + 1] = { step.under or "A", step.zone or "", ("%s: %s"):format(step.id, step.put) }
  for other, one in ipairs(given.steps) do
    rest[#rest + 1] = other ~= place and one or nil
  end
  return rows, rest
end

---@class strata.Shrinking
---@field game strata.Game
---@field best table the smallest game so far that fails in the same way
---@field trials strata.Trials
---@field key string
local Shrinking = {}
Shrinking.__index = Shrinking

--- Whether a game with this setup and these steps fails in the same way; it is the best one then.
function Shrinking:keeps(setup, list)
  local best = self.best
  local given = { name = best.name, players = best.players, setup = setup, steps = list }
  local done, trouble = replay(self.game, given, self.is_unsound)
  local is_same = trouble ~= nil and trouble.key == self.key
  if is_same then
    self.best, self.trouble = done, trouble
  end
  return is_same
end

function Shrinking:shrink_steps(how)
  local function test(list)
    return self:keeps(self.best.setup, list) and self.best.steps or nil
  end
  how(self.best.steps, self.trials, test)
end

function Shrinking:shrink_setup(how)
  local function test(rows)
    return self:keeps(rows, self.best.steps) and self.best.setup or nil
  end
  how(self.best.setup, self.trials, test)
end

--- Let objects that are put be there from the beginning.
function Shrinking:put_earlier()
  for place = #self.best.steps, 1, -1 do
    local rows, rest = put_before(self.best, place)
    if rows and rows[#rows][2] == "" then
      rows[#rows][2] = self.game.schema.home
    end
    shrink_list.try(self.trials, function()
      return rows and self:keeps(rows, rest) or nil
    end, rows)
  end
end

--- Let what happens settle at once, without a step of its own.
function Shrinking:settle_earlier()
  for place = #self.best.steps, 2, -1 do
    local list = table.move(self.best.steps, 1, #self.best.steps, 1, {})
    local how = list[place] and list[place].settle
    if how then
      table.remove(list, place)
      list[place - 1] = moves.with(list[place - 1], "settle", how)
      shrink_list.try(self.trials, function()
        return self:keeps(self.best.setup, list) or nil
      end, list)
    end
  end
end

--- A row of a setup at home, or of the first player.
function Shrinking:simpler_row(row)
  local list = {}
  for place, value in ipairs({ "A", self.game.schema.home }) do
    if row[place] ~= value then
      list[#list + 1] = moves.with(row, place, value)
    end
  end
  return list
end

--- Names in place of others, wherever they stand in a value.
local function renamed(value, names)
  if type(value) ~= "table" then
    return names[value] or value
  end
  local copy = {}
  for key, item in next, value do
    copy[key] = renamed(item, names)
  end
  return copy
end

--- Call objects by their cards, and number them where there are several of one.
function Shrinking:rename()
  local names, counts, all = {}, {}, {}
  for _, row in ipairs(self.best.setup) do
    all[#all + 1] = row[3]:match("^([^:]*): ")
  end
  for _, step in ipairs(self.best.steps) do
    all[#all + 1] = step.put and step.id
  end
  for _, id in ipairs(all) do
    local stem = id:gsub("_%d+$", "")
    counts[stem] = (counts[stem] or 0) + 1
    names[id] = counts[stem] == 1 and stem or ("%s_%d"):format(stem, counts[stem])
  end
  local rows = {}
  for place, row in ipairs(self.best.setup) do
    local id, card = row[3]:match("^([^:]*): (.*)$")
    rows[place] = { row[1], row[2], ("%s: %s"):format(names[id], card) }
  end
  local list = renamed(self.best.steps, names)
  shrink_list.try(self.trials, function()
    return self:keeps(rows, list) or nil
  end, rows)
end

function Shrinking:round()
  self:shrink_steps(shrink_list.list)
  self:put_earlier()
  self:settle_earlier()
  self:shrink_setup(shrink_list.list)
  self:shrink_steps(function(list, trials, test)
    simplify(list, trials, test, simpler_values)
  end)
  self:shrink_setup(function(list, trials, test)
    simplify(list, trials, test, function(row)
      return self:simpler_row(row)
    end)
  end)
end

--- The shortest game that was found to fail in the same way as one.
local function shortest(game, found)
  local self = setmetatable({
    game = game,
    best = found.given,
    trouble = found,
    key = found.key,
    is_unsound = found.key:find("^unsound") ~= nil,
    trials = shrink_list.trials(found.is_slow and SLOW_TRIALS or TRIALS),
  }, Shrinking)
  if not self:keeps(found.given.setup, found.given.steps) then
    return nil
  end
  local size
  repeat
    size = size_of(self.best)
    self:round()
  until size_of(self.best) >= size
  self:rename()
  return self
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

--- Look into a failure: what was found, made short.
local function look_into(explored, game, found)
  local result = shortest(game, found)
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
