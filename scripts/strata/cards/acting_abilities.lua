--- Compiles abilities that perform acts to watcher definitions of strata.rules: triggered (603) and
--- activated abilities (602), spells (608), and effects on how often other abilities trigger.
---
--- Each function compiles one word, and creates its watcher definition.
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local announcements = require("strata.cards.announcements")
local watcher_fields = require("strata.cards.watcher_fields")
local event_patterns = require("strata.events.event_patterns")
local pay_words = require("strata.events.pay_words")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

local predicate_text = announcements.predicate_text

-- -- Triggers ----------------------------------------------------------------

-- What all triggers may say.
local TRIGGERED <const> = {
  act = true,
  announce = true,
  do_limit = true,
  immediate = "boolean",
  limit = true,
  may = "boolean",
  only_if = true,
  prompt = true,
  target = true,
  targets = "table",
  text = "text",
  zones = true,
}
local WHENEVER <const> =
  table_reader.form(1, TRIGGERED, { looks_back = "boolean", when = true })
local AS_SOON_AS <const> = table_reader.form(1, TRIGGERED)

local function add_trigger(watch, item, program, spec)
  spec.only_if = program:condition(item, "only_if", item.given.only_if)
  spec.optional = item.given.may
  watcher_fields.add_immediate(watch, item, spec)
  watcher_fields.add_limit(watch, item, spec)
  watcher_fields.add_prompt(watch, item, spec)
  announcements.add(program, item, spec)
  watcher_fields.add_acts(program, item, spec)
  return spec
end

function M.whenever(watch, item, program)
  table_reader.check(watch.game.files, item, WHENEVER)
  local spec, conditions = { "trigger" }, {}
  event_patterns.add(program, item, 1, spec, conditions)
  watcher_fields.set_when(program, item, spec, conditions)
  spec.look_back = item.given.looks_back
  return add_trigger(watch, item, program, spec)
end

M.triggered = M.whenever

local AT <const> =
  table_reader.form(1, TRIGGERED, { looks_back = "boolean", of = true, when = true })

--- The first act of a period of the course as it begins; nil if there is none.
local function first_act(period)
  local begins = period.given.begins
  local first = begins and (begins.word and begins or begins[1])
  return first and first.word == "act" and first or nil
end

--- The act that makes the event by which a period of the course begins.
local function begins_of_period(watch, item)
  local said = item.given[1]
  local period = watch.game.kinds.periods[slugs.of(said)]
  if not period then
    local hint = spelling.hint(slugs.of(said), spelling.keys(watch.game.kinds.periods))
    watch:blame(item, 1, "at: no period '%s'%s", said, hint)
  end
  local first = first_act(period)
  if not first then
    local form = "at: the period '%s' begins without an event; say begins = ... in its course"
    watch:blame(item, 1, form, said)
  end
  return first
end

--- The fields of an act that are the same each time.
local function constants_of(kinds, act)
  local constants = {}
  for name, value in host.sorted_pairs(act.given) do
    local is_field = kinds:kind(act.kind).fields[name] ~= nil
    constants[name] = is_field and not phrase.is(value) and value or nil
  end
  return constants
end

--- Whether what watches for one act is met by another one too.
local function is_met_by(kinds, act, other)
  if not other or other.kind ~= act.kind then
    return false
  end
  local own = constants_of(kinds, act)
  for field, value in host.sorted_pairs(constants_of(kinds, other)) do
    if own[field] ~= nil and own[field] ~= value then
      return false
    end
  end
  return true
end

--- Refuse a period that begins as another one does: nothing could tell the two apart.
local function check_is_alone(watch, item, first)
  local kinds, said = watch.game.kinds, slugs.of(item.given[1])
  for name, period in host.sorted_pairs(kinds.periods) do
    if name ~= said and is_met_by(kinds, first, first_act(period)) then
      local form = "at: the periods '%s' and '%s' begin by the same event; give it a field that"
        .. " tells them apart"
      watch:blame(item, 1, form, item.given[1], period.given[1])
    end
  end
end

--- The event by which a period of the course begins, and what its fields are as it does: `you`
--- there is whose it is, so it is whom the trigger says.
local function event_of_period(watch, item)
  local first, whose = begins_of_period(watch, item), item.given.of
  check_is_alone(watch, item, first)
  local fields, you = {}, "this." .. watch.game.schema.roles.controller
  for name, value in host.sorted_pairs(first.given) do
    if phrase.is(value) then
      fields[name] = value.text == you and whose or nil
    elseif watch.game.kinds:kind(first.kind).fields[name] then
      fields[name] = value
    end
  end
  return first.kind, fields
end

