---@meta
-- luacheck: ignore 111 112 211 212 241
--- Expressions: more of world_api.lua, for editors and readers. Nothing here runs.

---@class strata
local strata = {}

-- -- Expressions -------------------------------------------------------------

--- A value or a predicate over the world: text until a world compiles it, which it keeps. Values by
--- + - * // and -x, predicates by & | ~. Lua turns < and == into booleans at once, so comparisons
--- are words; < and == raise.
---@class strata.Expr
---@field [string] strata.Expr of it, this, outer, event.x, named.x and the(card): an attribute
---@operator add(strata.Operand): strata.Expr
---@operator sub(strata.Operand): strata.Expr
---@operator mul(strata.Operand): strata.Expr
---@operator idiv(strata.Operand): strata.Expr
---@operator unm: strata.Expr
---@operator band(strata.Expr): strata.Expr
---@operator bor(strata.Expr): strata.Expr
---@operator bnot: strata.Expr
local Expr = {}

--- >=
---
--- ```lua
--- world:select(it.power:at_least(3) & each.creature)
--- --> { Grizzly Bears #3:1, Hill Giant #5:1 }
--- ```
---@param x integer|strata.Expr
---@return strata.Expr
function Expr:at_least(x) end

--- <=
---
--- ```lua
--- world:select(it.power:at_most(2) & each.creature) --> { Llanowar Elves #4:1 }
--- ```
---@param x integer|strata.Expr
---@return strata.Expr
function Expr:at_most(x) end

--- >
---
--- ```lua
--- world:eval(it.power:more_than(5), bear) --> true
--- ```
---@param x integer|strata.Expr
---@return strata.Expr
function Expr:more_than(x) end

--- <
---
--- ```lua
--- world:eval(it.power:less_than(5), bear) --> false
--- ```
---@param x integer|strata.Expr
---@return strata.Expr
function Expr:less_than(x) end

--- Equal: a number, an entity, a flag's boolean, a symbol's name, or an expression.
---
--- ```lua
--- world:select(it.controller:is(bob)) --> { Hill Giant #5:1 }
--- ```
---@param x integer|boolean|string|strata.Entity|strata.Expr
---@return strata.Expr
function Expr:is(x) end

--- Not equal.
---
--- ```lua
--- world:eval(it.controller:is_not(bob), bear) --> true
--- ```
---@param x integer|boolean|string|strata.Entity|strata.Expr
---@return strata.Expr
function Expr:is_not(x) end

--- Whether a set holds a symbol: it.types:has("elf"). Of an entity, whether any set does:
--- this:has("elf"). The symbol of a set may be an expression: it.types:has(this.chosen).
---
--- ```lua
--- world:count(it.types:has("creature")) --> 3
--- ```
---@param symbol string|strata.Expr
---@return strata.Expr
function Expr:has(symbol) end

--- And `x` controls it: needs a ref attribute `controller`.
---
--- ```lua
--- world:select(each.creature:of(bob)) --> { Hill Giant #5:1 }
--- ```
---@param x strata.Entity|strata.Expr
---@return strata.Expr
function Expr:of(x) end

--- And it is not `x`.
---
--- ```lua
--- world:select(each.creature:except(bear)) --> { Llanowar Elves #4:1, Hill Giant #5:1 }
--- ```
---@param x strata.Entity|strata.Expr
---@return strata.Expr
function Expr:except(x) end

--- The entity in question.
---
--- ```lua
--- world:eval(it.power + it.toughness, bear) --> 12
--- ```
---@type strata.Expr
strata.it = nil

--- The effect's source.
---
--- ```lua
--- world:eval(this.power - it.power, elf, bear) --> 4
--- ```
---@type strata.Expr
strata.this = nil

--- Inside count, sum and distinct: the entity outside.
---
--- ```lua
--- world:select(count(each.creature & it.power:more_than(outer.power)):is(0) & each.creature)
--- --> { Grizzly Bears #3:1 }
--- ```
---@type strata.Expr
strata.outer = nil

--- The controller of the effect's source: this.controller.
---
--- ```lua
--- world:select(each.creature:of(you), anthem) --> { Grizzly Bears #3:1, Llanowar Elves #4:1 }
--- ```
---@type strata.Expr
strata.you = nil

--- Nobody; also the value of a ref or sym that has none.
---
--- ```lua
--- world:select(it.controller:is(none)) --> { Alice #1:1, Bob #2:1 }
--- ```
---@type strata.Expr
strata.none = nil

--- The predicate that everyone satisfies.
---
--- ```lua
--- world:count(all) --> 6
--- ```
---@type strata.Expr
strata.all = nil

--- each.elf: whoever has the symbol in one of the sets that can hold it, or the flag of that name.
---
--- ```lua
--- world:select(each.elf) --> { Llanowar Elves #4:1 }
--- ```
---@type table<string, strata.Expr>
strata.each = nil

--- A field of the event in question, in what rules say of events: event.amount, event.who.power.
---
--- ```lua
--- tostring(event.amount * 2) --> "event.amount * 2"
--- ```
---@type table<string, strata.Expr>
strata.event = nil

--- What a deed before has bound, in the same places: named.x, which stands in the text as $x. Every
--- program has named.you, whose it is, and named.i, which of several an "emit" is at.
---
--- ```lua
--- tostring(named.target.power) --> "$target.power"
--- ```
---@type table<string, strata.Expr>
strata.named = nil

--- One entity inside an expression: the(bear).power.
---
--- ```lua
--- world:eval(strata.the(bear).power + 1) --> 7
--- ```
---@param entity strata.Entity
---@return strata.Expr
function strata.the(entity) end

--- What a predicate of the rules, a function, answers about the entity in question and `this`.
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
---@param predicate string its name
---@return strata.Expr
function strata.ask(predicate) end

--- How many entities satisfy a predicate.
---
--- ```lua
--- world:eval(count(each.creature)) --> 3
--- ```
---@param predicate strata.Operand
---@return strata.Expr
function strata.count(predicate) end

--- The sum of a value over the entities that satisfy a predicate.
---
--- ```lua
--- world:eval(sum(it.power, each.creature:of(alice))) --> 8
--- ```
---@param value strata.Operand
---@param predicate strata.Operand
---@return strata.Expr
function strata.sum(value, predicate) end

--- How many different symbols the sets of those who satisfy a predicate hold.
---
--- ```lua
--- world:eval(distinct("colors", each.creature)) --> 2
--- ```
---@param set string the attribute
---@param predicate strata.Operand
---@return strata.Expr
function strata.distinct(set, predicate) end

--- Text in the grammar of `strata.h`: expr("power > 2 and types has 'elf'").
---
--- ```lua
--- world:eval(strata.expr("power > 2 and types has 'creature'"), bear) --> true
--- ```
---@param text string at most 64 KiB
---@return strata.Expr
function strata.expr(text) end
