--- A game that is played while its packs change: a stage, and what is needed to reload its packs.
local strata = require("strata")
local error_text = require("strata.base.error_text")
local spelling = require("strata.base.spelling")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local linker = require("strata.link.linker")
local pack_search = require("strata.packs.pack_search")
local scenario = require("strata.scenario.scenario")
local scenario_export = require("strata.scenario.scenario_export")
local course_steps = require("strata.stage.course_steps")
local object_lookup = require("strata.stage.object_lookup")
local player_actions = require("strata.stage.player_actions")
local stage_module = require("strata.stage.stage")
local step_events = require("strata.stage.step_events")
local step_objects = require("strata.stage.step_objects")
local steps = require("strata.stage.steps")
local game_help = require("strata.help.game_help")
local game_methods = require("strata.session.game_methods")
local reload_report = require("strata.session.reload_report")
local help_texts = require("strata.help.help_texts")
local opened_save = require("strata.session.opened_save")
local opened_scenario = require("strata.session.opened_scenario")

local M = {}

-- The game of the session, and what a session sees of it.
local current = nil

---@class strata.Live
---@field asked string|strata.Asked the packs, as game.load takes them
---@field stage strata.Stage
---@field game strata.Game
---@field record strata.Record of what was done since it began or was loaded anew
local Live = {}
Live.__index = Live

-- Files whose words are none of a session's, by the books of the help.
local WHERE <const> = {
  cards = "files of cards",
  events = "files of events",
  scenarios = "steps",
}

--- Load packs, with seats for those who play: their names are words of the rules.
---@param asked string|strata.Asked
---@param earlier? strata.Game of the same packs: what has not changed is taken over from it
---@return strata.Game not frozen yet
function M.load(asked, earlier)
  local game = linker.load(asked, nil, nil, nil, earlier)
  game.is_live = true
  game:name_players(stage_module.seated(game))
  step_events.prepare(game)
  return game
end

--- Load packs, and seat those who play. Raises if a pack is wrong.
---@param asked string|strata.Asked
---@return strata.Live
function M.open(asked)
  local game = M.load(asked)
  game:freeze()
  local stage = stage_module.new(game, stage_module.seated(game))
  local record = stage.world:record()
  return setmetatable({ asked = asked, game = game, stage = stage, record = record }, Live)
end

-- -- Playing -----------------------------------------------------------------

