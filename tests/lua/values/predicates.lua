--- Predicates that are Lua functions: what they read, when they run, what they may not do.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local it, ask, count = strata.it, strata.ask, strata.count

--- Rules in which each predicate has an expression that says the same.
local function rules_of(predicates)
  return strata.rules({
    layers = { "a", "b", "c" },
    attributes = {
      power = "int",
      bonus = "int",
      tapped = "flag",
      types = { "set", "elf", "goblin", "wall" },
      rarity = { "sym", "common", "rare" },
      owner = "ref",
      name = "text",
      abilities = "abilities",
    },
    abilities = { flying = "keyword" },
    default_layers = { types = "a", power = "b", tapped = "b", abilities = "b", bonus = "c" },
    predicates = predicates,
  })
end

-- Values of every type, of whoever the function comes to know.
local seen
local world = rules_of({
  look = {
    function(who, me)
      seen = {
        power = who.power,
        tapped = who.tapped,
        types = who.types,
        rarity = who.rarity,
        elf = who:has("elf"),
        flying = who:has("flying"),
        owner_power = who.owner and who.owner.power,
        own = who.owner == me,
        same = who == me,
        nobody = me == nil,
        text = tostring(who),
      }
      return who.power > 2
    end,
    reads = { "power", "tapped", "types", "rarity", "owner", "abilities" },
  },
}):world()
local alice = world:spawn({ power = 20 })
local bear = world:spawn({
  power = 2,
  tapped = true,
  types = { "elf", "wall" },
  rarity = "rare",
  owner = alice,
  abilities = "flying",
})
equal(tostring(ask("look") & it.tapped), "ask('look') and it.tapped")
equal(world:eval(ask("look"), bear, alice), false)
equal(seen.power, 2)
equal(seen.tapped, true)
equal(tostring(seen.types), "{elf, wall}")
equal(seen.types:has("elf"), true)
equal(seen.rarity, "rare")
equal(seen.elf, true)
equal(seen.flying, true)
equal(seen.owner_power, 20)
equal(seen.own, true)
equal(seen.same, false)
equal(seen.nobody, false)
equal(seen.text, "what a predicate sees of an entity")
equal(world:eval(ask("look"), alice, alice), true)
equal(seen.same, true)
equal(seen.rarity, nil)
equal(seen.owner_power, nil)
equal(world:eval("ask( 'look' )", bear), false)
equal(seen.nobody, true)
equal(world:count(ask("look")), 1)
equal(world:eval(count(~ask("look"))), 1)
equal(world.rules:names("predicates"), { "look" })

-- A symbol that several sets may hold is found in any of them, in the order of their names.
do
  local asked
  local game = strata.rules({
    layers = { "only" },
    attributes = {
      types = { "set", "elf", "wall" },
      marks = { "set", "elf", "wall" },
      signs = { "set", "elf" },
    },
    default_layers = { types = "only", marks = "only", signs = "only" },
    predicates = {
      elf = {
        function(who)
          asked = who:has("elf")
          return asked
        end,
        reads = { "types", "marks", "signs" },
      },
      marked = {
        function(who)
          return who:has("elf")
        end,
        reads = { "marks" },
      },
    },
  }):world()
  for _, set in ipairs({ "types", "marks", "signs" }) do
    local one = game:spawn({ [set] = "elf" })
    equal(game:eval(ask("elf"), one), true, set)
    equal(asked, true, set)
  end
  equal(game:eval(ask("elf"), game:spawn({ types = "wall", marks = "wall" })), false)
  equal(asked, false)
  -- It goes no further than to the set that has it.
  equal(game:eval(ask("marked"), game:spawn({ marks = "elf" })), true)
  local text = "predicate 'marked': it reads 'signs'"
  fails(text, game.eval, game, ask("marked"), game:spawn({ types = "elf" }))
end

-- A function runs where something that it read has changed, and nowhere else.
local calls = 0
local function counted(f)
  return function(...)
    calls = calls + 1
    return f(...)
  end
