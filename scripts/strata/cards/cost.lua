--- Characteristics that follow from the mana cost of a card: colours, mana value, mana symbols
--- (202).
local spelling = require("strata.base.spelling")

local M = {}

--- Its symbols: "1{R/W}W" gives "1", "R/W", "W"; nil and the rest if it is no cost.
local function symbols_of(cost)
  local list, at = {}, 1
  while at <= #cost do
    local inner, stop = cost:match("^{([^}]+)}()", at)
    if not inner then
      inner, stop = cost:match("^(%d+)()", at)
    end
    if not inner then
      inner, stop = cost:match("^(%a)()", at)
    end
    if not inner then
      return nil, cost:sub(at)
    end
    list[#list + 1] = inner
    at = stop
  end
  return list
end

--- The value of one symbol: a number's own, of X and of nothing 0, of a hybrid the larger half.
local function value_of(symbol)
  local most = 0
  for half in symbol:gmatch("[^/]+") do
    local number = math.tointeger(tonumber(half))
    local own = number or ((half == "X" or half == "P") and 0 or 1)
    most = math.max(most, own)
  end
  return most
end

local function colours_of(symbols, letters)
  local colours, seen, pips = {}, {}, {}
  for _, symbol in ipairs(symbols) do
    for half in symbol:gmatch("[^/]+") do
      local colour = letters[half]
      if colour and colour ~= "" then
        pips[colour] = (pips[colour] or 0) + 1
        if not seen[colour] then
          colours[#colours + 1], seen[colour] = colour, true
        end
      end
    end
  end
  return colours, pips
end

local function check_letters(game, item, symbols, known)
  for _, symbol in ipairs(symbols) do
    for half in symbol:gmatch("[^/]+") do
      if not tonumber(half) and not known[half] then
        local form = "cost: no mana symbol '%s'; there are numbers, %s"
        local letters = table.concat(spelling.keys(known), ", ")
        game.files:blame(item, "cost", form, half, letters)
      end
    end
  end
end

--- Complete a card's values by what its cost says, if the rules have costs.
---@param game strata.Game
---@param item table the card
---@param values table<string, any>
---@return table<string, any> values
function M.add(game, item, values)
  local costs = game.schema.data.costs
  if not costs or values.cost == nil then
    return values
  end
  local symbols, rest = symbols_of(values.cost)
  if not symbols then
    local form = "cost: expected one such as \"1WW\", and this is none from '%s' on"
    game.files:blame(item, "cost", form, rest)
  end
  check_letters(game, item, symbols, costs.symbols)
  local total = 0
  for _, symbol in ipairs(symbols) do
    total = total + value_of(symbol)
  end
  local colours, pips = colours_of(symbols, costs.symbols)
  values[costs.value] = values[costs.value] or total
  values[costs.colors] = values[costs.colors] or colours
  for colour, count in pairs(pips) do
    values[costs.pips:format(colour)] = count
  end
  return values
end

--- A back face without a cost has the mana value of its front (202.3b).
---@param game strata.Game
---@param card strata.Card
function M.add_back(game, card)
  local costs = game.schema.data.costs
  local faces = game.schema.data.faces
  if faces then
    card.back.values[faces.flag] = true
    card.back.values[faces.value] = costs and card.values[costs.value] or nil
  end
end

return M
