--- Compiles acts that start a watcher: for a duration, as a delayed trigger, or until an object
--- leaves.
---
--- Each function compiles one word, and appends the instructions that start the watcher.
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local acting_abilities = require("strata.cards.acting_abilities")
local durations = require("strata.cards.durations")
local effect_act = require("strata.cards.effect_act")
local replacements = require("strata.cards.replacements")
local watcher_fields = require("strata.cards.watcher_fields")
local act_compiler = require("strata.events.act_compiler")
local event_patterns = require("strata.events.event_patterns")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

--- Deeds inside see the names that were bound outside, as far as they name them.
local function inner_program(outer)
  local program = outer.watch:program()
  program.is_started = true
  return program
end

--- The arguments for those parameters of a watcher definition that are known here.
local function passed(names)
  local with = {}
  for name in host.sorted_pairs(names or {}) do
    with[name] = "$" .. name
  end
  return with
end

--- Starts a watcher of a watcher definition.
local function start_code(self, item, spec, program)
  local names = watcher_fields.given_names(self, program, spec)
  local deed = { "watch", self.watch:add(item, spec), with = passed(names) }
  spec.names = watcher_fields.joined(names, spec.names)
  deed.with.source, deed.with.you = "this", "$you"
  return deed
end

local START <const> = table_reader.form(math.huge, { lasts = true, of = true, when = true })

--- start { prevent { ..., next = 3 }, lasts = "turn" }
function M.start(self, item, into)
  table_reader.check(self.kinds.files, item, START)
  for place, inner in ipairs(item.given) do
    if type(inner) ~= "table" or phrase.is(inner) or not act_compiler.STARTS[inner.word] then
      local form = "start: in place %d expected replace, prevent or cant { ... }, got %s"
      self:blame(item, place, form, place, vocabulary.said(inner))
    end
    if inner.given.zones ~= nil then
      local form = "%s: zones: what is started functions everywhere; take it out"
      self:blame(inner, "zones", form, inner.word)
    end
    local program = inner_program(self)
    local make = replacements[inner.word] or acting_abilities[inner.word]
    local spec = make(self.watch, inner, program)
    local deed = start_code(self, inner, spec, program)
    if inner.given.next ~= nil then
      deed.with.left = self:text(inner, "next", inner.given.next, "int")
    end
    deed.when = self:condition(item, "when", item.given.when)
    durations.add(self, item, deed, into)
  end
end

local LATER <const> = table_reader.form(1, {
  act = true,
  each_time = "boolean",
  immediate = "boolean",
  lasts = true,
  only_if = true,
  when = true,
})

--- Refuse a delayed trigger that can trigger more than once and says no duration: without one it
--- triggers once (603.7b).
local function check_each_time(self, item)
  if not item.given.each_time or item.given.lasts ~= nil then
    return
  end
  local known = spelling.keys(self.kinds.schema.data.durations or {})
  local said = #known > 0 and "one of " .. table.concat(known, ", ")
    or "a duration that the rules declare"
  local form = "later: each_time needs lasts, %s; without it a delayed trigger triggers once"
    .. " (603.7b)"
  self:blame(item, "each_time", form, said)
end

--- later { phase_begins { phase = "end step" }, act = ... }: a delayed trigger (603.7).
function M.later(self, item, into)
  table_reader.check(self.kinds.files, item, LATER)
  check_each_time(self, item)
  local program, spec, conditions = inner_program(self), { "trigger" }, {}
  event_patterns.add(program, item, 1, spec, conditions)
  watcher_fields.set_when(program, item, spec, conditions)
  spec.only_if = program:condition(item, "only_if", item.given.only_if)
  spec.uses = not item.given.each_time and 1 or nil
  watcher_fields.add_immediate(self.watch, item, spec)
  watcher_fields.add_acts(program, item, spec)
  local deed = start_code(self, item, spec, program)
  durations.add(self, item, deed, into)
end

local WHEN_YOU_DO <const> = table_reader.form(math.huge, {})

--- when_you_do { acts }: a reflexive trigger (603.12). It is about no event; the engine wants one
--- named, and any does, as nothing has such an ability.
function M.when_you_do(self, item, into)
  table_reader.check(self.kinds.files, item, WHEN_YOU_DO)
  local program = inner_program(self)
  local list = table.move(item.given, 1, #item.given, 1, {})
  local spec = { "trigger", spelling.keys(self.kinds.events)[1] }
  local deeds = program:deeds(item, "when_you_do", list)
  table.move(deeds, 1, #deeds, 3, spec)
  spec.names = watcher_fields.given_names(self, program, spec)
  local name = self.watch:add(item, spec)
  into[#into + 1] = { "trigger", name, with = passed(spec.names) }
end

M.effect = effect_act.add

-- -- Until something leaves (610.3) ------------------------------------------

-- Links (607) record what returns: the object that an entity became by moving is linked to the
-- object that moved it, as long as it is there.

-- The name of the link between the moved objects and the object until whose leaving they are gone.
local UNTIL_LEAVES <const> = "until it leaves"

--- Makes all moves among the instructions link the moved object to `this`.
local function link_moves(deeds, link)
  for _, deed in ipairs(deeds) do
    if deed[1] == "emit" and deed[2] == "move" then
      deed.with.link = link
    elseif type(deed) == "table" then
      link_moves(deed, link)
    end
  end
end

--- The end of the duration (610.3): all that is linked comes back at once.
local function coming_back(inner, item, link)
  local game = inner.watch.game
  local links, place = game.schema.data.links, { path = item.path, line = item.line }
  local who = ("%s = this and %s = %s"):format(links.holder, links.name, link)
  local away = phrase.new(game.schema, "pred", who)
  local fields = { away, who = game.words.it, to = item.given.back or game.schema.home }
  local act = { word = "act", kind = "move", given = fields, label = "move" }
  local deeds = inner:deeds(item, "back", setmetatable(act, { __index = place }))
  return { "until", "leave", tests = { who = "it = this" }, table.unpack(deeds) }
end

local function add_until_leaves(self, inner, item, into)
  local game = self.watch.game
  if not (game.schema.data.links and game.kinds.known.leave and game.schema.home) then
    self:blame(item, nil, "until_leaves: these rules have no links, or no event 'leave'")
  end
  local list = table.move(item.given, 1, #item.given, 1, {})
  local deeds = self:deeds(item, "until_leaves", list)
  local name = item.given.link or UNTIL_LEAVES
  local function blame(form, ...)
    self:blame(item, "link", "until_leaves: link: " .. form, ...)
  end
  game.schema:link(name, { use = "asked", item = item, field = "link" }, blame)
  local link = game.schema:link(name, { use = "made", item = item, field = "link" }, blame)
  link_moves(deeds, link)
  local code = self.watch:add(item, coming_back(inner, item, link))
  deeds[#deeds + 1] = { "watch", code, with = { source = "this", you = "$you" } }
  -- Whoever has left is another one since (400.7).
  into[#into + 1] = { "when", when = "count(it = this) >= 1", table.unpack(deeds) }
end

local UNTIL <const> = table_reader.form(math.huge, { back = true, link = true })

--- until_leaves { exile { who = target } }: until this leaves, if it has not (610.3).
function M.until_leaves(self, item, into)
  table_reader.check(self.kinds.files, item, UNTIL)
  add_until_leaves(self, inner_program(self), item, into)
end

return M
