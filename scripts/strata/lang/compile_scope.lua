--- Scopes: the queries and reports about a game that are available while a thing of a file is
--- compiled.
local spelling = require("strata.base.spelling")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

--- The name of the ability that an operand denotes: a keyword, or a new ability.
---@param game strata.Game
---@param scope strata.Scope
---@param item any
---@param field string where it stands
---@return string
function M.ability_name(game, scope, item, field)
  if type(item) == "string" then
    local keyword = scope.present(game.schema.keywords, item)
    if not game.schema.keywords[keyword] then
      local hint = spelling.hint(item, spelling.keys(game.schema.keywords))
      scope.blame(field, "%s: unknown keyword '%s'%s", field, item, hint)
    end
    return game.schema:symbol(keyword)
  end
  if type(item) ~= "table" then
    scope.blame(field, "%s: expected an ability, got %s", field, vocabulary.said(item))
  end
  if item.word == "this_ability" then
    if not scope.own_name then
      scope.blame(field, "this_ability: it stands in no ability")
    end
    scope.mine()
    return scope.own_name
  end
  if item.word ~= "mana" and not item.given then
    scope.blame(field, "%s: expected an ability, got %s", field, vocabulary.said(item))
  end
  return game:add_ability(item, scope.next_name())
end

-- The functions of a scope are created when they are first used, because most items use few of
-- them.
local SCOPE <const> = {}

--- Note that the compiled result belongs to this item alone: an equal item is compiled to another
--- one.
function SCOPE.mine(scope)
  return function()
    scope.is_own = true
  end
end

function SCOPE.blame(scope)
  return function(field, form, ...)
    scope.game.files:blame(scope.item, field, form, ...)
  end
end

function SCOPE.present(scope)
  return function(known, name)
    if known[name] ~= nil then
      return name
    end
    local item = scope.item
    scope.mine() -- who says an old name is noted with its place
    return scope.game.files.renames:known(known, name, item.path, item.line)
  end
end

function SCOPE.note(scope)
  return function(symbol)
    scope.mine()
    scope.game.symbols[scope.schema:symbol(symbol)] = true
  end
end

function SCOPE.next_name(scope)
  local made = 0
  return function()
    made = made + 1
    scope.mine()
    return ("%s.%d"):format(scope.base, made)
  end
end

function SCOPE.ability(scope)
  return function(self, operand, field)
    return M.ability_name(scope.game, self, operand, field)
  end
end

local Scope = {}

function Scope.__index(scope, key)
  local make = SCOPE[key]
  local made = make and make(scope)
  rawset(scope, key, made)
  return made
end

---@param game strata.Game
---@param item table what is compiled: it has path and line
---@param base string the first part of the names of abilities that it makes
---@return strata.Scope
function M.new(game, item, base)
  local scope = { game = game, item = item, base = base, schema = game.schema }
  scope.created, scope.begins, scope.role, scope.is_own = false, false, false, false
  return setmetatable(scope, Scope)
end

return M
