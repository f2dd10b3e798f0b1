--- Characteristics that follow from the mana cost of a card: colours, mana value, mana symbols
--- (202).
local cost_symbols = require("strata.base.cost_symbols")
local spelling = require("strata.base.spelling")

local M = {}

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

--- The first of some symbols that the rules have no letter for; nil if there is none.
local function unknown_letter(symbols, known)
  for _, symbol in ipairs(symbols) do
    for half in symbol:gmatch("[^/]+") do
      if not tonumber(half) and not known[half] then
        return half
      end
    end
  end
  return nil
end

local function known_letters(known)
  return table.concat(spelling.keys(known), ", ")
end

local function check_letters(game, item, symbols, known)
  local half = unknown_letter(symbols, known)
  if half then
    local form = "cost: no mana symbol '%s'; there are numbers, %s"
    game.files:blame(item, "cost", form, half, known_letters(known))
  end
end

--- What a text has that is no mana symbol of the rules; nil if it consists of such symbols.
local function no_mana(text, known)
  local symbols, rest = cost_symbols.split(text)
  if not symbols then
    return rest
  end
  return unknown_letter(symbols, known)
end

--- Blame an ability `mana` that adds what the rules do not know.
---@param game strata.Game
---@param item table what the word `mana` made
function M.check_mana(game, item)
  local costs = game.schema.data.costs
  if not costs then
    local form = "mana: these rules have no costs, and so no mana; give them "
      .. "costs = { symbols = { ... } }, or write an activated ability"
    game.files:blame(item, nil, form)
  elseif item.letters == "any" then
    return
  end
  local known = costs.symbols or {}
  local wrong = item.letters == "" and "" or no_mana(item.letters, known)
  if wrong then
    local form = "mana: no mana symbol '%s'; there are numbers, %s, and the text \"any\""
    game.files:blame(item, nil, form, wrong, known_letters(known))
  end
end

-- To tap, which stands in costs of abilities alone.
local TAP <const> = "T"

--- Whether a part of a cost in words is none of words: it has no blanks, and is no plain word.
local function is_of_symbols(part)
  return not part:find("%s") and not part:find("^%u?%l%l+$")
end

--- Blame an ability whose cost, a text for readers, has a mana symbol that the rules do not know.
---@param game strata.Game
---@param item table the ability
function M.check_text(game, item)
  local costs = game.schema.data.costs
  local symbols = costs and costs.symbols or {}
  local known = setmetatable({ [TAP] = "" }, { __index = symbols })
  for part in (costs and item.given.cost or ""):gmatch("[^,]+") do
    part = part:match("^%s*(.-)%s*$")
    local wrong = is_of_symbols(part) and no_mana(part, known)
    if wrong then
      local form = "%s: cost: no mana symbol '%s'; there are numbers, %s, and T"
      game.files:blame(item, "cost", form, item.word, wrong, known_letters(symbols))
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
  local symbols, rest = cost_symbols.split(values.cost)
  if not symbols then
    local form = "cost: expected one such as \"1WW\", and this is none from '%s' on"
    game.files:blame(item, "cost", form, rest)
  end
  check_letters(game, item, symbols, costs.symbols or {})
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
