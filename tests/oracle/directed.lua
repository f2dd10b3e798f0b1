--- Plays the scenes on the oracle: the known outcome must appear, and must not appear when one rule
--- of the oracle is switched off.
---
---   lua5.4 directed.lua

local here = arg[0]:match("^(.*)/") or "."
package.path = here .. "/?.lua;" .. package.path

local kinds = require("kinds")
local oracle = require("oracle")
local pass = require("pass")
local scenes = require("scenes")
local schema = require("schema")
local shares = require("shares")

local kind = kinds.classic("classic")
local bits = schema.new(kind).bit

local function mask(names)
  local m = 0
  for _, name in ipairs(names) do
    m = m | bits[name]
  end
  return m
end

local function is_set(attr)
  local about = schema.new(kind).by_name[attr]
  return about and about.type == "set"
end

--- Lists of symbols as the oracle has them, in all parts of some clauses.
local function convert_parts(clause)
  for _, part in ipairs(clause.parts) do
    if is_set(part.attr) and type(part.value) == "table" and part.op ~= "substitute" then
      part.value = mask(part.value)
    end
  end
end

local function rules()
  for _, ability in pairs(scenes.abilities) do
    for _, clause in ipairs(ability.clauses or {}) do
      convert_parts(clause)
    end
  end
  for _, law in ipairs(scenes.laws) do
    convert_parts(law)
  end
  for _, definition in pairs(scenes.definitions) do
    for _, attr in ipairs({ "colors", "types" }) do
      definition[attr] = definition[attr] and mask(definition[attr])
    end
  end
  return schema.new(kind, scenes)
end

-- Steps --------------------------------------------------------------------

--- A board: the world, and ids by name.
local function board(s)
  local self = { world = oracle.new(s), ids = {}, last = 0 }
  for _, player in ipairs({ "alice", "bob" }) do
    self.last = self.last + 1
    self.ids[player] = self.last
    self.world:spawn(self.last, self.last)
  end
  return self
end

local function set_base(self, who, attr, value)
  self.world:set_base(self.ids[who], attr, self.ids[value] or value)
end

local function enter(self, card, as, zone, values)
  self.last = self.last + 1
  self.ids[as or card] = self.last
  self.world:spawn(self.last, self.last, card)
  self.world:move_same(self.last, zone or "battlefield")
  for attr, value in pairs(values or {}) do
    set_base(self, as or card, attr, value)
  end
end

local steps = {}

function steps.effect(self, step)
  local effect = { id = step[2], source = 0, left = 0, parts = {} }
  effect.subject, effect.lock = step.subject, step.lock
  if step.targets then
    effect.targets = {}
    for i, name in ipairs(step.targets) do
      effect.targets[i] = self.ids[name]
    end
  end
  for i, part in ipairs(step.parts) do
    local own = {}
    for key, value in pairs(part) do
      own[key] = self.ids[value] or value
    end
    own.attr, own.op, own.layer = part.attr, part.op, part.layer
    effect.parts[i] = own
  end
  assert(self.world:add(effect))
end

steps["end"] = function(self, step)
  self.world:remove(step[2])
end

function steps.base(self, step)
  set_base(self, step[2], step[3], step[4])
end

function steps.move(self, step)
  self.last = self.last + 1
  self.world:move(self.ids[step[2]], step[3], self.last, self.last)
  self.ids[step[2]] = self.last
end

function steps.transform(self, step)
  self.world:transform(self.ids[step[2]], step[3])
end

local function play(s, list)
  local self = board(s)
  for _, step in ipairs(list) do
    if type(step) == "string" then
      enter(self, step)
    elseif steps[step[1]] then
      steps[step[1]](self, step)
    else
      enter(self, table.unpack(step))
    end
  end
  return self
end

-- Outcomes -----------------------------------------------------------------

local function text(s, attr, value)
  if attr == "abilities" then
    local names = {}
    for i, ability in ipairs(value) do
      names[i] = type(ability) == "table" and ability.name or ability
    end
    table.sort(names)
    return table.concat(names, " ")
  elseif is_set(attr) then
    return table.concat(schema.names(s, attr, value), " ")
  end
  return tostring(value)
end

local function wanted(self, attr, value)
  return is_set(attr) and mask(value) or self.ids[value] or value
end

--- How many values of a scene are not what is known.
local function differences(s, scene, options, report)
  local self, bad = play(s, scene[2]), 0
  local now = pass.run(self.world, options)
  for name, values in pairs(scene[3]) do
    for attr, value in pairs(values) do
      local want = text(s, attr, wanted(self, attr, value))
      local got = text(s, attr, now.values[self.ids[name]][attr])
      if want ~= got then
        bad = bad + 1
        report(("%s: %s.%s: want %q, got %q"):format(scene[1], name, attr, want, got))
      end
    end
  end
  return bad
end

--- How many of all scenes' values are not what is known.
local function all_differences(s, options, report)
  local bad = 0
  for _, scene in ipairs(scenes.scenes) do
    bad = bad + differences(s, scene, options, report)
  end
  return bad
end

--- A rule that is switched off must be missed.
local function unmissed(s)
  local bad = 0
  for _, rule in ipairs(shares.RULES) do
    if all_differences(s, { [rule] = false }, function() end) == 0 then
      bad = bad + 1
      print(("without %s all scenes end the same"):format(rule))
    end
  end
  return bad
end

local function main()
  local s = rules()
  local bad = all_differences(s, {}, print) + all_differences(s, { exhaustive = true }, print)
  bad = bad + unmissed(s)
  print(("%d scenes, %d differences"):format(#scenes.scenes, bad))
  return bad == 0 and #scenes.scenes > 0
end

os.exit(main(), true)