end
world = rules_of({
  strong = {
    counted(function(who)
      return who.power > 2
    end),
    reads = { "power" },
  },
  either = {
    counted(function(who)
      return who.tapped or who.power > 4
    end),
    reads = { "power", "tapped" },
  },
}):world()
local cards = {}
for i = 1, 40 do
  cards[i] = world:spawn({ power = i % 4, tapped = i % 2 == 0 })
end
local strong = world:effect({ on = ask("strong"), bonus = strata.add(1) })
world:effect({ on = ask("either"), bonus = strata.add(10) })
equal(cards[3].bonus, 1)
equal(cards[4].bonus, 10)
equal(calls, 4 + 2 + 1, "once for each power; tapped, and each odd power")
local function after(change, bonus, extra, what)
  calls = 0
  change()
  equal(cards[1].bonus, bonus, what)
  equal(calls, extra, what)
end
after(function() cards[1].base.power = 3 end, 1, 0, "what was read before")
after(function() cards[1].base.power = 5 end, 11, 2, "a new power")
after(function() cards[1].base.power = 6 end, 11, 2, "another")
after(function() cards[1].base.tapped = true end, 11, 0, "not read by the other")
after(function() cards[1].base.power = 7 end, 11, 1, "that is not looked at any more")
after(function() cards[1].base.types = { "elf" } end, 11, 0, "read by nobody")
after(function()
  world:effect({ on = cards[1], power = strata.add(1) })
end, 11, 1, "in a layer before")
after(function() strong:remove() end, 10, 0)
equal(world:stats().predicate_calls, 4 + 3 + 2 + 2 + 1 + 1)
after(function() world:drop_caches() end, 10, 3, "all is forgotten: tapped, and 1, 3")

-- Mistakes.
local function bad(text, f, reads)
  local w = rules_of({ bad = { f, reads = reads or { "power", "types" } } }):world()
  local card = w:spawn({ power = 1 })
  local hash = w:hash()
  fails(text, w.eval, w, ask("bad"), card)
  equal(w:hash(), hash)
  equal(card.power, 1)
  local effect = w:effect({ on = ask("bad"), bonus = strata.add(1) })
  fails(text, function() return card.bonus end)
  effect:remove()
  equal(card.bonus, 0)
