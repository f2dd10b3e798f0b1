---@meta strata
-- luacheck: ignore 212 241
--- What `require "strata"` gives, for editors and readers. Nothing here runs.
---
--- Scripts in the sandbox find every word of the module also as a name of its own (`add`, `each`,
--- `it`, ...), and `world` where a host gave one. "Raises" stands for all calls: a bad argument is
--- named with its position, a stale handle by its id; a name that was not declared comes with the
--- nearest one. A call that raises changes nothing. Costs are of the engine's call; a handle that
--- is returned costs about 100 ns more.

---@class strata
local strata = {}

--- An integer is of 64 bits everywhere; effects saturate at the attribute's range.
---@alias strata.Value integer|boolean|string|strata.Set|strata.Entity|nil
--- A number, an entity, an expression, or (where no symbol can stand) text in the grammar of
--- `strata.h`.
---@alias strata.Operand strata.Expr|strata.Entity|integer|string
--- A layer: its name, "pt.set", or its number where layers are numbers.
---@alias strata.Layer string|integer

-- -- Rules -------------------------------------------------------------------

-- What strata.rules reads is described in rules_api.lua.

--- Make rules: what never changes during a game. Raises with the field's name. Cost O(n log n).
---
--- ```lua
--- local rules = strata.rules({ layers = "numbers", attributes = { power = "int" } })
--- ```
--- ```lua
--- local rules = strata.rules({
---   layers = { "ability", { "pt", "set", "modify" } },
---   attributes = {
---     types = { "set", "creature", copiable = true },
---     power = { "int", copiable = true },
---     plus_one = "counter",
---     abilities = "abilities",
---   },
---   default_layers = { abilities = "ability", set = "pt.set", add = "pt.modify" },
---   zones = { "battlefield" },
---   abilities = {
---     flying = "keyword",
---     ["classic:humility.1"] = {
---       text = "All creatures lose all abilities and have power 1.",
---       zones = { "battlefield" },
---       { each.creature, abilities = remove_all(), power = set(1) },
---     },
---   },
---   laws = { plus_one = { counter = "plus_one", power = add(this.plus_one) } },
---   definitions = {
---     ["classic:humility"] = { abilities = { "classic:humility.1" } },
---     ["classic:wind_drake"] = { types = { "creature" }, power = 2, abilities = { "flying" } },
---   },
--- })
--- ```
---@param spec strata.RulesSpec
---@return strata.Rules
function strata.rules(spec) end

---@class strata.Rules
local Rules = {}

---@class strata.LoadOptions: strata.WorldOptions
--- True: a save of other packs is loaded too, as far as the rules know its names.
---@field allow_changed? boolean false

---@class strata.PackUsed
---@field name string
---@field version string
---@field hash string 64 hexadecimal digits: of all its files, the same for folder and archive

---@class strata.PackCompared
---@field name string
---@field state "same"|"upgraded"|"downgraded"|"changed"|"missing"|"extra"
---@field saved? string the version in the save
---@field now? string the version that these rules have
---@field has_other_files? boolean
---@field settings? string[] startup settings that are others: "bonus was 0 and is 3"
---@field migrations? string[] of an upgraded one: the versions of its steps, which a load runs

---@class strata.WorldOptions
--- False: reading a wrong attribute gives nil, writing one is ignored, and `log` is told.
---@field strict? boolean true
---@field log? fun(line: string) gets what a world that is not strict refused
--- What becomes of an action in which a handler fails: it begins anew without it, or it fails.
---@field on_fault? "disable"|"stop" "disable"
---@field event_limit? integer how many events one action may have before it fails; 1048576

--- Make an empty world. Cost O(attributes + symbols).
---
--- ```lua
--- world.rules:world():entities() --> {}
--- ```
---@param options? strata.WorldOptions
---@return strata.World
function Rules:world(options) end

--- Make a world of bytes that world:save gave. Every byte is checked; raises with the place, and if
--- the save names other packs, with what became of each. A pack of a later version whose manifest
--- says what to do about such a save is none of those: its migrations run then, all as one action,
--- and raise with the pack, the versions and the line. Cost O(size), and theirs.
---
--- ```lua
--- copy = world.rules:load(world:save())
--- copy:hash() == world:hash() --> true
--- ```
---@param bytes string
---@param options? strata.LoadOptions
---@return strata.World
function Rules:load(bytes, options) end

