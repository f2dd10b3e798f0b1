---@meta strata
-- luacheck: ignore 212 241
--- The module that `require "strata"` returns: rules, worlds, and the state of a game. Editors and
--- `strata help` read this file; nothing in it runs.
---
--- A script in the sandbox also finds every word of the module as a global name (`add`, `each`,
--- `it`, ...), and `world` where the host provides a world. For every function, "Raises" means a
--- Lua error: a bad argument is named by its position, a stale handle by its id, and an undeclared
--- name comes with the nearest declared one. A call that raises changes nothing. Each cost is that
--- of the engine's call; creating a handle to return adds about 100 ns.

---@class strata
local strata = {}

--- A value of an attribute, field or note. Integers have 64 bits; the result of an effect saturates
--- at the range of its attribute.
---@alias strata.Value integer|boolean|string|strata.Set|strata.Entity|nil
--- An operand: a number, an entity, an expression, or, where no symbol is expected, text in the
--- grammar of `strata.h`.
---@alias strata.Operand strata.Expr|strata.Entity|integer|string
--- A layer: its name, such as "pt.set", or its number where layers are numbers.
---@alias strata.Layer string|integer

-- -- Rules -------------------------------------------------------------------

-- rules_api.lua describes the tables that strata.rules reads.

--- Creates rules: everything that does not change during a game (attributes, layers, abilities,
--- events). Raises an error that names the wrong field of `spec`. Cost O(n log n) in the number of
--- declarations.
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
---@param spec strata.RulesSpec the declarations; see strata.RulesSpec
---@return strata.Rules immutable rules, from which worlds are created
function strata.rules(spec) end

---@class strata.Rules
local Rules = {}

--- Options of Rules:load: those of a new world, and which saves it accepts.
---@class strata.LoadOptions: strata.WorldOptions
--- true also loads a save of other packs, as far as the rules declare all names that the save uses;
--- default false
---@field allow_changed? boolean

--- One pack that rules are made of.
---@class strata.PackUsed
---@field name string name of the pack
---@field version string its version, such as "1.2.0"
---@field hash string 64 hexadecimal digits over all its files; equal for a folder and its archive

--- How one pack of a save relates to the pack of the same name in these rules.
---@class strata.PackCompared
---@field name string name of the pack
--- "missing": only the save has it; "extra": only the rules have it
---@field state "same"|"upgraded"|"downgraded"|"changed"|"missing"|"extra"
---@field saved? string version of the pack in the save
---@field now? string version of the pack in these rules
---@field has_other_files? boolean true if the hashes over its files differ
---@field settings? string[] startup settings whose values differ, each as "bonus was 0 and is 3"
--- for an upgraded pack: the versions whose migration steps a load executes
---@field migrations? string[]

--- Options of a new world.
---@class strata.WorldOptions
--- false: reading an undeclared attribute returns nil, writing one is ignored, and both are
--- reported to `log`; default true
---@field strict? boolean
---@field log? fun(line: string) receives each access that a world with `strict = false` ignored
--- what happens to an action in which a handler of a card fails: "disable" (the default) disables
--- the handler and executes the action again from its start, and the outcome is "partly"; "stop"
--- fails the action. For handlers of rules and laws see strata.PlaySpec.on_fault; "stop" stops them
--- too
---@field on_fault? "disable"|"stop"
---@field event_limit? integer number of events after which an action fails; default 1048576

--- Creates a world without entities. Cost O(attributes + symbols).
---
--- ```lua
--- world.rules:world():entities() --> {}
--- ```
---@param options? strata.WorldOptions
---@return strata.World a world whose state starts empty, with random seed 0
function Rules:world(options) end

--- Creates a world from the bytes that World:save returned. Every byte is validated.
---
--- If a pack of these rules has a later version than in the save, and its manifest declares
--- migrations from the saved version, the migrations are executed together as one action. Raises an
--- error with the byte position if the bytes are damaged; with the state of each pack if the save
--- is of other packs (see LoadOptions.allow_changed); and with the pack, its versions and the line
--- if a migration fails. Cost O(size of the save), and that of the migrations.
---
--- ```lua
--- copy = world.rules:load(world:save())
--- copy:hash() == world:hash() --> true
--- ```
---@param bytes string a save
---@param options? strata.LoadOptions
---@return strata.World a world in the saved state
function Rules:load(bytes, options) end

