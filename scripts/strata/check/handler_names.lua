--- Checks the names in handler functions against the rules. The names are read from the bytecode,
--- so that a misspelt name is found without a game that reaches it.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local function_code = require("strata.check.function_code")
local event_patterns = require("strata.events.event_patterns")
local event_vocabulary = require("strata.events.event_vocabulary")
local host = require("strata.host")
local ability_watches = require("strata.link.ability_watches")
local step_events = require("strata.stage.step_events")

local M = {}

-- How many names a message lists, where none is near.
local LISTED <const> = 12

-- What the things that a handler is given give in turn, where that is always of one kind. The names
-- themselves are those of the binding: see known_of.
local FIELDS <const> = {
  ctx = { event = "event", it = "entity", this = "entity", world = "world", you = "entity" },
  entity = { world = "world" },
  effect = { source = "entity", world = "world" },
}
local METHODS <const> = {
  ctx = { made_by = "entity" },
  entity = { successor = "entity", zone_player = "entity" },
  world = { effect = "effect", entities = "entities", select = "entities", spawn = "entity" },
}

-- -- What there is -----------------------------------------------------------

--- The variables that instructions bind, and the parameters of watcher definitions, anywhere in a
--- game; ctx has those of its own watcher definition.
local function bound_in(value, into)
  if type(value) == "string" then
    for name in value:gmatch("%$([%l_][%l%d_]*)") do
      into[name] = true
    end
  elseif type(value) == "table" then
    for key, inner in next, value do
      if key == "as" and type(inner) == "string" then
        into[inner] = true
      elseif (key == "names" or key == "with") and type(inner) == "table" then
        lists.set_of(spelling.keys(inner), into)
      end
      bound_in(inner, into)
    end
  end
  return into
end

--- The fields of all kinds of events, and those that hold an entity.
local function event_fields(kinds)
  local names, gives = lists.copied(event_vocabulary.COMMON), {}
  for name in host.sorted_pairs(kinds.known) do
    for field, kind in host.sorted_pairs(event_patterns.fields(kinds, name)) do
      names[field] = kind
    end
  end
  for field, kind in next, names do
    gives[field] = kind == "ref" and "entity" or nil
    names[field] = true
  end
  return names, gives
end

---@class strata.Names what can be named, by what it is asked of
---@field ctx table<string, true>
---@field effect table<string, true>
---@field entity table<string, true>
---@field event table<string, true>
---@field world table<string, true>
---@field methods table<string, table<string, true>> those that are called, by the same

--- What there is in a game to be named, and what of it gives what.
---@return strata.Names
---@return strata.Known
local function known_of(game)
  local names, fields = {}, {}
  for _, kind in ipairs({ "ctx", "effect", "entity", "world" }) do
    names[kind], fields[kind] = lists.set_of(host.names(kind)), lists.copied(FIELDS[kind])
  end
  bound_in(game.codes, names.ctx)
  bound_in(game.kinds.events, names.ctx)
  bound_in(game.kinds.checks, names.ctx)
  bound_in(game.kinds.play, names.ctx)
  bound_in(game.kinds.course, names.ctx)
  for name, attribute in host.sorted_pairs(game.schema.attributes) do -- with `zone`
    names.entity[name] = true
    fields.entity[name] = fields.entity[name] or (attribute.kind == "ref" and "entity" or nil)
  end
  names.event, fields.event = event_fields(game.kinds)
  names.methods = {}
  for _, kind in ipairs({ "ctx", "effect", "entity", "world" }) do
    names.methods[kind] = lists.set_of(host.names(kind))
  end
  return names, { fields = fields, methods = METHODS }
end

-- -- Whose a handler is ------------------------------------------------------

local function runs_in(value, into)
  if type(value) == "table" then
    if value[1] == "run" and type(value[2]) == "string" then
      into[value[2]] = true
    end
    for _, inner in next, value do
      runs_in(inner, into)
    end
  end
  return into
end

--- The kinds of events that handlers are run in, where that is one.
local function kinds_of(game)
  local found, several = {}, {}
  local function note(spec, kind)
    for name in next, runs_in(spec, {}) do
      several[name] = several[name] or (found[name] ~= nil and found[name] ~= kind) or nil
      found[name] = kind
    end
  end
  for name, spec in host.sorted_pairs(game.codes) do
    note(spec, ability_watches.waits_for(game, name) or "")
  end
  for name, event in host.sorted_pairs(game.kinds.events) do
    note({ event.does, event.results, event.one_by_one }, name)
  end
  for name in next, several do
    found[name] = nil
  end
  return found
end

-- -- What is wrong -----------------------------------------------------------

local Judge = {}
Judge.__index = Judge