--- Forget objects that no longer exist and have no successor. If a session was taken back, they
--- never existed, and later objects will get their handles, as objects of a save have them.
function Live:forget_undone()
  local stage, kept = self.stage, {}
  for _, object in ipairs(stage.objects) do
    if opened_save.find_again(stage, object) then
      kept[#kept + 1] = object
    else
      stage.ids[object.id] = nil
    end
  end
  stage.objects = kept
end

--- Put a new object of a card into a zone, as the setup of a scenario does.
---@param name string of the card
---@param zone? string the rules' home, unless it is said
---@param player? string "A", unless it is said
---@return strata.Entity
function Live:put(name, zone, player)
  local card, message = self.game:find_card(name)
  if not card then
    error(message, 0)
  end
  self:forget_undone()
  local fields = { card = card, player = player or self.stage.order[1] }
  fields.zone = zone or self.game.schema.home
  local object = self.stage:make(card, fields)
  step_objects.settle(self.stage, object, fields)
  self.stage.world:commit()
  return object.entity
end

--- The id of an entity's object. One that shares its id with others gets an id of its own, as an
--- entity is never several objects.
local function id_of(stage, entity)
  local id = stage:id_of(entity) or error(("%s is no object of this game"):format(entity), 0)
  if stage:somebody(id) or #object_lookup.find(stage, id) == 1 then
    return id
  end
  for _, object in ipairs(stage.objects) do
    if object.entity == entity then
      object.id = ("%s no. %s"):format(id, entity.id:match("%d+"))
      object.is_named = true
      stage.ids[object.id] = object
      return object.id
    end
  end
  return id
end

--- Convert a value for a step: an entity to the id of its object, a predicate to the ids of all
--- objects that satisfy it now.
local function called(stage, value)
  local meta = host.metatable(value)
  local kind = meta and meta.__name
  if kind == "entity" then
    return id_of(stage, value)
  elseif kind == "expression" then
    return called(stage, stage.world:select(value))
  elseif type(value) ~= "table" or meta then
    return value
  end
  local list = {}
  for key, item in host.sorted_pairs(value) do
    list[key] = called(stage, item)
  end
  return list
end

--- Evaluate a field of a step: the objects that satisfy a predicate now, the present value of a
--- number.
local function said_now(stage, value)
  if phrase.is(value) and value.kind == "pred" then
    return called(stage, stage.world:select(phrase.full(value)))
  elseif phrase.is(value) and value.kind == "int" then
    return stage.world:eval(value.text)
  end
  return called(stage, value)
end

--- Perform a step of a scenario: { destroy = "Humility" }. Entities and predicates may stand in
--- place of names.
---@param step table
function Live:step(step)
  self:forget_undone()
  self.stage:follow()
  local said = {}
  for field, value in host.sorted_pairs(step) do
    said[field] = said_now(self.stage, value)
  end
  scenario.act(self.stage, said)
end

-- -- Loading anew ------------------------------------------------------------

--- Connect objects with the reloaded cards by the ids of the cards. An object whose card is gone
--- keeps the old one.
local function find_cards(stage, game)
  stage.game = game
  for _, object in ipairs(stage.objects) do
    local id = object.card.definition
    local now = game.definitions[id] and id or game.files.renames:present(id)
    object.card = game.definitions[now] or object.card
  end
end

--- Load the packs again, and give the world the new rules. Its state stays, abilities and handlers
--- do what the packs now say. A name that the packs no longer have, but the world uses, stays
--- without any effect. Raises, and changes nothing, if a pack is wrong, or if the world needs
--- something that is gone: an attribute, a zone, a clock, a layer.
---@return strata.Reloaded
function Live:reload()
  host.forget_hashes()
  local game = M.load(self.asked, self.game)
  game:freeze()
  local world = self.stage.world
  local lacks = world:lacks(game.rules)
  if #lacks > 0 then
    game = M.load(self.asked)
    game:retire(lacks)
    game:freeze()
  end
  local is_fine, problem = pcall(world.reload, world, game.rules)
  if not is_fine then
    error("reload: " .. error_text.plain(problem):gsub("^world:%l+: ", ""), 0)
  end
  local report = reload_report.of(self.game, game)
  for _, lack in ipairs(lacks) do
    report.kept[#report.kept + 1] = ("%s %s"):format(lack.kind, lack.name)
  end
  self.game = game
  find_cards(self.stage, game)
  self.record = #world:decisions() == 0 and world:record() or nil -- amid an action none begins
  return report
end

-- -- Sessions ----------------------------------------------------------------

--- A number that a card has from its definition and that is none of its cost; nil if it has none.
local function number_of(game, card)
  local given = game.spec.definitions[card.definition] or {}
  for name, value in host.sorted_pairs(given) do
    if math.type(value) == "integer" and value ~= 0 and not game.schema:is_of_cost(name) then
      return name
    end
  end
end

--- A card to begin with, and a number of it: one of the pack that was asked for last, if it can be.
local function first_card(game, folder)
  local best, best_number
  for _, card in host.sorted_pairs(game.cards) do
    local number = number_of(game, card)
    local is_own = card.item.path:sub(1, #folder + 1) == folder .. "/"
    if is_own and number then
      return card, number
    elseif not best or (number and not best_number) then
      best, best_number = card, number
    end
  end
  return best, best_number
end

--- Lines for the session to suggest: in a game whose players act, how to play it.
local function lines_to_try(live, folders)
  local game = live.game
  if #player_actions.codes_of(game) > 0 and course_steps.is_to_begin(live.stage) then
    return { player_actions.first_step(live.stage), ":legal", ":take 1", ":board", "?game" }
  end
  local card, number = first_card(game, folders[#folders] or "")
  local lines = { ":board", "?game" }
  if number then
    table.insert(lines, 1, (":why one.%s"):format(number))
  end
  if card then
    table.insert(lines, 1, ("one = game:put(%q)"):format(card.name))
  end
  return lines
end

--- Begin to play the game of some packs. Nil if the packs are no game: they have no rules, or
--- create a world themselves.
---@param asked strata.Asked
---@return table<string, any>|nil names for the session: game, world, A, B
---@return string[]|nil lines to try
function M.begin(asked)
  local has_rules = false
  local folders = pack_search.folders(asked)
  for _, folder in ipairs(folders) do
    local manifest = host.manifest(folder)
    has_rules = has_rules or manifest.rules ~= nil
    if host.is_file(folder .. "/world.lua") then
      return nil
    end
  end
  if not has_rules then
    return nil
  end
  local live = M.open(asked)
  current = live
  local names = { world = live.stage.world }
  names.game = game_methods.of(live)
  for name, player in host.sorted_pairs(live.stage.players) do
    names[name] = player
  end
  return names, lines_to_try(live, folders)
end

--- The environment of a line that performs a step: the words of scenarios and the names of the
--- session. A name that both have is the word, unless the session has assigned another value to it.
---@param env table<string, any> the session's names
---@return table|nil environment nil if there is no game
function M.step_environment(env)
  return current and setmetatable({}, {
    __index = function(_, name)
      local own, word = env[name], current.game.words[name]
      local is_own = word == nil or own ~= nil and not rawequal(own, strata[name])
      return is_own and own or word
    end,
    __newindex = function(_, name, value)
      env[name] = value
    end,
  })
end

--- An expression for what the game calls by a name that is none of the session: a player or an
--- object, as in `:why Opalescence.power`. Nil if there is no game or it knows nobody of that name.
--- Raises if several have it.
---@param name string
---@param env table<string, any> the session's names
---@return string|nil
function M.expression_for(name, env)
  local stage = current and env[name] == nil and current.stage
  if stage then
    current:forget_undone()
    stage:follow()
  end
  local found = stage and object_lookup.find(stage, name) or {}
  if #found == 0 then
    return nil
  end
  return ("world:entity(%q)"):format(object_lookup.one(stage, name).entity.id)
end

--- Whether the session plays a game of cards.
---@return boolean
function M.is_played()
  return current ~= nil
end

--- The place of an attribute among the columns of the board: 1 for the controller, -1 for what a
--- cost comes to, 0 for all others.
---@param name string
---@return integer
function M.column_place(name)
  if not current then
    return 0
  end
  local schema = current.game.schema
  if name == schema.roles.controller then
    return 1
  end
  return schema:is_of_cost(name) and -1 or 0
end

--- The words of steps that are no names of the session, and the verbs.
---@param env table<string, any> the session's names
---@return string[]
function M.words(env)
  local names, list = {}, {}
  for _, known in ipairs(current and { current.game.words, steps.of(current.game) } or {}) do
    for name in host.sorted_pairs(known) do
      names[name] = env[name] == nil or nil
    end
  end
  for name in host.sorted_pairs(names) do
    list[#list + 1] = name
  end
  return list
end

--- The files in which a described word can be used; nil if the help describes no such word. A
--- single letter, such as `x`, is more likely a name of the session.
local function where_described(name)
  for _, entry in ipairs(#name > 1 and help_texts.find(name) or {}) do
    local where = WHERE[entry.book]
    if entry.name == name and where then
      local is_of_steps = current and entry.book ~= "events"
      return is_of_steps and where .. ", in a session of game:step { ... }" or where
    end
  end
end

--- The same, of a word of steps that the rules declare too.
local function where_said(name)
  local word = current and current.game.step_words[name]
  return word and WHERE.scenarios .. ", in a session of game:step { ... }" or where_described(name)
end

-- Names of commands, typed as if they were functions.
local COMMANDS <const> = {
  board = "board", cards = "cards", check = "check", events = "events", exit = "quit",
  help = "help", load = "load", quit = "quit", redo = "redo", reload = "reload", undo = "undo",
  why = "why",
}

--- The message for a typed name that means nothing there.
---@param name string
---@param near? string a name of the session that looks like it
---@return string|nil
function M.hint(name, near)
  if name == "math.random" or name == "math.randomseed" then
    return "chance is the world's, so that games can be replayed: see ?roll"
  elseif current and current.game.kinds.known[name] then
    return ("'%s' happens in a step: game:step { emit = %s { ... } }"):format(name, name)
  end
  if COMMANDS[name] then
    return ("a command begins with a colon: :%s"):format(COMMANDS[name])
  end
  local where = where_said(name)
  if where then
    return ("'%s' is a word of %s; see ?%s"):format(name, where, name)
  elseif near then
    return ("did you mean '%s'?"):format(near)
  end
  local word = current and spelling.nearest(name, spelling.keys(current.game.words))
  return word and ("did you mean '%s', in game:step { ... }?"):format(word)
end

--- The place where the card of an entity is written, if it belongs to the session's game.
local function printed_at(entity)
  local name = entity:is_alive() and entity:definition()
  local card = current and current.game.definitions[name]
  local place = card and ("%s:%d"):format(card.item.path, card.item.line)
  return name and ("  card       %s%s"):format(name, place and ", " .. place or "")
end

--- ", in zone graveyard of A".
local function place_of(entity)
  local has_zones, zone = pcall(function()
    return entity.zone
  end)
  if not has_zones or not zone then
    return ""
  end
  local player = entity:zone_player()
  return (", in zone %s"):format(zone) .. (player and " of " .. tostring(player) or "")
end

--- The description of an entity that exists, as lines.
local function about_entity(name, entity)
  local lines = { ("%s is the entity %s%s"):format(name, tostring(entity), place_of(entity)) }
  lines[#lines + 1] = printed_at(entity)
  local has_abilities, abilities = pcall(entity.abilities, entity)
  for _, row in ipairs(has_abilities and abilities or {}) do
    local known = current and current.game.abilities[row.name]
    lines[#lines + 1] = ("  ability    %s"):format(known and known.label or row.name)
  end
  local form = "  :show %s has all its values, :why %s.ATTRIBUTE how one came about"
  lines[#lines + 1] = form:format(name, name)
  return table.concat(lines, "\n")
end

--- The description of an entity that no longer exists, with its successor, as lines.
local function about_gone(name, entity)
  local now = entity:successor()
  local rest = now and (", and has become %s"):format(tostring(now)) or ""
  return ("%s is an entity that is gone%s"):format(name, rest)
end

--- "number", "entity", "world".
local function kind_of(value)
  local meta = type(value) == "userdata" and host.metatable(value)
  return meta and meta.__name or type(value)
end

-- What is shown as itself: text of other things has addresses, or is long.
local SHOWN <const> = { boolean = true, number = true, string = true }

--- The description of the value that has a name in the session, and its origin. Nil if the name is
--- unknown, or if the help describes it.
---@param name string
---@param env table<string, any> the session's names
---@return string|nil
function M.about(name, env)
  local value = env[name]
  local is_told = value == nil or #help_texts.find(name) > 0
  local kind = kind_of(value)
  if is_told then
    return nil
  elseif kind == "entity" then
    return value:is_alive() and about_entity(name, value) or about_gone(name, value)
  end
  return ("%s is a %s%s"):format(name, kind, SHOWN[kind] and ": " .. tostring(value) or "")
end

local function report_text(report)
  local lines = {}
  for _, what in ipairs({ "added", "changed", "removed", "kept" }) do
    local list = report[what]
    if #list > 0 then
      lines[#lines + 1] = ("  %-8s %s"):format(what, table.concat(list, ", "))
    end
  end
  return #lines > 0 and "reloaded\n" .. table.concat(lines, "\n") or "reloaded: nothing has changed"
end

local function must_have_game()
  if not current then
    error("there is no game of cards here: begin one with --pack PACK", 0)
  end
end

--- Load the packs of the session's game anew. Raises as Live:reload does.
---@return string what has changed
function M.reload()
  must_have_game()
  return report_text(current:reload())
end

--- Read a save for the session's world. Raises if it is none, or of other packs or players.
---@param world strata.World
---@param bytes string
---@return strata.World a new one, in the state of the save
function M.read_save(world, bytes)
  local stage = current and rawequal(current.stage.world, world) and current.stage or nil
  return opened_save.read(world, bytes, stage)
end

--- Play a scenario for the session's game, if a file of Lua is named. Raises if it cannot be
--- played.
---@param said string "FILE.lua", or "FILE.lua NAME" where the file has several
---@return strata.World|nil in the state at its end; nil if another file is named
---@return strata.Stage|nil for follow_opened
function M.read_scenario(said)
  local path, name = opened_scenario.named(said)
  if path then
    must_have_game()
    local played = opened_scenario.play(current.stage, path, name)
    return played.world, played
  end
end

--- The session's world has got the state of a save or a scenario: find its objects, and record from
--- there.
---@param world strata.World
---@param played? strata.Stage of the scenario
function M.follow_opened(world, played)
  if current and rawequal(current.stage.world, world) then
    current:forget_undone()
    opened_save.follow(current.stage)
    if played then
      opened_scenario.take_names(current.stage, played)
    end
    current.record = #world:decisions() == 0 and world:record() or nil -- as after a reload
  end
end

--- The names of the cards of the session's game, none if it has no game.
---@return string[]
function M.cards()
  local names = {}
  for name in host.sorted_pairs(current and current.game.cards or {}) do
    names[#names + 1] = name
  end
  return names
end

--- What is said about a name by the help, and by the game of the session if it has one.
---@param word? string
---@return string text
---@return boolean is_found
function M.help(word)
  return game_help.tell(current and current.game, word)
end

--- The cards of the session's game that have a text in their name, words or text, as lines.
---@param text string
---@return string
function M.card_list(text)
  must_have_game()
  return game_help.cards(current.game, text)
end

--- What the players of the session's game may do, as numbered lines.
---@param player string the only one who is asked about; "" for all
---@return string
function M.legal(player)
  must_have_game()
  current:forget_undone()
  return player_actions.text(current.stage, player ~= "" and player or nil)
end

--- The names that the help of the session knows.
---@return string[]
function M.described()
  local names = help_texts.names()
  local own = current and game_help.names(current.game) or {}
  return table.move(own, 1, #own, #names + 1, names)
end

--- The session's game as the text of a scenario: see strata.scenario.scenario_export.
---@param path string of the file that it is for; the scenario is called by it
---@return string
function M.scenario(path)
  must_have_game()
  return (scenario_export.text(current.stage, path:match("([^/]*)$"):gsub("%.lua$", "")))
end

--- The record of the session's game since it began, or since its packs were reloaded, as
--- rules:replay takes it. Raises while a decision is open.
---@return string bytes
function M.record()
  must_have_game()
  if not current.record then
    current.record = current.stage.world:record()
    error("record: nothing was recorded since the reload amid an action; it is from now on", 0)
  end
  return current.record:save()
end

--- The folders and archives of the session's packs, none if it has no game.
---@return string[]
function M.folders()
  return current and pack_search.folders(current.asked) or {}
end

return M
