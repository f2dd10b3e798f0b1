--- Compiles the changes of a word to operations of the engine: checks their types, and finds their
--- layers.
local strata = require("strata")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

---@class strata.Scope
---@field schema strata.Schema
---@field role? "defining"|"copy"|"face_down"
---@field created boolean it begins as an event does, so target and choice mean something
---@field begins? boolean an act begins it: what the program has bound has any type
---@field blame fun(field: string|nil, form: string, ...) raises at the field's line
---@field ability fun(self: strata.Scope, item: any, field: string): string the name of an ability
---@field note fun(symbol: string) declares a symbol
---@field mine fun() says that what is compiled is this thing's own, and what says the same is other
---@field layer? strata.Layer of the whole ability

---@class strata.Part
---@field attr string
---@field op string the engine's operation
---@field kind "names"|"expr"|"constant"|"words"|"none"|"other"|"rest"|"chosen"|"copy"
---@field value any
---@field layer strata.Layer
---@field said string
---@field divisor? integer of "scale"
---@field rounding? string of "scale"
---@field is_exception? boolean of a copy effect (707.9)

-- -- Operands by the attribute's type ----------------------------------------

local function type_error(scope, field, wanted, value)
  if type(value) == "boolean" then
    local form = "%s: a boolean where an expression belongs; comparisons are words: e:less_than(2)"
    scope.blame(field, form, field)
  end
  local got = phrase.is(value) and ("'%s'"):format(value.said) or vocabulary.said(value)
  scope.blame(field, "%s: expected %s, got %s", field, wanted, got)
end

local LEARNT <const> = { "target", "choice", "second_choice", "x" }

--- What an expression learns when its effect begins must be known by then.
---@param scope strata.Scope
---@param field string|nil
---@param value strata.Phrase
---@return strata.Phrase value
function M.check_uses(scope, field, value)
  for _, name in ipairs(LEARNT) do
    if value.uses[name] and not scope.created then
      local form = "'%s' means nothing here; say it in spell, activated, triggered or effect"
      scope.blame(field, form, name)
    end
  end
  if value.uses.outer then
    scope.blame(field, "'outer' means nothing here; say it inside count, sum or distinct")
  end
  return value
end

local check_uses = M.check_uses

--- Whether a value is an expression of a type; the engine judges those that a program has bound.
local function is_of(scope, value, kind)
  return phrase.is(value) and (value.kind == kind or (value.kind == "name" and scope.begins))
end

local function number(scope, field, value)
  if math.type(value) == "integer" then
    return "constant", value
  end
  if is_of(scope, value, "int") then
    return "expr", check_uses(scope, field, value)
  end
  return type_error(scope, field, "a number or an expression of one", value)
end

--- A plain list of what words may say: one, or several.
local function listed(scope, field, value)
  local is_one = type(value) == "string" or (type(value) == "table" and value.word ~= nil)
  if is_one then
    return { value }
  elseif not table_reader.is_plain(value) then
    return nil
  end
  local _, message = table_reader.list_mistake(value)
  if message then
    scope.blame(field, "%s: %s", field, message)
  end
  return value
end

local function check_word(scope, field, word)
  if type(word) ~= "string" then
    type_error(scope, field, "words", word)
  end
  if not scope.schema.attributes[field].words[word] then
    local hint = spelling.hint(word, scope.schema:family(field))
    scope.blame(field, "%s: unknown word '%s'%s", field, word, hint)
  end
  return scope.schema:symbol(word)
end

local function names(scope, field, value)
  if is_of(scope, value, "sym") or is_of(scope, value, "set") then
    return "expr", check_uses(scope, field, value)
  end
  local list = listed(scope, field, value)
  if not list then
    local wanted = "a word, a list of words, or what a set of somebody has (target.%s)"
    return type_error(scope, field, wanted:format(field), value)
  end
  local symbols = {}
  for i, word in ipairs(list) do
    symbols[i] = check_word(scope, field, word)
  end
  return "names", symbols
end

--- Whether a phrase is what a step chooses.
local function is_choice(value)
  return value.kind == "sym" and (value.uses.choice or value.uses.second_choice)
end

local function object(scope, field, value)
  if phrase.is(value) and is_choice(value) then
    return "chosen", check_uses(scope, field, value)
  end
  if is_of(scope, value, "ref") then
    return "expr", check_uses(scope, field, value)
  end
  return type_error(scope, field, "somebody (you, target, this)", value)
end

