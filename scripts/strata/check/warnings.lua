--- Warnings: parts that can never have an effect, acts about nobody, names that are set and never
--- read, cards without a test, cards without a rules text, files that are read as of two versions.
local diagnostic = require("strata.base.diagnostic")
local file_outline = require("strata.base.file_outline")
local dead_conditions = require("strata.check.dead_conditions")
local function_code = require("strata.check.function_code")
local unread_names = require("strata.check.unread_names")
local ability_watches = require("strata.link.ability_watches")
local host = require("strata.host")

local M = {}

---@class strata.Warning
---@field text string
---@field code string see strata.base.diagnostic

local Warnings = {}
Warnings.__index = Warnings

--- Warn, unless the pack gives a reason why that is right.
function Warnings:add(kind, item, form, ...)
  local pack = self:own_pack(item.path)
  if pack and not pack.allow[kind] then
    local text = diagnostic.warning(self.game.files, item.path, item.line, form:format(...))
    self.list[#self.list + 1] = { text = text, code = kind, path = item.path, line = item.line }
  end
end

--- The pack that is checked and has a file; nil for files of others.
function Warnings:own_pack(path)
  for _, pack in ipairs(self.packs) do
    if path:sub(1, #pack.path + 1) == pack.path .. "/" then
      return pack
    end
  end
  return nil
end

--- The base kind of an event or alias.
local function base_of(game, kind)
  local known = game.kinds.known[kind]
  return known and known.of and base_of(game, known.of) or kind
end

-- -- Conditions --------------------------------------------------------------

local function warn_impossible(warnings, item, field, text)
  if text and dead_conditions.is(text) then
    local line = warnings.game.files:line(item, field)
    local place = { path = item.path, line = line }
    local form = "%s: %s can never hold, so it never does anything; change the condition, or take "
      .. "it out"
    warnings:add("unreachable", place, form, item.word, field)
  end
end

--- Conditions that a card's own `when` or what it watches for say.
local function conditions(warnings)
  local game = warnings.game
  for name, item in host.sorted_pairs(game.code_items) do
    local spec = game.codes[name]
    if spec[1] ~= "state" or item.word == "as_soon_as" then
      warn_impossible(warnings, item, "when", spec.when)
    end
    warn_impossible(warnings, item, "only_if", spec.only_if)
  end
end

--- Conditions of the clauses of abilities that watch for nothing.
local function clauses(warnings, draft)
  for _, part in ipairs(draft.parts) do
    local ability = type(part.item) == "table" and warnings.game.abilities[part.name] or {}
    for _, clause in ipairs(ability.clauses or {}) do
      warn_impossible(warnings, part.item, "when", clause.when and clause.when.text)
    end
  end
end

-- -- Events that nothing makes ------------------------------------------------

--- The event types that instructions make, with aliases resolved.
local function made_in(game, value, into)
  if type(value) == "table" then
    local is_made = value[1] == "emit" or value[1] == "pay" or value[1] == "have"
    if is_made and type(value[2]) == "string" then
      into[base_of(game, value[2])] = true
    end
    for _, inner in next, value do
      made_in(game, inner, into)
    end
  end
  return into
end

--- Handlers by the texts that stand in them: any of these may be the kind of an event.
local function texts_of(game)
  local into, known = {}, { fields = {}, methods = {} }
  for name, handler in host.sorted_pairs(game.kinds.handlers) do
    into[name] = {}
    local walks = type(handler) == "function" and function_code.walk(handler, known)
    for _, walk in ipairs(walks or {}) do
      for text in next, walk.texts do
        into[name][text] = true
      end
    end
  end
  return into
end

--- What runs of handlers may make.
local function add_runs(game, value, texts, into)
  if type(value) == "table" then
    for text in next, value[1] == "run" and texts[value[2]] or {} do
      if game.kinds.known[text] then
        into[base_of(game, text)] = true
      end
    end
    for _, inner in next, value do
      add_runs(game, inner, texts, into)
    end
  end
  return into
end

--- Who makes what, and which kind there must be for that; nil for those that begin.
local function makers_of(game)
  local texts, list = texts_of(game), {}
  local function add(needs, value)
    local makes = add_runs(game, value, texts, made_in(game, value, {}))
    list[#list + 1] = { needs = needs, makes = makes }
  end
  for name, spec in host.sorted_pairs(game.codes) do
    local event = ability_watches.waits_for(game, name)
    add(event and base_of(game, event) or nil, spec)
  end
  for kind, event in host.sorted_pairs(game.kinds.events) do
    add(base_of(game, kind), event)
  end
  add(nil, game.kinds.checks)
  add(nil, game.kinds.play)
  add(nil, game.kinds.course)
  return list
end

--- The texts of the engine's own part in a game: which kinds it makes is said there by name.
local function named_kinds(game, value, into)
  if type(value) == "table" then
    for _, inner in next, value do
      named_kinds(game, inner, into)
    end
  elseif type(value) == "string" and game.kinds.known[value] then
    into[base_of(game, value)] = true
  end
  return into
end

--- The kinds of events that can come to be.
local function possible_kinds(game, tests)
  local makers, possible = makers_of(game), named_kinds(game, game.kinds.play, {})
  for text in next, tests.texts do -- what scripts and steps do by name
    named_kinds(game, text, possible)
  end
  repeat
    local more = false
    for _, maker in ipairs(makers) do
      for kind in next, (not maker.needs or possible[maker.needs]) and maker.makes or {} do
        more = more or not possible[kind]
        possible[kind] = true
      end
    end
  until not more
  return possible
end

local function unmade(warnings, tests)
  local game = warnings.game
  local possible = possible_kinds(game, tests)
  for name, item in host.sorted_pairs(game.code_items) do
    local event = ability_watches.waits_for(game, name)
    if event and not possible[base_of(game, event)] then
      local form = "%s: nothing makes the event '%s', so it never does anything; let an act make "
        .. "it, or a step of a test if it is the host's: emit = %s { ... }"
      warnings:add("unreachable", item, form, item.word, event, event)
    end
  end
end

-- -- Handlers behind one that always stops ------------------------------------

local function always_stops(spec)
  if spec.when ~= nil then
    return false
  end
  for _, deed in ipairs(spec) do
    if type(deed) == "table" and deed[1] == "halt" and deed.when == nil then
      return true
    end
  end
  return false
end

--- Whether one in a chain is called before another, in whatever order they joined it.
local function comes_before(game, first, second)
  local same = first.phase == second.phase and base_of(game, first[2]) == base_of(game, second[2])
  return same and (first.place or 0) > (second.place or 0)
end

--- Handlers of a chain that another is always in front of.
local function stopped(warnings, chain, others)
  local game = warnings.game
  for _, name in ipairs(chain) do
    for _, other in ipairs(others) do
      local spec, before = game.codes[name], game.codes[other]
      if spec and before and always_stops(before) and comes_before(game, before, spec) then
        local form = "%s: it comes behind '%s', which always stops; give it a higher rank, or that "
          .. "a condition"
        local item = game.code_items[name]
        warnings:add("unreachable", item, form, item.word, other)
        break
      end
    end
  end
end

local function chains(warnings)
  local game, everywhere = warnings.game, {}
  for name, spec in host.sorted_pairs(game.codes) do
    if spec[1] == "handle" and spec.everywhere then
      everywhere[#everywhere + 1] = name
    end
  end
  stopped(warnings, everywhere, everywhere)
  for _, list in host.sorted_pairs(game.chains) do
    stopped(warnings, list, everywhere)
    stopped(warnings, list, list)
  end
end

-- -- Cards -------------------------------------------------------------------

--- The names that texts of tests can mean: "a: Grizzly Bears x2" is about Grizzly Bears.
local function named_in(tests)
  local names = {}
  for text in next, tests.texts do
    local own = text:match("^.-: (.+)$") or text
    names[text], names[own] = true, true
    names[own:match("^(.-) x%d+$") or own] = true
  end
  return names
end

--- Whether a card, or its other face, has a text.
local function has_text(draft)
  return draft.given.text ~= nil
end

local function untested(warnings, tests)
  local names = named_in(tests)
  for _, draft in ipairs(warnings.game.drafts.list) do
    local name = draft.given.name
    local is_named = names[name] or warnings.game.kinds.cards[name] ~= nil
    if not is_named and not (draft.back and names[draft.back.given.name]) then
      local form = "no scenario of the pack names it, so `strata test` says nothing about it; put "
        .. 'it into one: setup = { { "A", %q, %q } }'
      local home = warnings.game.schema.home or "zone"
      warnings:add("untested", draft.item, form, home, name)
    end
  end
end

local function without_text(warnings)
  local packs = {}
  for _, draft in ipairs(warnings.game.drafts.list) do
    packs[draft.pack] = packs[draft.pack] or has_text(draft)
  end
  for _, draft in ipairs(warnings.game.drafts.list) do
    if packs[draft.pack] and #draft.parts > 0 and not has_text(draft) then
      local form = "it has no text, and other cards of '%s' have one; say text = \"...\""
      warnings:add("text", draft.item, form, draft.pack)
    end
  end
end

-- -- Acts about nobody --------------------------------------------------------

--- Whether there is an instruction of a word among some.
local function has_instruction(value, word)
  local found = type(value) == "table" and value[1] == word
  for _, inner in next, type(value) == "table" and not found and value or {} do
    found = found or has_instruction(inner, word)
  end
  return found
end

--- The field by which acts say whom an event of a kind affects. Nil if it affects nobody, if it
--- ends the game (104.4: in a draw nobody has won), or if it creates its object.
local function affected_field(game, kind)
  local event = game.kinds.events[kind]
  local ends = game.kinds.play and game.kinds.play.ends
  local is_free = ends and base_of(game, ends) == kind
  if not event or is_free or has_instruction(event.does, "spawn") then
    return nil
  end
  return event.affected
end

--- Call `warn` with kind and field for each act that leaves that field out.
local function each_about_nobody(game, value, warn)
  if type(value) ~= "table" then
    return
  end
  if value[1] == "emit" and type(value[2]) == "string" then
    local field = affected_field(game, base_of(game, value[2]))
    if field and (value.with or {})[field] == nil then
      warn(value[2], field)
    end
  end
  for _, inner in next, value do
    each_about_nobody(game, inner, warn)
  end
end

--- Acts that leave out the field which their event affects, so that nothing is changed by it.
local function about_nobody(warnings)
  local game, form = warnings.game, "%s: the act %s does not say '%s', so it is about nobody; say"
    .. " %s = ..., or %s = none if that is meant"
  local function warn_of(item)
    return function(kind, field)
      warnings:add("nobody", item, form, item.word, kind, field, field, field)
    end
  end
  for name, item in host.sorted_pairs(game.code_items) do
    each_about_nobody(game, game.codes[name], warn_of(item))
  end
  for kind, event in host.sorted_pairs(game.kinds.events) do
    local known = game.kinds.known[kind]
    local item = { path = known.path, line = known.line, word = "event" }
    each_about_nobody(game, event, warn_of(item))
  end
end

-- -- Versions ----------------------------------------------------------------

--- Files that are read as 0.3 read them, beside others of the game that say as_of.
local function versions(warnings)
  local game = warnings.game
  local form = "%s: it is read as of 0.3, and the %s as of 0.4; say as_of = \"0.4\" in it"
  if game.schema.is_former and game.kinds.has_current then
    local path = game.rule_paths[1]
    local line = file_outline.nested_line(game.files:outline(path), {})
    warnings:add("version", { path = path, line = line }, form, "ruleset", "events")
  end
  for _, list in ipairs(game.schema.is_former and {} or game.kinds.former) do
    warnings:add("version", list, form, "events", "rules")
  end
end

-- -- All ---------------------------------------------------------------------

--- Who says what is called otherwise now.
local function renamed(warnings, old_names)
  for _, name in ipairs(old_names) do
    local pack = warnings:own_pack(name.path)
    if pack and not pack.allow.renamed then
      local row = { text = name.text, code = "renamed", path = name.path, line = name.line }
      warnings.list[#warnings.list + 1] = row
    end
  end
end

--- What may be a mistake in packs, in the order of their files.
---@param game strata.Game
---@param tests strata.Tests they have been read in the game
---@param packs strata.Manifest[] whose files are looked at
---@param old_names strata.OldName[]
---@return strata.Warning[]
function M.find(game, tests, packs, old_names)
  local warnings = setmetatable({ game = game, packs = packs, list = {} }, Warnings)
  conditions(warnings)
  for _, draft in ipairs(game.drafts.list) do
    clauses(warnings, draft)
  end
  unmade(warnings, tests)
  chains(warnings)
  unread_names.find(game, tests, function(place, form, ...)
    warnings:add("unread", place, form, ...)
  end)
  without_text(warnings)
  untested(warnings, tests)
  about_nobody(warnings)
  versions(warnings)
  renamed(warnings, old_names)
  table.sort(warnings.list, function(a, b)
    if a.path ~= b.path then
      return a.path < b.path
    elseif a.line ~= b.line then
      return a.line < b.line
    end
    return a.text < b.text
  end)
  return warnings.list
end

return M