end
local leaked, foreign, other
bad("predicate 'bad': ", function() error("ouch") end)
bad("ouch", function() error("ouch") end)
bad("error object is a table", function() error({}) end)
bad("true or false, not nil", function() end)
bad("true or false", function() return 1 end)
bad("it reads 'tapped', which is not among what it is declared to read", function(who)
  return who.tapped
end)
bad("add it", function(who) return who:has("flying") end)
bad("it reads 'tapped'", function(who)
  pcall(function() return who.tapped end)
  return true
end)
bad("a list of abilities is no value", function(who)
  return who.abilities
end, { "abilities" })
bad("power: a predicate may only read", function(who) who.power = 2 end)
bad("move: a predicate may only read", function(who) who:move("hand") end)
bad("unknown attribute 'powr'; did you mean 'power'?", function(who) return who.powr end)
bad("unknown symbol 'elv'; did you mean 'elf'?", function(who) return who:has("elv") end)
foreign = rules_of():world()
other = foreign:spawn({ power = 3 })
local only = "a predicate may only read, and only what it and this give it"
bad(only, function() return other.power > 2 end)
bad(only, function() return other:has("elf") end)
bad(only, function() return #other:abilities() > 0 end)
bad(only, function() return other:is_alive() end)
bad(only, function() other.base.power = 2 end)
bad(only, function() return foreign:spawn() ~= nil end)
bad(only, function() return foreign:count(it.tapped) > 0 end)
bad(only, function() foreign:fork() end)
bad(only, function() foreign:action(function() end) end)
-- What is not pure is found out where it can be.
local turn = 0
world = rules_of({
  moody = {
    function(who)
      turn = turn + 1
      return who.power > 0 and (turn == 1 and who.types or who.rarity) ~= nil
    end,
    reads = { "power", "types", "rarity" },
  },
}):world()
bear = world:spawn({ power = 1 })
equal(world:eval(ask("moody"), bear), true)
equal(world:eval(ask("moody"), bear), true)
bear.base.types = { "elf" }
fails("predicate 'moody': it went another way than before", world.eval, world, ask("moody"), bear)

-- What it is told is of use while it runs.
equal(tostring(other), "entity " .. other.id)
rules_of({ leak = { function(who) leaked = who return true end } })
  :world():count(ask("leak"))
world = rules_of({ leak = { function(who) leaked = who return true end } }):world()
world:spawn()
equal(world:count(ask("leak")), 1)
fails("gone once it has answered", function() return leaked.power end)
fails("gone once it has answered", leaked.has, leaked, "elf")

-- In an action a failure takes all back.
world = rules_of({ bad = { function(who) return who.power > 2 or nil end, reads = { "power" } } })
  :world()
bear = world:spawn({ power = 3 })
equal(world:count(ask("bad")), 1)
fails("predicate 'bad': it must answer true or false, not nil", world.action, world, function()
  bear.base.power = 1
  return world:count(ask("bad"))
end)
equal(bear.power, 3)

-- Declaring.
local function declare(predicates)
  return rules_of, predicates
end
local yes = function() return true end
fails("predicates.p: expected { function, reads = names }, got function", declare({ p = yes }))
fails("predicates.p[1]: expected a function of it and this, got nil", declare({ p = {} }))
fails("predicates.p: no field 'read'; did you mean", declare({ p = { yes, read = {} } }))
fails("predicates.p.reads: expected a list of names", declare({ p = { yes, reads = 1 } }))
fails("unknown attribute 'powr'; did you mean", declare({ p = { yes, reads = { "powr" } } }))
fails("'name' is a text", declare({ p = { yes, reads = { "name" } } }))
fails("predicate 'P': a name has", declare({ P = { yes } }))
fails("unknown predicate 'stron'; did you mean 'strong'?", function()
  rules_of({ strong = { yes } }):world():count("ask('stron')")
end)
fails("is no name of a predicate", ask, "it's")
fails("a predicate's name in single quotes", world.count, world, "ask(strong)")
local taken = { layers = "numbers", attributes = { ask = "int" } }
fails("expressions use this word", strata.rules, taken)
local plain, one = rules_of():hash(), rules_of({ p = { yes } }):hash()
equal(plain == one, false)
equal(rules_of({ p = { yes, reads = { "power" } } }):hash() == one, false)
equal(rules_of({ p = { function() return false end } }):hash(), one, "what it does nobody can tell")

-- Saves and forks ask the same.
world = rules_of({
  strong = { function(who) return who.power > 2 end, reads = { "power" } },
}):world()
bear = world:spawn({ power = 3 })
world:effect({ on = ask("strong"), bonus = strata.add(1) })
equal(world:fork():entities()[1].bonus, 1)
equal(world.rules:load(world:save()):entities()[1].bonus, 1)
fails("damaged or foreign bytes", function()
  return rules_of():load(world:save())
end)

-- The same games with functions and with expressions.
local SAME <const> = {
  strong = {
    "power > 2",
    function(who) return who.power > 2 end,
    { "power" },
  },
  kin = {
    "types has 'elf' and (this.types has 'elf' or power > this.power)",
    function(who, me)
      if not who.types:has("elf") then
        return false
      end
      return me ~= nil and me.types:has("elf") or who.power > (me and me.power or 0)
    end,
    { "types", "power" },
  },
  mine = {
    "owner = this or it = this or owner.tapped",
    function(who, me)
      return who.owner == me or who == me or (who.owner ~= nil and who.owner.tapped)
    end,
    { "owner", "tapped" },
  },
  able = {
    "abilities has 'flying' or owner.rarity = 'rare'",
    function(who)
      return who:has("flying") or who.owner ~= nil and who.owner.rarity == "rare"
    end,
    { "abilities", "owner", "rarity" },
  },
}

local function said(word, with)
  return (word:gsub("%a+", function(name)
    local same = SAME[name]
    if not same then
      return name
    end
    return with and ("ask('%s')"):format(name) or "(" .. same[1] .. ")"
  end))
end

local predicates = {}
for name, same in strata.sorted_pairs(SAME) do
  predicates[name] = { same[2], reads = same[3] }
end

--- Numbers that look like chance, the same each time.
local function dice(seed)
  return function(n)
    seed = seed * 1103515245 + 12345 & 0x7fffffff
    return (seed >> 12) % n + 1
  end
end

local WHOM <const> = {
  "strong", "kin", "mine", "able", "not strong and kin", "mine or able",
  "count(strong) > 3 and kin", "tapped = strong", "not (mine and able)",
}
local WHEN <const> = { "count(kin) > 2", "count(mine and strong) < 9", "true" }
local DOES <const> = {
  function() return { power = strata.add(2) } end,
  function() return { types = strata.add("elf"), power = strata.sub(1) } end,
  function() return { types = strata.remove("elf") } end,
  function() return { tapped = strata.set(true) } end,
  function() return { abilities = strata.grant("flying") } end,
  function() return { abilities = strata.remove_all() } end,
  function(with) return { bonus = strata.add(strata.expr(said("count(kin or strong)", with))) } end,
}

local Game = {} -- what happens in one

local function some_card(random, i, all)
  return {
    power = random(5) - 1,
    types = random(2) == 1 and { "elf" } or {},
    rarity = random(5) == 1 and "rare" or nil,
    owner = i > 3 and random(3) > 1 and all[random(3)] or nil,
  }
end

--- A game by a seed, with functions or with the expressions that say the same.
local function open(seed, with, tune)
  local random = dice(seed)
  local w = rules_of(with and predicates or nil):world()
  for _, what in ipairs({ "classes", "sums", "updates" }) do
    w:tune(what, tune or "auto")
  end
  local all = {}
  for i = 1, 12 + seed % 60 do
    all[i] = w:spawn(some_card(random, i, all))
  end
  return { world = w, with = with, random = random, all = all, effects = {}, log = {} }
end

function Game.say(self, texts)
  return said(texts[self.random(#texts)], self.with)
end

function Game.start(self, card)
  local spec = DOES[self.random(#DOES)](self.with)
  spec.on = Game.say(self, WHOM)
  spec.when = Game.say(self, WHEN)
  spec.source = self.random(3) > 1 and card or nil
  self.effects[#self.effects + 1] = self.world:effect(spec)
end

function Game.change(self, card)
  local random = self.random
  local act = random(6)
  if act <= 3 or #self.effects == 0 then
    Game.start(self, card)
  elseif act == 4 then
    card.base.power = random(6)
  elseif act == 5 then
    card.base.types = random(2) == 1 and { "elf", "wall" } or {}
  else
    table.remove(self.effects, random(#self.effects)):remove()
  end
end

function Game.look(self, step)
  local log = self.log
  for i, card in ipairs(self.all) do
    if (i + step) % 5 == 0 or step == 12 then
      log[#log + 1] = ("%d:%d %d %d %s %s %s"):format(step, i, card.power, card.bonus,
        tostring(card.tapped), tostring(card.types), tostring(card:has("flying")))
    end
  end
end

local function play(seed, with, tune)
  local game = open(seed, with, tune)
  for step = 1, 12 do
    local card = game.all[game.random(#game.all)]
    Game.change(game, card)
    Game.look(game, step)
    game.log[#game.log + 1] = game.world:count(Game.say(game, WHOM), card)
  end
  return game.log
end

for seed = 1, 120 do
  local want = play(seed, false)
  equal(play(seed, true), want, "seed " .. seed)
  equal(play(seed, true, "never"), want, "seed, plainly: " .. seed)
  equal(play(seed, true, "always"), want, "seed, by every way: " .. seed)
end
