--- Compiles the abilities in the list part of a card to named abilities of the engine.
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local cost = require("strata.cards.cost")
local operations = require("strata.cards.operations")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

local ANY <const> = math.huge
local CREATING <const> = table_reader.form(
  ANY,
  { lasts = true, layer = true, only_if = true, text = "text", when = true }
)
local TEXT <const> = table_reader.form(ANY, { text = "text" })

-- What an ability may say beside attributes, by its word.
local FORMS <const> = {
  static = table_reader.form(ANY, { layer = true, text = "text", when = true, zones = true }),
  defining = table_reader.form(ANY, { layer = true, text = "text" }),
  spell = CREATING,
  activated = table_reader.form(ANY, CREATING.fields, { cost = "text" }),
  triggered = CREATING,
  whenever = CREATING,
  replacement = TEXT,
  enters_as_copy = TEXT,
  face_down = table_reader.form(ANY, {}),
  effect = CREATING,
  begun = table_reader.form(ANY, { layer = true }),
  law = table_reader.form(ANY, {
    counter = "text",
    intrinsic = "boolean",
    last = "boolean",
    layer = true,
    text = "text",
    when = true,
  }),
  also = table_reader.form(ANY, { when = true }),
  except = table_reader.form(ANY, {}),
}

-- The engine's kind of each.
local KINDS <const> = {
  static = "static",
  defining = "cda",
  spell = "handler",
  activated = "activated",
  triggered = "triggered",
  whenever = "triggered",
  replacement = "replacement",
  enters_as_copy = "replacement",
  face_down = "replacement",
}

-- Words that begin something when a step says so.
local CREATED <const> = {
  spell = true,
  activated = true,
  triggered = true,
  whenever = true,
  effect = true,
}

-- Whom it is about if it does not say: the object itself, but for these.
local TARGETED <const> = { spell = "the target", effect = "the target" }

