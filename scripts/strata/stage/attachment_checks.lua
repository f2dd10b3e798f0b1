--- State-based actions (704) of the stage: those that the rules of a game declare, and those for
--- attachments, which rules cannot express as data yet.
local step_events = require("strata.stage.step_events")

local M = {}

local function is_there(stage, object)
  return object.entity:is_alive() and object.entity.zone == stage.game.schema.home
end

local function to_graveyard(stage, object)
  stage:move(object, "graveyard", {})
end

local function of_type(object, word)
  return object.entity.types:has(word)
end

local function of_subtype(object, word)
  return object.entity.subtypes:has(word)
end

local function host_of(stage, object)
  local host = object.entity.attached
  if not host or not host:is_alive() then
    return nil
  end
  local is_player = host.zone == nil
  return (is_player or host.zone == stage.game.schema.home) and host or nil
end

--- What an Aura may enchant, by its keyword; anything if it does not say.
local ENCHANT <const> = { "artifact", "creature", "enchantment", "land" }

--- Protection from what an attachment is: it comes off (702.16c, 702.16d).
local function is_protected(object, host)
  for _, symbol in ipairs(host.abilities) do
    local from = symbol:match("^protection from (.+)$")
    local word = from and (from:match("^(.-)s$") or from)
    if word and (object.entity.colors:has(word) or object.entity.types:has(word)) then
      return true
    end
  end
  return false
end

local function suits(object, host)
  if is_protected(object, host) then
    return false
  end
  for _, word in ipairs(ENCHANT) do
    if object.entity.abilities:has("enchant " .. word) and not host.types:has(word) then
      return false
    end
  end
  return true
end

--- 704.5m: an Aura attached to nothing, to itself, or to what it cannot enchant; 704.5p makes an
--- Aura that is also a creature come off, and then this applies.
local function is_loose_aura(stage, object)
  if not is_there(stage, object) or not of_subtype(object, "aura") then
    return false
  end
  local host = host_of(stage, object)
  return not host or host == object.entity or of_type(object, "creature") or not suits(object, host)
end

--- 704.5n, 704.5p: Equipment comes off what is no creature, and any creature comes off.
local function is_loose_equipment(stage, object)
  local is_attached = is_there(stage, object) and object.entity.base.attached ~= nil
  if not is_attached or of_subtype(object, "aura") then
    return false
  end
  local host = host_of(stage, object)
  if not host or of_type(object, "creature") or is_protected(object, host) then
    return true
  end
  local wanted = of_subtype(object, "fortification") and "land" or "creature"
  return not host.types:has(wanted)
end

local function come_off(stage, object)
  stage:attach(object, nil)
end

-- Each: whether it applies to an object, and what then happens.
local ATTACHMENTS <const> = {
  { is_loose_aura, to_graveyard },
  { is_loose_equipment, come_off },
}

--- What applies now, all of it found before any of it happens (704.3).
local function found_now(stage)
  local found = {}
  for _, check in ipairs(ATTACHMENTS) do
    for _, object in ipairs(stage.objects) do
      if check[1](stage, object) then
        found[#found + 1] = { object, check[2] }
      end
    end
  end
  return found
end

local ROUNDS <const> = 100

--- Those that the rules declare, all that is due; an answer is which legend to keep.
local function run_declared(stage, step)
  local answers = step.answers or (step.keep and { step.keep })
  step_events.settle(stage, "checks", answers)
end

--- Perform them until none is left.
---@param stage strata.Stage
---@param step table { keep, answers }
function M.run(stage, step)
  local is_declared = next(stage.game.kinds.checks) ~= nil
  for _ = 1, ROUNDS do
    if is_declared then
      run_declared(stage, step)
      step = {}
    end
    local found = found_now(stage)
    if #found == 0 then
      return
    end
    local done = {}
    for _, one in ipairs(found) do
      local object, act = one[1], one[2]
      if not done[object] then
        done[object] = true
        act(stage, object)
      end
    end
    stage:commit()
  end
  error("state-based actions do not come to an end", 0)
end

return M
