--- The game of packs for a host that is no script: loaded, begun, found again in a save.
---
--- What it gives are worlds; everything that happens in them is done by the host.
local linker = require("strata.link.linker")
local stage_module = require("strata.stage.stage")

local M = {}

---@class strata.Hosted
---@field game strata.Game
---@field rules strata.Rules
---@field seats string[] names of the players in turn order

--- Load packs, and make words of the players' names. Raises if a pack is wrong.
---@param asked string|strata.Asked
---@param seats? string[] names of the players; those of the rules unless it is said
---@return strata.Hosted
function M.load(asked, seats)
  local game = linker.load(asked)
  seats = seats or game.schema.data.seats or stage_module.seated(game)
  game:name_players(seats)
  return { game = game, rules = game:freeze(), seats = seats }
end

--- Begin a game: with players, and the event that starts it, if the rules name one. It happens to
--- the first player.
---@param hosted strata.Hosted
---@param seed integer of the world's generator
---@return strata.World
function M.begin(hosted, seed)
  local game = hosted.game
  local stage = stage_module.new(game, hosted.seats)
  stage.world:seed(seed)
  local event = (game.kinds.play or {}).starts
  if event then
    stage.world:act(event, { [game.kinds.events[event].affected] = stage:player() })
  end
  return stage.world
end

--- An attribute by which a player is known, and its value: the number of the seat, or, in rules
--- without such numbers, the name.
local function mark_of(hosted, seat)
  local schema = hosted.game.schema
  if schema.roles.seat then
    return schema.roles.seat, seat
  end
  return schema.roles.name, schema:symbol(hosted.seats[seat])
end

--- The player of a seat in a world of the game, which need not be one that `begin` has made.
---@param hosted strata.Hosted
---@param world strata.World
---@param seat integer from 1 to the number of seats
---@return strata.Entity|nil
function M.seat(hosted, world, seat)
  local field, wanted = mark_of(hosted, seat)
  for _, entity in ipairs(world:entities()) do
    if not entity:definition() and entity.base[field] == wanted then
      return entity
    end
  end
  return nil
end

return M
