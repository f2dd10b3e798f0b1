--- Compiles acts other than events to instructions of strata.rules: variables and numbers, choices,
--- conditions, lists of acts, handlers.
---
--- Each function compiles one word. It receives the program that contains the act, and appends
--- instructions to a list.
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local pay_words = require("strata.events.pay_words")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

-- Forms of acts whose list may have any length, and of such without a field.
local ANY <const> = math.huge
local LIST <const> = table_reader.form(ANY, {})

-- -- Handlers, names, numbers ------------------------------------------------

--- A handler finds names bound.
local function run_deed(self, item, name)
  local deed = { "run", name, with = {} }
  for key, value in host.sorted_pairs(item.given) do
    if key == "when" then
      deed.when = self:condition(item, "when", value)
    elseif type(key) == "string" then
      deed.with[key] = self:text(item, key, value, "any")
    elseif key ~= 1 then
      local form = "%s: its list has 1 item at most; say others by name"
      self:blame(item, math.type(key) == "integer" and key or nil, form, item.word)
    end
  end
  return deed
end

--- runs { "pack:handler", count = event.count }
function M.runs(self, item, into)
  local name = item.given[1]
  if type(name) ~= "string" then
    self:blame(item, 1, "runs: expected the name of a handler first, got %s", vocabulary.said(name))
  elseif not self.kinds.handlers[name] then
    local hint = spelling.hint(name, spelling.keys(self.kinds.handlers))
    hint = hint ~= "" and hint or ('; say handlers = { "%s" } in events { ... }'):format(name)
    self:blame(item, 1, "runs: no handler '%s'%s", name, hint)
  end
  into[#into + 1] = run_deed(self, item, name)
end

--- handler(function(ctx) ... end), handler { function(ctx) ... end, count = event.count }
function M.handler(self, item, into)
  local run = item.given[1]
  if type(run) ~= "function" then
    local form = "handler: expected a function(ctx) first, got %s"
    self:blame(item, 1, form, vocabulary.said(run))
  elseif host.code(run).path:find("^=?strata%.") then
    self:blame(item, 1, "handler: expected a function(ctx) first, got a word, which is none")
  end
  local owner = self.watch and self.watch.base or "events:of"
  into[#into + 1] = run_deed(self, item, self.kinds:keep_handler(owner, run))
end

local TYPES <const> = { integer = "int", boolean = "flag", string = "sym" }

--- The type of a value, where it can be told.
local function type_of(value)
  local own = TYPES[math.type(value) or type(value)]
  local kind = phrase.is(value) and value.kind or own
  if kind == "name" then
    return nil
  end
  return kind == "pred" and "flag" or kind
end

local LET <const> = table_reader.form(2, {})

--- let { "x", event.amount }
function M.let(self, item, into)
  self:check(item, LET)
  local value = item.given[2]
  local name = self:name_of(item, 1, type_of(value))
  if name == nil or value == nil then
    self:blame(item, nil, 'let: expected a name and a value, as let { "x", event.amount }')
  end
  into[#into + 1] = { "let", as = name, value = self:text(item, 2, value, "any") }
end

local ROLL <const> = table_reader.form(1, { as = true, when = true })

--- roll { 20, as = "n" }
function M.roll(self, item, into)
  self:check(item, ROLL)
  local name = self:name_of(item, "as", "int")
  if name == nil or item.given[1] == nil then
    self:blame(item, nil, 'roll: expected a number and a name, as roll { 20, as = "n" }')
  end
  local sides = self:text(item, 1, item.given[1], "int")
  local when = self:condition(item, "when", item.given.when)
  into[#into + 1] = { "roll", as = name, value = sides, when = when }
end

-- -- Choices -----------------------------------------------------------------

-- What is chosen beside objects, and of which type it is.
local CHOICES <const> = { number = "int", word = "sym" }
local CHOOSE <const> = table_reader.form(1, {
  as = true,
  by = true,
  hidden = "boolean",
  least = true,
  most = true,
  of = true,
  ordered = "boolean",
  target = "boolean",
  when = true,
})

--- Refuse a choice among no words.
local function need_words(self, item)
  local of = item.given.of
  if of == nil or table_reader.is_plain(of) and next(of) == nil then
    local known = spelling.keys(self.kinds.schema.sets)[1] or "one"
    local form = 'choose: of %s; say which words, as of = { "%s" }'
    self:blame(item, of and "of", form, of and "is empty" or "is missing", known)
  end
end

--- What can be chosen: entities that satisfy a predicate, a number, or a word of a list.
local function chosen(self, item, deed)
  local first = item.given[1]
  if first == "word" then
    need_words(self, item)
  end
  if CHOICES[first] then
    deed[2] = first
    return
  elseif type(first) == "string" then
    local hint = spelling.hint(first, spelling.keys(CHOICES))
    self:blame(item, 1, "choose: cannot choose a '%s'%s", first, hint)
  end
  deed.who = self:who_of(item)
end

local function option_texts(self, item, kinds, into)
  for name, kind in host.sorted_pairs(kinds) do
    local value = item.given[name]
    if value ~= nil then
      into[name] = self:text(item, name, value, kind)
    end
  end
end

--- of = { "red", "green" }: the words among which one is chosen.
local function words_of(self, item)
  local given, words = item.given, {}
  if given[1] ~= "word" then
    self:blame(item, "of", 'choose: of: it lists words; write choose { "word", of = ... }')
  end
  local list = table_reader.is_plain(given.of) and given.of or { given.of }
  table_reader.check_list(self.kinds.files, item, "of", list)
  for i, word in ipairs(list) do
    words[i] = self:text(item, "of", word, "sym"):sub(2, -2)
  end
  return words
end

-- What `least` and `most` may be where one object or word is chosen, as a name stands for one.
local BOUNDS <const> = { least = { 0, "0 or 1" }, most = { 1, "1" } }

local function check_bounds(self, item)
  for name, bound in host.sorted_pairs(item.given[1] ~= "number" and BOUNDS or {}) do
    local value = item.given[name]
    if value ~= nil and value ~= 1 and value ~= bound[1] then
      local form = "choose: %s: expected %s, as a name stands for one, got %s; write a choose for"
        .. " each, :except(named.first), or ctx:choose in a handler"
      self:blame(item, name, form, name, bound[2], vocabulary.said(value))
    end
  end
end

--- choose { each.creature:of(you), by = you, as = "given" }
function M.choose(self, item, into)
  self:check(item, CHOOSE)
  local given, deed = item.given, { "choose", with = {} }
  chosen(self, item, deed)
  deed.as = self:name_of(item, "as", CHOICES[given[1]] or "ref")
  if deed.as == nil then
    self:blame(item, nil, "choose: as: say the name of what is chosen")
  end
  check_bounds(self, item)
  option_texts(self, item, { by = "ref", least = "int", most = "int" }, deed.with)
  if given.of ~= nil then
    deed.with.of = words_of(self, item)
  end
  deed.hidden, deed.ordered, deed.target = given.hidden, given.ordered, given.target
  deed.when = self:condition(item, "when", given.when)
  into[#into + 1] = deed
end

--- Deeds inside of another: the rest of its list.
local function add_inner(self, item, first, deed)
  local list = table.move(item.given, first, #item.given, 1, {})
  if #list == 0 then
    self:blame(item, nil, "%s: it has nothing to do", item.word)
  end
  local outer = self.happens_at_once
  self.happens_at_once = outer or item.word == "together" or item.word == "also"
  for _, inner in ipairs(self:deeds(item, nil, list)) do
    deed[#deed + 1] = inner
  end
  self.happens_at_once = outer
  return deed
end

--- The condition that the choice for a field is possible, as text; nil if nothing must be chosen.
local function chosen_of(self, value)
  if type(value) ~= "table" or phrase.is(value) or value.word ~= "choose" then
    return nil
  end
  local who = value.given.least == nil and value.given[1]
  local is_whom = phrase.is(who) and who.kind == "pred"
  return is_whom and ("count(%s) >= 1"):format(self:text(value, 1, who, "pred")) or nil
end

--- The condition that the object of an act is there; nil for an act that is about no object that
--- could be gone. Who would enter is not there yet, and `it` is whoever the acts are done for.
local function there(self, done)
  local affected = done.word == "act" and self.kinds:kind(done.kind).affected
  local value = affected and done.given[affected]
  local is_object = phrase.is(value) and (value.kind == "ref" or value.kind == "name")
  if not is_object or value.text == "none" or value.uses.it then
    return nil
  end
  local text = self:text(done, affected, value, "ref")
  if text == "$you" or text == "event." .. affected then
    return nil
  end
  return ("count(%s) >= 1"):format(self:is_among(text))
end

--- The condition that every required choice of the acts is possible, and that none is about nobody
--- (608.2d); nil if there is none.
local function choosable(self, item)
  local tests = {}
  for _, done in ipairs(item.given) do
    if type(done) == "table" and not phrase.is(done) then
      tests[#tests + 1] = there(self, done)
      for _, value in host.sorted_pairs(done.given or {}) do
        tests[#tests + 1] = chosen_of(self, value)
      end
    end
  end
  return #tests > 0 and table.concat(tests, " and ") or nil
end

local MAY <const> = table_reader.form(ANY, { as = true, by = true, so = true, otherwise = true })

local function is_payment(deed)
  return type(deed) == "table" and not phrase.is(deed) and deed.word == "pays"
end

--- The instruction that asks. A payment is asked for by the engine, and only of who can pay.
local function asked_of(self, item, name)
  local given, with = item.given, {}
  option_texts(self, item, { by = "ref" }, with)
  for place = 2, #given do
    if is_payment(given[place]) then
      local form = "may: a payment must be the first act, and there can be only one; put a second"
        .. " one into so = may { ... }"
      self:blame(item, place, form)
    end
  end
  if not is_payment(given[1]) then
    return { "choose", "may", as = name, with = with }
  end
  return pay_words.optional(self, given[1], name, with.by)
end

--- What is done if the player wants it.
local function accepted(self, item, name)
  local first = is_payment(item.given[1]) and 2 or 1
  local done = { "when", when = "$" .. name }
  if first == 1 or #item.given > 1 then
    add_inner(self, item, first, done)
  end
  for _, deed in ipairs(item.given.so and self:deeds(item, "so", item.given.so) or {}) do
    done[#done + 1] = deed
  end
  return done
end

--- may { acts, by = you, so = { acts }, otherwise = { acts } }: "if you do" asks for the
--- choice, not for what came of it (118.12). What is impossible cannot be chosen (608.2d). A
--- payment stands first, and "if you do" is then whether it was paid.
function M.may(self, item, into)
  local given = item.given
  self:check(item, MAY)
  local name = self:name_of(item, "as", "flag")
  if name == nil then
    self.made = self.made + 1
    name = "may_" .. self.made
    self.bound[name] = "flag"
  end
  local asked, can = asked_of(self, item, name), choosable(self, item)
  asked.when = asked.when and can and ("(%s) and %s"):format(asked.when, can) or asked.when or can
  if asked.when then
    into[#into + 1] = { "let", as = name, value = "false" }
  end
  into[#into + 1] = asked
  local done = accepted(self, item, name)
  if #done > 1 then
    into[#into + 1] = done
  end
  if given.otherwise ~= nil then
    local otherwise = self:deeds(item, "otherwise", given.otherwise)
    local refused = "not $" .. name
    into[#into + 1] = { "when", when = refused, table.unpack(otherwise) }
  end
end

-- -- Lists of acts -----------------------------------------------------------

function M.stop(_, _, into)
  into[#into + 1] = { "stop" }
end

--- when { condition, acts }
function M.when(self, item, into)
  self:check(item, LIST)
  local condition = self:text(item, 1, item.given[1], "pred")
  into[#into + 1] = add_inner(self, item, 2, { "when", when = condition })
end

--- each { each.creature, acts }: performs acts for each entity in turn, which is `it`.
function M.each(self, item, into)
  self:check(item, LIST)
  into[#into + 1] = add_inner(self, item, 2, { "each", who = self:who_of(item) })
end

--- together { acts }: at the same time.
function M.together(self, item, into)
  self:check(item, LIST)
  into[#into + 1] = add_inner(self, item, 1, { "together" })
end

--- also { acts }: in a replacement, part of its event (614.16).
function M.also(self, item, into)
  self:check(item, LIST)
  into[#into + 1] = add_inner(self, item, 1, { "also" })
end

-- -- Assignments ---------------------------------------------------------------

-- What an assignment says, and of which type it is.
local ASSIGNED <const> = {
  by = "ref",
  can = "pred",
  company = "int",
  each = "int",
  in_all = "int",
  least = "int",
  most = "int",
  must = "int",
  must_to = "int",
  needed = "int",
  to = "pred",
}
local ASSIGNS <const> = table_reader.form(
  ANY,
  { as = true, at_once = "boolean", when = true },
  lists.set_of(spelling.keys(ASSIGNED))
)

--- assigns { each.worker:of(you), to = each.field, as = "field", tend { who = it, field =
--- named.field } }: each is assigned to one of these or to none, under restrictions and
--- requirements.
function M.assigns(self, item, into)
  self:check(item, ASSIGNS)
  local deed = { "assign", who = self:who_of(item), with = {} }
  deed.as = self:name_of(item, "as", "ref")
  if deed.as == nil or item.given.to == nil then
    local form = 'assigns: say to whom, and a name for it: to = each.player, as = "foe"'
    self:blame(item, nil, form)
  end
  option_texts(self, item, ASSIGNED, deed.with)
  deed.at_once = item.given.at_once
  deed.when = self:condition(item, "when", item.given.when)
  into[#into + 1] = add_inner(self, item, 2, deed)
end

-- -- Targets ---------------------------------------------------------------------

-- How many targets change (115.7), and what the instruction calls that.
local RETARGETED <const> = { all = {}, any = { "any" }, one = { "one" } }
local RETARGETS <const> = table_reader.form(1, { by = true, change = true, when = true })

--- retargets { named.spell, change = "any" }: objects on the stack get other targets.
function M.retargets(self, item, into)
  self:check(item, RETARGETS)
  local change = item.given.change
  local known = RETARGETED[change == nil and "all" or change]
  if not known then
    local hint = spelling.hint(tostring(change), spelling.keys(RETARGETED))
    local form = 'retargets: change: expected "all", "any" or "one", got %s%s'
    self:blame(item, "change", form, vocabulary.said(change), hint)
  end
  local deed = { "retarget", known[1], who = self:who_of(item), with = {} }
  option_texts(self, item, { by = "ref" }, deed.with)
  deed.when = self:condition(item, "when", item.given.when)
  into[#into + 1] = deed
end

-- -- Chains of handlers -------------------------------------------------------

--- The name of a handler: of the pack of the file, if it does not say of which.
local function handler_name(self, item, name)
  if type(name) ~= "string" then
    local form = "%s: expected whose chain, and names of handlers, got %s"
    self:blame(item, nil, form, item.word, vocabulary.said(name))
  end
  local pack = self.watch and self.watch.base:match("^[^:]+")
  return (name:find(":", 1, true) or not pack) and name or ("%s:%s"):format(pack, name)
end

--- Until when it is hooked: the clock that ends it, nil if none does.
local function hook_clock(self, item)
  local lasts = item.given.lasts
  if lasts == nil then
    return nil
  end
  local durations = self.kinds.schema.data.durations or {}
  local known = item.word == "hook" and durations[lasts]
  if not (known and known.clock) then
    local hint = spelling.hint(tostring(lasts), spelling.keys(durations))
    self:blame(item, "lasts", "%s: no duration '%s'%s", item.word, tostring(lasts), hint)
  end
  return known.clock
end

--- Refuse a list without handlers, and one that names the same handler twice.
local function check_handlers(self, item, first)
  local names = table.move(item.given, first, #item.given, 1, {})
  if #names == 0 then
    self:blame(item, nil, "%s: it names no handler", item.word)
  end
  local place, message = table_reader.list_mistake(names)
  if message then
    self:blame(item, place + first - 1, "%s: %s", item.word, message)
  end
end

local HOOK <const> = table_reader.form(ANY, { lasts = true, try = "boolean" })

--- hook { this, "armour", "rage", lasts = "turn", try = true }: without whose, the chain of all.
local function hooking(self, item, into)
  local given = item.given
  self:check(item, HOOK)
  local first = type(given[1]) == "string" and 1 or 2
  local who = first == 2 and self:who_of(item) or nil
  local clock, try = hook_clock(self, item), given.try
  check_handlers(self, item, first)
  for place = first, #given do
    local name = handler_name(self, item, given[place])
    local deed = { item.word, name, who = who, try = try, clock = clock }
    deed.with = clock and { ticks = "1" } or nil
    into[#into + 1] = deed
  end
end

M.hook, M.unhook = hooking, hooking

return M
