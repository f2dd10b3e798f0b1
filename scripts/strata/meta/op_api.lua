---@meta
-- luacheck: ignore 111 112 211 212 241
--- Operations: what an effect does to a value. Nothing in this file runs.

---@class strata
local strata = {}

-- -- Operations: what an effect does to a value v ----------------------------

--- The immutable description of a modification. It has no effect until World:effect, or an ability
--- or law of the rules, uses it.
---@class strata.Op
local Op = {}

--- Returns the same operation, applied in the given layer instead of the default one.
---
--- ```lua
--- world:effect({ on = elf, power = add(1):at("pt.switch") }) --> effect ~3:1
--- elf:why("power")[2].layer --> "pt.switch"
--- ```
---@param layer strata.Layer name or number of a layer
---@return strata.Op
function Op:at(layer) end

--- Returns the same operation with an operand that is evaluated once, when the effect starts
--- (611.2d).
---
--- ```lua
--- world:effect({ on = bear, power = add(it.toughness):locked() }) --> effect ~3:1
--- bear.power --> 6
--- ```
---@return strata.Op
function Op:locked() end

--- Sets v to x; v has any type. For a set or abilities, x is a name, an array of names or, for a
--- set, an expression of type sym or a set of some entity, as in set(this.colors); for a ref, an
--- entity or `none`.
---
--- ```lua
--- world:effect({ on = bear, power = set(1) }) --> effect ~3:1
--- bear.power --> 5
--- ```
---@param x strata.Value|strata.Expr the new value
---@return strata.Op
function strata.set(x) end

--- Adds x to a number. For a set or abilities, adds the given names; for a set also a computed
--- symbol, as in add(this.chosen).
---
--- ```lua
--- world:effect({ on = bear, power = add(1), types = add("artifact") }) --> effect ~3:1
--- bear.power, bear.types --> 7, {artifact, creature}
--- ```
---@param x integer|strata.Expr|string|string[] the summand, or the names to add
---@return strata.Op
function strata.add(x) end

--- Subtracts x from a number.
---
--- ```lua
--- world:effect({ on = bear, power = sub(2) }) --> effect ~3:1
--- bear.power --> 4
--- ```
---@param x integer|strata.Expr the subtrahend
---@return strata.Op
function strata.sub(x) end

--- Multiplies a number by x. A result beyond the range of the attribute is its nearest limit;
--- without `min` and `max` that is the range of 64 bits.
---
--- ```lua
--- world:effect({ on = bear, power = mul(2):at("pt.modify") }) --> effect ~3:1
--- bear.power --> 12
--- ```
---@param x integer|strata.Expr the factor
---@return strata.Op
function strata.mul(x) end

--- Divides a number by x and rounds the quotient. Division by zero leaves the number unchanged.
---
--- ```lua
--- world:effect({ on = bear, power = div(4, "up"):at("pt.modify") }) --> effect ~3:1
--- bear.power --> 2
--- ```
---@param x integer|strata.Expr the divisor
---@param rounding? "down"|"up" default "down", toward negative infinity
---@return strata.Op
function strata.div(x, rounding) end

--- With one argument, the operation that replaces v by the smaller of v and x. With two or more
--- arguments, an expression: the smallest of them.
---
--- ```lua
--- world:effect({ on = bear, power = strata.min(3):at("pt.modify") }) --> effect ~3:1
--- bear.power --> 3
--- ```
---@param x integer|strata.Expr a number
---@param ... integer|strata.Expr further numbers
---@return strata.Op|strata.Expr
function strata.min(x, ...) end

--- With one argument, the operation that replaces v by the larger of v and x. With two or more
--- arguments, an expression: the largest of them.
---
--- ```lua
--- world:eval(strata.max(it.power, 10), bear) --> 10
--- ```
---@param x integer|strata.Expr a number
---@param ... integer|strata.Expr further numbers
---@return strata.Op|strata.Expr
function strata.max(x, ...) end

--- Limits a number to at most x: min under a name that reads better, as in power = at_most(3).
---
--- ```lua
--- world:effect({ on = bear, power = at_most(3):at("pt.modify") }) --> effect ~3:1
--- bear.power --> 3
--- ```
---@param x integer|strata.Expr the upper limit
---@return strata.Op
function strata.at_most(x) end

--- Raises a number to at least x: max under a name that reads better, as in power = at_least(1).
---
--- ```lua
--- world:effect({ on = elf, power = at_least(5):at("pt.modify") }) --> effect ~3:1
--- elf.power --> 5
--- ```
---@param x integer|strata.Expr the lower limit
---@return strata.Op
function strata.at_least(x) end

--- Replaces an int or flag v by its bitwise "and" with x.
---
--- ```lua
--- world:effect({ on = bear, power = band(3):at("pt.modify") }) --> effect ~3:1
--- bear.power --> 2
--- ```
---@param x integer|boolean|strata.Expr the other operand
---@return strata.Op
function strata.band(x) end

