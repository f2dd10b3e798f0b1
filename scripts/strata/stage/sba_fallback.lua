--- State-based actions (704), as far as what scenarios play can bring them about.
local happenings = require("strata.stage.happenings")

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

-- Each says whether it applies to an object, and what then happens.

--- 704.5d: a token that is not on the battlefield ceases to exist.
local function is_stray_token(stage, object)
  local entity = object.entity
  return object.is_token and entity:is_alive() and entity.zone ~= stage.game.schema.home
end

--- 704.5f, 704.5g: toughness 0, lethal damage.
local function is_dying(stage, object)
  if not is_there(stage, object) or not of_type(object, "creature") then
    return false
  end
  local toughness, damage = object.entity.toughness, object.entity.damage
  local is_lethal = damage > 0 and damage >= toughness
  return toughness <= 0 or (is_lethal and not object.entity.abilities:has("indestructible"))
end

--- 704.5i: a planeswalker without loyalty.
local function is_spent(stage, object)
  local is_planeswalker = is_there(stage, object) and of_type(object, "planeswalker")
  return is_planeswalker and object.entity.loyalty_counters == 0
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

--- 704.5q: +1/+1 and -1/-1 counters take each other away.
local function has_both_counters(stage, object)
  local entity = object.entity
  return is_there(stage, object) and entity.p1_p1_counters > 0 and entity.m1_m1_counters > 0
end

local function cancel_counters(stage, object)
  local base = object.entity.base
  local pairs_of = math.min(base.p1_p1_counters, base.m1_m1_counters)
  stage:count(object, "+1/+1", -pairs_of)
  stage:count(object, "-1/-1", -pairs_of)
end

local function vanish(_, object)
  object.entity:remove()
end

local function come_off(stage, object)
  stage:attach(object, nil)
end

-- What rules cannot say as data yet.
local ATTACHMENTS <const> = {
  { is_loose_aura, to_graveyard },
  { is_loose_equipment, come_off },
}

-- All that rules say which declare no checks of their own.
local CHECKS <const> = {
  { is_stray_token, vanish },
  { is_dying, to_graveyard },
  { is_spent, to_graveyard },
  { has_both_counters, cancel_counters },
  table.unpack(ATTACHMENTS),
}

-- -- The legend rule: 704.5j -------------------------------------------------

local function legend_key(stage, object)
  local entity = object.entity
  if not is_there(stage, object) or not entity.supertypes:has("legendary") or not entity.name then
    return nil
  end
  return ("%s of %s"):format(entity.name, stage:player_name(entity.controller))
end

--- Which of two legends stays: the one to keep, else the newer one.
local function staying(one, other, keep)
  if keep == one.id or keep == other.id then
    return keep == one.id and one or other
  end
  return one.entity:timestamp() > other.entity:timestamp() and one or other
end

--- All but one of the legends of one name and controller.
local function extra_legends(stage, keep)
  local kept, extra = {}, {}
  if stage.the_game and not stage.the_game.legend_rule then
    return extra
  end
  for _, object in ipairs(stage.objects) do
    local key = legend_key(stage, object)
    local other = key and kept[key]
    if other then
      kept[key] = staying(object, other, keep)
      extra[#extra + 1] = kept[key] == object and other or object
    elseif key then
      kept[key] = object
    end
  end
  return extra
end

--- What applies now, all of it found before any of it happens (704.3).
local function found_now(stage, keep, checks)
  local found = {}
  for _, check in ipairs(checks) do
    for _, object in ipairs(stage.objects) do
      if check[1](stage, object) then
        found[#found + 1] = { object, check[2] }
      end
    end
  end
  for _, object in ipairs(checks == CHECKS and extra_legends(stage, keep) or {}) do
    found[#found + 1] = { object, to_graveyard }
  end
  return found
end

local ROUNDS <const> = 100

--- Those that the rules declare, all that is due; an answer is which legend to keep.
local function run_declared(stage, step)
  local answers = step.answers or (step.keep and { step.keep })
  happenings.settle(stage, "checks", answers)
end

--- Perform them until none is left.
---@param stage strata.Stage
---@param step table { keep, answers }
function M.run(stage, step)
  local is_declared = next(stage.game.kinds.checks) ~= nil
  local checks, keep = is_declared and ATTACHMENTS or CHECKS, step.keep
  for _ = 1, ROUNDS do
    if is_declared then
      run_declared(stage, step)
      step = {}
    end
    local found = found_now(stage, keep, checks)
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
