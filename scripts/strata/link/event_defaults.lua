--- Completes the fields of events that scripts make, by world:act and ctx:emit: the defaults that
--- an event type declares hold there as they hold for acts, and a card can be called by its name.
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local host = require("strata.host")

local M = {}

-- -- Cards -------------------------------------------------------------------

--- The card that a script names: as it is printed, by its id, or by its id without the pack.
local function find_card(game, said)
  local name = game.files.renames:present(said) or said
  if game.cards[name] then
    return game.cards[name]
  end
  local definition = game.definitions[said]
  for _, pack in ipairs(game.packs) do
    definition = definition or game.definitions[("%s:%s"):format(pack.name, said)]
  end
  return definition
end

--- The word by which an event calls a card: that of its definition if acts make such cards, else
--- its name.
local function word_of_card(game, kind, said)
  local card = find_card(game, said)
  if not card then
    error(("%s: card: %s"):format(kind, game:no_card(said)), 0)
  end
  return game.kinds.cards[card.name] and slugs.of(card.name) or game.schema:symbol(card.name)
end

-- -- Defaults ----------------------------------------------------------------

--- An entity that is there as text of an expression; nil for anything else.
local function entity_text(value)
  local meta = host.metatable(value)
  local is_entity = meta and meta.__name == "entity"
  return is_entity and value:is_alive() and value.id or nil
end

--- A value of a script as text of an expression; nil for what is none.
local function literal(value)
  local own = math.type(value) or type(value)
  if own == "userdata" then
    return entity_text(value)
  elseif own == "string" then
    return ("'%s'"):format(value)
  end
  return (own == "integer" or own == "boolean") and tostring(value) or nil
end

local CONSTANTS <const> = { ["true"] = true, ["false"] = false }

--- What a default comes to in a world; nil if it hangs on a field that is not given.
local function value_of(world, text, fields)
  local constant = CONSTANTS[text]
  if constant == nil then
    constant = math.tointeger(text)
  end
  if constant ~= nil then
    return constant
  end
  local is_known = true
  local filled = text:gsub("%f[%w_]event%.([%w_]+)", function(name)
    local said = literal(fields[name])
    is_known = is_known and said ~= nil
    return said
  end)
  if is_known then
    return world:eval(filled)
  end
  return nil
end

--- The values of a default's fields: those that are given, and who makes the event.
local function with_makers(fields, by, cause)
  local all = { by = by, cause = cause }
  for name, value in host.sorted_pairs(fields) do
    all[name] = value
  end
  return all
end

--- A function that completes the fields of events of one kind.
local function completer(game, kind, known)
  local defaults, has_card = known.defaults or {}, known.fields.card == "sym"
  local names = spelling.keys(defaults)
  return function(world, fields, by, cause)
    local given = with_makers(type(fields) == "table" and fields or {}, by, cause)
    local into = {}
    for name, value in host.sorted_pairs(type(fields) == "table" and fields or {}) do
      into[name] = value
    end
    if has_card and type(given.card) == "string" then
      into.card = word_of_card(game, kind, given.card)
      given.card = into.card
    end
    for _, name in ipairs(names) do
      if given[name] == nil then
        into[name] = value_of(world, defaults[name], given)
        given[name] = into[name]
      end
    end
    return into
  end
end

--- By event type: the function that completes the fields of its events, for those types that have
--- defaults, or make cards, in files of events as of 0.4. In place 1: the function that says why
--- nothing is made of a card.
---@param game strata.Game
---@return table<string, fun(world: strata.World, fields: table?, by: any, cause: any): table>
function M.completers(game)
  local all = {
    function(name)
      return game:why_abstract(name)
    end,
  }
  for kind, known in host.sorted_pairs(game.kinds.known) do
    local is_event = known.of == nil and known.is_current
    if is_event and (next(known.defaults or {}) or (known.fields or {}).card == "sym") then
      all[kind] = completer(game, kind, known)
    end
  end
  return all
end

return M