--- Replaces an int or flag v by its bitwise "or" with x.
---
--- ```lua
--- world:effect({ on = bear, power = bor(9):at("pt.modify") }) --> effect ~3:1
--- bear.power --> 15
--- ```
---@param x integer|boolean|strata.Expr the other operand
---@return strata.Op
function strata.bor(x) end

--- Replaces an int or flag v by its bitwise "exclusive or" with x.
---
--- ```lua
--- world:effect({ on = bear, power = bxor(5):at("pt.modify") }) --> effect ~3:1
--- bear.power --> 3
--- ```
---@param x integer|boolean|strata.Expr the other operand
---@return strata.Op
function strata.bxor(x) end

--- Replaces a number v by v * x / divisor. The product is exact, and the quotient is rounded once.
---
--- ```lua
--- world:effect({ on = bear, power = scale(120, 100, "up"):at("pt.modify") }) --> effect ~3:1
--- bear.power --> 8
--- ```
---@param x integer factor, an integer of 32 bits
---@param divisor integer 1 to 2^31-1
---@param rounding? "down"|"up" default "down"
---@return strata.Op
function strata.scale(x, divisor, rounding) end

--- Exchanges a number with the value of another attribute of the same object (613.4d).
---
--- ```lua
--- world:effect({ on = elf, power = switch("toughness") }) --> effect ~3:1
--- elf.power, elf.toughness --> 2, 2
--- ```
---@param other string name of the other attribute
---@return strata.Op
function strata.switch(other) end

--- Removes names from a set or from abilities; from a set also a computed symbol, as in
--- remove(this.chosen).
---
--- ```lua
--- world:effect({ on = bear, types = remove("creature") }) --> effect ~3:1
--- bear.types --> {}
--- ```
---@param names string|string[]|strata.Expr the names to remove
---@return strata.Op
function strata.remove(names) end

--- Removes all elements of a set, or all abilities.
---
--- ```lua
--- world:effect({ on = bear, colors = clear() }) --> effect ~3:1
--- bear.colors --> {}
--- ```
---@return strata.Op
function strata.clear() end

--- Sets the attribute to its copiable value on another entity, taken when the effect starts
--- (707.2b); in an ability or law, evaluated at this point of the layers. The effect option `copy =
--- bear` copies all copiable attributes.
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- world:effect({ on = bear, power = copy(game:put("Juggernaut")):at("copy.effects") })
--- --> effect ~1:1
--- bear.power --> 5
--- ```
---@param of strata.Entity|strata.Expr the original: an entity, or an expression of type ref
---@return strata.Op
function strata.copy(of) end

--- Replaces one symbol by another in sets and syms, and in the text of abilities (612).
---
--- ```lua
--- world:effect({ on = bear, colors = substitute("green", "red") }) --> effect ~3:1
--- bear.colors --> {red}
--- ```
---@param from string the symbol to replace
---@param to string the new symbol
---@return strata.Op
function strata.substitute(from, to) end

--- Adds abilities: add under a name that reads better.
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- world:effect({ on = bear, abilities = grant("flying") }) --> effect ~1:1
--- bear.abilities --> {flying}
--- ```
---@param names string|string[] names of abilities
---@return strata.Op
function strata.grant(names) end

--- Removes all abilities: clear under a name that reads better.
---
--- ```lua
--- -- strata --pack classic repl
--- world:effect({ on = each.creature, abilities = remove_all() }) --> effect ~1:1
--- game:put("Soul Warden").abilities --> {}
--- ```
---@return strata.Op
function strata.remove_all() end

--- Removes abilities, and prevents the object from gaining them (113.11).
---
--- ```lua
--- -- strata --pack classic repl
--- world:effect({ on = each.creature, abilities = forbid("flying") }) --> effect ~1:1
--- game:put("Sky Spirit").abilities --> {first strike}
--- ```
---@param names string|string[] names of abilities
---@return strata.Op
function strata.forbid(names) end

--- Removes printed, copied and intrinsic abilities, and keeps granted ones (305.7).
---
--- ```lua
--- -- strata --pack classic repl
--- warden = game:put("Soul Warden")
--- world:effect({ on = warden, abilities = strip():at("type") }) --> effect ~1:1
--- warden.abilities --> {}
--- ```
---@return strata.Op
function strata.strip() end

--- Adds the abilities of all entities that satisfy a predicate, in which `outer` denotes the
--- affected entity. With `kind`, adds only abilities of that category, and no keywords.
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- world:effect({ on = bear, abilities = borrow(each.land, "mana") }) --> effect ~1:1
--- game:put("Forest") --> Forest #5:1
--- bear.abilities --> {T: add G}
--- ```
---@param predicate strata.Operand condition on the entities that have the abilities
---@param kind? strata.AbilityKind category of the abilities; default: all
---@return strata.Op
function strata.borrow(predicate, kind) end
