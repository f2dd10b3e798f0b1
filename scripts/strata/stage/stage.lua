--- A stage: a world with named players and objects, on which scenarios are played.
---
--- The stage decides no rule: moving, attaching, turning and effects belong to the engine, and
--- steps name the objects and the order.
local host = require("strata.host")

local M = {}

---@class strata.Object
---@field id string
---@field card strata.Card
---@field entity strata.Entity what it is now
---@field before? strata.Entity what it was before it moved
---@field is_token boolean
---@field is_named boolean its id was given, and is not just its card's name
---@field is_made? boolean an event has made it: a token, or the copy of a spell

---@class strata.Stage
---@field game strata.Game
---@field world strata.World
---@field options? strata.WorldOptions with which it was made
---@field players table<string, strata.Entity>
---@field the_game? strata.Entity whose values are rules of the game, if these rules have such
---@field order string[] the players' names in turn order
---@field objects strata.Object[] in the order in which they came
---@field is_tried? boolean all that is done now is one action, which will be taken back
---@field is_played? boolean by a session: its rules cannot be added to
---@field turn integer its number, as far as steps have seen it
---@field active integer of former turns: the place in `order` of whose turn it is
---@field phase integer of former turns
---@field turn_rows table[] by turn: the rows of the log that it has, { after, last }
---@field tried table[] steps with an event that must come first: { verb, by = ids, is_legal }
---@field made table<string, boolean> periods whose beginning steps of a scenario make themselves
---@field was_legal? boolean whether the ability that a step wanted could be activated
---@field asked table[] what was asked, in order: { purpose, who, options }
---@field is_left_open? boolean what the present step asks is left to steps `answer`
---@field is_mutated? boolean expectations are tried changed too
---@field used table<string, boolean> abilities that steps have used, by name
---@field choose? fun(decision: strata.Decision): any answers what no step answers
---@field most_asked? integer questions of an action; who asks more is thought not to end
---@field meets? fun(decision: strata.Decision) is told of each decision before it is answered
local Stage = {}
Stage.__index = Stage

--- What cannot be done, which is no mistake of the scenario if it expects that.
local function refuse(form, ...)
  error({ refused = form:format(...) }, 0)
end

M.refuse = refuse

-- -- Players -----------------------------------------------------------------

-- The players of rules that name none, or are older than the names.
local PLAYERS <const> = { "A", "B" }