--- The packs that a save of these rules names, by name: those that the rules were made of, else
--- those that are loaded. Cost O(bytes of the packs) the first time.
---
--- ```lua
--- world.rules:packs()[1].name --> "tour"
--- ```
---@return strata.PackUsed[]
function Rules:packs() end

--- What became of the packs of a save, by name. Raises if its list is damaged. Cost as packs().
---
--- ```lua
--- world.rules:compare(world:save())[1].state --> "same"
--- ```
---@param bytes string
---@return strata.PackCompared[]
function Rules:compare(bytes) end

--- Hash of all that was declared, the same on every machine. Cost O(1).
---
--- ```lua
--- #world.rules:hash() --> 16
--- ```
---@return string digits 16 hexadecimal
function Rules:hash() end

--- The names of a kind; layers in their order, the others by name. Cost O(n).
---
--- ```lua
--- world.rules:names("clocks") --> { "turn" }
--- ```
---@param kind? strata.NameKind "attributes"
---@return string[]
function Rules:names(kind) end
---@alias strata.NameKind
---| "attributes" | "symbols" | "layers" | "clocks"
---| "groups" | "zones" | "abilities" | "definitions" | "predicates"
---| "events" | "fields" | "codes" | "handlers" | "checks"

--- What was declared of an ability. Raises with the nearest name. Cost O(log n).
---
--- ```lua
--- -- strata --pack classic repl
--- world.rules:ability("flying").kind --> "keyword"
--- ```
---@param name string
---@return { name: string, text: string, kind: strata.AbilityKind }
function Rules:ability(name) end

--- The fields of a kind of event as they lie: its own by name, then by, cause, effect, prevented,
--- became.
--- An alias has those of its kind, which is `of`. Raises with the nearest name. Cost O(fields).
---
--- ```lua
--- -- strata --pack classic repl
--- world.rules:event("gain_life").fields[1] --> { name = "amount", type = "int" }
--- ```
---@param name string
---@return { name: string, of: string|nil, fields: { name: string, type: string }[] }
function Rules:event(name) end

-- -- Worlds ------------------------------------------------------------------

---@class strata.World
---@field rules strata.Rules
---@field strict boolean
local World = {}

--- Create an entity, in no zone. All values are checked before. Cost O(fields).
---
--- ```lua
--- world:spawn({ name = "Wolf", power = 3 }) --> Wolf #7:1
--- ```
---@param definition? string whose base values it has (109.3); may be left out
---@param values? table<string, strata.Value> base values; defaults
---@return strata.Entity
---@overload fun(self, values?: table<string, strata.Value>): strata.Entity
function World:spawn(definition, values) end

--- Create an entity whose base values are the copiable values of another: a token that is a copy
--- (707.2). It is in no zone and has no definition. Cost O(attributes), and what they read.
---
--- ```lua
--- world:spawn_copy(bear).power --> 0
--- ```
---@param of strata.Entity alive, or gone and last known
---@return strata.Entity
function World:spawn_copy(of) end

--- The entities in a zone, from the bottom to the top. Cost O(them).
---
--- ```lua
--- -- strata --pack classic repl
--- game:put("Grizzly Bears") --> Grizzly Bears #4:1
--- world:zone("battlefield") --> { Grizzly Bears #4:1 }
--- ```
---@param zone string
---@param player? strata.Entity whose; nil for a shared zone
---@return strata.Entity[]
function World:zone(zone, player) end

--- Forget what entities were, when nothing refers to them any more: at the end of a turn. Cost
--- O(entities ever).
---
--- ```lua
--- elf:remove() world:forget_gone()
--- elf:is_alive() --> false
--- ```
function World:forget_gone() end

--- Find an entity by its id, "#3:1", or by its slot, 3. Cost O(1), by slot O(entities).
---
--- ```lua
--- world:entity("#3:1") --> Grizzly Bears #3:1
--- world:entity(99) --> nil
--- ```
---@param id string|integer
---@return strata.Entity|nil
function World:entity(id) end