--- Returns the packs that a save of these rules lists, in order of name: the packs that the rules
--- were made of, or else the packs that are loaded. Cost O(bytes of the packs) for the first call,
--- O(packs) for later ones.
---
--- ```lua
--- world.rules:packs()[1].name --> "tour"
--- ```
---@return strata.PackUsed[]
function Rules:packs() end

--- Compares the packs that a save lists with the packs of these rules, in order of name. Raises if
--- the list in the save is damaged. Cost as for Rules:packs.
---
--- ```lua
--- world.rules:compare(world:save())[1].state --> "same"
--- ```
---@param bytes string a save
---@return strata.PackCompared[]
function Rules:compare(bytes) end

--- Returns a hash over all declarations, equal on every machine. Cost O(1).
---
--- ```lua
--- #world.rules:hash() --> 16
--- ```
---@return string 16 hexadecimal digits
function Rules:hash() end

--- Returns the declared names of one category: layers in their order of application, all others in
--- alphabetical order. Cost O(n) in the number of names.
---
--- ```lua
--- world.rules:names("clocks") --> { "turn" }
--- ```
---@param kind? strata.NameKind category of names; default "attributes"
---@return string[]
function Rules:names(kind) end
---@alias strata.NameKind
---| "attributes" | "symbols" | "layers" | "clocks"
---| "groups" | "zones" | "abilities" | "definitions" | "predicates"
---| "events" | "fields" | "codes" | "handlers" | "checks"

--- Returns what was declared for an ability: its name, rules text and category. Raises an error
--- with the nearest name if the ability is undeclared. Cost O(log n).
---
--- ```lua
--- -- strata --pack classic repl
--- world.rules:ability("flying").kind --> "keyword"
--- ```
---@param name string name of an ability
---@return { name: string, text: string, kind: strata.AbilityKind }
function Rules:ability(name) end

--- Returns what an ability watches: a row for each of its watcher definitions, in their order, with
--- its name, its role and the event type. A state trigger and an action of players watch no event.
--- For an alias, `of` is the event type that it refines. Raises an error with the nearest name if
--- the ability is undeclared. Cost O(rows).
---
--- ```lua
--- -- strata --pack classic repl
--- world.rules:watches("classic:soul_warden.1")[1].role --> "trigger"
--- ```
---@param ability string name of an ability
---@return { name: string, role: string, event: string|nil, of: string|nil }[]
function Rules:watches(ability) end

--- Returns the fields of an event type, in storage order: its own fields by name, then the fields
--- of every event: `by`, `cause`, `effect`, `prevented`, `became`. For an alias, `of` is the event
--- type that it refines, and the fields are those of that type. Raises an error with the nearest
--- name if the event type is undeclared. Cost O(fields).
---
--- ```lua
--- -- strata --pack classic repl
--- world.rules:event("gain_life").fields[1] --> { name = "amount", type = "int" }
--- ```
---@param name string name of an event type or an alias
---@return { name: string, of: string|nil, fields: { name: string, type: string }[] }
function Rules:event(name) end

-- -- Worlds ------------------------------------------------------------------

--- The state of a game under fixed rules: entities, effects, zones, notes, random seed, log.
---@class strata.World
---@field rules strata.Rules the rules that the world was created with
---@field strict boolean false if access to undeclared attributes is ignored instead of raising
local World = {}

--- Creates an entity in no zone. All values are checked before anything is created; raises for an
--- undeclared name or a value of the wrong type or range. Cost O(attributes).
---
--- ```lua
--- world:spawn({ name = "Wolf", power = 3 }) --> Wolf #7:1
--- ```
---@param definition? string definition that supplies the base values (109.3); optional
---@param values? table<string, strata.Value> base values; default: those of the definition
---@return strata.Entity a handle of the new entity
---@overload fun(self, values?: table<string, strata.Value>): strata.Entity
function World:spawn(definition, values) end