local function symbol(scope, field, value)
  if type(value) == "string" then
    scope.note(value)
    return "constant", scope.schema:symbol(value)
  end
  if phrase.is(value) and value.text == "none" then
    return "constant", strata.none
  end
  if is_of(scope, value, "sym") then
    return "expr", check_uses(scope, field, value)
  end
  return type_error(scope, field, "a name", value)
end

local function flag(scope, field, value)
  if type(value) == "boolean" then
    return "constant", value
  end
  if is_of(scope, value, "flag") or is_of(scope, value, "pred") then
    return "expr", check_uses(scope, field, value)
  end
  return type_error(scope, field, "true, false or a condition", value)
end

local function text(scope, field, value)
  if type(value) == "string" then
    return "constant", value
  end
  return type_error(scope, field, "a text", value)
end

local OPERANDS <const> = {
  int = number,
  set = names,
  ref = object,
  sym = symbol,
  flag = flag,
  text = text,
}

-- Which operations a type has, and the engine's word for each.
local OPS <const> = {
  int = {
    set = true,
    add = true,
    sub = true,
    mul = true,
    scale = true,
    max = true,
    min = true,
    switch = true,
  },
  set = { set = true, add = true, remove = true, clear = true, substitute = true },
  ref = { set = true },
  sym = { set = true, substitute = true },
  flag = { set = true },
  text = { set = true },
  abilities = {
    set = true,
    add = true,
    remove = true,
    clear = true,
    forbid = true,
    strip = true,
    borrow = true,
    substitute = true,
  },
}

-- -- Abilities as operands ---------------------------------------------------

local BORROWED <const> = {
  all = false,
  activated = "activated",
  triggered = "triggered",
  static = "static",
  mana = "mana",
  replacement = "replacement",
}

local function ability_names(scope, field, value)
  if type(value) == "table" and value.word == "all but" then
    scope.mine() -- it hangs on all abilities that there are
    return "rest", value.kind
  end
  local list = listed(scope, field, value)
  if not list then
    return type_error(scope, field, "an ability or a list of them", value)
  end
  local result = {}
  for i, item in ipairs(list) do
    result[i] = scope:ability(item, field)
  end
  return "names", result
end

local function borrowed(scope, field, change)
  if BORROWED[change.kind] == nil then
    local kinds = { "all", "activated", "triggered", "static", "mana", "replacement" }
    local hint = spelling.hint(tostring(change.kind), kinds)
    scope.blame(field, "borrow: no kind of ability '%s'%s", tostring(change.kind), hint)
  end
  return "expr", check_uses(scope, field, change.value)
end

--- The two words of a text change: names, or choices.
local function two_words(scope, field, change)
  local pair = {}
  for i, value in ipairs(change.value) do
    if phrase.is(value) then
      pair[i] = check_uses(scope, field, value)
    elseif type(value) == "string" then
      if not scope.schema:find_word(value) then
        local hint = spelling.hint(value, scope.schema:all_words())
        scope.blame(field, "text change: unknown word '%s'%s", value, hint)
      end
      pair[i] = scope.schema:symbol(value)
    else
      type_error(scope, field, "two words", value)
    end
  end
  return "words", pair
end

local function operand(scope, attribute, change)
  local field = attribute.name
  if change.op == "clear" or change.op == "strip" then
    return "none"
  elseif change.op == "substitute" then
    return two_words(scope, field, change)
  elseif change.op == "borrow" then
    return borrowed(scope, field, change)
  elseif attribute.kind == "abilities" then
    return ability_names(scope, field, change.value)
  elseif change.op == "switch" then
    local other = scope.schema.attributes[change.value]
    if not other or other.kind ~= "int" then
      local hint = spelling.hint(tostring(change.value), scope.schema.order)
      scope.blame(field, "switch: no number '%s'%s", tostring(change.value), hint)
    end
    return "other", change.value
  end
  return OPERANDS[attribute.kind](scope, field, change.value)
end

-- -- Parts -------------------------------------------------------------------

--- A layer that the rules have; anything else is blamed.
---@param scope strata.Scope
---@param field string
---@param layer any
---@return strata.Layer
function M.known_layer(scope, field, layer)
  local known = scope.schema:layer_names()
  if known and not known[layer] then
    local said = vocabulary.said(layer)
    local hint = spelling.hint(said, spelling.keys(known))
    scope.blame(field, "%s: no layer '%s'%s", field, said, hint)
  elseif not known and math.type(layer) ~= "integer" then
    scope.blame(field, "%s: expected a number as layer, got %s", field, vocabulary.said(layer))
  end
  return layer