--- Attributes and options, for hints.
local function known_keys(scope, word)
  local list = spelling.keys(FORMS[word].fields)
  return table.move(scope.schema.order, 1, #scope.schema.order, #list + 1, list)
end

-- -- The list part -----------------------------------------------------------

local function is_who(item)
  return phrase.is(item) and (item.kind == "pred" or item.kind == "ref")
end

local function is_changing(item)
  return type(item) == "table" and (item.is_bag or item.word == "also")
end

local function check_item(scope, word, place, item, skipped)
  if is_changing(item) or (place == 1 and is_who(item)) then
    return
  end
  if type(item) == "boolean" then
    local form = "%s: a boolean where a predicate belongs; comparisons are words, and p & q, ~p"
    scope.blame(place + skipped, form, word)
  end
  local said = vocabulary.said(item)
  if is_who(item) then
    local form = "%s: who it is about stands first in the list, and once; '%s' is in place %d"
    scope.blame(place + skipped, form, word, said, place)
  end
  local wanted = place == 1 and "who or a change" or "a change"
  local form = "%s: in place %d of its list expected %s, got %s"
  scope.blame(place + skipped, form, word, place, wanted, said)
end

-- Other words whose list may begin with a name.
local NAMED <const> = { law = true, replacement = true }

--- What blames an item of a file: within the list of another item, that knows its place there.
local function blamer(scope)
  return scope.blames or scope.game.files
end

--- Split a list part: the short name, who, and the changes.
local function split(scope, word, given)
  table_reader.check_open(blamer(scope), scope.item, word, given, FORMS[word])
  local items, short = table.move(given, 1, #given, 1, {}), nil
  local is_named = type(items[1]) == "string" and (CREATED[word] or NAMED[word])
  if is_named then
    short = table.remove(items, 1)
  end
  for place, item in ipairs(items) do
    check_item(scope, word, place, item, short and 1 or 0)
  end
  local who = is_who(items[1]) and table.remove(items, 1) or nil
  if who then
    operations.check_uses(scope, nil, who)
  end
  return short, who, items
end

-- -- Clauses -----------------------------------------------------------------

local function add_copy(scope, bag, into)
  local ref = bag.copy
  local layer = scope.layer or scope.schema.data.copy_layer
  if not layer then
    scope.blame(nil, "becomes_copy: these rules have no copy_layer")
  end
  operations.check_uses(scope, nil, ref)
  if into[#into] and into[#into].kind == "copy" then
    scope.blame(nil, "becomes_copy: it stands there twice; say it once")
  end
  scope.mine() -- what it leaves out hangs on all abilities that there are
  local part = { kind = "copy", value = ref, said = "copy of " .. ref.said, attr = "" }
  part.layer = scope.layer and operations.known_layer(scope, "layer", scope.layer) or layer
  into[#into + 1] = part
  if bag.except ~= nil then
    local inner = setmetatable({ role = "copy" }, { __index = scope })
    local _, who, items = split(inner, "except", bag.except)
    if who then
      scope.blame(nil, "becomes_copy: its exceptions are about the copy; '%s' is not", who.said)
    end
    M.parts(inner, "except", bag.except, items, into)
  end
end

--- Raise that a field of a word is none, nor an attribute.
local function no_attribute(scope, word, key)
  local hint = spelling.hint(key, known_keys(scope, word))
  hint = hint ~= "" and hint or "; `strata --pack PACK help attributes` lists the attributes"
  scope.blame(key, "%s: no attribute or field '%s'%s", word, key, hint)
end

--- The attributes that a word gives changes to: { name, change }, in order. A misspelt field is
--- refused before any change is looked at, which may be wrong only because of it.
local function changed_attributes(scope, word, given)
  local list = {}
  for said, value in host.sorted_pairs(given) do
    if type(said) == "string" and not FORMS[word].fields[said] then
      local key = scope.present(scope.schema.attributes, said)
      if not scope.schema.attributes[key] then
        no_attribute(scope, word, key)
      end
      list[#list + 1] = { key, value }
    end
  end
  return list
end

--- The parts of changes in a list and of attributes; `also` are left out.
---@param scope strata.Scope
---@param word string
---@param given table
---@param items table[]
---@param into strata.Part[]
function M.parts(scope, word, given, items, into)
  local attributes = changed_attributes(scope, word, given)
  for _, item in ipairs(items) do
    if item.copy then
      add_copy(scope, item, into)
    end
    for _, pair in ipairs(item.changes or {}) do
      into[#into + 1] = operations.part(scope, pair[1], pair[2])
    end
  end
  for _, pair in ipairs(attributes) do
    operations.parts(scope, pair[1], pair[2], into)
  end
end

-- What a condition is that is none, by the type of its value in Lua.
local NO_CONDITION <const> = {
  boolean = "a boolean; comparisons are words: e:less_than(2)",
  string = "a text; write it without quotes, as you.life:at_most(5)",
}

--- A condition on `this` and `you`; it has no affected object.
local function condition_of(scope, word, given, field)
  local when = given[field]
  if when == nil then
    return nil
  end
  local is_condition = phrase.is(when) and (when.kind == "pred" or when.kind == "flag")
  if not is_condition then
    local got = NO_CONDITION[type(when)] or vocabulary.said(when)
    scope.blame(field, "%s: %s: expected a condition, got %s", word, field, got)
  end
  if when.uses.it or when.within then
    local form = "%s: %s: a condition is about this and you; for others say exists(...)"
    scope.blame(field, form, word, field)
  end
  return operations.check_uses(scope, field, when)
end

---@class strata.Clause
---@field who? strata.Phrase nil for `this`
---@field when? strata.Phrase
---@field parts strata.Part[]

local function clause_of(scope, word, given, who, items)
  local clause = { who = who, when = condition_of(scope, word, given, "when"), parts = {} }
  M.parts(scope, word, given, items, clause.parts)
  return clause
end

--- A scope that blames places in the list of an item of a list.
local function inside(scope, given, item)
  local function blame(field, ...)
    for place, other in ipairs(given) do
      if rawequal(other, item) and math.type(field) == "integer" then
        field = { place, field }
      end
    end
    scope.blame(field, ...)
  end
  local blames = {}
  function blames.blame(_, _, field, ...)
    blame(field, ...)
  end
  return setmetatable({ blame = blame, blames = blames }, { __index = scope })
end

--- All clauses of an ability: its own, and one for each `also`.
---@param scope strata.Scope
---@param word string
---@param given table
---@return string|nil short
---@return strata.Phrase|nil who
---@return strata.Clause[]
function M.clauses_of(scope, word, given)
  local short, who, items = split(scope, word, given)
  local own = clause_of(scope, word, given, who, items)
  local list = { #own.parts > 0 and own or nil }
  for _, item in ipairs(items) do
    if item.word == "also" then
      local _, other, rest = split(inside(scope, given, item), "also", item.given)
      local clause = clause_of(scope, "also", item.given, other or who, rest)
      clause.when = clause.when or own.when
      list[#list + 1] = clause
    end
  end
  return short, who, list
end

-- -- Texts -------------------------------------------------------------------

local function clause_text(clause, otherwise)
  local parts = {}
  for i, part in ipairs(clause.parts) do
    parts[i] = part.said
  end
  local who = clause.who and clause.who.said or otherwise
  local when = clause.when and (" if %s"):format(clause.when.said) or ""
  return ("%s: %s%s"):format(who, table.concat(parts, ", "), when)
end

local function text_of(word, short, clauses, given)
  local list = {}
  for i, clause in ipairs(clauses) do
    list[i] = clause_text(clause, TARGETED[word] or "this")
  end
  local generated = #list > 0 and table.concat(list, "; ") or word
  return given.text or short or generated
end

-- -- What only some abilities have -------------------------------------------

--- Refuse anything but a list of zones.
local function check_zones(game, item, list)
  local known = game.schema.data.zones or {}
  if not table_reader.is_plain(list) or #list == 0 then
    local form = '%s: zones: expected a zone, a list of them, or "all", got %s'
    game.files:blame(item, "zones", form, item.word, vocabulary.said(item.given.zones))
  end
  table_reader.check_list(game.files, item, "zones", list)
  for _, zone in ipairs(list) do
    if not known[zone] then
      local said = vocabulary.said(zone)
      local hint = spelling.hint(said, spelling.keys(known))
      game.files:blame(item, "zones", "%s: unknown zone '%s'%s", item.word, said, hint)
    end
  end
end

--- The zones in which an ability functions; nil for all of them.
---@param game strata.Game
---@param item strata.Described the ability
---@return string[]|nil
function M.zones_of(game, item)
  local zones, home = item.given.zones, game.schema.home
  if zones == "all" then
    return nil
  elseif zones == nil then
    return home and { home } or nil
  end
  local list = type(zones) == "string" and { zones } or zones
  check_zones(game, item, list)
  return list
end

local function lasts_of(scope, word, given)
  local lasts = given.lasts
  local is_condition = type(lasts) == "table" and lasts.word == "as_long_as"
  if lasts == nil or is_condition then
    return lasts
  end
  local known = scope.schema.data.durations or {}
  if not known[lasts] then
    local said = vocabulary.said(lasts)
    local hint = spelling.hint(said, spelling.keys(known))
    scope.blame("lasts", "%s: lasts: no duration '%s'%s", word, said, hint)
  end
  return lasts
end

--- A plain number or expression in `defining` is what the value is.
local function defining_values(given)
  local values = {}
  for key, value in host.sorted_pairs(given) do
    local is_bare = type(value) == "number" or (phrase.is(value) and value.kind == "int")
    values[key] = is_bare and vocabulary.change("set", value, "set " .. vocabulary.said(value))
      or value
  end
  return values
end

--- Whether a word of the list part is an ability.
---@return boolean
function M.is_ability(item)
  return type(item) == "table" and (item.word == "mana" or KINDS[item.word] ~= nil)
end

---@class strata.Ability
---@field name string
---@field kind string the engine's
---@field text string what it says, in words
---@field title? string of which card it is, for explanations
---@field label string what a reader calls it: the short name, else the text
---@field clauses? strata.Clause[] of a static or defining one
---@field zones? string[]
---@field creates? table { who, clauses, lasts, only_if, word } what begins when a step says so
---@field except? strata.Clause[] of enters_as_copy, and of what is turned face down
---@field codes? string[] its watcher definitions
---@field act? string the watcher definition whose program a step executes

local COMPLETE <const> = {}

function COMPLETE.static(scope, ability, given, clauses)
  if #clauses == 0 and given.text == nil then
    scope.blame(nil, "static: it changes nothing; without changes give it a text")
  end
  ability.clauses, ability.zones = clauses, M.zones_of(scope.game, scope.item)
  ability.kind = #clauses > 0 and "static" or "handler"
end

function COMPLETE.defining(scope, ability, given, clauses)
  if is_who(given[1]) then
    scope.blame(nil, "defining: it is about its own object alone (604.3)")
  elseif #clauses == 0 then
    scope.blame(nil, "defining: it defines nothing")
  end
  ability.clauses = clauses
end

function COMPLETE.enters_as_copy(scope, ability, _, clauses, word, who)
  if who then
    scope.blame(nil, "%s: what it is a copy of stands first; '%s' is one too many", word, who.said)
  end
  ability.except = clauses
end

COMPLETE.face_down = COMPLETE.enters_as_copy

function COMPLETE.replacement(scope, _, _, clauses)
  if #clauses > 0 then
    scope.blame(nil, "replacement: it takes a short name and a text, no changes")
  end
end

local function complete_created(scope, ability, given, clauses, word, who)
  ability.creates = {
    who = who,
    word = word,
    clauses = clauses,
    lasts = lasts_of(scope, word, given),
    only_if = condition_of(scope, word, given, "only_if"),
  }
end

local ROLES <const> = {
  defining = "defining",
  enters_as_copy = "copy",
  face_down = "face_down",
}

--- Compile one ability of the list part.
---@param scope strata.Scope
---@param item table what a word made
---@param name string
---@return strata.Ability
function M.compile(scope, item, name)
  local word, given = item.word, item.given
  if word == "mana" then
    cost.check_mana(scope.game, item)
    return { name = item.label, kind = "mana", text = item.label, label = item.label }
  elseif not FORMS[word] then
    scope.blame(nil, "expected an ability, got %s", vocabulary.said(item))
  end
  local own = { created = CREATED[word], role = ROLES[word], layer = given.layer, own_name = name }
  local inner = setmetatable(own, { __index = scope })
  given = word == "defining" and defining_values(given) or given
  local short, who, clauses = M.clauses_of(inner, word, given)
  if word == "activated" and given.cost then
    cost.check_text(scope.game, item)
  end
  local text = text_of(word, short, clauses, given)
  local label = short or given.text or text
  local ability = { name = name, kind = KINDS[word], text = text, label = label }
  local complete = COMPLETE[word] or complete_created
  complete(inner, ability, given, clauses, word, who)
  return ability
end

-- -- As strata.rules reads them ----------------------------------------------

--- The predicate that selects the objects that a clause affects; nil for its own object.
local function subject_of(who)
  if who == nil or who.text == "this" then
    return nil
  elseif who.kind == "pred" then
    return who
  end
  return phrase.new(who.schema, "pred", "it = " .. who.text, who.said, who.uses)
end

---@param clause strata.Clause
---@param moment strata.Moment
---@return table
function M.engine_clause(clause, moment)
  local into, subject = {}, subject_of(clause.who)
  if subject then
    into.on = operations.expression(subject, moment.fill)
  end
  if clause.when then
    into.when = operations.expression(clause.when, moment.fill)
  end
  return operations.fill(clause.parts, into, moment)
end

--- What clauses of abilities are as strata.rules reads them: of those that several share once.
local function engine_clauses(clauses, moment, known)
  if not known[clauses] then
    local made = {}
    for i, clause in ipairs(clauses) do
      made[i] = M.engine_clause(clause, moment)
    end
    known[clauses] = made
  end
  return known[clauses]
end

--- An ability as strata.rules reads it.
---@param ability strata.Ability
---@param moment strata.Moment
---@param known table<strata.Clause[], table[]> clauses that other abilities have had already
---@return table
function M.engine_form(ability, moment, known)
  local made = ability.clauses and engine_clauses(ability.clauses, moment, known) or {}
  local has_zones = ability.kind == "static" or ability.codes ~= nil
  local form = {
    made[1], -- of most there is one
    kind = ability.kind,
    text = ability.title or ability.text,
    zones = has_zones and ability.zones or nil,
    codes = ability.codes,
  }
  return table.move(made, 2, #made, 2, form)
end

return M
