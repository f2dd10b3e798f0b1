--- Packs as games on the engine, in the stock interpreter, and further functions for the pairs.
local board = require("board")
local plainhost = require("plainhost")
local tree = require("tree")

local M = {}

--- What functions of cards may name beside words: what is pure in plain Lua.
local PLAIN <const> = {
  error = error,
  ipairs = ipairs,
  math = {
    max = math.max,
    maxinteger = math.maxinteger,
    min = math.min,
    tointeger = math.tointeger,
    type = math.type,
  },
  pairs = pairs,
  tostring = tostring,
  type = type,
}

local function with_plain(env)
  return setmetatable({}, {
    __index = function(_, name)
      local plain = PLAIN[name]
      return plain == nil and env[name] or plain
    end,
    __newindex = function(_, name, value)
      env[name] = value
    end,
  })
end

--- Let scripts/strata run on the engine, with files of the tree.
function M.install()
  local engine = require("strata")
  plainhost.install({})
  package.loaded.strata = engine
  local host = package.loaded["strata.host"]
  local compile = host.compile
  function host.compile(path, text, env)
    return compile(path, text, with_plain(env))
  end
  function host.list(folder)
    return tree.files(function(path)
      return path:sub(1, #folder + 1) == folder .. "/" and path:match("%.lua$") ~= nil
    end)
  end
  function host.is_pack(folder)
    local manifest = folder .. "/pack.lua"
    local found = tree.files(function(path)
      return path == manifest
    end)
    return #found > 0
  end
  function host.installed()
    return "cards"
  end
  function host.name_packs() end -- nothing is saved
  function host.complete_fields() end -- no script makes events
end

-- -- Effects -----------------------------------------------------------------

--- The deed that starts watchers of a code, if any does.
local function deed_of(list, code)
  for _, deed in ipairs(list) do
    if type(deed) == "table" then
      if deed[1] == "watch" and deed[2] == code then
        return deed
      end
      local inner = deed_of(deed, code)
      if inner then
        return inner
      end
    end
  end
end

local function started_by(game, code)
  for _, spec in pairs(game.codes) do
    local deed = deed_of(spec, code)
    if deed then
      return deed
    end
  end
end

local function by_code(of)
  local found = {}
  for name, one in plainhost.sorted_pairs(of) do
    for _, code in ipairs(one.codes or {}) do
      found[code] = found[code] or name
    end
  end
  return found
end

--- A code that lets a code be in force, as the spells and abilities do that start such: what is not
--- used up, for a turn.
local function add_start(game, effect, spec)
  local deed = started_by(game, effect.code)
  local with = { source = "this", you = "$you", left = deed and deed.with.left and "3" or nil }
  with.ticks = not with.left and not spec.uses and "1" or nil
  for _, name in ipairs(effect.names) do
    with[name] = "$" .. name
  end
  game.codes["start:n" .. effect.number] = {
    "state",
    when = "false",
    names = spec.names,
    { "watch", effect.code, clock = with.ticks and "turn" or nil, with = with },
  }
end

--- All that replaces or prevents, in the order of its names.
local function effects_of(game)
  local abilities, laws = by_code(game.abilities), by_code(game.laws)
  local list = {}
  for code, spec in plainhost.sorted_pairs(game.codes) do
    if spec[1] == "replace" or spec[1] == "prevent" then
      local known = game.kinds.known[spec[2]]
      local effect = { code = code, kind = known.of or spec[2], names = {} }
      effect.number = #list + 1
      effect.ability, effect.is_law = abilities[code], laws[code] ~= nil
      effect.is_own = spec.own or (spec.tests or {}).who == "it = this"
      for name in plainhost.sorted_pairs(spec.names or {}) do
        effect.names[#effect.names + 1] = name
      end
      list[#list + 1] = effect
    end
  end
  return list
end

local function add_definitions(game, effects)
  local creature = board.subjects.creature
  for kind, values in plainhost.sorted_pairs(board.subjects) do
    board.define(game, kind, values, {})
  end
  local seen = {}
  for _, effect in ipairs(effects) do
    local ability, number = effect.ability, effect.number
    if ability and seen[ability] == nil then
      board.define(game, "with_" .. number, creature, { ability })
      board.define(game, "armed_" .. number, board.subjects.red_creature, { ability })
      for other, first in plainhost.sorted_pairs(effect.is_own and seen or {}) do
        if first then
          board.define(game, ("both_%d_%d"):format(first, number), creature, { other, ability })
        end
      end
      seen[ability] = effect.is_own and number
    end
  end
end

--- The code by which the events of a sample happen, at once.
local function add_sample(game, place, sample)
  local emit_acts = require("strata.events.emit_acts")
  local deeds = { "together" }
  for _, event in ipairs(sample.events) do
    local with = {}
    for field, text in pairs(event[2]) do
      with[field] = text
    end
    emit_acts.fill(game.kinds:kind(event[1]), with)
    deeds[#deeds + 1] = { "emit", event[1], with = with }
  end
  sample.code = "sample:n" .. place
  game.codes[sample.code] = {
    "state",
    when = "false",
    names = { s = "ref", t = "ref", x = "ref", a = "ref", b = "ref" },
    deeds[3] and deeds or deeds[2],
  }
end

--- A pack's game with all samples. With `always`, whoever could ask does.
---@param folder string
---@param samples strata.Sample[]
---@param always boolean
---@return strata.Game
---@return table[] effects
function M.load(folder, samples, always)
  local game = require("strata.link.linker").load(folder)
  local effects = effects_of(game)
  add_definitions(game, effects)
  for _, effect in ipairs(effects) do
    if always then
      game.codes[effect.code].always_ask = true
    end
    if not effect.ability and not effect.is_law then
      add_start(game, effect, game.codes[effect.code])
    end
  end
  for place, sample in ipairs(samples) do
    add_sample(game, place, sample)
  end
  game.kinds.play.always_ask = always or nil
  game:freeze()
  return game, effects
end

return M