--- All entities in the order of their slots. Cost O(entities).
---
--- ```lua
--- #world:entities() --> 6
--- ```
---@return strata.Entity[]
function World:entities() end

--- Current values of one int or flag for many entities, in the order of the list: faster than
--- reading them one by one. Cost O(the list), and what is not known yet.
---
--- ```lua
--- world:values("power", { bear, elf }) --> { 6, 2 }
--- ```
---@param attribute string
---@param entities strata.Entity[]
---@return integer[]|boolean[]
function World:values(attribute, entities) end

--- A key whose value is an operation, or a list of them, is an attribute; the other keys are these.
---@class strata.EffectSpec
---@field [1]? strata.Operand|strata.Entity[] the same as `on`
---@field on? strata.Operand|strata.Entity[] whom: an entity, a list, or a predicate
---@field name? string for explanations
---@field source? strata.Entity what `this` means
---@field layer? strata.Layer of operations without :at; else the rules' default_layers
---@field when? strata.Operand applies only where it holds
---@field lock? boolean keeps those who satisfy the predicate now (611.2c); false
---@field clock? string it ends after `ticks` of this clock
---@field ticks? integer 1 with a clock; 0: the clock does not end it
---@field as_long_as? strata.Operand ends for good once false when an action ends
---@field while_source? boolean ends when the source is removed; false
---@field group? string a stacking group
---@field priority? integer for layers that go by priority, low first; 0
--- All that is copiable of somebody, alive or gone, taken when the effect starts (707.2b); what the
--- effect changes in the same layer are exceptions from it.
---@field copy? strata.Operand|strata.Op an entity or a ref
---@field [string] strata.Op|strata.Op[]

--- Start a continuous effect; it gets the next timestamp. Raises with the option's or attribute's
--- name. Cost O(parts * targets).
---
--- ```lua
--- world:effect({ name = "Giant Growth", on = elf, clock = "turn", power = add(3) })
--- --> Giant Growth #3:1
--- elf.power --> 5
--- ```
---@param spec strata.EffectSpec
---@return strata.Effect
function World:effect(spec) end

--- All effects, oldest first. Cost O(n log n).
---
--- ```lua
--- world:effects() --> { Glorious Anthem #1:1, Giant Growth #2:1 }
--- ```
---@return strata.Effect[]
function World:effects() end

--- The entities that satisfy a predicate, in the order of their slots. Cost O(entities).
---
--- ```lua
--- world:select(each.creature & it.power:at_least(3))
--- --> { Grizzly Bears #3:1, Hill Giant #5:1 }
--- ```
---@param predicate strata.Operand
---@param source? strata.Entity what `this` means
---@return strata.Entity[]
function World:select(predicate, source) end

--- How many satisfy a predicate. Cost O(entities).
---
--- ```lua
--- world:count(each.creature:of(alice)) --> 2
--- ```
---@param predicate strata.Operand
---@param source? strata.Entity
---@return integer
function World:count(predicate, source) end

--- The value of an expression. Cost O(nodes), times the entities for count, sum and distinct.
---
--- ```lua
--- world:eval(it.power * 2, bear) --> 12
--- world:eval(sum(it.power, each.creature)) --> 11
--- ```
---@param expr strata.Operand
---@param it? strata.Entity
---@param source? strata.Entity
---@return strata.Value
function World:eval(expr, it, source) end

--- Explain the order within a layer: a row for each part, in order, with what it waited for; its
--- text is a line for each, `dot` a graph for Graphviz. Cost: one pass, all pairs tried (613.8).
---
--- ```lua
--- world:graph("pt.modify")
--- -->   pt.modify  power add 1      Glorious Anthem from #6:1, timestamp 7
--- -->   pt.modify  toughness add 1  Glorious Anthem from #6:1, timestamp 7
--- ```
---@param layer strata.Layer
---@return strata.Why
function World:graph(layer) end

