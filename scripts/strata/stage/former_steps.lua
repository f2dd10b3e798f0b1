--- What former words of steps did by hand, in games whose rules have no events for them: see
--- strata.lang.former_rules. The names below are those of one game of cards, for which strata was
--- made first; rules that declare their own words need nothing of this.
local object_lookup = require("strata.stage.object_lookup")
local observe = require("strata.stage.observe")
local step_events = require("strata.stage.step_events")
local step_objects = require("strata.stage.step_objects")

local M = {}

local function to_zone(zone)
  return function(stage, step)
    step_objects.move_all(stage, step[1], zone, step)
  end
end

--- Move cards from the top of a library.
local function from_top(zone)
  return function(stage, step)
    for _ = 1, step.count or 1 do
      local cards = stage.world:zone("library", stage:player(step[1]))
      local top = cards[#cards]
      for _, object in ipairs(stage.objects) do
        if top and object.entity == top then
          stage:move(object, zone, {})
          break
        end
      end
    end
  end
end

local function change_life(sign)
  return function(stage, step)
    local player = stage:player(step[1])
    if sign > 0 and not player.can_gain_life then
      return
    end
    player.base.life = player.base.life + sign * step_events.value_of(stage, step.amount)
  end
end

local function damage(stage, step)
  local amount = step_events.value_of(stage, step.amount)
  local player = stage.players[step[1]]
  if player then
    player.base.life = player.base.life - amount
    return
  end
  local base = object_lookup.one(stage, step[1]).entity.base
  base.damage = base.damage + amount
end

local function destroy(stage, step)
  local list = {}
  for _, object in ipairs(step_objects.objects(stage, step[1])) do
    local is_safe = observe.has_ability(stage, object.entity, "indestructible")
    list[#list + 1] = not is_safe and object.id or nil
  end
  step_objects.move_all(stage, list, "graveyard", step)
end

local function no_events(_, step)
  error(("%s: these rules have no such events"):format(step.verb), 0)
end

--- By word: what does it.
---@type table<string, fun(stage: strata.Stage, step: table)>
M.ACTS = {
  bounce = to_zone("hand"),
  damage = damage,
  destroy = destroy,
  discard = to_zone("graveyard"),
  draw = from_top("hand"),
  exile = to_zone("exile"),
  gain_life = change_life(1),
  hit = no_events,
  lose_life = change_life(-1),
  mill = from_top("graveyard"),
  sacrifice = to_zone("graveyard"),
}

return M
