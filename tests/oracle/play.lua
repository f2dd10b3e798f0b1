--- Plays a game on the oracle and on the engine at once, and compares them.

local engine = require("engine")
local oracle = require("oracle")

local M = {}

--- What is compared: raised as an error, caught by M.run.
local Difference = {}

local function show(v)
  if type(v) == "string" then
    return ("%q"):format(v)
  elseif math.type(v) == "integer" then
    return ("%d"):format(v)
  end
  return tostring(v)
end

local function differ(what, want, got)
  error(setmetatable({
    text = ("%s: oracle %s, engine %s"):format(what, show(want), show(got)),
  }, Difference))
end

local function same(what, want, got)
  if want ~= got then
    differ(what, want, got)
  end
end

-- Names for what a game speaks of by number --------------------------------

--- The n-th living entity, modulo their number; nil if there is none. `after`
--- leaves out as many at the beginning.
local function who(game, n, after)
  local order = game.at.oracle.order
  after = after or 0
  if #order > after then
    return order[n % (#order - after) + after + 1]
  end
end

--- An entity that is no player.
local function card(game, n)
  return who(game, n, game.schema.zones and 2 or 0)
end

local function new_id(game)
  game.last_id = game.last_id + 1
  return game.last_id
end

local function which(game, n)
  local effects = game.at.oracle.effects
  if #effects > 0 then
    return effects[n % #effects + 1].id
  end
end

--- A deep copy of a tree or description in which picks are entity ids.
local function resolve(game, v)
  if type(v) ~= "table" then
    return v
  elseif v.pick then
    return who(game, v.pick) or 0
  elseif v[1] == "entity" then
    local id = who(game, v[2])
    return id and { "entity", id } or { "this" }
  end
  local copy = {}
  for key, value in pairs(v) do
    copy[key] = resolve(game, value)
  end
  return copy
end

local function resolve_targets(game, picks)
  local targets, seen = {}, {}
  for _, n in ipairs(picks) do
    local id = who(game, n)
    if id and not seen[id] then
      seen[id] = true
      targets[#targets + 1] = id
    end
  end
  return targets
end

-- Comparing ----------------------------------------------------------------

local function compare_one(game, id, attr)
  local at = game.at
  same(("#%d.%s"):format(id, attr), at.oracle:read(id, attr), at.engine:read(id, attr))
end

local function compare_object(game, id)
  local at = game.at
  same(("timestamp of #%d"):format(id), at.oracle:timestamp(id), at.engine:timestamp(id))
  same(("abilities of #%d"):format(id), at.oracle:list(id), at.engine:list(id))
end

local function compare_all(game)
  local at = game.at
  local entities, effects = at.engine:count()
  same("entities", #at.oracle.order, entities)
  same("effects", #at.oracle.effects, effects)
  for _, zone in ipairs(game.schema.zones or {}) do
    same(zone, at.oracle:zone(zone), at.engine:zone(zone))
  end
  for _, id in ipairs(at.oracle.order) do
    for _, attr in ipairs(game.schema.attributes) do
      compare_one(game, id, attr.name)
    end
    if game.schema.zones then
      compare_object(game, id)
    end
  end
end

--- Base values, and of each entity one explanation: it takes a pass of its own.
local function compare_rest(game)
  local at, attributes = game.at, game.schema.attributes
  for _, id in ipairs(at.oracle.order) do
    for _, attr in ipairs(attributes) do
      local name = attr.name
      local base = at.oracle:read_base(id, name)
      same(("#%d.base.%s"):format(id, name), base, at.engine:read_base(id, name))
    end
    local name = attributes[(id + game.step) % #attributes + 1].name
    same(("why #%d.%s"):format(id, name), at.oracle:read(id, name), at.engine:why(id, name))
  end
end

--- What somebody gone was, as far as both know it.
local function compare_gone(game, id, want, got)
  for _, attr in ipairs(game.schema.zones and game.schema.attributes or {}) do
    same(("#%d, gone: %s"):format(id, attr.name), want(attr.name), got(attr.name))
  end
end

-- Operations ---------------------------------------------------------------

local play = {}

function play.spawn(game)
  local id = new_id(game)
  game.at.oracle:spawn(id, game.at.engine:spawn(id))
end

--- A card comes into the game, and into a zone.
function play.enter(game, op)
  local id, at = new_id(game), game.at
  at.oracle:spawn(id, at.engine:spawn(id, op.card), op.card)
  at.engine:move_same(id, op.zone)
  at.oracle:move_same(id, op.zone)
end

--- A token that is a copy.
function play.token(game, op)
  local of = card(game, op.who)
  if not of then
    return
  end
  local id, at = new_id(game), game.at
  at.oracle:spawn_copy(id, at.engine:spawn_copy(id, of), of)
  if op.zone then
    at.engine:move_same(id, op.zone)
    at.oracle:move_same(id, op.zone)
  end
end

local function move(game, id, op)
  local at, new = game.at, new_id(game)
  local was = at.oracle:remember(id)
  local slot, last_known = at.engine:move(id, op.zone, new, op.first and 1 or nil)
  compare_gone(game, id, was, last_known)
  at.oracle:move(id, op.zone, new, slot, op.first)
end

function play.move(game, op)
  local id = card(game, op.who)
  if id and op.same then
    game.at.engine:move_same(id, op.zone)
    game.at.oracle:move_same(id, op.zone)
  elseif id then
    move(game, id, op)
  end
end

function play.transform(game, op)
  local id = card(game, op.who)
  if id then
    game.at.engine:transform(id, op.card)
    game.at.oracle:transform(id, op.card)
  end
end

function play.restamp(game, op)
  local id = who(game, op.who)
  if id then
    game.at.engine:restamp(id)
    game.at.oracle:restamp(id)
  end
end

--- What was is no part of what is compared.
function play.forget(game)
  game.at.engine:forget()
end

function play.despawn(game, op)
  local id = card(game, op.who)
  if id then
    game.at.engine:despawn(id)
    game.at.oracle:despawn(id)
  end
end

function play.base(game, op)
  local id = who(game, op.who)
  if id then
    local value = resolve(game, op.value)
    game.at.engine:set_base(id, op.attr, value)
    game.at.oracle:set_base(id, op.attr, value)
  end
end

play.attach, play.counter, play.learn = play.base, play.base, play.base

function play.add(game, op)
  local picks = op.effect.targets
  local effect = resolve(game, op.effect)
  effect.targets = picks and resolve_targets(game, picks)
  if effect.targets and #effect.targets == 0 then
    return
  end
  effect.source = op.effect.source and who(game, op.effect.source) or 0
  effect.while_source = effect.source ~= 0 and effect.while_source or nil
  effect.id = new_id(game)
  game.at.engine:add(effect)
  if not game.at.oracle:add(effect) then
    game.at.engine.effects[effect.id] = nil
  end
end

function play.remove(game, op)
  local id = which(game, op.which)
  if id then
    game.at.engine:remove(id)
    game.at.oracle:remove(id)
  end
end

function play.clear(game, op)
  local id = who(game, op.who)
  if id then
    game.at.engine:clear(id)
    game.at.oracle:clear(id)
  end
end

function play.refresh(game, op)
  local effects = game.at.oracle.effects
  local effect = #effects > 0 and effects[op.which % #effects + 1]
  if effect and effect.clock then
    game.at.engine:refresh(effect.id, op.ticks)
    game.at.oracle:refresh(effect.id, op.ticks)
  end
end

function play.tick(game, op)
  same("ended", game.at.oracle:tick(op.clock), game.at.engine:tick(op.clock))
end

function play.mark(game)
  local at = game.at
  local marks = at.marks
  marks[#marks + 1] =
    { mark = at.engine:mark(), oracle = at.oracle:copy(), hash = at.engine:hash() }
end

function play.rollback(game, op)
  local at = game.at
  if #at.marks == 0 then
    return
  end
  local place = op.which % #at.marks + 1
  local mark = at.marks[place]
  at.engine:rollback(mark.mark)
  at.oracle = mark.oracle:copy()
  same("hash after rollback", mark.hash, at.engine:hash())
  for i = place + 1, #at.marks do
    at.marks[i] = nil
  end
end

function play.commit(game)
  game.at.engine:commit()
  game.at.oracle:commit()
  game.at.marks = {}
end

--- A fork is another place to play at; both go on.
function play.fork(game)
  local at = game.at
  local twin = at.engine:fork(at.oracle.effects)
  same("hash of a fork", at.engine:hash(), twin:hash())
  game.places[#game.places + 1] = { oracle = at.oracle:copy(), engine = twin, marks = {} }
end

function play.turn_to(game, op)
  game.at = game.places[op.which % #game.places + 1]
end

function play.reload(game)
  local at = game.at
  local twin = at.engine:reload(at.oracle.effects)
  same("hash of a loaded save", at.engine:hash(), twin:hash())
  at.engine, at.marks = twin, {}
end

function play.read(game, op)
  local id = who(game, op.who)
  if id then
    local hash = game.at.engine:hash()
    compare_one(game, id, op.attr)
    same("hash after reading", hash, game.at.engine:hash())
  end
end

function play.after(game, op)
  local id = who(game, op.who)
  if id then
    local at = game.at
    local want = at.oracle:read_after(id, op.attr, op.layer)
    local got = at.engine:read_after(id, op.attr, op.layer)
    same(("#%d.%s after %s"):format(id, op.attr, op.layer), want, got)
  end
end

play.read_all = compare_all

function play.drop(game)
  game.at.engine:drop_caches()
end

function play.eval(game, op)
  local it, this = who(game, op.it), who(game, op.this)
  if it then
    local e = resolve(game, op.expr)
    local at = game.at
    same("eval", at.oracle:eval(e, it, this), at.engine:eval(e, op.type, it, this))
  end
end

function play.select(game, op)
  local this = who(game, op.this)
  if not this then
    return
  end
  local at, e, list = game.at, resolve(game, op.expr), {}
  for _, id in ipairs(at.oracle.order) do
    if at.oracle:eval(e, id, this) then
      list[#list + 1] = id
    end
  end
  same("select", table.concat(list, " "), at.engine:select(e, this))
end

-- A game -------------------------------------------------------------------

local function play_all(game, list)
  for i, op in ipairs(list) do
    game.step = i
    play[op.op](game, op)
  end
  game.step = #list + 1
  for _, place in ipairs(game.places) do
    game.at = place
    compare_all(game)
    compare_rest(game)
    place.engine:drop_caches() -- the whole evaluation gives what the incremental one gave
    compare_all(game)
  end
end

local function play_on(strata, schema, rules, list)
  local place = {
    oracle = oracle.new(schema),
    engine = engine.new(strata, schema, rules),
    marks = {},
  }
  local game = { schema = schema, at = place, places = { place }, last_id = 0 }
  local ok, found = xpcall(play_all, function(e)
    return getmetatable(e) == Difference and e.text or ("error: " .. tostring(e))
  end, game, list)
  return game, not ok and found or nil
end

--- Play a game; nil, or what differed.
---@param strata table the module
---@param schema table
---@param rules table
---@param list table[] operations
---@return string? difference
---@return integer step
---@return table world the oracle's, as the game left it
function M.run(strata, schema, rules, list)
  local game, found = play_on(strata, schema, rules, list)
  return found, game.step, game.places[1].oracle
end

return M