--- at { "upkeep", of = you, act = ... }
function M.at(watch, item, program)
  table_reader.check(watch.game.files, item, AT)
  local given, kinds = item.given, watch.game.kinds
  if type(given[1]) ~= "string" then
    local form = "at: expected the name of a phase first, got %s"
    watch:blame(item, 1, form, vocabulary.said(given[1]))
  elseif not (kinds.course or kinds.known.phase_begins) then
    local form = "at: these rules have no course { ... }, and no event 'phase_begins'"
    watch:blame(item, nil, form)
  end
  local place = { path = item.path, line = item.line }
  local kind, fields = "phase_begins", { phase = given[1], player = given.of }
  local is_period = kinds.course and kinds.periods[slugs.of(given[1])]
  if is_period or not kinds.known.phase_begins then
    kind, fields = event_of_period(watch, item)
  end
  local pattern = { word = "act", kind = kind, given = fields, label = kind }
  local own = { setmetatable(pattern, { __index = place }) }
  for key, value in host.sorted_pairs(given) do
    if type(key) == "string" and key ~= "of" then
      own[key] = value
    end
  end
  local other = { word = "at", kind = "at", given = own }
  return M.whenever(watch, setmetatable(other, { __index = place }), program)
end

--- as_soon_as { condition, act = ... }: a state trigger (603.8).
function M.as_soon_as(watch, item, program)
  table_reader.check(watch.game.files, item, AS_SOON_AS)
  local spec = { "state", when = program:text(item, 1, item.given[1], "pred") }
  return add_trigger(watch, item, program, spec)
end

-- -- How often others trigger ------------------------------------------------

local NEVER <const> = table_reader.form(1, { of = true, text = "text", when = true, zones = true })
local MORE <const> =
  table_reader.form(1, { amount = true, of = true, text = "text", when = true, zones = true })

--- What "more" and "never" are told of the ability that triggers: whose it is, and who controls it.
local TOLD <const> = { source = "ref", controller = "ref" }

--- Those of them that a watcher definition names.
local function told_names(spec)
  local names
  for name in host.sorted_pairs(watcher_fields.names_in(spec, {})) do
    if TOLD[name] then
      names = names or {}
      names[name] = TOLD[name]
    end
  end
  return names
end

