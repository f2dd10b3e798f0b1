--- Compiles the act `effect { objects, changes, lasts = "turn" }`, which starts a continuous effect
--- (611).
---
--- Its changes are those of static abilities. A change that names all abilities of a category can
--- be compiled only when all cards are known, so M.complete creates the engine's clause when the
--- rules are frozen.
local ability_words = require("strata.cards.ability")
local durations = require("strata.cards.durations")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")
local vocabulary = require("strata.lang.vocabulary")

local M = {}

-- What is said of it beside its changes.
local OPTIONS <const> = { lasts = true, of = true, when = true }

local WHOM <const> = { pred = true, ref = true, name = true }

--- A second object or predicate would take the place of the first.
local function check_second(self, item)
  local second = item.given[2]
  if phrase.is(second) and WHOM[second.kind] then
    local form = "effect: who it is about stands first in the list, and once; '%s' is in place 2"
    self:blame(item, 2, form, second.said)
  end
end

--- Whom it is about, and what is left of its fields and list.
local function split(self, item)
  local who = item.given[1]
  if not phrase.is(who) or not WHOM[who.kind] then
    local form = "effect: expected whom it is about first in its list, got %s"
    self:blame(item, 1, form, vocabulary.said(who))
  end
  check_second(self, item)
  local rest = {}
  for key, value in host.sorted_pairs(item.given) do
    local place = math.type(key) == "integer" and key
    if place and place > 1 then
      rest[place - 1] = value
    elseif not place and not OPTIONS[key] then
      rest[key] = value
    end
  end
  return who, rest
end

--- What a phrase of a clause says in the program: what it aims at has a name there.
local function filler(self)
  return function(text)
    text = text:gsub("%$among%f[^%w_]", "(it = $target)")
    return self:rewritten(text)
  end
end

--- The players to whom a clause gives control, as phrases. With an owner who leaves the game goes
--- all that is theirs (800.4a).
local function given_control(self, clause)
  local schema, list = self.kinds.schema, {}
  for _, part in ipairs(schema.roles.left and clause.parts or {}) do
    local is_given = part.attr == schema.roles.controller and phrase.is(part.value)
    if is_given and part.value.text ~= "none" and part.value.text ~= "it.owner" then
      list[#list + 1] = part.value
    end
  end
  return list
end

--- Until who is given control leaves the game (800.4a). `each`: the variable that holds the
--- affected object.
local function add_leaving(self, given, deed, each)
  for _, value in ipairs(given) do
    local text = value.uses.it and value.text:gsub("%f[%w_]it%f[^%w_]", "$" .. each) or value.text
    local stays = ("%s.%s = false"):format(filler(self)(text), self.kinds.schema.roles.left)
    deed.lasts = deed.lasts and ("(%s) and %s"):format(deed.lasts, stays) or stays
  end
end

--- Whether the players are others for each affected object. Then an effect begins for each, so that
--- it can end by itself.
local function differs(given)
  for _, value in ipairs(given) do
    if value.uses.it then
      return true
    end
  end
  return false
end

--- Turn an instruction about several objects into one about each of them, in a variable.
local function for_each(self, deed, into)
  self.made = self.made + 1
  local each = "affected_" .. self.made
  into[#into + 1] =
    { "each", who = deed.who, { "let", as = each, value = "it" }, deed }
  deed.who = "$" .. each
  return each
end

--- All that a clause says, as text: who compiles the program looks there for names.
local function texts_of(clause, fill)
  local texts = {}
  for _, part in ipairs(clause.parts) do
    texts[#texts + 1] = phrase.is(part.value) and fill(phrase.full(part.value)) or nil
  end
  return texts
end

--- Compiles one clause to an instruction, or to one for each seat.
local function add_clause(self, item, who, clause, into)
  local game, fill, made = self.watch.game, filler(self), {}
  local kind = who.kind == "pred" and "pred" or "ref"
  local whom = self:text(item, 1, who, kind)
  local deed = { "begin", self.watch.title, who = self:any_of(whom) or whom, with = {} }
  deed.when = self:condition(item, "when", item.given.when)
  durations.add(self, item, deed, made)
  local given = given_control(self, clause)
  for _, one in ipairs(made) do
    local each = differs(given) and for_each(self, one, into) or nil
    add_leaving(self, given, one, each)
    one.clause = texts_of(clause, fill)
    game.begun[#game.begun + 1] = { deed = one, clause = clause, fill = fill }
    into[#into + 1] = not each and one or nil
  end
end

--- effect { target, power = add(3), toughness = add(3), lasts = "turn" }
---@param self strata.Programs
---@param item strata.Described
---@param into table[] instructions
function M.add(self, item, into)
  local who, rest = split(self, item)
  local scope = self.watch.game:scope(item, self.watch.name or self.watch.base)
  scope.created, scope.begins, scope.layer = true, true, rest.layer
  scope.own_name = self.watch.name
  local _, _, clauses = ability_words.clauses_of(scope, "begun", rest)
  if #clauses == 0 then
    self:blame(item, nil, "effect: it changes nothing")
  end
  for _, clause in ipairs(clauses) do
    add_clause(self, item, clause.who or who, clause, into)
  end
end

local function refuse_choice()
  error("what is chosen is 'named.x' in an act", 0)
end

--- The engine's forms of all clauses of a game.
---@param game strata.Game
function M.complete(game)
  for _, begun in ipairs(game.begun) do
    local moment = game:moment()
    moment.created, moment.takes, moment.fill = true, true, begun.fill
    moment.word = refuse_choice
    begun.deed.clause = ability_words.engine_clause({ parts = begun.clause.parts }, moment)
  end
end

return M
