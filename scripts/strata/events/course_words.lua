--- Compiles the course of a game, its periods, from a pack's events.lua to the list that
--- strata.rules reads: each period behind the one around it.
local lists = require("strata.base.lists")
local slugs = require("strata.base.slug")
local spelling = require("strata.base.spelling")
local table_reader = require("strata.base.table_reader")
local act_compiler = require("strata.events.act_compiler")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

local COURSE <const> = table_reader.form(math.huge, { number = true })

local PERIOD <const> = table_reader.form(math.huge, {
  acts = true,
  again = true,
  begins = true,
  each = true,
  ends = true,
  of = "name",
  order = "name",
  when = true,
})

-- In which order players act.
local ORDERS <const> = { "in turn", "at once", "in succession" }

--- In a period `you` is whose it is, and no object is `this`.
local function program_of(kinds)
  local program = act_compiler.new(kinds)
  local you = "this%." .. kinds.schema.roles.controller .. "%f[^%w_]"
  program.rewrite = function(text)
    return (text:gsub("%f[%w_]" .. you, "$you"))
  end
  return program
end

local function predicate(program, item, field)
  local who = item.given[field]
  if who ~= nil and not (phrase.is(who) and who.kind == "pred") then
    local form = "period: %s: expected which players, as each.player, got %s"
    program:blame(item, field, form, field, vocabulary.said(who))
  end
  return who ~= nil and program:text(item, field, who, "pred") or nil
end

--- Whose it is: of = "next", each = each.player, or that of the period around it.
local function add_whose(program, item, into)
  local of = item.given.of
  into.who = predicate(program, item, "each")
  if of ~= nil and of ~= "next" then
    local form = 'period: of: expected "next", got %s; say each = ... for one of each player'
    program:blame(item, "of", form, vocabulary.said(of))
  elseif of ~= nil and into.who then
    program:blame(item, "each", "period: 'each' and 'of': say one of them")
  end
  into.whose = into.who and "each" or of
end

local function add_acting(program, item, into)
  into.acts, into.order = predicate(program, item, "acts"), item.given.order
  if into.order ~= nil and not lists.includes(ORDERS, into.order) then
    local hint = spelling.hint(into.order, ORDERS)
    program:blame(item, "order", "period: order: there is no order '%s'%s", into.order, hint)
  elseif into.order ~= nil and not into.acts then
    program:blame(item, "order", "period: order: nobody acts in it; say who in `acts`")
  end
end

local function add_events(program, item, into, field)
  if item.given[field] ~= nil then
    into[field] = program:deeds(item, field, item.given[field])
  end
end

local function read_name(kinds, item)
  local said = item.given[1]
  if type(said) ~= "string" or not said:match("^%a[%w_ ]*$") then
    kinds.files:blame(item, 1, "period: expected its name first, as a text of letters and blanks")
  end
  local name = slugs.of(said)
  for _, other in ipairs(kinds.course) do
    if other[1] == name then
      local form = "period '%s' is declared already, in %s; give it another name"
      kinds.files:blame(item, 1, form, said, kinds.declarations:place_of("period", name))
    end
  end
  return name
end

local function read_period(kinds, item, within)
  table_reader.check(kinds.files, item, PERIOD)
  local name, program = read_name(kinds, item), program_of(kinds)
  local into = { name, within = within }
  kinds.course[#kinds.course + 1], kinds.periods[name] = into, item
  add_whose(program, item, into)
  into.when = program:condition(item, "when", item.given.when)
  into.again = program:condition(item, "again", item.given.again)
  add_acting(program, item, into)
  add_events(program, item, into, "begins")
  add_events(program, item, into, "ends")
  for place = 2, #item.given do
    M.read_inner(kinds, item, place, name)
  end
  if #item.given > 1 and into.acts then
    kinds.files:blame(item, "acts", "period: acts: it has periods; say in one of them who acts")
  end
end

--- Read a period in the list of another one, or of the course.
function M.read_inner(kinds, item, place, within)
  local inner = item.given[place]
  if type(inner) ~= "table" or inner.word ~= "period" then
    local form = "%s: in place %d of its list expected period { ... }, got %s"
    kinds.files:blame(item, place, form, item.word, place, vocabulary.said(inner))
  end
  read_period(kinds, inner, within)
end

--- course { number = the_game.turns, period { "turn", of = "next", acts = each.player } }
---@param kinds strata.Kinds
---@param item strata.Described
function M.course(kinds, item)
  table_reader.check(kinds.files, item, COURSE)
  if kinds.course then
    local form = "course: the course of the game is declared already, in %s; amend that one"
    kinds.files:blame(item, nil, form, kinds.declarations:place_of("course", "course"))
  elseif #item.given == 0 then
    kinds.files:blame(item, nil, "course: it has no period; say period { ... }")
  end
  kinds.course, kinds.periods = {}, {}
  local number = item.given.number
  kinds.turn_number = number ~= nil
    and act_compiler.new(kinds):text(item, "number", number, "int") or nil
  for place = 1, #item.given do
    M.read_inner(kinds, item, place)
  end
end

return M