--- Creates an entity whose base values are the copiable values of another one: a token that is a
--- copy (707.2). The new entity is in no zone and has no definition. Cost O(attributes), and the
--- evaluation of the copiable values.
---
--- ```lua
--- world:spawn_copy(bear).power --> 0
--- ```
---@param of strata.Entity the original: alive, or gone with last known information
---@return strata.Entity a handle of the new entity
function World:spawn_copy(of) end

--- Returns the entities in a zone, from bottom to top. Cost O(entities in the zone).
---
--- ```lua
--- -- strata --pack classic repl
--- game:put("Grizzly Bears") --> Grizzly Bears #4:1
--- world:zone("battlefield") --> { Grizzly Bears #4:1 }
--- ```
---@param zone string name of a zone
---@param player? strata.Entity the player whose zone it is; nil for a zone that all players share
---@return strata.Entity[]
function World:zone(zone, player) end

--- Discards the last known information of entities that are gone and that nothing in the state
--- refers to. A game calls it at the end of a turn. Cost O(entities ever created).
---
--- ```lua
--- elf:remove() world:forget_gone()
--- elf:is_alive() --> false
--- ```
function World:forget_gone() end

--- Returns the living entity with the given id ("#3:1", slot and generation) or slot (3), or nil.
--- Cost O(1) by id, O(entities) by slot.
---
--- ```lua
--- world:entity("#3:1") --> Grizzly Bears #3:1
--- world:entity(99) --> nil
--- ```
---@param id string|integer id string, or slot number
---@return strata.Entity|nil
function World:entity(id) end

--- Returns all living entities in the order of their slots. Cost O(entities).
---
--- ```lua
--- #world:entities() --> 6
--- ```
---@return strata.Entity[]
function World:entities() end

--- Returns the current values of one attribute of type int or flag for many entities, in the order
--- of the list. It is faster than reading the attribute of each entity. Cost O(list), and the
--- evaluation of values that are not cached.
---
--- ```lua
--- world:values("power", { bear, elf }) --> { 6, 2 }
--- ```
---@param attribute string name of an attribute of type int or flag
---@param entities strata.Entity[] entities of this world
---@return integer[]|boolean[] one value for each entity of the list
function World:values(attribute, entities) end

--- A continuous effect to create. A key whose value is an operation, or a list of operations, is
--- the name of the attribute that they modify; all other keys are the fields below.
---@class strata.EffectSpec
---@field [1]? strata.Operand|strata.Entity[] the same as `on`
---@field on? strata.Operand|strata.Entity[] the affected entities: one, a list, or a predicate
---@field name? string name shown in explanations
---@field source? strata.Entity entity that `this` denotes in operands and conditions
--- layer of the operations that do not name one by `:at`; default: `default_layers` of the rules
---@field layer? strata.Layer
--- condition on the affected entity; the effect applies only while it holds
---@field when? strata.Operand
--- true fixes the affected entities to those that satisfy the predicate now (611.2c); default false
---@field lock? boolean
---@field clock? string clock whose ticks end the effect
--- number of ticks after which the effect ends, 0 for never; default 1 if a clock is given
---@field ticks? integer
--- condition; the effect ends for good at the end of the first action after which it is false
---@field as_long_as? strata.Operand
---@field while_source? boolean true ends the effect when its source is removed; default false
---@field group? string stacking group
---@field priority? integer order within a layer that sorts by priority, lowest first; default 0
--- Entity, or expression of type ref, whose copiable values the affected entities get. They are
--- taken when the effect starts, also of an entity that is gone (707.2b). Modifications of the same
--- effect in the same layer are exceptions of the copy.
---@field copy? strata.Operand|strata.Op
---@field [string] strata.Op|strata.Op[]

--- Starts a continuous effect with the next timestamp. Raises an error that names the wrong option
--- or attribute. Cost O(modifications * affected entities).
---
--- ```lua
--- world:effect({ name = "Giant Growth", on = elf, clock = "turn", power = add(3) })
--- --> Giant Growth ~3:1
--- elf.power --> 5
--- ```
---@param spec strata.EffectSpec the effect; see strata.EffectSpec
---@return strata.Effect a handle of the effect
function World:effect(spec) end

--- Returns all continuous effects, oldest timestamp first. Cost O(n log n).
---
--- ```lua
--- world:effects() --> { Glorious Anthem ~1:1, Giant Growth ~2:1 }
--- ```
---@return strata.Effect[]
function World:effects() end