function Judge:add(path, line, message, kind)
  local text = self.game.files:message(path, line, message)
  if not self.said[text] then
    self.said[text] = true
    self.found[#self.found + 1] = { path = path, line = line, text = text, kind = kind or "name" }
  end
end

--- "; did you mean 'x'?", or what there is.
local function instead_of(name, known)
  local list = spelling.keys(known)
  local hint = spelling.hint(name, list)
  if hint ~= "" or #list == 0 then
    return hint
  end
  local more = #list > LISTED and ", ..." or ""
  return "; there are " .. table.concat(list, ", ", 1, math.min(#list, LISTED)) .. more
end

--- The same of a word: there are too many to list.
local function word_instead(name, known)
  local hint = spelling.hint(name, spelling.keys(known))
  return hint ~= "" and hint
    or "; a function has its locals, the words of cards, and ipairs, "
      .. "math, pairs, string, table and their like"
end

--- What a file can name: its pack's words, and what every script has.
local function globals_of(game, path)
  local known = {}
  for _, pack in ipairs(game.packs) do
    if path:sub(1, #pack.path + 1) == pack.path .. "/" then
      lists.set_of(spelling.keys(game:words_of(pack)), known)
    end
  end
  lists.set_of(spelling.keys(game.words), known)
  local first = game.packs[1]
  return lists.set_of(spelling.keys(host.environment(first.name, first.path)), known)
end

local WHAT <const> = {
  ctx = "what a handler is given has no",
  effect = "an effect has no",
  entity = "an entity has no",
  event = "an event has no",
  world = "the world has no",
}

--- What an event of a kind can be asked, for messages too.
local function event_names(game, kind)
  local known = kind and kind ~= "" and game.kinds.known[kind]
  if not known then
    return nil, "an event has no"
  end
  return event_patterns.fields(game.kinds, kind), ("an event '%s' has no"):format(kind)
end

--- What can be asked of what a use asks, and how a message begins.
function Judge:known(walk, use, kind)
  local what = WHAT[use.of]
  if use.of == "global" then
    self.globals[walk.path] = self.globals[walk.path] or globals_of(self.game, walk.path)
    return self.globals[walk.path], "unknown word"
  elseif use.of == "event" then
    local own, form = event_names(self.game, kind)
    local common = lists.copied(event_vocabulary.COMMON)
    return own and lists.set_of(spelling.keys(own), common) or self.names.event, form
  end
  return use.is_call and self.names.methods[use.of] or self.names[use.of], what
end

--- Whether a global is told already: as hidden state, as the function assigns it, or in a line
--- before.
local function is_told(walk, use)
  local told = use.of == "global" and walk.assigned[use.name]
  if use.of == "global" then
    walk.assigned[use.name] = true
  end
  return told
end

--- Nouns of the rules stand for conditions, and only files of words know them: a function that asks
--- for each.card would fail when it is run.
function Judge:noun(walk, use)
  local noun = self.game.schema.nouns[use.name]
  if noun then
    local condition = noun.where or ("zone = '%s'"):format(noun.zone)
    local form = "functions do not know the noun '%s'; write world:select(\"%s\")"
    self:add(walk.path, use.line, form:format(use.name, condition))
  end
end

function Judge:use(walk, use, kind)
  if use.of == "global each" then
    return self:noun(walk, use)
  end
  local known, what = self:known(walk, use, kind)
  if known and not known[use.name] and not is_told(walk, use) then
    local form = use.is_call and "%s ':%s'%s" or "%s '%s'%s"
    local instead = use.of == "global" and word_instead or instead_of
    self:add(walk.path, use.line, form:format(what, use.name, instead(use.name, known)))
  end
end

--- ctx:emit of a kind that there is, with fields that it has.
function Judge:making(walk, making)
  local kinds = self.game.kinds
  if not kinds.known[making.kind] then
    local form = "emit: unknown event '%s'%s"
    local hint = instead_of(making.kind, kinds.known)
    return self:add(walk.path, making.line, form:format(making.kind, hint))
  end
  local fields = event_patterns.fields(kinds, making.kind)
  for name, line in host.sorted_pairs(making.fields) do
    if not fields[name] then
      local form = "emit: '%s' has no field '%s'%s"
      self:add(walk.path, line, form:format(making.kind, name, instead_of(name, fields)))
    elseif fields[name] == "sym" and making.texts[name] then
      self:word(walk, line, name, making.texts[name])
    end
  end
end

--- A word that an event is given. A card may be called by its id.
function Judge:word(walk, line, field, word)
  local problem = step_events.symbol_problem(self.game, self.game.schema:symbol(word))
  if problem and not self.game:find_card(word) then
    self:add(walk.path, line, ("emit: %s: %s"):format(field, problem))
  end
end

-- What a question to a player says besides its options.
local ASKS <const> = lists.set_of({
  "by", "hidden", "least", "most", "ordered", "prompt", "purpose", "source", "total",
})

--- ctx:choose of fields that a question has.
function Judge:asking(walk, asking)
  for name, line in host.sorted_pairs(asking) do
    if not ASKS[name] then
      self:add(walk.path, line, ("choose: no field '%s'%s"):format(name, instead_of(name, ASKS)))
    end
  end
end

--- What stands against a handler being kept: it names or changes what is outside.
function Judge:keep(handler)
  local is_fine, problem = pcall(host.keep_handler, handler)
  local path, line, rest = tostring(problem):match("^(.-):(%d+): (.*)$")
  if not is_fine and path and not rest:find("there is no such global", 1, true) then
    self:add(path, math.tointeger(tonumber(line)), rest, "state")
  end
end

local function comes_before(a, b)
  if a.path ~= b.path then
    return a.path < b.path
  elseif a.line ~= b.line then
    return a.line < b.line
  end
  return a.text < b.text
end

--- What the functions of a game name that is not there, and what they may not have.
---@param game strata.Game its cards are read
---@param problems string[] gets them
---@param codes table<string, string> receives the check that found each problem
function M.check(game, problems, codes)
  local names, known = known_of(game)
  local judge = { game = game, names = names, globals = {}, said = {}, found = {} }
  setmetatable(judge, Judge)
  local of = kinds_of(game)
  for name, handler in host.sorted_pairs(game.kinds.handlers) do
    if type(handler) == "function" then
      for _, walk in ipairs(function_code.walk(handler, known)) do
        for _, use in ipairs(walk.uses) do
          judge:use(walk, use, of[name])
        end
        for _, making in ipairs(walk.makes) do
          judge:making(walk, making)
        end
        for _, asking in ipairs(walk.asks) do
          judge:asking(walk, asking)
        end
      end
      judge:keep(handler)
    end
  end
  table.sort(judge.found, comes_before)
  for _, found in ipairs(judge.found) do
    problems[#problems + 1], codes[found.text] = found.text, found.kind
  end
end

return M