--- of = each.permanent:of(you): only the abilities of these objects (603.2d).
local function add_whose(program, item, conditions)
  local of = item.given.of
  if of == nil then
    return
  end
  local text =
    predicate_text(program, item, "of", of, "whose abilities, as each.permanent:of(you)")
  conditions[#conditions + 1] = ("count(it = $source and (%s)) >= 1"):format(text)
end

--- What `more` and `never` have in common: the event, and which abilities it makes trigger.
local function add_multiplied(item, program, spec)
  local conditions = {}
  program.bound.source, program.bound.controller = TOLD.source, TOLD.controller
  event_patterns.add(program, item, 1, spec, conditions)
  add_whose(program, item, conditions)
  watcher_fields.set_when(program, item, spec, conditions)
end

function M.more(watch, item, program)
  local spec = { item.word }
  table_reader.check(watch.game.files, item, MORE)
  add_multiplied(item, program, spec)
  if item.given.amount ~= nil then
    spec.amount = program:text(item, "amount", item.given.amount, "int")
  end
  spec.names = told_names(spec)
  return spec
end

function M.never(watch, item, program)
  local spec = { item.word }
  table_reader.check(watch.game.files, item, NEVER)
  add_multiplied(item, program, spec)
  spec.names = told_names(spec)
  return spec
end

-- -- What players may do ------------------------------------------------------

local ACTION <const> = table_reader.form(1, {
  act = true,
  by = true,
  cost = true,
  pays = "name",
  stacked = "boolean",
  when = true,
  with = true,
}, announcements.FIELDS)

--- What is done for it before, if its cost is that: sacrifice { who = choose { ... } }.
local function add_cost(program, item, spec)
  local cost = item.given.cost
  if cost ~= nil then
    local deeds = program:deeds(item, "cost", cost)
    table.move(deeds, 1, #deeds, #spec + 1, spec)
  end
end

--- pays = "purse": it may be done amid a payment from that pool (605.3).
local function add_pays(watch, item, spec)
  if item.given.pays ~= nil then
    spec.pays = pay_words.pool_of(watch.game.kinds, item, "pays", item.given.pays).spends
  end
end

--- action { "mark", by = each.player:being_active(), with = each.cell, act = ... }: what a player
--- may do by the rules. It is announced, then paid, then done (601.2, 602.2).
function M.action(watch, item, program)
  table_reader.check(watch.game.files, item, ACTION)
  if item.given.by == nil then
    watch:blame(item, nil, "action: say who may do it: by = each.player, or which of them")
  end
  local by, with = item.given.by, item.given.with
  local objects = "with which objects, as each.creature"
  local spec = {
    "action",
    actor = predicate_text(program, item, "by", by, "which players, as each.player"),
    subject = with ~= nil and predicate_text(program, item, "with", with, objects) or nil,
    when = program:condition(item, "when", item.given.when),
    stacked = item.given.stacked,
  }
  add_pays(watch, item, spec)
  announcements.add(program, item, spec)
  add_cost(program, item, spec)
  spec.paid = #spec - 1
  watcher_fields.add_acts(program, item, spec)
  if #spec == 1 then
    watch:blame(item, "act", "action: it does nothing; say what in act, or in cost")
  end
  return spec
end

-- -- Spells and activated abilities -----------------------------------------------

local RESOLVES <const> = { act = true, cost = true, text = "text" }
local SPELL <const> = table_reader.form(0, RESOLVES, announcements.FIELDS)
-- So many loyalty counters more, or fewer, are its cost (606.4).
local ACTIVATED <const> =
  table_reader.form(0, RESOLVES, announcements.FIELDS, { loyalty = "integer", pays = "name" })

--- What the controller of an object may do with it. Where the rules do not say when, the host does
--- it, for whom it likes, and keeps what else it costs: so it is not listed, and the host may give
--- it names.
local function own_action(watch, item, program)
  local when = (watch.game.schema.data.actions or {})[item.word]
  local spec = { "action", when = when }
  if when == nil and item.given.pays ~= nil then
    local form = "%s: pays: it is done by players, so the rules say when, as actions = { %s = ... }"
    watch:blame(item, "pays", form, item.word, item.word)
  elseif when == nil then
    spec.unlisted, spec.actor = true, "true"
  end
  add_pays(watch, item, spec)
  announcements.add(program, item, spec)
  add_cost(program, item, spec)
  spec.paid = #spec - 1
  watcher_fields.add_acts(program, item, spec)
  return spec
end

--- Games of 0.3: a program that no event starts, which its host executes. The target is a
--- parameter, and nothing is done to an illegal one (608.2b).
local function host_program(program, item)
  local spec = { "state", when = "false" }
  add_cost(program, item, spec)
  local into, target = spec, item.given.target
  if target ~= nil then
    local what = "whom it can aim at, as each.creature"
    local who = predicate_text(program, item, "target", target, what)
    into = { "when", when = ("count(it = $target and (%s)) >= 1"):format(who) }
    spec[#spec + 1] = into
  end
  watcher_fields.add_acts(program, item, into)
  return spec
end

local function spell_or_activated(watch, item, program)
  local given = item.given
  local is_new = given.announce ~= nil or given.targets ~= nil or given.pays ~= nil
  if is_new or watch.game.kinds.has_current then
    return own_action(watch, item, program)
  end
  return host_program(program, item)
end

--- Compiles a spell to an action: it is announced, paid and done. If all of its targets have become
--- illegal, nothing is done (608.2b).
function M.spell(watch, item, program)
  table_reader.check(watch.game.files, item, SPELL)
  return spell_or_activated(watch, item, program)
end

function M.activated(watch, item, program)
  table_reader.check(watch.game.files, item, ACTIVATED)
  return spell_or_activated(watch, item, program)
end

-- -- Mana -----------------------------------------------------------------------

--- mana("G"): what the pool says that an ability is which gives so many of its kinds (605). Where
--- the rules do not say when, it is done amid a payment, or by the host, as its controller.
---@param watch strata.Watch
---@param item table what the word `mana` made
---@param program strata.Programs
---@return table spec
function M.mana(watch, item, program)
  local kinds = watch.game.kinds
  local pool = pay_words.pool_of_mana(kinds, item)
  local actions = watch.game.schema.data.actions or {}
  local spec = { "action", when = actions.mana, pays = pool.spends }
  spec.unlisted = actions.mana == nil or nil
  program.bound.kind, program.bound.amount = "sym", "int"
  local units = { { amount = 1 } }
  if item.letters == "any" then
    local with = { of = pay_words.kinds_of(pool) }
    spec[2] = { "choose", "word", as = "kind", announced = true, with = with }
  else
    units = pay_words.units_of_mana(kinds, item, pool)
  end
  add_cost(program, pool.gives, spec)
  spec.paid = #spec - 1
  for _, unit in ipairs(units) do
    local kind = unit.kind and ("'%s'"):format(unit.kind)
    spec[#spec + 1] = kind and { "let", as = "kind", value = kind } or nil
    spec[#spec + 1] = { "let", as = "amount", value = tostring(unit.amount) }
    local acts = program:deeds(pool.gives, "act", pool.gives.given.act)
    table.move(acts, 1, #acts, #spec + 1, spec)
  end
  return spec
end

return M
