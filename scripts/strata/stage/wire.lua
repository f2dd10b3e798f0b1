--- The wire form: a game that is played by lines of JSON, for clients in any language.
---
--- Each request is one line and gets one line. Objects are called by keys and players by the names
--- of their seats, so a line means the same in a save, in another process and elsewhere. A request
--- that is refused is answered with the reason, and the state is as it was.
local error_text = require("strata.base.error_text")
local json_reader = require("strata.base.json_reader")
local json_writer = require("strata.base.json_writer")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local hosted_game = require("strata.stage.hosted_game")

local M = {}

--- The version of the form, which every answer tells. It grows when an old client would misread it.
M.VERSION = 1

---@class strata.Wire
---@field hosted strata.Hosted
---@field world strata.World
---@field players table<string, strata.Entity> by the names of their seats
local Wire = {}
Wire.__index = Wire

local function refuse(form, ...)
  error({ refused = form:format(...) }, 0)
end

-- -- Values --------------------------------------------------------------------

--- What an entity is called: the name of a seat, a key, or the handle of one that is gone.
local function name_of(self, entity)
  for _, name in ipairs(self.hosted.seats) do
    if self.players[name] == entity then
      return name
    end
  end
  return host.entity_key(entity) or entity.id
end

local function is_entity(value)
  local meta = host.metatable(value)
  return meta ~= nil and meta.__name == "entity"
end

--- A value of the game as JSON writes it: an entity is { ref = its name }.
local function written(self, value)
  if is_entity(value) then
    return { ref = name_of(self, value) }
  elseif type(value) == "table" then
    local list = {}
    for i, item in ipairs(value) do
      list[i] = written(self, item)
    end
    return json_writer.list(list)
  end
  return value
end

local said

