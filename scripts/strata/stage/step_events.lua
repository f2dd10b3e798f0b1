--- Steps that make events. Each becomes a watcher definition of the rules, whose program the step
--- executes.
---
--- The objects and players of a step are known when it is played, so they are parameters of the
--- watcher definition. Steps that differ in nothing else share one.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local emit_acts = require("strata.events.emit_acts")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")
local scripted_answers = require("strata.stage.scripted_answers")
local step_objects = require("strata.stage.step_objects")

local M = {}

-- -- Watcher definitions --------------------------------------------------------

--- The watcher definition with an empty program, for an action that only settles.
M.NOTHING = "step:nothing"

---@class strata.Shape a step while it is compiled to a watcher definition
---@field game strata.Game
---@field names table<string, string> types of the watcher definition's parameters
---@field given table<string, any> what a step gives: names of objects, numbers
---@field deeds table[] instructions
---@field fail fun(form: string, ...)

local function new_shape(game, fail)
  return { game = game, names = {}, given = {}, deeds = {}, count = 0, fail = fail }
end

--- Adds a parameter to the watcher definition, with a value.
local function give(shape, kind, value)
  shape.count = shape.count + 1
  local name = kind .. "_" .. shape.count
  shape.names[name], shape.given[name] = kind, value
  return "$" .. name
end

local CONSTANTS <const> = { int = "integer", flag = "boolean" }

--- An expression as a value of a type.
local function phrase_text(shape, field, kind, value)
  local is_fit = value.kind == kind or value.kind == "name" or value.text == "none"
  if not is_fit then
    shape.fail("%s: it is of another type than the field", field)
  end
  local controller = "%f[%w_]this%." .. shape.game.schema.roles.controller .. "%f[^%w_]"
  return (value.text:gsub(controller, "$you"))
end

--- All words that the rules will have as symbols, as far as packs and scenarios have said them.
local function symbols_of(game)
  local schema, known = game.schema, {}
  local function add(list)
    for _, word in ipairs(list or {}) do
      known[schema:symbol(word)] = true
    end
  end
  add(schema.data.symbols)
  add(schema.data.seats)
  add(game.face_symbols)
  add(spelling.keys(schema.counters))
  add(spelling.keys(schema.data.zones or {}))
  for _, attribute in next, schema.attributes do
    add(spelling.keys(attribute.words))
  end
  return known
end

--- What is wrong with a word that no rules, no cards and no players have; nil if they have it.
---@param game strata.Game
---@param symbol string
---@return string|nil
function M.symbol_problem(game, symbol)
  game.event_symbols = game.event_symbols or symbols_of(game)
  local is_known = game.event_symbols[symbol] or game.symbols[symbol]
    or game.schema.link_names[symbol] or game.schema.keywords[symbol] or game.abilities[symbol]
    or game.definitions[symbol] or game.files.renames:present(symbol)
  if is_known then
    return nil
  end
  local hint = spelling.hint(symbol, spelling.keys(game.event_symbols))
  return ("no word '%s'%s"):format(game.schema:printed(symbol), hint)
end

--- Blames a step for a word that there is not: the engine would refuse the rules of all scenarios
--- for it, and could not say where it stands.
local function check_symbol(shape, field, symbol)
  local problem = M.symbol_problem(shape.game, symbol)
  if problem then
    shape.fail("%s: %s", field, problem)
  end
end

--- A word as a value; a card is called by its name.
local function word_text(shape, field, word)
  if field == "card" then
    local card, message = shape.game:find_card(word)
    if not card then
      shape.fail("card: %s", message)
    end
    return shape.game.kinds:card(word, { path = "?", line = 0, kind = "step" })
  end
  local symbol = shape.game.schema:symbol(word)
  check_symbol(shape, field, symbol)
  return ("'%s'"):format(symbol)
end

--- What a step says as text. An object or a player is called by name, and a number may be what a
--- value of an object last was.
local function value_text(shape, field, kind, value)
  local got = math.type(value) or type(value)
  if phrase.is(value) then
    return phrase_text(shape, field, kind, value)
  elseif (kind == "ref" and got == "string") or (kind == "int" and got == "table") then
    return give(shape, kind, value)
  elseif kind == "sym" and got == "string" then
    return word_text(shape, field, value)
  elseif CONSTANTS[kind] ~= got then
    shape.fail("%s: expected %s, got %s", field, kind, vocabulary.said(value))
  end
  return tostring(value)
