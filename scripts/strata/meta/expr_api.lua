---@meta
-- luacheck: ignore 111 112 211 212 241
--- Expressions: values and predicates over the state of a world. Nothing in this file runs.

---@class strata
local strata = {}

-- -- Expressions -------------------------------------------------------------

--- The description of a value or a predicate. A world compiles it at its first use and caches the
--- result. The operators + - * // and unary - combine values; & | ~ combine predicates. Results
--- beyond 64 bits are the nearest limit, // rounds down, and anything // 0 is 0. Lua evaluates <
--- and == at once, so comparisons are methods; < raises, and so does ==.
---@class strata.Expr
--- of it, this, outer, event.x, named.x and the(card): an attribute of that entity
---@field [string] strata.Expr
---@operator add(strata.Operand): strata.Expr
---@operator sub(strata.Operand): strata.Expr
---@operator mul(strata.Operand): strata.Expr
---@operator idiv(strata.Operand): strata.Expr
---@operator unm: strata.Expr
---@operator band(strata.Expr): strata.Expr
---@operator bor(strata.Expr): strata.Expr
---@operator bnot: strata.Expr
local Expr = {}

--- The comparison `self >= x`.
---
--- ```lua
--- world:select(it.power:at_least(3) & each.creature)
--- --> { Grizzly Bears #3:1, Hill Giant #5:1 }
--- ```
---@param x integer|strata.Expr right operand
---@return strata.Expr
function Expr:at_least(x) end

--- The comparison `self <= x`.
---
--- ```lua
--- world:select(it.power:at_most(2) & each.creature) --> { Llanowar Elves #4:1 }
--- ```
---@param x integer|strata.Expr right operand
---@return strata.Expr
function Expr:at_most(x) end

--- The comparison `self > x`.
---
--- ```lua
--- world:eval(it.power:more_than(5), bear) --> true
--- ```
---@param x integer|strata.Expr right operand
---@return strata.Expr
function Expr:more_than(x) end

--- The comparison `self < x`.
---
--- ```lua
--- world:eval(it.power:less_than(5), bear) --> false
--- ```
---@param x integer|strata.Expr right operand
---@return strata.Expr
function Expr:less_than(x) end

--- The comparison for equality with a number, an entity, a boolean for a flag, a name for a symbol,
--- or an expression.
---
--- ```lua
--- world:select(it.controller:is(bob)) --> { Hill Giant #5:1 }
--- ```
---@param x integer|boolean|string|strata.Entity|strata.Expr right operand
---@return strata.Expr
function Expr:is(x) end

--- The comparison for inequality; its operand is that of Expr:is.
---
--- ```lua
--- world:eval(it.controller:is_not(bob), bear) --> true
--- ```
---@param x integer|boolean|string|strata.Entity|strata.Expr right operand
---@return strata.Expr
function Expr:is_not(x) end

--- The predicate that a set contains a symbol: it.types:has("elf"). On an entity, that any of its
--- set attributes does: this:has("elf"). For a single set, the symbol may be an expression:
--- it.types:has(this.chosen).
---
--- ```lua
--- world:count(it.types:has("creature")) --> 3
--- ```
---@param symbol string|strata.Expr name of a symbol, or an expression of type sym
---@return strata.Expr
function Expr:has(symbol) end

--- The predicate, restricted to entities that `x` controls. The rules must declare a ref attribute
--- `controller`.
---
--- ```lua
--- world:select(each.creature:of(bob)) --> { Hill Giant #5:1 }
--- ```
---@param x strata.Entity|strata.Expr the controller
---@return strata.Expr
function Expr:of(x) end

--- The predicate, restricted to entities that `x` does not control.
---
--- ```lua
--- world:select(each.creature:not_of(alice)) --> { Hill Giant #5:1 }
--- ```
---@param x strata.Entity|strata.Expr the player
---@return strata.Expr
function Expr:not_of(x) end

--- The predicate, restricted to entities whose attribute `owner` is `x`.
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- world:count(each.creature:owned_by(A)) --> 1
--- ```
---@param x strata.Entity|strata.Expr the owner
---@return strata.Expr
function Expr:owned_by(x) end

--- The predicate, restricted to entities that are in a zone. In a script a predicate is about all
--- zones; in a card file it is about the battlefield, unless `:inside` or `:anywhere` says
--- otherwise.
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears", "graveyard")
--- world:select(each.creature:inside("graveyard")) --> { Grizzly Bears #4:1 }
--- ```
---@param zone string name of a zone
---@return strata.Expr
function Expr:inside(zone) end

--- The predicate, restricted to entities for which a condition on `it` holds.
---
--- ```lua
--- world:select(each.creature:where(it.power:at_most(2))) --> { Llanowar Elves #4:1 }
--- ```
---@param condition strata.Expr
---@return strata.Expr
function Expr:where(condition) end

