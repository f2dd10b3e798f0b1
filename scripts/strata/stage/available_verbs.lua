--- The verbs of steps that a game has, which follow from the declarations of its rules.
---
--- Verbs of setups and tests alone (expectations, seeds, refusals) are not included: only those
--- that can be used in the middle of a game.
local M = {}

local function any()
  return true
end

local function has_zone(zone)
  return function(game)
    return (game.schema.data.zones or {})[zone] ~= nil
  end
end

local function has_attribute(name)
  return function(game)
    return game.schema.attributes[name] ~= nil
  end
end

local function has_event(kind)
  return function(game)
    return game.kinds.known[kind] ~= nil
  end
end

--- Whether rulesets say something under a name.
local function has_section(field)
  return function(game)
    return game.schema.data[field] ~= nil
  end
end

local function has_counters(game)
  return next(game.schema.counters) ~= nil
end

local function has_control(game)
  return (game.schema.data.default_layers or {}).controller ~= nil
end

local function has_events(game)
  return next(game.kinds.events) ~= nil
end

local function has_no_events(game)
  return not has_events(game)
end

local function has_turns(game)
  return game.kinds.course ~= nil or game.schema.data.turn ~= nil or game.schema.data.phases ~= nil
end

local function has_clocks(game)
  return #(game.schema.data.clocks or {}) > 0
end

local function has_actions(game)
  for _, code in next, game.codes do
    if code[1] == "action" and not code.unlisted then
      return true
    end
  end
  return false
end

-- By verb: whether the rules of a game have it.
local HAS <const> = {
  act = has_actions,
  activate = any,
  add_counters = has_counters,
  attach = has_attribute("attached"),
  become_copy = has_section("copy_layer"),
  bounce = has_event("bounce"),
  cast = has_zone("hand"),
  concede = function(game)
    return game.kinds.play ~= nil and game.kinds.play.concedes ~= nil
  end,
  damage = has_attribute("damage"),
  destroy = has_event("destroy"),
  detach = has_attribute("attached"),
  draw = has_event("draw_cards"),
  effect = any,
  emit = has_events,
  end_turn = has_turns,
  exchange_control = has_control,
  exile = has_event("exile"),
  face_up = has_attribute("face_down"),
  gain_control = has_control,
  gain_life = has_event("gain_life"),
  go = function(game)
    return game.kinds.course ~= nil or has_section("phases")(game)
  end,
  hit = has_event("damage"),
  lose_life = has_event("lose_life"),
  mill = has_event("mill"),
  move = any,
  phase_in = has_zone("phased_out"),
  phase_out = has_zone("phased_out"),
  put = any,
  remove_counters = has_counters,
  resolve = any,
  restamp = any,
  sacrifice = has_event("sacrifice"),
  settle = has_events,
  start = function(game)
    return game.kinds.play ~= nil and game.kinds.play.starts ~= nil
  end,
  tap = has_attribute("tapped"),
  tick = has_clocks,
  token = has_attribute("token"),
  token_copy = has_attribute("token"),
  transform = any,
  trigger = has_no_events,
  untap = has_attribute("tapped"),
}

--- The verbs that games of some rules have.
---@param game strata.Game
---@return table<string, boolean>
function M.of(game)
  local known = {}
  for verb, has in next, HAS do
    known[verb] = has(game) or nil
  end
  return known
end

return M
