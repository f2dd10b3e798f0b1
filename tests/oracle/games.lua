--- The game of each seed: rules and operations by number.

local cards = require("cards")
local declare = require("declare")
local effects = require("effects")
local kinds = require("kinds")
local matches = require("matches")
local schema = require("schema")

local M = {}

--- Seeds go round these; the games of one round share a pool.
local KINDS <const> =
  { "classic", "timestamp", "classic", "numbers", "priority", "classic", "named" }
local OF_CARDS <const> = { classic = true, numbers = true }

local function pool_of(kind, seed)
  math.randomseed(seed // #KINDS, 40)
  return cards.pool(schema.new(kind))
end

--- What a seed stands for: { kind, schema, pool, list }; rules come later.
---@param seed integer
---@return table
function M.game(seed)
  local name = KINDS[seed % #KINDS + 1]
  if OF_CARDS[name] then
    local kind = kinds.classic(name)
    local pool = pool_of(kind, seed)
    local s = schema.new(kind, pool)
    return { kind = kind, pool = pool, schema = s, list = matches.game(s, pool.statics, seed) }
  end
  local kind = kinds.plain(name)
  local s = schema.new(kind)
  return { kind = kind, schema = s, list = effects.game(s, seed) }
end

--- Rules of games without a pool, which are few and are kept.
local kept = {}

--- The rules of a game.
---@param strata table the module
---@param game table
---@return table
function M.rules(strata, game)
  if game.pool then
    return declare.rules(strata, game.schema)
  end
  local rules = kept[game.kind.kind] or declare.rules(strata, game.schema)
  kept[game.kind.kind] = rules
  return rules
end

--- Rules keep what was compiled for them: forget them now and then.
function M.forget()
  kept = {}
end

return M