--- Call a function, and say where the time of its evaluation went: what took longest first. If it
--- raises, the error goes on. Times are nanoseconds in stock Lua and in `strata profile`; scripts
--- have no clock, and all times are 0. Raises if the world is measured already. Cost: some reads of
--- the clock for each step of the evaluation.
---
--- ```lua
--- type(world:profile(function() return bear.power end)) --> "table"
--- ```
---@param f fun(...)
---@return strata.Profile rows and totals, described in profile_report.lua
function World:profile(f, ...) end

--- Let a clock tick: effects whose last tick this is end. Cost O(effects that it ends one day).
---
--- ```lua
--- world:tick("turn") --> 1
--- bear.power --> 3
--- ```
---@param clock string
---@return integer ended
function World:tick(clock) end

--- Call a function as an action: if it raises, this world is as it was before, and the error goes
--- on. If it does not, the world is committed, unless this action is a part of another, or a
--- decision is open. Cost O(writes).
---
--- ```lua
--- pcall(world.action, world, function() bear.base.power = 9 error("no") end)
--- --> false, "repl:1: no"
--- bear.base.power --> 2
--- ```
---@param f fun(...): ...
---@return ... what f returns
function World:action(f, ...) end

--- Remember this moment. A mark serves within the action in which it was made. Cost O(1).
---
--- ```lua
--- mark = world:mark() bear.base.power = 9 world:rollback(mark) print(bear.base.power) --> 2
--- ```
---@return strata.Mark
function World:mark() end

--- Return to a mark, as often as wanted. Raises for a stale one. Cost O(writes since).
---
--- ```lua
--- mark = world:mark() elf:remove() world:rollback(mark) print(elf:is_alive()) --> true
--- ```
---@param mark strata.Mark
function World:rollback(mark) end

--- End an action: effects with a false `as_long_as` end, marks are forgotten. Raises inside of
--- world:action, and on a world that a host gave to a running script. Cost O(1), O(effects with
--- as_long_as), or in a script a copy.
---
--- ```lua
--- copy = world:fork() copy:commit()
--- ```
function World:commit() end

--- Copy a world, with its options. The copy has no marks. Cost: a copy of the state.
---
--- ```lua
--- copy = world:fork()
--- copy:entity(bear.id):remove()
--- bear:is_alive() --> true
--- ```
---@return strata.World
function World:fork() end

--- Hash of the state, the same on every machine. Cost O(1).
---
--- ```lua
--- world:hash() == world:fork():hash() --> true
--- ```
---@return string digits 16 hexadecimal
function World:hash() end

--- Figures: entities, effects, evaluations, classes (how many the entities are in; 0 where each is
--- alone), state_bytes, cache_bytes, journal_bytes, live_bytes, predicate_calls (how often
--- functions of predicates ran), and trials (ways that were tried, to see what comes of a choice).
--- Cost O(1).
---
--- ```lua
--- world:stats().entities --> 6
--- ```
---@return table<string, integer>
function World:stats() end

--- Throw all caches away, for measuring. Cost O(caches).
---
--- ```lua
--- world:drop_caches()
--- ```
function World:drop_caches() end

--- Switch a way to evaluate; none changes a value or an explanation. For measuring, and for tests
--- that hold one against the other: "classes": entities that nothing in force can tell apart are
--- worked out once; "sums": what is added to a number is summed up for all entities at once;
--- "updates": small changes are put into what was computed. Caches are dropped, and a fork begins
--- with "auto". Cost O(caches).
---
--- ```lua
--- world:tune("sums", "always")
--- bear.power --> 6
--- ```
---@param what "classes"|"sums"|"updates"
---@param how "auto"|"never"|"always"
function World:tune(what, how) end

-- What worlds do, ask and remember is described in action_api.lua.

---@class strata.Mark

-- -- Others ------------------------------------------------------------------

--- The library's version, "0.3.0".
---
--- ```lua
--- strata.version() --> "0.3.0"
--- ```
---@return string
function strata.version() end

--- pairs in an order that is the same everywhere: numbers, then strings by their bytes. In the
--- sandbox `pairs` is this. Raises for other keys. Cost O(n log n).
---
--- ```lua
--- for name, count in strata.sorted_pairs({ b = 2, a = 1 }) do print(name, count) end
--- --> a	1
--- --> b	2
--- ```
---@param t table
---@return fun(): any, any
function strata.sorted_pairs(t) end

return strata
