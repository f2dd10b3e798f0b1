--- Questions to players: their form, and the answers that both sides of a comparison give.
---
--- Options are chosen by their texts in order, so it does not matter in which order a side lists
--- them; that order is compared besides.

local M = {}

--- A number from 0 below `n`, by seed and place.
local function number(seed, place, n)
  local h = (seed * 0x9E3779B97F4A7C15 + place * 0xBF58476D1CE4E5B9) ~ 0x5851F42D4C957F2D
  h = (h ~ (h >> 29)) * 0x94D049BB133111EB
  h = h ~ (h >> 32)
  return (h >> 1) % n
end

--- The places of the options, in the order of their texts.
local function in_order(texts)
  local places = {}
  for i in ipairs(texts) do
    places[i] = i
  end
  table.sort(places, function(a, b)
    if texts[a] == texts[b] then
      return a < b
    end
    return texts[a] < texts[b]
  end)
  return places
end

local function some(seed, question)
  local places, chosen = in_order(question.options), {}
  local count = question.least
  if question.most > count then
    count = count + number(seed, 17, question.most - count + 1)
  end
  for i = 1, count do
    chosen[i] = table.remove(places, number(seed, i, #places) + 1)
  end
  return chosen
end

--- Amounts by place, each within its limits, in all the total.
local function amounts(seed, question)
  local places, given, left = in_order(question.options), {}, question.total
  for i in ipairs(places) do
    given[i] = question.least
    left = left - question.least
  end
  local turn = 0
  while left > 0 do
    turn = turn + 1
    local place = places[number(seed, turn, #places) + 1]
    if given[place] < question.most then
      given[place], left = given[place] + 1, left - 1
    end
  end
  return given
end

--- The answer to a question: a number, or a list of places or of amounts.
---@param seed integer
---@param nth integer the number of the question among those of the game
---@param question table { purpose, options (texts), least, most, total }
---@return any
function M.answer(seed, nth, question)
  local mixed = seed * 1000003 + nth * 7919
  if question.purpose == "number" then
    return question.least + number(mixed, 0, question.most - question.least + 1)
  elseif question.purpose == "divide" or question.purpose == "allocate" then
    return amounts(mixed, question)
  end
  return some(mixed, question)
end

--- A question in one line, as it is compared.
---@param question table
---@return string
function M.text(question)
  local total = question.total and question.total ~= 0 and " of " .. question.total or ""
  return ("%s asks %s, %s to %s%s: %s"):format(
    question.purpose,
    question.who,
    question.least,
    question.most,
    total,
    table.concat(question.options, "; ")
  )
end

return M