--- Returns the entities that satisfy a predicate, in the order of their slots. Cost O(entities);
--- for a predicate that reads `it` alone and is asked again, O(entities / 64 + those that may have
--- changed since + those that are found).
---
--- ```lua
--- world:select(each.creature & it.power:at_least(3))
--- --> { Grizzly Bears #3:1, Hill Giant #5:1 }
--- ```
---@param predicate strata.Operand condition on `it`
---@param source? strata.Entity entity that `this` denotes
---@return strata.Entity[]
function World:select(predicate, source) end

--- Returns the number of entities that satisfy a predicate. Cost O(entities).
---
--- ```lua
--- world:count(each.creature:of(alice)) --> 2
--- ```
---@param predicate strata.Operand condition on `it`
---@param source? strata.Entity entity that `this` denotes
---@return integer
function World:count(predicate, source) end

--- Evaluates an expression and returns its value. Cost O(nodes of the expression), times the number
--- of entities for each count, sum and distinct.
---
--- ```lua
--- world:eval(it.power * 2, bear) --> 12
--- world:eval(sum(it.power, each.creature)) --> 11
--- ```
---@param expr strata.Operand expression, or text in the grammar of `strata.h`
---@param it? strata.Entity entity that `it` denotes
---@param source? strata.Entity entity that `this` denotes
---@return strata.Value
function World:eval(expr, it, source) end

--- Explains the order of application within a layer (613.8): one row for each modification, in
--- order, with the modification that it depends on. `tostring` gives one line for each row; the
--- field `dot` is a graph for Graphviz. Cost: one evaluation pass in which all pairs are tested for
--- dependency.
---
--- ```lua
--- world:graph("pt.modify")
--- -->   pt.modify  power add 1      Glorious Anthem from #6:1, timestamp 7
--- -->   pt.modify  toughness add 1  Glorious Anthem from #6:1, timestamp 7
--- -->   pt.modify  power add 3      Giant Growth on #3:1, timestamp 8
--- -->   pt.modify  toughness add 3  Giant Growth on #3:1, timestamp 8
--- ```
---@param layer strata.Layer layer name, or number where layers are numbers
---@return strata.Why
function World:graph(layer) end

--- Calls `f` with the remaining arguments and returns where the time of evaluation went, longest
--- first. An error of `f` propagates. Times are in nanoseconds in stock Lua and under `strata
--- profile`; a sandboxed script has no clock, so all its times are 0. Raises if the world is being
--- profiled already, and in a handler. Cost: a few clock readings for each step of the evaluation.
---
--- ```lua
--- type(world:profile(function() return bear.power end)) --> "table"
--- ```
---@param f fun(...) function to profile
---@return strata.Profile rows and totals; the class is described in profile_report.lua
function World:profile(f, ...) end

--- Advances a clock by one tick. Effects whose last tick this is end. Cost O(effects with this
--- clock).
---
--- ```lua
--- world:tick("turn") --> 1
--- bear.power --> 3
--- ```
---@param clock string name of a clock
---@return integer number of effects that ended
function World:tick(clock) end

--- Calls `f` with the remaining arguments as one action. If `f` raises, the world returns to its
--- state before the call and the error propagates. If it returns, the world is committed, unless
--- the call is nested in another action or a decision is open. Cost O(writes).
---
--- ```lua
--- pcall(world.action, world, function() bear.base.power = 9 error("no") end)
--- --> false, "repl:1: no"
--- bear.base.power --> 2
--- ```
---@param f fun(...): ... function to call
---@return ... the results of `f`
function World:action(f, ...) end

--- Returns a savepoint of the current state. It is usable only within the action in which it was
--- made. Cost O(1).
---
--- ```lua
--- mark = world:mark() bear.base.power = 9 world:rollback(mark) print(bear.base.power) --> 2
--- ```
---@return strata.Mark
function World:mark() end

--- Returns the world to a savepoint; the savepoint stays usable. Raises if the savepoint is stale.
--- Cost O(writes since the savepoint).
---
--- ```lua
--- mark = world:mark() elf:remove() world:rollback(mark) print(elf:is_alive()) --> true
--- ```
---@param mark strata.Mark a savepoint that World:mark returned
function World:rollback(mark) end

