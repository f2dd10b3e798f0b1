---@meta
-- luacheck: ignore 111 112 211 212 241
--- What effects do to values: more of world_api.lua, for editors and readers. Nothing here runs.

---@class strata
local strata = {}

-- -- Operations: what an effect does to a value v ----------------------------

--- A description that cannot be changed; nothing happens until an effect is made of it.
---@class strata.Op
local Op = {}

--- The same operation in a layer of its own.
---
--- ```lua
--- world:effect({ on = elf, power = add(1):at("pt.switch") }) --> effect #3:1
--- elf:why("power")[2].layer --> "pt.switch"
--- ```
---@param layer strata.Layer
---@return strata.Op
function Op:at(layer) end

--- The same operation with its operand computed once, when the effect starts (611.2d).
---
--- ```lua
--- world:effect({ on = bear, power = add(it.toughness):locked() }) --> effect #3:1
--- bear.power --> 6
--- ```
---@return strata.Op
function Op:locked() end

--- v becomes x; every type. For a set or abilities, a name, an array of names or, for a set, an
--- expression that gives a symbol; for a ref, an entity or `none`.
---
--- ```lua
--- world:effect({ on = bear, power = set(1) }) --> effect #3:1
--- bear.power --> 5
--- ```
---@param x strata.Value|strata.Expr
---@return strata.Op
function strata.set(x) end

--- v + x; a set or list of abilities with these names; of a set also add(this.chosen).
---
--- ```lua
--- world:effect({ on = bear, power = add(1), types = add("artifact") }) --> effect #3:1
--- bear.power, bear.types --> 7, {artifact, creature}
--- ```
---@param x integer|strata.Expr|string|string[]
---@return strata.Op
function strata.add(x) end

--- v - x.
---
--- ```lua
--- world:effect({ on = bear, power = sub(2) }) --> effect #3:1
--- bear.power --> 4
--- ```
---@param x integer|strata.Expr
---@return strata.Op
function strata.sub(x) end

--- v * x.
---
--- ```lua
--- world:effect({ on = bear, power = mul(2):at("pt.modify") }) --> effect #3:1
--- bear.power --> 12
--- ```
---@param x integer|strata.Expr
---@return strata.Op
function strata.mul(x) end

--- v / x, rounded. By zero, v stays.
---
--- ```lua
--- world:effect({ on = bear, power = div(4, "up"):at("pt.modify") }) --> effect #3:1
--- bear.power --> 2
--- ```
---@param x integer|strata.Expr
---@param rounding? "down"|"up" "down": toward negative infinity
---@return strata.Op
function strata.div(x, rounding) end

--- The smaller of v and x. With two or more arguments it is a value: the smallest of them.
---
--- ```lua
--- world:effect({ on = bear, power = strata.min(3):at("pt.modify") }) --> effect #3:1
--- bear.power --> 3
--- ```
---@param x integer|strata.Expr
---@param ... integer|strata.Expr
---@return strata.Op|strata.Expr
function strata.min(x, ...) end

--- The larger of v and x. With two or more arguments it is a value: the largest of them.
---
--- ```lua
--- world:eval(strata.max(it.power, 10), bear) --> 10
--- ```
---@param x integer|strata.Expr
---@param ... integer|strata.Expr
---@return strata.Op|strata.Expr
function strata.max(x, ...) end

--- min, as it reads: power = at_most(3).
---
--- ```lua
--- world:effect({ on = bear, power = at_most(3):at("pt.modify") }) --> effect #3:1
--- bear.power --> 3
--- ```
---@param x integer|strata.Expr
---@return strata.Op
function strata.at_most(x) end

--- max, as it reads: power = at_least(1).
---
--- ```lua
--- world:effect({ on = elf, power = at_least(5):at("pt.modify") }) --> effect #3:1
--- elf.power --> 5
--- ```
---@param x integer|strata.Expr
---@return strata.Op
function strata.at_least(x) end

--- The bits that v and x share; ints and flags.
---
--- ```lua
--- world:effect({ on = bear, power = band(3):at("pt.modify") }) --> effect #3:1
--- bear.power --> 2
--- ```
---@param x integer|boolean|strata.Expr
---@return strata.Op
function strata.band(x) end