end

local function layer_of(scope, attribute, change)
  local usual = scope.schema:layer(attribute.name, change.op, scope.role)
  local layer = change.layer or scope.layer or usual
  if layer == nil then
    local form = '%s: in which layer? say %s(...):at("..."), or default_layers in the rules'
    scope.blame(attribute.name, form, attribute.name, change.op)
  end
  return M.known_layer(scope, attribute.name, layer)
end

--- Refuse an attribute that no effect changes.
local function check_layered(scope, name)
  local declared = scope.schema.data.attributes[name]
  if type(declared) == "table" and declared.unlayered then
    local form = "%s: effects cannot change it; take unlayered = true from it in the rules, or let"
      .. " an act write it"
    scope.blame(name, form, name)
  end
end

--- One operation on one attribute.
---@param scope strata.Scope
---@param name string the attribute
---@param change strata.Change
---@return strata.Part
function M.part(scope, name, change)
  local attribute = scope.schema.attributes[name]
  if not attribute then
    scope.blame(name, "no attribute '%s'%s", name, spelling.hint(name, scope.schema.order))
  end
  if not vocabulary.is_change(change) then
    local form = "%s: expected an operation, such as set(3) or add(3), got %s"
    scope.blame(name, form, name, vocabulary.said(change))
  end
  if not (OPS[attribute.kind] and OPS[attribute.kind][change.op]) then
    local form = "%s: '%s' is no operation of a %s; there are %s"
    local known = vocabulary.operations(OPS[attribute.kind] or { set = true })
    scope.blame(name, form, name, change.said, attribute.kind, known)
  end
  check_layered(scope, name)
  local kind, value = operand(scope, attribute, change)
  return {
    attr = name,
    op = change.op,
    kind = kind,
    value = value,
    divisor = change.divisor,
    rounding = change.rounding,
    borrowed = change.op == "borrow" and (BORROWED[change.kind] or nil) or nil,
    layer = layer_of(scope, attribute, change),
    is_exception = scope.role == "copy",
    said = ("%s %s"):format(name, change.said),
  }
end

