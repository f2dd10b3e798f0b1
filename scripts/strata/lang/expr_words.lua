--- The words for expressions and predicates: each, it, this, count and so on.
local pack_file = require("strata.base.pack_file")
local host = require("strata.host")
local phrase = require("strata.lang.phrase")

local fail, full, joined, need, new =
  phrase.fail, phrase.full, phrase.joined, phrase.need, phrase.new

local M = {}

local function each_word(schema, word)
  local noun = schema.nouns[word]
  local said = "each " .. tostring(word)
  if noun then
    return new(schema, "pred", noun.where or "true", said, {}, noun.zone)
  end
  local test = phrase.has_word(schema, "", word, "each")
  return new(schema, "pred", test, said, {}, schema.home)
end

--- each.creature: the predicate for entities that have the word, in the home zone of cards.
--- Thousands of cards use the same few, and phrases are immutable, so each is created once.
local function each_of(schema)
  local made = {}
  return setmetatable({}, {
    __metatable = false,
    __index = function(_, word)
      made[word] = made[word] or each_word(schema, word)
      return made[word]
    end,
    __newindex = function(_, word)
      fail("each.%s: words cannot be assigned; write local x = ...", tostring(word))
    end,
  })
end

--- Add the words from which expressions begin: it, this, you, the target and so on.
local function add_roots(words, schema)
  local function root(kind, text, said, name)
    return new(schema, kind, text, said, name and { [name] = true } or nil)
  end
  words.each = each_of(schema)
  if schema.data.the_game then
    words.the_game = root("pred", schema.data.the_game, "the game")
  end
  words.it = root("ref", "it", "it", "it")
  words.outer = root("ref", "outer", "it", "outer")
  words.this = root("ref", "this", "this")
  words.none = root("sym", "none", "nothing")
  words.you = root("ref", "this." .. schema.roles.controller, "you")
  words.attached = root("ref", "this.attached", "what this is attached to")
  words.target = root("ref", "$target", "the target", "target")
  words.choice = root("sym", "$choice", "the choice", "choice")
  words.second_choice = root("sym", "$second_choice", "the second choice", "second_choice")
  words.x = root("int", "$x", "X", "x")
  --- More than any number that a game counts, which stands for no maximum.
  words.unlimited = 1 << 30
end

--- Inside count, sum and distinct `it` is the entity that is counted, and `outer` the entity that
--- is `it` outside.
local function counted(uses)
  local after = joined({ uses = uses })
  after.it, after.outer = uses.outer, nil
  return after
end

local function count(schema, who)
  local p = need(schema, who, "pred", "count")
  local text, said = ("count(%s)"):format(full(p)), "how many " .. p.said
  return new(schema, "int", text, said, counted(p.uses))
end

--- The condition that an entity satisfies a predicate, or that a ref or a bound name is an entity.
local function exists(schema, who)
  if not (phrase.is(who) and (who.kind == "ref" or who.kind == "name")) then
    return count(schema, who):at_least(1)
  end
  local somebody = schema:find_word("somebody")
  local text = somebody and somebody.text:gsub("%%", who.text .. ".") or who.text .. " != none"
  return new(schema, "pred", text, who.said .. " exists", who.uses)
end

local function sum(schema, value, who)
  local v, p = need(schema, value, "int", "sum"), need(schema, who, "pred", "sum")
  local text = ("sum(%s, %s)"):format(v.text, full(p))
  local said = ("the sum of %s over %s"):format(v.said, p.said)
  return new(schema, "int", text, said, counted(joined(v, p)))
end

local function distinct(schema, name, who)
  local p = need(schema, who, "pred", "distinct")
  schema:need_set(name, "distinct")
  local said = ("how many different %s %s have"):format(name, p.said)
  local text = ("distinct(%s, %s)"):format(name, full(p))
  return new(schema, "int", text, said, counted(p.uses))
end