--- The predicate, restricted to entities that have a word too, as each.elf has it.
---
--- ```lua
--- world:select(each.creature:being("elf")) --> { Llanowar Elves #4:1 }
--- ```
---@param symbol string name of a symbol
---@return strata.Expr
function Expr:being(symbol) end

--- The predicate, restricted to entities that do not have a word.
---
--- ```lua
--- world:count(each.creature:non("elf")) --> 2
--- ```
---@param symbol string name of a symbol
---@return strata.Expr
function Expr:non(symbol) end

--- The predicate, restricted to entities other than `x`.
---
--- ```lua
--- world:select(each.creature:except(bear)) --> { Llanowar Elves #4:1, Hill Giant #5:1 }
--- ```
---@param x strata.Entity|strata.Expr the excluded entity
---@return strata.Expr
function Expr:except(x) end

--- The entity under test: in a predicate each entity in turn, in an operand the affected entity.
---
--- ```lua
--- world:eval(it.power + it.toughness, bear) --> 12
--- ```
---@type strata.Expr
strata.it = nil

--- The source of the effect; in an ability, the object that has it.
---
--- ```lua
--- world:eval(this.power - it.power, elf, bear) --> 4
--- ```
---@type strata.Expr
strata.this = nil

--- Inside count, sum and distinct: the entity that `it` denotes outside of them.
---
--- ```lua
--- world:select(count(each.creature & it.power:more_than(outer.power)):is(0) & each.creature)
--- --> { Grizzly Bears #3:1 }
--- ```
---@type strata.Expr
strata.outer = nil

--- The controller of the effect's source: short for this.controller.
---
--- ```lua
--- world:select(each.creature:of(you), anthem) --> { Grizzly Bears #3:1, Llanowar Elves #4:1 }
--- ```
---@type strata.Expr
strata.you = nil

--- The value of a ref or sym that refers to nothing.
---
--- ```lua
--- world:select(it.controller:is(none)) --> { Alice #1:1, Bob #2:1 }
--- ```
---@type strata.Expr
strata.none = nil

--- The predicate that every entity satisfies.
---
--- ```lua
--- world:count(all) --> 6
--- ```
---@type strata.Expr
strata.all = nil

--- Predicates by name: each.elf holds for an entity that has the symbol `elf` in one of the sets
--- whose domain contains it, or whose flag `elf` is true.
---
--- ```lua
--- world:select(each.elf) --> { Llanowar Elves #4:1 }
--- ```
---@type table<string, strata.Expr>
strata.each = nil

--- Fields of the current event, in the parts of the rules that concern events: event.amount,
--- event.who.power.
---
--- ```lua
--- tostring(event.amount * 2) --> "event.amount * 2"
--- ```
---@type table<string, strata.Expr>
strata.event = nil

--- Variables of the current program, bound by an earlier instruction: named.x, written $x in the
--- text of an expression. Every program has named.you, its controller, and named.i, the index of
--- the current event among those of one "emit".
---
--- ```lua
--- tostring(named.target.power) --> "$target.power"
--- ```
---@type table<string, strata.Expr>
strata.named = nil

--- The given entity as an expression: the(bear).power.
---
--- ```lua
--- world:eval(strata.the(bear).power + 1) --> 7
--- ```
---@param entity strata.Entity an entity
---@return strata.Expr
function strata.the(entity) end

--- The answer of a predicate function that the rules declare, for `it` and `this`.
---
--- ```lua
--- local rules = strata.rules({
---   layers = "numbers",
---   attributes = { power = "int", toughness = "int" },
---   predicates = {
---     lopsided = {
---       function(it)
---         return it.power ~= it.toughness
---       end,
---       reads = { "power", "toughness" },
---     },
---   },
--- })
--- rules:world():count(ask("lopsided")) --> 0
--- ```
---@param predicate string name of a predicate of the rules
---@return strata.Expr
function strata.ask(predicate) end

--- The number of entities that satisfy a predicate.
---
--- ```lua
--- world:eval(count(each.creature)) --> 3
--- ```
---@param predicate strata.Operand condition on `it`
---@return strata.Expr
function strata.count(predicate) end

--- The sum of a value over all entities that satisfy a predicate.
---
--- ```lua
--- world:eval(sum(it.power, each.creature:of(alice))) --> 8
--- ```
---@param value strata.Operand number of each entity `it`
---@param predicate strata.Operand condition on `it`
---@return strata.Expr
function strata.sum(value, predicate) end

--- The number of different symbols that a set attribute contains over all entities that satisfy a
--- predicate.
---
--- ```lua
--- world:eval(distinct("colors", each.creature)) --> 2
--- ```
---@param set string name of a set attribute
---@param predicate strata.Operand condition on `it`
---@return strata.Expr
function strata.distinct(set, predicate) end

--- The expression that a text in the grammar of `strata.h` describes: expr("power > 2 and types has
--- 'elf'").
---
--- ```lua
--- world:eval(strata.expr("power > 2 and types has 'creature'"), bear) --> true
--- ```
---@param text string at most 64 KiB
---@return strata.Expr
function strata.expr(text) end