--- The bits of v or x.
---
--- ```lua
--- world:effect({ on = bear, power = bor(9):at("pt.modify") }) --> effect #3:1
--- bear.power --> 15
--- ```
---@param x integer|boolean|strata.Expr
---@return strata.Op
function strata.bor(x) end

--- The bits of either v or x.
---
--- ```lua
--- world:effect({ on = bear, power = bxor(5):at("pt.modify") }) --> effect #3:1
--- bear.power --> 3
--- ```
---@param x integer|boolean|strata.Expr
---@return strata.Op
function strata.bxor(x) end

--- v * x / divisor, exact, rounded once.
---
--- ```lua
--- world:effect({ on = bear, power = scale(120, 100, "up"):at("pt.modify") }) --> effect #3:1
--- bear.power --> 8
--- ```
---@param x integer of 32 bits
---@param divisor integer 1 to 2^31-1
---@param rounding? "down"|"up" "down"
---@return strata.Op
function strata.scale(x, divisor, rounding) end

--- Exchange v with the value of another attribute (613.4d).
---
--- ```lua
--- world:effect({ on = elf, power = switch("toughness") }) --> effect #3:1
--- elf.power, elf.toughness --> 2, 2
--- ```
---@param other string
---@return strata.Op
function strata.switch(other) end

--- A set or list of abilities without these names; of a set also remove(this.chosen).
---
--- ```lua
--- world:effect({ on = bear, types = remove("creature") }) --> effect #3:1
--- bear.types --> {}
--- ```
---@param names string|string[]|strata.Expr
---@return strata.Op
function strata.remove(names) end

--- An empty set, no abilities.
---
--- ```lua
--- world:effect({ on = bear, colors = clear() }) --> effect #3:1
--- bear.colors --> {}
--- ```
---@return strata.Op
function strata.clear() end

--- The copiable value of another entity, taken when the effect starts (707.2b); in a clause, its
--- value at this point. For all that is copiable: copy = bear.
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- world:effect({ on = bear, power = copy(game:put("Juggernaut")):at("copy.effects") })
--- --> effect #1:1
--- bear.power --> 5
--- ```
---@param of strata.Entity|strata.Expr
---@return strata.Op
function strata.copy(of) end

--- One symbol for another: in sets and syms, and on abilities in what they say (612).
---
--- ```lua
--- world:effect({ on = bear, colors = substitute("green", "red") }) --> effect #3:1
--- bear.colors --> {red}
--- ```
---@param from string
---@param to string
---@return strata.Op
function strata.substitute(from, to) end

--- With these abilities: add, as it reads.
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- world:effect({ on = bear, abilities = grant("flying") }) --> effect #1:1
--- bear.abilities --> {flying}
--- ```
---@param names string|string[]
---@return strata.Op
function strata.grant(names) end

--- No abilities: clear, as it reads.
---
--- ```lua
--- -- strata --pack classic repl
--- world:effect({ on = each.creature, abilities = remove_all() }) --> effect #1:1
--- game:put("Soul Warden").abilities --> {}
--- ```
---@return strata.Op
function strata.remove_all() end

--- Without these abilities, and it cannot get them (113.11).
---
--- ```lua
--- -- strata --pack classic repl
--- world:effect({ on = each.creature, abilities = forbid("flying") }) --> effect #1:1
--- game:put("Sky Spirit").abilities --> {first strike}
--- ```
---@param names string|string[]
---@return strata.Op
function strata.forbid(names) end

--- Without what is printed, copied or intrinsic, and with what was granted (305.7).
---
--- ```lua
--- -- strata --pack classic repl
--- warden = game:put("Soul Warden")
--- world:effect({ on = warden, abilities = strip():at("type") }) --> effect #1:1
--- warden.abilities --> {}
--- ```
---@return strata.Op
function strata.strip() end

--- With the abilities of all that satisfy a predicate, `outer` being the affected entity.
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- world:effect({ on = bear, abilities = borrow(each.land, "mana") }) --> effect #1:1
--- game:put("Forest") --> Forest #5:1
--- bear.abilities --> {T: add G}
--- ```
---@param predicate strata.Operand
---@param kind? strata.AbilityKind only these, which are no keywords; all
---@return strata.Op
function strata.borrow(predicate, kind) end