end

--- An event of a kind, or an alias that can be made; `with` are texts already, and so are those
--- that hold where a step says nothing.
local function emit(shape, kind, fields, with, who, unsaid)
  local kinds = shape.game.kinds
  local known = kinds.known[kind]
  for name, text in host.sorted_pairs(known.gives or {}) do
    with[name] = with[name] or text
  end
  kind, known = known.of or kind, kinds:kind(kind)
  for field, value in host.sorted_pairs(fields) do
    local own = known.fields[field] or (field == "cause" or field == "by") and "ref"
    if not own then
      local hint = spelling.hint(field, spelling.keys(known.fields))
      shape.fail("%s: no field '%s'%s", kind, field, hint)
    end
    with[field] = value_text(shape, field, own, value)
  end
  emit_acts.fill(known, with, nil, unsaid)
  shape.deeds[#shape.deeds + 1] = { "emit", kind, who = who, with = with }
end

--- One event for each object that a step names: one, a list, or all that satisfy a predicate.
local function emit_each(shape, kind, whom, fields, field, unsaid)
  if phrase.is(whom) then
    local text = whom.kind == "pred" and phrase.full(whom) or whom.text
    emit(shape, kind, fields, { [field] = "it" }, text, unsaid)
    return
  end
  for _, name in ipairs(type(whom) == "table" and whom or { whom }) do
    emit(shape, kind, fields, { [field] = give(shape, "ref", name) }, nil, unsaid)
  end
end

--- Data as text, equal for equal data.
local function key_of(value)
  if type(value) ~= "table" then
    return type(value) == "string" and ("%q"):format(value) or tostring(value)
  end
  local list = {}
  for key, item in host.sorted_pairs(value) do
    list[#list + 1] = ("%s=%s"):format(key, key_of(item))
  end
  return "{" .. table.concat(list, ",") .. "}"
end

--- The watcher definition of a shape: a new one, or that of an equal step.
local function code_of(shape)
  local game, spec = shape.game, { "state", when = "false" }
  spec.names = next(shape.names) ~= nil and shape.names or nil
  if #shape.deeds == 1 then
    spec[2] = shape.deeds[1]
  else
    spec[2] = { "together", table.unpack(shape.deeds) }
  end
  game.step_codes = game.step_codes or { count = 0 }
  local known, key = game.step_codes, key_of(spec)
  if not known[key] then
    known.count = known.count + 1
    known[key] = "step:n" .. known.count
    game.codes[known[key]] = spec
  end
  return { code = known[key], given = shape.given, deeds = shape.deeds }
end

-- -- What each verb makes happen ---------------------------------------------

local POSITIONS <const> = { top = -1, bottom = 1 }

--- What a step says of the fields of its event.
local function said_by(step, word, known)
  local fields = {}
  for option, field in host.sorted_pairs(word.takes) do
    local value = step[option]
    fields[field] = known.fields[field] == "int" and POSITIONS[value] or value
  end
  return fields
end

--- Blames a step for a list that is none, or that has names or holes.
local function check_list(shape, verb, list)
  if not table_reader.is_plain(list) then
    shape.fail("%s: expected a list, got %s", verb, vocabulary.said(list))
  end
  local _, message = table_reader.list_mistake(list, true)
  if message then
    shape.fail("%s: %s", verb, message)
  end
end

-- The type in Lua of a field of a row, and what a message shows for it.
local ROW_TYPES <const> = { int = "integer", ref = "string", sym = "string", flag = "boolean" }

--- How a row of a word is written, as far as one of its places.
local function row_example(word, known, last)
  local examples = {}
  for place = 1, last do
    local field = word.rows[place]
    examples[place] = known.fields[field] == "int" and "3" or ('"%s"'):format(field)
  end
  return ("{ %s }"):format(table.concat(examples, ", "))
end

--- Whether a row has values of the types of its fields, all that its word does not know otherwise.
local function is_row(word, known, row)
  for place, field in ipairs(word.rows) do
    local value = row[place]
    local is_left_out = value == nil and word.with[field] ~= nil
    if not is_left_out and (math.type(value) or type(value)) ~= ROW_TYPES[known.fields[field]] then
      return false
    end
  end
  return #row <= #word.rows
end

--- Blames a step for a row that does not have the fields that its word asks for.
local function check_row(shape, step, word, known, row)
  check_list(shape, step.verb, row)
  if is_row(word, known, row) then
    return
  end
  local example, least = row_example(word, known, #word.rows), #word.rows
  while least > 1 and word.with[word.rows[least]] do
    least = least - 1
  end
  if least < #word.rows then
    example = ("%s or %s"):format(row_example(word, known, least), example)
  end
  shape.fail("%s: expected %s, got %s", step.verb, example, vocabulary.said(row))
end

--- { hit = { { "Bear", "B" }, { "Elf", "Bear", 3 } }, combat = true }: all at once.
local function emit_rows(shape, step, word, known)
  check_list(shape, step.verb, step[1])
  for _, row in ipairs(step[1]) do
    check_row(shape, step, word, known, row)
    local with = {}
    for place, field in ipairs(word.rows) do
      local value, kind = row[place], known.fields[field]
      with[field] = value ~= nil and value_text(shape, field, kind, value) or nil
    end
    emit(shape, word.event, said_by(step, word, known), with, nil, word.with)
  end
end

--- The events of a word that the rules declare: one for each object, or for each row.
local function declared(word)
  return function(shape, step)
    local known = shape.game.kinds:kind(word.event)
    if word.rows then
      return emit_rows(shape, step, word, known)
    end
    local fields = said_by(step, word, known)
    return emit_each(shape, word.event, step[1], fields, known.affected, word.with)
  end
end

--- An event as it is written in cards, perhaps one for each of those in its list, who are `it`.
local function emit_act(shape, act)
  local who, fields = act.given[1], {}
  for field, value in host.sorted_pairs(act.given) do
    if field ~= 1 then
      fields[field] = value
    end
  end
  emit(shape, act.kind, fields, {}, phrase.is(who) and phrase.full(who) or nil)
end

--- emit = gain_life { player = "A", amount = 3 }, or a list of such.
local function any(shape, step)
  local list = table_reader.is_plain(step[1]) and step[1] or { step[1] }
  check_list(shape, "emit", list)
  for _, act in ipairs(list) do
    if type(act) ~= "table" or phrase.is(act) or act.word ~= "act" then
      shape.fail("emit: expected an event such as gain_life { ... }, got %s", vocabulary.said(act))
    end
    emit_act(shape, act)
  end
end

--- Several that enter do so in the order of turns, which a predicate does not tell (613.7m).
local function is_ordered(step, word)
  return (step.verb == "move" or word.to ~= nil) and phrase.is(step[1])
end

--- What makes the events of a step; nil if it makes none.
local function maker_of(game, step)
  local word = game.step_words[step.verb]
  if step.verb == "emit" then
    return next(game.kinds.events) ~= nil and any or nil
  end
  local is_made = word and word.event and not word.first and not is_ordered(step, word)
  return is_made and declared(word) or nil
end

--- Compile a step that makes events of kinds that these rules have; nil if it makes none.
---@param game strata.Game
---@param step table compiled: see strata.scenario.scenario_reader
---@param fail fun(form: string, ...) blames the step
---@return table|nil happens { code, given }: a watcher definition and its arguments
function M.compile(game, step, fail)
  local make = maker_of(game, step)
  if not make then
    return nil
  end
  local shape = new_shape(game, fail)
  make(shape, step)
  if #shape.deeds == 0 then
    fail("%s: it names nothing that could happen; name an object or a player", step.verb)
  end
  local happens = code_of(shape)
  if game.step_words[step.verb] then
    game.code_words[happens.code] = { word = step.verb, field = "with" }
  end
  return happens
end

-- -- Several at once in a session ------------------------------------------------

-- So many events can happen at once in a session, whose rules get no new watcher definitions.
local MOST_AT_ONCE <const> = 16

-- What the names of the watcher definitions for them begin with.
local AT_ONCE <const> = "step:at_once_"

--- The fields of its event that a word can give.
local function add_fields_of(word, names)
  for _, list in ipairs({ word.takes, word.rows or {} }) do
    for _, name in next, list do
      names[name] = true
    end
  end
  for name in next, word.with do
    names[name] = true
  end
end

--- The fields that steps of a session can give to several events of a type, and their types: those
--- of its words, and those with a default; all if no word makes it.
local function fields_at_once(game, kind)
  local known, names = game.kinds:kind(kind), {}
  for _, word in next, game.step_words do
    if word.event and game.kinds:kind(word.event) == known then
      add_fields_of(word, names)
    end
  end
  lists.set_of(spelling.keys(next(names) and known.defaults or known.fields), names)
  names[known.affected or "by"] = true
  local fields = {}
  for name in next, names do
    fields[name] = known.fields[name] or "ref"
  end
  return fields
end

--- The watcher definition that makes up to so many events of a type at once, each with fields of
--- its own; `count` of them happen.
local function at_once(game, kind)
  local spec, all = { "state", when = "false", names = { count = "int" } }, { "together" }
  for place = 1, MOST_AT_ONCE do
    local with = {}
    for field, type_of in host.sorted_pairs(fields_at_once(game, kind)) do
      local name = ("%s_%d"):format(field, place)
      spec.names[name], with[field] = type_of, "$" .. name
    end
    local deed = { "emit", kind, with = with, when = ("$count >= %d"):format(place) }
    all[#all + 1] = deed
  end
  spec[2] = all
  return spec
end

--- Adds what a session needs for steps that make several events at once. Call it before the game is
--- frozen.
---@param game strata.Game
function M.prepare(game)
  if not game.kinds.has_current then
    return -- the rules of games of 0.3 are what they were
  end
  for kind in host.sorted_pairs(game.kinds.events) do
    if not game.kinds.known[kind].of then
      game.codes[AT_ONCE .. kind] = at_once(game, kind)
    end
  end
end

--- The parameters with which some events happen at once. Raises if a session cannot do that.
local function arguments(stage, acts)
  local kind, with = acts[1].kind, { count = #acts }
  local fields = fields_at_once(stage.game, kind)
  if #acts > MOST_AT_ONCE then
    local form = "a session makes at most %d events at once, and these are %d"
    error(form:format(MOST_AT_ONCE, #acts), 0)
  end
  for place, act in ipairs(acts) do
    if act.kind ~= kind then
      local form = "a session makes only events of one type at once, and these are %s and %s; say"
        .. " them in a scenario, or one after the other"
      error(form:format(kind, act.kind), 0)
    end
    for field, value in host.sorted_pairs(act.fields) do
      if not fields[field] then
        error(("%s: in a session several at once have no field '%s'"):format(kind, field), 0)
      end
      with[("%s_%d"):format(field, place)] = value
    end
  end
  return with
end

-- -- Playing -----------------------------------------------------------------

--- Executes a program, answers its questions, and follows the objects that moved.
---@param stage strata.Stage
---@param code string name of a watcher definition
---@param options table { with, you, source, answers, settle, resolve }
function M.act(stage, code, options)
  local act = { code = code, with = options.with, you = options.you, source = options.source }
  act.settling, act.resolve = options.settle or "none", options.resolve
  M.run(stage, options.answers, function()
    stage.world:act(act)
  end)
end

--- Do an action, give the answers that it asks for, and find all objects anew. An action that fails
--- is taken back. After the end of the game each is refused.
---@param stage strata.Stage
---@param answers any[]|nil
---@param act fun()
---@param given? { used: integer } of the answers, by earlier actions of the step
function M.run(stage, answers, act, given)
  local is_over = stage.world:ended() ~= nil
  local is_fine, message = pcall(function()
    act()
    scripted_answers.give(stage, answers, given)
  end)
  if not is_fine then
    if #stage.world:decisions() > 0 then
      pcall(stage.world.cancel, stage.world)
    end
    if type(message) == "table" then
      error(message, 0) -- a refusal
    end
    local text = tostring(message):gsub("^strata%.[%w_.]+:%d+: ", "")
    error(is_over and { refused = (text:gsub("^world:%w+: ", "")) } or text, 0)
  end
  stage:follow()
end

--- What a step says as a number or as somebody: a name, or what a value of an object last was.
---@param stage strata.Stage
---@param value any
---@return any
function M.value_of(stage, value)
  if math.type(value) == "integer" then
    return value
  elseif type(value) == "table" then
    local object = step_objects.objects(stage, value.of)[1]
    return object.before and object.before:last_known(value.last) or object.entity[value.last]
  end
  return step_objects.anybody(stage, value)
end

--- Evaluates a text of a program now, with the arguments that the program would have.
local function value_now(stage, text, with, it)
  local word = text:match("^'(.*)'$")
  if word or text == "none" then
    return word
  end
  local filled = text:gsub("%$([%w_]+)", function(name)
    local value = with[name]
    return type(value) == "userdata" and value.id or tostring(value or "none")
  end)
  return stage.world:eval(filled, it)
end

--- In games of 0.3 a session performs them one after the other.
local function one_by_one(stage, acts, options)
  for place, act in ipairs(acts) do
    local settling = place == #acts and options.settle or "none"
    local given = { by = options.you, source = options.source, settling = settling }
    stage.world:act(act.kind, act.fields, given)
    scripted_answers.give(stage, place < #acts and options.answers or nil)
    stage:follow()
  end
end

--- Performs the instructions of a step at once, without a watcher definition of its own: the rules
--- of a world in play cannot get new ones.
local function play_deeds(stage, deeds, with, options)
  local acts = {}
  for _, deed in ipairs(deeds) do
    for _, it in ipairs(deed.who and stage.world:select(deed.who) or { false }) do
      local fields = {}
      for field, text in host.sorted_pairs(deed.with) do
        fields[field] = value_now(stage, text, with, it or nil)
      end
      acts[#acts + 1] = { kind = deed[2], fields = fields }
    end
  end
  local given = { by = options.you, source = options.source, settling = options.settle or "none" }
  M.run(stage, options.answers, function()
    if #acts == 1 then
      stage.world:act(acts[1].kind, acts[1].fields, given)
    elseif #acts > 1 and not stage.game.kinds.has_current then
      one_by_one(stage, acts, options)
    elseif #acts > 1 then
      local act = { code = AT_ONCE .. acts[1].kind, with = arguments(stage, acts) }
      act.you, act.source, act.settling = options.you, options.source, given.settling
      stage.world:act(act)
    elseif options.settle then
      stage.world:act({ code = M.NOTHING, settling = options.settle })
    end
  end)
end

--- Make what a step says happen.
---@param stage strata.Stage
---@param step table
function M.play(stage, step)
  local with = {}
  for name, value in host.sorted_pairs(step.happens.given) do
    with[name] = M.value_of(stage, value)
  end
  local source = step.source and step_objects.anybody(stage, step.source) or nil
  local you = step.by and stage:player(step.by) or nil
  if stage.is_played then
    with.you = you
    local options = { you = you, source = source, answers = step.answers, settle = step.settle }
    return play_deeds(stage, step.happens.deeds, with, options)
  end
  M.act(stage, step.happens.code, {
    with = with,
    you = you,
    source = source,
    answers = step.answers,
    settle = step.settle,
  })
end

--- Make an event of a kind, and nothing else.
---@param stage strata.Stage
---@param kind string
---@param fields table<string, strata.Value>
function M.emit(stage, kind, fields)
  stage.world:act(kind, fields, { settling = "none" })
  scripted_answers.give(stage)
  stage:follow()
end

--- Let the world settle: "checks", "place" or "all", as world:act says.
---@param stage strata.Stage
---@param how string
---@param given any[]|nil answers
function M.settle(stage, how, given)
  M.act(stage, M.NOTHING, { settle = how, answers = given })
end

--- Let the topmost object of the stack resolve.
---@param stage strata.Stage
---@param given any[]|nil answers
function M.resolve_top(stage, given)
  M.act(stage, nil, { resolve = true, answers = given })
end

return M