--- The players of a game that says nothing of them, in turn order: those that the rules seat, or as
--- many of them as play.
---@param game strata.Game
---@return string[]
function M.seated(game)
  local seats, count = game.schema.data.seats, game.schema.data.players
  if not (seats and game.kinds.has_current) then
    return PLAYERS
  end
  return table.move(seats, 1, count or #seats, 1, {})
end

--- A player, with the base values with which players begin, and those that a scenario says.
local function add_player(stage, place, name, said)
  local roles = stage.game.schema.roles
  local values = { [roles.name] = stage.game.schema:symbol(name) }
  if roles.seat then
    values[roles.seat] = place
  end
  for attribute, value in host.sorted_pairs(stage.game.schema.data.starting or {}) do
    values[attribute] = said[attribute] and said[attribute][name] or value
  end
  stage.players[name] = stage.world:spawn(values)
end

---@param game strata.Game
---@param names string[] players in turn order
---@param values? table<string, table<string, integer>> with which players begin: by attribute, then
--- by their names; others begin with what the rules say in `starting`
---@param options? strata.WorldOptions
---@return strata.Stage
function M.new(game, names, values, options)
  local stage = setmetatable({
    game = game,
    world = game.rules:world(options),
    options = options,
    is_played = game.is_live,
    players = {},
    order = names,
    objects = {},
    ids = {},
    turn = 1,
    active = 1,
    phase = 1,
    turn_rows = { { after = 0 } },
    made = {},
    clocks = {},
    asked = {},
    tried = {},
    used = {},
  }, Stage)
  -- steps and expectations ask for rows of the whole game, also where its rules do not
  stage.world:keep_log()
  for _, clock in ipairs(game.rules:names("clocks")) do
    stage.clocks[clock] = true
  end
  local flag = game.schema.data.the_game
  stage.the_game = flag and stage.world:spawn({ [flag] = true })
  for place, name in ipairs(names) do
    add_player(stage, place, name, values or {})
  end
  stage:take_turns()
  local turn = game.schema.data.turn
  if turn and turn.acts then
    stage:tell_phase(turn.acts)
  end
  return stage
end

--- Tells the rules whose turn it is and the order of turns, if they declare attributes for it.
function Stage:take_turns()
  local roles = self.game.schema.roles
  if self.the_game and roles.turn and not self.game.kinds.course then
    self.the_game.base[roles.turn] = self.turn
  end
  for place, name in ipairs(self.order) do
    local base = self.players[name].base
    if roles.active then
      base[roles.active] = place == self.active
    end
    if roles.next_player then
      base[roles.next_player] = self.players[self.order[place % #self.order + 1]]
    end
  end
end

--- The place in turn order of the player whose turn it is; the first if it is nobody's.
---@return integer
function Stage:whose_turn()
  local kinds = self.game.kinds
  local turn = kinds.course and kinds.play and kinds.play.turn_player
  if not turn then
    return self.active
  end
  for place, name in ipairs(self.order) do
    local player = self.players[name]
    local is_theirs = self.world:eval(turn, player)
    if is_theirs == true or is_theirs == player then
      return place
    end
  end
  return 1
end

--- Whether a player has left the game.
---@param name string
---@return boolean
function Stage:has_left(name)
  local left = self.game.schema.roles.left
  return left ~= nil and self.players[name][left]
end

--- Tell the rules in which phase the turn is, if they ask.
---@param name string
function Stage:tell_phase(name)
  local role = self.game.schema.roles.phase
  if self.the_game and role then
    self.the_game.base[role] = self.game.schema:symbol(name)
  end
end

--- The player of a name. Raises if there is none.
---@param name string|nil the first player if nil
---@return strata.Entity
function Stage:player(name)
  local player = self.players[name or self.order[1]]
  if not player then
    local list = table.concat(self.order, ", ")
    error(("no player '%s'; there are %s"):format(tostring(name), list), 0)
  end
  return player
end

--- A player by name, or the game, which is no object and has values. Nil for neither.
---@param name string
---@return strata.Entity|nil
function Stage:somebody(name)
  return self.players[name] or (name == "the game" and self.the_game or nil)
end

--- The name of a player, nil for none.
---@param entity strata.Entity|nil
---@return string|nil
function Stage:player_name(entity)
  for _, name in ipairs(self.order) do
    if self.players[name] == entity then
      return name
    end
  end
  return nil
end

-- -- Objects -----------------------------------------------------------------

--- The player whose zone a card moves to; none for a zone that all players share.
local function place_of(stage, zone, player, position)
  local described = stage.game.schema.data.zones[zone]
  if not described then
    error(("no zone '%s'"):format(tostring(zone)), 0)
  end
  return { player = not described.shared and player or nil, position = position }
end

--- A free id: the card's name, or "Forest #2".
local function free_id(stage, wanted)
  local id, count = wanted, 1
  while stage.ids[id] do
    count = count + 1
    id = ("%s #%d"):format(wanted, count)
  end
  return id
end

--- Let an object be called by an id, or by its card's name.
---@param object strata.Object
---@param id? string
function Stage:name(object, id)
  object.id = id or free_id(self, object.card.name)
  self.ids[object.id] = object
  self.objects[#self.objects + 1] = object
end

--- Make an object of a card, in no zone yet.
---@param card strata.Card
---@param fields table { id, player, owner, token }
---@return strata.Object
function Stage:make(card, fields)
  local owner = self:player(fields.owner or fields.player)
  local roles = self.game.schema.roles
  local values = { [roles.owner] = owner }
  if roles.token then
    values[roles.token] = fields.token or nil
  end
  local object = { card = card, is_token = fields.token or false, is_named = fields.id ~= nil }
  object.entity = self.world:spawn(card.definition, values)
  self:name(object, fields.id)
  return object
end

--- Gives a player control of an object from now on, before all effects.
function Stage:give(object, player)
  object.entity.base[self.game.schema.roles.controller] = player
end

--- Put a new object into a zone; it stays the object that it is.
---@param object strata.Object
---@param zone string
---@param player strata.Entity who controls it, or whose zone it is
---@param position? integer
function Stage:enter(object, zone, player, position)
  local place = place_of(self, zone, player, position)
  place.same = true
  object.entity = object.entity:move(zone, place)
  self:give(object, player)
end

local POSITIONS <const> = { top = -1, bottom = 1 }

--- Raise if an object cannot move any more.
---@param object strata.Object
function Stage:check_can_move(object)
  if not object.entity:is_alive() then
    refuse("%s no longer exists", object.id)
  end
  if object.is_token and object.entity.zone ~= self.game.schema.home then
    refuse("%s is a token that has left, and cannot come back (111.8)", object.id)
  end
end

--- Whether a zone is the one in which spells wait to resolve.
---@param zone string|nil
---@return boolean
function Stage:is_stack(zone)
  local play = self.game.kinds.play
  return zone ~= nil and play ~= nil and zone == play.stack
end

--- Move an object to a zone, where it is a new one; a spell that becomes a permanent stays the same
--- (400.7a). Its id names what it has become.
---@param object strata.Object
---@param zone string
---@param fields table { under, position }
function Stage:move(object, zone, fields)
  self:check_can_move(object)
  local from, owner = object.entity.zone, object.entity[self.game.schema.roles.owner]
  local player = fields.under and self:player(fields.under) or owner
  local is_home = self.game.schema.data.zones[zone].shared
  local place = place_of(self, zone, owner, POSITIONS[fields.position] or fields.position)
  place.same = self:is_stack(from) and zone == self.game.schema.home
  object.before = object.entity
  object.entity = object.entity:move(zone, place)
  self:give(object, is_home and player or owner)
end

--- Move without becoming another object: phasing (702.26).
function Stage:slip(object, zone)
  local controller = object.entity.base[self.game.schema.roles.controller]
  object.entity = object.entity:move(zone, { same = true })
  self:give(object, controller)
end

--- The attributes that a face has nothing to do with: whose it is, and what effects do not change.
local function lasting(schema)
  local list, of_faces = { schema.roles.controller }, schema.data.faces or {}
  for _, name in ipairs(schema.order) do
    local attribute = schema.attributes[name]
    local is_lasting = attribute.unlayered and attribute.kind ~= "set"
    list[#list + 1] = is_lasting and name ~= of_faces.flag and name ~= of_faces.value and name
      or nil
  end
  return list
end

--- Turn to the other face (712.9: only an object whose card has one).
---@param object strata.Object
function Stage:transform(object)
  local card = object.card
  if not card.back then
    refuse("%s has no other face", object.id)
  end
  local base, kept, names = object.entity.base, {}, lasting(self.game.schema)
  for _, name in ipairs(names) do
    kept[name] = base[name]
  end
  object.is_back = not object.is_back
  object.entity:transform(object.is_back and card.back.definition or card.definition)
  for _, name in ipairs(names) do
    if base[name] ~= kept[name] then
      base[name] = kept[name]
    end
  end
end

--- Attach an object to another, or to nothing.
---@param object strata.Object
---@param to strata.Entity|nil
function Stage:attach(object, to)
  local base, role = object.entity.base, self.game.schema.roles.attached
  if not role then
    error("these rules have no attribute for what something is attached to; say roles = { attached"
      .. " = ... }", 0)
  elseif base[role] ~= to then
    base[role] = to
  end
end

--- Add counters of a kind, or take away as many as there are.
---@param object strata.Object
---@param kind string
---@param count integer
function Stage:count(object, kind, count)
  local attribute = self.game.schema.counters[kind]
  if not attribute then
    error(("no kind of counter '%s'"):format(tostring(kind)), 0)
  end
  local base = object.entity.base
  base[attribute] = math.max(0, base[attribute] + count)
end

-- -- What events have done ----------------------------------------------------

--- The number of the newest row of the log, 0 if there is none.
---@return integer
function Stage:newest_row()
  local number = 0
  for row in self.world:log() do
    number = row.number
  end
  return number
end

--- What an entity has become by moving, however often.
local function newest(entity)
  local after = entity
  while after and not after:is_alive() do
    after = after:successor()
  end
  return after
end

--- The card of an entity: of a token that is a copy, the card of its name.
local function card_of(stage, entity)
  local definition, name = entity:definition(), entity[stage.game.schema.roles.name]
  return stage.game.definitions[definition]
    or (name and stage.game.cards[stage.game.schema:printed(name)])
end

--- A new entity is an object if it is in a zone and of a card: a token.
local function add_new(stage, known)
  local token = stage.game.schema.roles.token
  for _, entity in ipairs(stage.world:entities()) do
    local is_new = not known[entity.id] and entity.zone ~= nil
    local card = is_new and card_of(stage, entity)
    if card then
      local is_token = token and entity[token] or false
      local object = { card = card, entity = entity, is_token = is_token, is_named = false }
      object.is_made = true
      stage:name(object)
    end
  end
end

--- Find all objects anew after an action: what they have become, and who is new.
function Stage:follow()
  local known = {}
  for _, object in ipairs(self.objects) do
    if not object.entity:is_alive() then
      local after = newest(object.entity)
      object.before = object.entity
      object.entity = after or object.entity
    end
    if object.entity:is_alive() then
      known[object.entity.id] = true
    end
  end
  add_new(self, known)
end

--- The id of an object that is an entity, or was it before it moved; nil if none is.
---@param entity strata.Entity
---@return string|nil
function Stage:id_of(entity)
  for _, object in ipairs(self.objects) do
    if object.entity == entity or object.before == entity then
      return object.id
    end
  end
  return self:player_name(entity)
end

--- Let what has become false end (611.2b), unless the action goes on.
function Stage:commit()
  if not self.is_tried then
    self.world:commit()
  end
end

-- -- Abilities that an object has now ----------------------------------------

--- What a reader calls an ability.
---@param name string the symbol
---@return string
function Stage:label(name)
  local ability = self.game.abilities[name]
  return ability and ability.label or self.game.schema:printed(name)
end

--- The abilities that an entity has now, in order: what game.abilities knows of each.
---@param entity strata.Entity
---@return strata.Ability[]
function Stage:abilities(entity)
  local list = {}
  if not self.game.schema.roles.abilities then
    return list
  end
  for i, row in ipairs(entity:abilities()) do
    local known = self.game.abilities[row.name]
    list[i] = known or { name = row.name, kind = "?", label = row.name, text = row.name }
  end
  return list
end


return M