--- What a list or an object of a request holds.
local function said_inside(value)
  local parts = {}
  for key, item in host.sorted_pairs(value) do
    local label = type(key) == "string" and json_writer.quoted(key) .. ":" or ""
    parts[#parts + 1] = label .. said(item)
  end
  return table.concat(parts, ",")
end

--- A value as the request says it, for messages.
function said(value)
  if value == nil then
    return "nothing"
  elseif type(value) == "string" then
    return json_writer.quoted(value)
  elseif type(value) ~= "table" or value == json_reader.null then
    return tostring(value)
  end
  return (#value > 0 and "[%s]" or "{%s}"):format(said_inside(value))
end

local function called(self, name)
  if type(name) ~= "string" then
    refuse("expected the name of an object or a seat, got %s", said(name))
  end
  return self.players[name]
    or host.entity_called(self.world, name)
    or refuse("nothing is called '%s' now", name)
end

--- A value of a request: { ref = name } is an entity.
local function read(self, value)
  if type(value) == "table" and value.ref ~= nil then
    return called(self, value.ref)
  end
  return value
end

--- An answer: one value, a list of them, or amounts by option.
local function read_answer(self, value)
  if type(value) ~= "table" or value.ref ~= nil then
    return read(self, value)
  end
  local list = {}
  for key, item in host.sorted_pairs(value) do
    list[key] = read(self, item)
  end
  return list
end

-- -- What is told --------------------------------------------------------------

local function option_row(self, option, place)
  local has_name = is_entity(option.value)
  return {
    n = place,
    value = written(self, option.value),
    to = option.to and written(self, option.to),
    text = not has_name and option.text or nil,
    outcome = option.outcome,
  }
end

--- A decision, or a choice that an action announces.
local function decision_row(self, decision)
  local options = {}
  for place, option in ipairs(decision.options) do
    options[place] = option_row(self, option, place)
  end
  return {
    id = decision.id,
    name = decision.name,
    purpose = decision.purpose,
    who = decision.who and name_of(self, decision.who),
    source = decision.source and name_of(self, decision.source),
    prompt = decision.prompt,
    options = json_writer.list(options),
    least = decision.least,
    most = decision.most,
    total = decision.total,
    ordered = decision.ordered,
    firm = decision.firm,
  }
end

--- How the game stands: what every answer to a change tells.
local function standing(self, outcome)
  local decisions = {}
  for place, decision in ipairs(self.world:decisions()) do
    decisions[place] = decision_row(self, decision)
  end
  return {
    outcome = outcome,
    decisions = json_writer.list(decisions),
    ended = self.world:ended() ~= nil,
  }
end

local function log_row(self, row)
  local fields = {}
  for name, value in host.sorted_pairs(row.fields) do
    fields[name] = written(self, value)
  end
  return {
    number = row.number,
    action = row.action,
    what = row.what,
    event = row.kind,
    act = row.code,
    who = row.who and name_of(self, row.who),
    source = row.source and name_of(self, row.source),
    count = row.count,
    fields = fields,
  }
end

-- -- Requests ------------------------------------------------------------------

--- Take a world as the game of this connection.
local function take_world(self, world)
  world:keep_log() -- clients ask for rows of the whole game
  self.world, self.players = world, {}
  for seat, name in ipairs(self.hosted.seats) do
    self.players[name] = hosted_game.seat(self.hosted, world, seat)
  end
  return standing(self)
end

--- The player of a seat that the request names by a key, as `by`.
local function player_of(self, key, name)
  local seats = table.concat(self.hosted.seats, ", ")
  if type(name) ~= "string" then
    refuse("%s: expected the name of a seat, got %s; there are %s", key, said(name), seats)
  end
  return self.players[name] or refuse("%s: there is no seat '%s'; there are %s", key, name, seats)
end

--- The object that an action is done with; nil: none.
local function with_object(self, name)
  if name ~= nil and type(name) ~= "string" then
    refuse("with: expected the key of an object, got %s", said(name))
  end
  return name and called(self, name)
end

--- An action as world:act takes it.
local function code_act(self, request)
  if type(request) ~= "table" or type(request.act) ~= "string" then
    refuse("act: expected the name of an action, as `legal` tells it")
  end
  local with = {}
  local given = request.announce == nil and {} or request.announce
  if type(given) ~= "table" or given == json_reader.null then
    refuse("announce: expected an object, got %s", said(given))
  end
  for name, value in host.sorted_pairs(given) do
    with[name] = read(self, value)
  end
  return {
    code = request.act,
    source = with_object(self, request.with),
    you = player_of(self, "by", request.by),
    with = with,
  }
end

local function legal_of(self, name, list)
  for _, act in ipairs(self.world:legal(self.players[name])) do
    local with = act.source and name_of(self, act.source)
    list[#list + 1] = { act = act.code, with = with, by = name }
  end
end

local function to_hex(bytes)
  return (bytes:gsub(".", function(byte)
    return ("%02x"):format(byte:byte())
  end))
end

local function from_hex(text)
  if type(text) ~= "string" or #text % 2 == 1 or text:find("%X") then
    refuse("resume: expected the text of a save")
  end
  return (text:gsub("%x%x", function(digits)
    return string.char(tonumber(digits, 16))
  end))
end

--- Refuse an answer of a player to what somebody else is asked.
local function refuse_answer(self, player, decision)
  local whose = decision.who and name_of(self, decision.who) or "nobody"
  local form = "by: decision %d is asked of %s, not of %s"
  refuse(form, decision.id, whose, name_of(self, player))
end

--- The id of the first decision of a player, or of that with an id; of one that is not open the
--- same id. Refuses one that somebody else is asked.
local function asked_of(self, player, id)
  local other
  for _, decision in ipairs(self.world:decisions()) do
    if id == nil or id == decision.id then
      if decision.who == player then
        return decision.id
      end
      other = other or decision
    end
  end
  return other and refuse_answer(self, player, other) or id
end

--- What a request does that says no more than that it is wanted.
local function plain(verb, action)
  return function(self, request)
    if request[verb] ~= true then
      refuse("%s: expected true, got %s", verb, said(request[verb]))
    end
    return action(self)
  end
end

--- What answers each request, by its first key; and the other keys that it may have.
local REQUESTS <const> = {
  begin = {
    function(self, request)
      local seed = request.begin
      if math.type(seed) ~= "integer" then
        refuse("begin: expected a whole number, the seed")
      end
      return take_world(self, hosted_game.begin(self.hosted, seed))
    end,
  },
  resume = {
    function(self, request)
      return take_world(self, self.hosted.rules:load(from_hex(request.resume)))
    end,
  },
  save = {
    plain("save", function(self)
      return { saved = to_hex(self.world:save()) }
    end),
  },
  stand = {
    plain("stand", function(self)
      return standing(self)
    end),
  },
  legal = {
    function(self, request)
      local list = {}
      for _, name in ipairs(self.hosted.seats) do
        if request.legal == true or request.legal == name then
          legal_of(self, name, list)
        end
      end
      if request.legal ~= true then
        player_of(self, "legal", request.legal)
      end
      return { legal = json_writer.list(list) }
    end,
  },
  next = {
    function(self, request)
      local choice = self.world:next_choice(code_act(self, request.next))
      return { choice = choice and decision_row(self, choice), complete = choice == nil }
    end,
  },
  act = {
    function(self, request)
      return standing(self, (self.world:act(code_act(self, request))))
    end,
    by = true,
    with = true,
    announce = true,
  },
  answer = {
    function(self, request)
      local options = { decision = request.decision }
      if request.by ~= nil then
        options.who = player_of(self, "by", request.by)
        options.decision = asked_of(self, options.who, request.decision)
      end
      return standing(self, (self.world:answer(read_answer(self, request.answer), options)))
    end,
    by = true,
    decision = true,
  },
  concede = {
    function(self, request)
      return standing(self, (self.world:concede(player_of(self, "concede", request.concede))))
    end,
  },
  retract = {
    plain("retract", function(self)
      self.world:retract()
      return standing(self)
    end),
  },
  cancel = {
    plain("cancel", function(self)
      self.world:cancel()
      return standing(self)
    end),
  },
  rows = {
    function(self, request)
      local list = {}
      if math.type(request.rows) ~= "integer" or request.rows < 0 then
        local form = "rows: expected the number of the last row that is known, or 0, got %s"
        refuse(form, said(request.rows))
      end
      for row in self.world:log(request.rows) do
        list[#list + 1] = log_row(self, row)
      end
      return { rows = json_writer.list(list) }
    end,
  },
  values = {
    function(self, request)
      local entity, values = called(self, request.values), {}
      for _, name in ipairs(self.hosted.rules:names("attributes")) do
        values[name] = written(self, entity[name])
      end
      return { values = values }
    end,
  },
}

--- The one key of a request that says what it wants.
local function verb_of(request)
  for name in host.sorted_pairs(request) do
    if REQUESTS[name] then
      return name
    end
  end
  local known = table.concat(spelling.keys(REQUESTS), ", ")
  return refuse("the request says none of these: %s", known)
end

local function respond(self, request)
  if type(request) ~= "table" then
    refuse("expected an object")
  end
  local verb = verb_of(request)
  local answer = REQUESTS[verb]
  for name in host.sorted_pairs(request) do
    if name ~= verb and not answer[name] then
      refuse("%s: '%s' does not belong there", verb, tostring(name))
    end
  end
  return answer[1](self, request)
end

--- The text of an error: as a client reads it, which has called no function of a script, and knows
--- actions by that name, and objects by their keys.
local function reason(self, problem)
  if type(problem) == "table" and problem.refused then
    return problem.refused
  end
  local text = tostring(problem):gsub("^strata%.[%w_%.]+:%d+: ", "")
  text = text:gsub("^%l+:[%l_]+: ", ""):gsub("^unknown code ", "there is no action ")
  return error_text.named(text, self.world, function(entity)
    return name_of(self, entity)
  end)
end

--- Answer a line.
---@param line string
---@return string line
function Wire:line(line)
  local request, problem = json_reader.read(line)
  local is_fine, result = problem == nil, nil
  if is_fine then
    is_fine, result = pcall(respond, self, request)
    problem = not is_fine and reason(self, result) or nil
  end
  local reply = is_fine and result or { error = problem }
  reply.v, reply.ok, reply.hash = M.VERSION, is_fine, self.world:hash()
  return json_writer.value(reply)
end

--- Load packs and begin a game of them, with seed 0.
---@param asked string|strata.Asked
---@return strata.Wire
function M.open(asked)
  local self = setmetatable({ hosted = hosted_game.load(asked) }, Wire)
  take_world(self, hosted_game.begin(self.hosted, 0))
  return self
end

return M
