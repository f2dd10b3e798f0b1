--- Random answers to the decisions of explored games: any legal answer, and the same one when a
--- move is repeated.
local smoke = require("strata.explore.smoke")

local M = {}

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

-- For each purpose of a decision, a function that tells whether an answer to an earlier decision
-- fits this one.
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

local function fits_decision(decision, answer)
  return (FITS[decision.purpose] or are_places)(decision, answer)
end

--- The largest difference of a random answer from the least allowed number.
local SPREAD <const> = 6

--- Random amounts that add up to the amount that a decision divides: the first option gives some of
--- its share to others.
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

--- A random legal answer to a decision.
---@param dice strata.Chance
---@param decision strata.Decision
function M.any(dice, decision)
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

--- A function that answers the decisions of a step in the same way each time it is played: by the
--- known answers that fit, else by new ones, which are noted.
---@param answers table those that are known; gets new ones, and `used`, how many were asked for
---@param invent fun(decision: strata.Decision): any
---@return fun(stage: strata.Stage)
function M.answering(answers, invent)
  return function(stage)
    local place = 0
    stage.choose = function(decision)
      place = place + 1
      answers.used = math.max(answers.used or 0, place)
      if not fits_decision(decision, answers[place]) then
        answers[place] = invent(decision)
      end
      return answers[place]
    end
  end
end

return M