--- All operations on one attribute: one, or a list.
---@param scope strata.Scope
---@param name string
---@param value any
---@param into strata.Part[]
function M.parts(scope, name, value, into)
  local is_plain = type(value) == "table"
    and not vocabulary.is_change(value)
    and not phrase.is(value)
  if is_plain and value[1] ~= nil then
    local _, message = table_reader.list_mistake(value, true)
    if message then
      scope.blame(name, "%s: %s", name, message)
    end
    for _, change in ipairs(value) do
      into[#into + 1] = M.part(scope, name, change)
    end
    return
  end
  into[#into + 1] = M.part(scope, name, value)
end

-- -- To the engine -----------------------------------------------------------

--- How the engine's module calls an operation on a type.
local CALLS <const> = { max = "at_least", min = "at_most" }

-- Expressions by their texts, as long as something has them.
local expressions = setmetatable({}, { __mode = "v" })

--- What a text says of the moment, put in its place: see strata.stage.
local function engine_expression(value, fill)
  local whole = phrase.full(value)
  local said = fill and fill(whole) or whole
  local made = expressions[said] or strata.expr(said)
  expressions[said] = made
  return made
end

M.expression = engine_expression

--- An operand that is taken once, when its effect begins (611.2d).
local function is_taken_once(value, moment)
  if moment.takes then
    return not value.uses.live
  end
  return moment.created and not value.uses.it and not value.uses.live
end

local function of_expression(make, part, moment)
  local value = part.value
  if part.op == "borrow" then
    return make(engine_expression(value, moment.fill), part.borrowed)
  end
  if is_choice(value) then
    return make(moment.word(value))
  end
  local made = make(engine_expression(value, moment.fill))
  return is_taken_once(value, moment) and made:locked() or made
end

local function word_of(value, moment)
  return type(value) == "string" and value or moment.word(value)
end

local MAKERS <const> = {
  none = function(make)
    return make()
  end,
  words = function(make, part, moment)
    return make(word_of(part.value[1], moment), word_of(part.value[2], moment))
  end,
  rest = function(make, part, moment)
    return make(moment.rest(part.value))
  end,
  chosen = function(make, part, moment)
    return make(moment.object(part.value))
  end,
  expr = of_expression,
  names = function(make, part)
    return make(part.value)
  end,
}
MAKERS.constant, MAKERS.other = MAKERS.names, MAKERS.names

---@class strata.Moment
---@field created boolean an effect begins, and does not stand in rules
---@field takes? boolean an act begins it: all that is not live is taken then
---@field schema strata.Schema
---@field rest fun(kind: string): string[] names of all abilities but those of a kind
---@field defining fun(attributes: table<string, boolean>): string[] names of all that define one
---@field copied? strata.Entity whose copy an effect makes
---@field fill? fun(text: string): string what is known now in place of $target and the like
---@field word? fun(value: strata.Phrase): string|string[] a choice as words
---@field object? fun(value: strata.Phrase): any the object that a phrase names

--- An operation of the engine's module.
---@param part strata.Part
---@param moment strata.Moment
---@return strata.Op
function M.op(part, moment)
  local make = strata[CALLS[part.op] or part.op]
  if part.op == "scale" then
    return strata.scale(part.value, part.divisor, part.rounding):at(part.layer)
  end
  return MAKERS[part.kind](make, part, moment):at(part.layer)
end

--- Words that a set cannot hold are not in it either: a text change of a colour leaves subtypes.
local function is_idle(part, moment)
  local schema = moment.schema
  local attribute = schema.attributes[part.attr]
  if part.op ~= "substitute" or attribute.kind ~= "set" then
    return false
  end
  for _, value in ipairs(part.value) do
    if not attribute.words[schema:printed(word_of(value, moment))] then
      return true
    end
  end
  return false
end

--- A keyword says words too: "protection from black" reads "protection from red", "swampwalk" reads
--- "forestwalk" (612.2).
local function keyword_changes(part, moment, list)
  local schema = moment.schema
  if part.op ~= "substitute" or schema.attributes[part.attr].kind ~= "abilities" then
    return
  end
  local old, new = word_of(part.value[1], moment), word_of(part.value[2], moment)
  local pattern = "%f[%w]" .. old:gsub("%p", "%%%0")
  for _, keyword in ipairs(schema:keyword_list()) do
    local changed = keyword:gsub(pattern, (new:gsub("%%", "%%%%")))
    if changed ~= keyword and schema.keywords[changed] then
      local made = strata.substitute(schema:symbol(keyword), schema:symbol(changed))
      list[#list + 1] = made:at(part.layer)
    end
  end
end

--- The attributes that exceptions say whole; what is only added leaves the rest as copied.
local function excepted(parts)
  local attributes, layer = {}, nil
  for _, part in ipairs(parts) do
    if part.is_exception and (part.op == "set" or part.op == "clear") then
      attributes[part.attr], layer = true, part.layer
    end
  end
  return attributes, layer
end

--- Those of a list that a copied object has to be copied.
local function only_copied(schema, defining, copied)
  local has, list = {}, {}
  local layer = schema.data.copiable_after or schema.data.copy_layer
  for _, name in ipairs(copied:value_after(layer, schema.roles.abilities)) do
    has[name] = true
  end
  for _, name in ipairs(defining) do
    list[#list + 1] = has[name] and name or nil
  end
  return list
end

--- An ability that defines what an exception says is not copied (707.9d).
local function leave_out(parts, into, moment, copied)
  local attributes, layer = excepted(parts)
  local defining = layer and moment.defining(attributes) or {}
  if copied then
    defining = #defining > 0 and only_copied(moment.schema, defining, copied) or {}
  end
  if #defining > 0 then
    local role = moment.schema.roles.abilities
    into[role] = into[role] or {}
    table.insert(into[role], 1, strata.remove(defining):at(layer))
  end
end

--- Put parts into a table as strata.rules and world:effect read them: lists of operations by name.
---@param parts strata.Part[]
---@param into table
---@param moment strata.Moment
---@return table into
function M.fill(parts, into, moment)
  local copied = moment.copied
  for _, part in ipairs(parts) do
    if part.kind == "copy" then
      local of = moment.object and moment.object(part.value)
      into.copy = strata.copy(of or engine_expression(part.value, moment.fill)):at(part.layer)
      copied = of or nil
    elseif not is_idle(part, moment) then
      -- An attribute may be called like an option of effects, "name", and comes first.
      local list = type(into[part.attr]) == "table" and into[part.attr] or {}
      into[part.attr] = list
      list[#list + 1] = M.op(part, moment)
      keyword_changes(part, moment, list)
    end
  end
  leave_out(parts, into, moment, copied)
  return into
end

return M