--- Ends an action: effects whose `as_long_as` is false end, and all savepoints become stale. Raises
--- within World:action, and for a world that a host gave to the running script. Cost O(1), or
--- O(effects with `as_long_as`); in a script, a copy of the state.
---
--- ```lua
--- copy = world:fork() copy:commit()
--- ```
function World:commit() end

--- Copies the world and its options. Savepoints are not copied. Cost: a copy of the state.
---
--- ```lua
--- copy = world:fork()
--- copy:entity(bear.id):remove()
--- bear:is_alive() --> true
--- ```
---@return strata.World an independent world in the same state
function World:fork() end

--- Returns a hash of the state, equal on every machine. Cost O(1).
---
--- ```lua
--- world:hash() == world:fork():hash() --> true
--- ```
---@return string 16 hexadecimal digits
function World:hash() end

--- Returns a hash of the position: of all that decides how the game goes on, equal for all states
--- that are the same game, however they were reached. Left out are the log, how many actions and
--- ticks there were, and the ids of entities; timestamps count by their order. So a search can keep
--- positions by it, and a rule can ask whether one has come again.
---
--- Cost O(entities * attributes + effects, notes and watchers).
---
--- ```lua
--- before = world:position()
--- world:spawn({ name = "Elf" }):remove()
--- world:position() == before --> true
--- ```
---@return string 16 hexadecimal digits
function World:position() end

--- Returns counters for measurement, by name:
--- - `entities`, `effects`: number of each
--- - `evaluations`: values computed so far, not counting reads from the cache
--- - `classes`: number of equivalence classes of entities, 0 if each entity is evaluated alone
--- - `state_bytes`, `cache_bytes`, `journal_bytes`, `live_bytes`: memory in bytes
--- - `predicate_calls`: calls of predicate functions
--- - `trials`: attempts made to find out whether a choice matters
--- - `resumed`: answers with which an action went on where it waited, instead of running again
--- - `effort`: small works of the engine so far, which an effort limit counts
---
--- Raises in a handler, because the counts hang on what the host has read before. Cost O(1).
---
--- ```lua
--- world:stats().entities --> 6
--- ```
---@return table<string, integer>
function World:stats() end

--- Discards all cached values, for measurement. Raises in a handler. Cost O(caches).
---
--- ```lua
--- world:drop_caches()
--- ```
function World:drop_caches() end

--- Switches one optimisation. No setting changes a value, an explanation or what an action does;
--- the switch serves measurement, and tests that compare the two ways. Caches are dropped, and a
--- fork starts with "auto". Raises in a handler. Cost O(caches).
--- - "classes": entities that no effect in force distinguishes are evaluated once
--- - "sums": additions to one number are summed up once for all entities
--- - "updates": small changes update cached values instead of discarding them
--- - "answers": an answer goes on where the action waits instead of running the action again;
---   "auto" runs again what is too long to be kept
--- - "sets": what was found is not looked for again: of the entities that match a predicate, and of
---   those that a state-based action concerns, only those that may have changed are asked anew; and
---   the order of equal triggers is not tried; "always" keeps sets from the first time on
---
--- ```lua
--- world:tune("sums", "always")
--- bear.power --> 6
--- ```
---@param what "classes"|"sums"|"updates"|"answers"|"sets" the optimisation
---@param how "auto"|"never"|"always" "auto" lets the engine decide
function World:tune(what, how) end

-- action_api.lua describes actions, decisions, notes and the log.

---@class strata.Mark

-- -- The library -------------------------------------------------------------

--- Returns the version of the library.
---
--- ```lua
--- strata.version() --> "0.4.0"
--- ```
---@return string
function strata.version() end

--- Iterates over a table in an order that is equal on every machine: numbers ascending, then
--- strings by their bytes. In the sandbox `pairs` is this function. Raises for keys of other types.
--- Cost O(n log n).
---
--- ```lua
--- for name, count in strata.sorted_pairs({ b = 2, a = 1 }) do print(name, count) end
--- --> a	1
--- --> b	2
--- ```
---@param t table table with keys that are numbers and strings
---@return fun(): any, any an iterator for `for key, value in`
function strata.sorted_pairs(t) end

return strata