--- The largest value over all entities that satisfy a predicate, 0 if there are none: the sum over
--- the entities that no other exceeds, divided by their number.
local function most(schema, value, who)
  local v, p = need(schema, value, "int", "most"), need(schema, who, "pred", "most")
  if v.uses.outer or p.uses.outer then
    fail("most: it cannot speak of `outer`")
  end
  local best = v.text:gsub("%f[%w_]it%f[^%w_]", "outer")
  local rivals = ("count(%s and %s > %s)"):format(full(p), v.text, best)
  local leaders = ("%s and %s = 0"):format(full(p), rivals)
  local text = ("(sum(%s, %s) // max(count(%s), 1))"):format(v.text, leaders, leaders)
  local said = ("the largest %s of %s"):format(v.said, p.said)
  return new(schema, "int", text, said, counted(joined(v, p)))
end

--- A number about two objects, as the rules say it in `measures`: "%1" and "%2" stand for them.
local function measure(schema, name, first, second)
  local a, b = need(schema, first, "ref", name), need(schema, second, "ref", name)
  local known = schema.data.measures[name]
  local text = known.text:gsub("%%([12])", { ["1"] = a.text, ["2"] = b.text })
  local said = (known.said or name .. " of %1 and %2"):gsub("%%([12])",
    { ["1"] = a.said, ["2"] = b.said })
  return new(schema, "int", ("(%s)"):format(text), said, joined(a, b))
end

local function of_two(schema, name, said, a, b)
  a, b = need(schema, a, "int", name), need(schema, b, "int", name)
  local text = ("%s(%s, %s)"):format(name, a.text, b.text)
  local words = ("the %s of %s and %s"):format(said, a.said, b.said)
  return new(schema, "int", text, words, joined(a, b))
end

--- A number of a created effect that is counted anew whenever it is used, unlike 611.2d.
local function live(schema, value)
  local v = need(schema, value, "int", "live")
  local uses = joined(v)
  uses.live = true
  return new(schema, "int", v.text, v.said, uses)
end

--- Coloured mana symbols in the costs of what you control (700.5).
local function devotion(schema, words, ...)
  local total = nil
  for _, colour in ipairs({ ... }) do
    local pips = new(schema, "int", "it." .. schema:pips(colour, "devotion"), colour)
    local one = sum(schema, pips, words.each.permanent:of(words.you))
    total = total and total + one or one
  end
  if not total then
    fail("devotion: to which colour?")
  end
  local said = "your devotion to " .. table.concat({ ... }, " and ")
  return new(schema, "int", total.text, said, total.uses)
end

--- The objects that a linked ability of this object has put somewhere, and that are still there
--- (607.2).
local function linked(schema, name)
  local links = schema.data.links
  if not links then
    fail("linked: these rules have no links")
  end
  local path, line = pack_file.place()
  local by = { use = "asked", item = { path = path, line = line } }
  local link = schema:link(name, by, function(form, ...)
    fail("linked: " .. form, ...)
  end)
  local text = ("(%s = this and %s = %s)"):format(links.holder, links.name, link)
  return new(schema, "pred", text, ("each linked as %s"):format(name))
end

--- The words that count entities and values.
local function add_counting(words, schema)
  local function bound(word, ...)
    local first = table.pack(...)
    return function(...)
      local given = table.pack(...)
      local all = table.move(given, 1, given.n, first.n + 1, table.move(first, 1, first.n, 1, {}))
      return word(schema, table.unpack(all, 1, first.n + given.n))
    end
  end
  words.count, words.exists, words.sum = bound(count), bound(exists), bound(sum)
  words.distinct, words.live, words.most = bound(distinct), bound(live), bound(most)
  words.smaller, words.larger = bound(of_two, "min", "smaller"), bound(of_two, "max", "larger")
  words.devotion, words.linked = bound(devotion, words), bound(linked)
end

--- The words for expressions that all rules have.
---@param schema strata.Schema
---@return table<string, any>
function M.library(schema)
  local words = {}
  add_roots(words, schema)
  add_counting(words, schema)
  return words
end

--- Add the measures that the rules declare.
---@param words table<string, any>
---@param schema strata.Schema
---@return table<string, any> words
function M.add_measures(words, schema)
  for name in host.sorted_pairs(schema.data.measures or {}) do
    words[name] = function(first, second)
      return measure(schema, name, first, second)
    end
  end
  return words
end

return M
