---@meta
-- luacheck: ignore 212 241
--- What worlds do, ask and remember, and what handlers are given: more of types.lua, for editors
--- and readers. Nothing here runs.

---@class strata.World
local World = {}

--- Do an action: an event of a kind, with values for its fields, or what a code says. It happens
--- whole, or not at all, or up to a decision: then all of it is taken back until world:answer.
--- Fields that are not given are 0, false or nobody. While a decision is open every call that
--- writes raises, but for answer, retract and cancel. Raises for an alias and names its kind. Cost:
--- what it does.
---
--- ```lua
--- world:act("gain_life", { player = alice, amount = 3 }, { by = alice, source = bear })
--- world:act({ code = "classic:choir", source = bear, you = alice, with = { target = elf } })
--- ```
---@param what string|strata.CodeAct the name of a kind of event, or { code = its name, ... }
---@param fields? table<string, strata.Value> of the event, by their names
---@param options? strata.ActOptions
---@return strata.Outcome
---@overload fun(self, code: strata.CodeAct): strata.Outcome
function World:act(what, fields, options) end
---@alias strata.Outcome "done"|"decide"

---@class strata.ActOptions
---@field by? strata.Entity who makes the event: its field `by`
---@field source? strata.Entity what makes it: its field `cause`
---@field settling? strata.Settling "all"

--- What comes after an action: "all" (state-based actions, what has triggered is put on the stack,
--- the stack is resolved), "none", "checks" (state-based actions alone), "place" (likewise, and
--- what has triggered is put on the stack).
---@alias strata.Settling "all"|"none"|"checks"|"place"

--- The deeds of a code, done now. As in deeds, what it is given stands in `with`, apart from what
--- the action says itself.
---@class strata.CodeAct
---@field code? string
---@field resolve? boolean in place of it: the topmost object of the stack resolves; false
---@field settling? strata.Settling "all"
---@field source? strata.Entity whose it is: `this`, perhaps gone
---@field you? strata.Entity who acts: `you`
---@field with? table<string, strata.Value> names that the code is given

---@class strata.Option
---@field value? strata.Value
---@field text string what it is called: a text of its own, a word, yes or no, "Grizzly Bears #3:1"
---@field outcome? string what comes of it, where that is known

--- Plain fields; tostring, and so the REPL, shows it with a line for each option.
---@class strata.Decision
---@field id integer among those of its action, from 1
---@field purpose strata.Purpose
---@field who strata.Entity|nil who decides
---@field source strata.Entity|nil what asks
---@field prompt string|nil
---@field options strata.Option[]
---@field least integer how many options at least; of "number" the least number; of "divide" and
--- "allocate" the least amount for an option
---@field most integer
---@field total integer of "divide" and "allocate": what the amounts add up to
---@field ordered boolean the order in which options are named counts
---@field hidden boolean others are not to see the answer before all are in
---@field firm boolean something was rolled or revealed before it: retract and cancel are refused
---@field missed boolean it was answered, and the rules have changed since: it is asked anew
---@alias strata.Purpose
---| "replace" | "order triggers" | "order timestamps" | "target" | "mode" | "may"
---| "choose" | "divide" | "order" | "number" | "allocate" | "keep"

--- The decisions that are open; none if no action waits. Cost O(their options).
---@return strata.Decision[]
function World:decisions() end

--- Answer the first decision that is open, or the one that options say. An option is named by its
--- number, by its text, or by its value: an entity, its name or id, a word, true or false. One of
--- them stands alone, several in a list. A "number" is answered by that number; "divide" and
--- "allocate" by a table of amounts, the keys being options: { 2, 1 }, { ["Bear"] = 2 }. If none is
--- left open the action runs again, with all answers. What is no legal answer raises and says what
--- would be one; the decision stays open. Cost: the whole action.
---
--- ```lua
--- world:answer("red")
--- world:answer({ bear, elf }, { decision = 2, who = alice })
--- ```
---@param answer strata.Value|(strata.Value)[]|table<strata.Value, integer>
---@param options? { decision?: integer, who?: strata.Entity }
---@return strata.Outcome
function World:answer(answer, options) end

--- Take the newest answer back: what it answered is open again. Raises if none is given, or
--- something was rolled or revealed since. Cost: the action up to there.
function World:retract() end

--- Give the action up that waits: the world is as it was before it. Raises if it has rolled or
--- revealed something. Cost O(its options).
function World:cancel() end

--- Copy the world as it stands where its decision is open: what the action has done so far has
--- happened there. It can be read alone; a fork of it is a world like others. Raises if no decision
--- is open. Cost: a fork, and the action up to there.
---@return strata.World
function World:peek() end

--- Let a function answer decisions in place of players, when they are met: what it returns is read
--- as world:answer reads it, nil leaves the decision open. It may read the world. If it raises, or
--- answers what is not legal, the action is taken back and the call raises. Forks and saves do not
--- have it. Raises on a world whose rules are a host's. Cost O(1).
---@param decide? fun(decision: strata.Decision): strata.Value|(strata.Value)[]|nil nil: nobody
function World:policy(decide) end

--- Tell a function of every row of the log, once each, in order: when an action is done, or stops
--- at a decision, of all that has happened in it so far. It may read the world, as it is then, and
--- nothing else. A row of "missed" with count 0 is in no log: the row of its number and all later
--- ones that were told did not happen after all. If the function raises, the call that made it
--- happen raises when it is done. Forks and saves have no views. Cost O(1).
---@param told fun(row: strata.LogRow)
function World:view(told) end

--- Seed the world's chance: equal seeds, equal games. A new world has seed 0. Cost O(1).
---@param seed integer
function World:seed(seed) end

--- Remember a value under a key, beside those that are remembered there (607). What an entity
--- remembers goes with it. Cost O(1).
---@param owner strata.Entity|nil nil: the world itself
---@param key string
---@param value integer|boolean|strata.Entity|string|nil a string is a word of the rules; nil:
--- forget all that is under the key
function World:note(owner, key, value) end

--- What is remembered under a key, oldest first. Notes do not keep types: true reads back as 1, and
--- a number of 2^32 or more that is somebody's handle as that entity. Where that is not what is
--- wanted, or the entity may be forgotten, say the type. Cost O(notes of the owner).
---@param owner strata.Entity|nil who is gone but not forgotten will do
---@param key string
---@param type? "any"|"int"|"flag"|"ref"|"sym" "any"
---@return (integer|boolean|strata.Entity|string)[]
function World:noted(owner, key, type) end

---@class strata.LogRow
---@field number integer from 1, in order, never given twice
---@field action integer in which it happened, from 1
---@field parent integer|nil number of the row of the event that contains it
---@field what string "happened", "replaced", "prevented", "cannot", "skipped", ...
---@field kind string|nil of event
---@field code string|nil of what watcher
---@field who strata.Entity|nil whom it happened to, perhaps gone
---@field source strata.Entity|nil its cause, perhaps gone
---@field count integer so many equal ones, one after the other
--- Of the event, by their names. "decided", by `who`: purpose; lists of what was chosen by its
--- number, `option`, its value, `chosen`, and `amount`.
---@field fields table<string, strata.Value>

--- Walk through the log: `for row in world:log() do`. Rows are plain tables. Cost O(fields) a row.
---@param after? integer the number of a row: those after it; 0
---@return fun(): strata.LogRow|nil
function World:log(after) end

--- Let the rows of the log before a number go. Cost O(rows that go).
---@param before? integer all
function World:forget_log(before) end

-- -- Records and replays -----------------------------------------------------

--- Record what is done to the world from now on: act, with what was decided in it by whomever and
--- which handlers failed, pass, seed, tick, disable, enable. What is rolled back or undone did not
--- happen; what is changed by other calls is kept as the state that it left, "state". A fork and a
--- save are not recorded, and a new record ends the one before it. Raises while a decision is open.
--- Cost: a save; then each action costs a walk through the rows of the log that it adds, each
--- change by other calls a save.
---
--- ```lua
--- local record = world:record()
--- world:act("gain_life", { player = alice, amount = 3 })
--- local world, difference = rules:replay(record:save())
--- ```
---@return strata.Record
function World:record() end

---@class strata.Record
--- The replay so far as bytes: versioned and checksummed, with the packs of the rules, as a save
--- has them, and the hash of the rules. Raises while a decision is open, if the world was reloaded
--- under other rules, or another record was begun. Cost O(what was recorded).
---@field save fun(self: strata.Record): string
--- What was recorded so far: the kind of each step, which is the method that was called or "state",
--- and the hash of the world after it. Raises as save does. Cost O(steps).
---@field steps fun(self: strata.Record): { kind: string, hash: string }[]

---@class strata.ReplayOptions
--- True: other rules and packs will do, as far as they know the names that are used.
---@field allow_changed? boolean false
---@field steps? integer so many at most; all

--- The first step after which the world is not what it was then. tostring gives `text`.
---@class strata.Difference
---@field step integer its number, from 1
---@field kind string
---@field name string "act gain_life"
---@field expected string the hash of then
---@field got string the hash of now
---@field problem string|nil why it could not be done as it was then
---@field text string "step 3, act gain_life: expected hash ..., got ..."

---@class strata.Rules
local Rules = {}

--- Do again what was recorded, in a new world, and compare its hash after each step with the one of
--- then. Handlers that failed then are disabled before the action in which they did; that one
--- fails which did not is a difference. Raises if the bytes are damaged, or the rules or packs are
--- others.
--- Cost: what was done, and a run of an action for each decision in it.
---@param bytes string
---@param options? strata.ReplayOptions
---@return strata.World world after the last step, or after the one that differs
---@return strata.Difference|nil difference
function Rules:replay(bytes, options) end

-- -- Accounts ----------------------------------------------------------------

--- One step of how an event came; it outlives its world.
---@class strata.AccountRow
--- "part of", "proposed", "decided", "not asked", "changed", "replaced", "prevented", "declined",
--- "passed over", "became", "cannot", "nothing", "happened", "contains", "triggered", "ran" or
--- "why not"
---@field step string
---@field verdict string|nil of "why not": the first of what it takes that was not so
---@field row integer|nil of the log
---@field kind string|nil of the event that it is about
---@field code string|nil who did it
---@field source strata.Entity|nil whose that is
---@field who strata.Entity|nil who decided
---@field name string|nil both as a person would say it
---@field says string|nil what else there is to say
--- What it changed, by name; of steps that tell of an event all that is not 0, without `before`.
---@field fields table<string, { before: strata.Value|nil, after: strata.Value }>

--- Rows in order; tostring gives all of it as lines.
---@class strata.Account
---@field [integer] strata.AccountRow
---@field text string
---@field json string
--- Of why_not: "kind", "absent", "zone", "lost", "looks after", "looks back", "condition",
--- "only if", "limit", "once", "again", "unpreventable", "cannot", "nothing", "class", "other",
--- "replaced", "declined", "share", "never", "resolved if", "targets", "not met", "it did".
---@field verdict string|nil

--- A row of the log or its number; or the newest event of a kind (an alias means its kind), or the
--- newest one that affects an entity or by which it came.
---@alias strata.Happening integer|string|strata.LogRow|strata.Entity

--- Remember what the newest actions begin with, so that why and why_not can tell of them. Costs a
--- copy of the state for each action from now on. Forks and loads remember none.
---@param actions integer how many, at most 65536; 0: none any more
function World:remember(actions) end

--- How an event came: what it was to be, what was decided, what replaced and prevented it, in
--- order, and what it set off. The action is run again on a copy: nothing changes. Fails if the
--- world does not remember it, or it goes otherwise now than it did.
---@param event strata.Happening
---@return strata.Account
function World:why(event) end

--- Why what a card says did nothing about an event: the first of what it takes that was not so,
--- with the values as they were. Cost as of why, three times.
---@param card strata.Entity|nil as the object that it was then; nil: whoever has it
---@param code string its name, or the first part of one: "soul_warden" of "classic:soul_warden_1"
---@param event? strata.Happening the newest event of the kind that it is about
---@return strata.Account
function World:why_not(card, code, event) end

-- -- Handlers ----------------------------------------------------------------

--- What a handler of the rules is given: a function that deed "run" calls. It may be run again from
--- its beginning whenever an answer comes, so it keeps nothing: what it names from outside is taken
--- as it is when the rules are made, its tables frozen (read, #, ipairs and pairs go on working,
--- and `type` says userdata), and rules whose handler assigns to anything outside are refused, with
--- file and line. What it wants to remember it notes in the world. If it raises, the action is
--- taken back, and the error says where.
---
--- ```lua
--- handlers = {
---   ["classic:grind"] = function(ctx)
---     local color = ctx:choose({ "red", "blue", by = ctx.you })
---     ctx:emit("mill", { player = ctx.target, count = 2 })
---     ctx:note(ctx.this, "chosen", color)
---   end,
--- }
--- ```
---
--- Names that the program was given or has bound are fields too (`ctx.target`); to assign one binds
--- it anew, for the deeds that come. Raises for others.
---@class strata.Ctx
---@field this strata.Entity|nil whose handler it is, perhaps gone
---@field you strata.Entity|nil who acts
---@field it strata.Entity|nil whom the program is at
---@field event strata.Event|nil the event that it is about
---@field world strata.World to be read; where its deed performs an event, also to be written
---@field [string] strata.Value
local Ctx = {}

--- An event in flight, for as long as the handler runs. Its fields are those of its kind; where the
--- handler is a replacement's, and the event not yet happened, they can be assigned (614.1). Raises
--- for a field that its kind does not have.
---@class strata.Event
---@field [string] strata.Value

--- Make an event and let it happen, whole, with all that it contains and that takes its place. In
--- parts, "together" and "instead" it only joins the others that are collected there. Raises as
--- world:act does, and where the handler changes its event or writes. Cost: that of the event.
---@param kind string
---@param fields? table<string, strata.Value>
---@param options? strata.ActOptions else those of the handler
---@return integer happened how many: 1 for itself, or what took its place; 0: nothing, or not yet
---@return strata.Entity|nil made who came of it first
---@return strata.Event event
function Ctx:emit(kind, fields, options) end

--- The events that happened within an event, or in its place, each before its own. Cost O(events).
---@param event strata.Event
---@return strata.Event[]
function Ctx:came_of(event) end

--- The kind of an event, never an alias. Cost O(1).
---@param event strata.Event
---@return string
function Ctx:kind_of(event) end

--- Who was made by an event, or who moved in it is since. Cost O(1).
---@param event strata.Event
---@return strata.Entity|nil
function Ctx:made_by(event) end

--- Let the event of a replacement not happen (614.6). Cost O(1).
function Ctx:stop() end

--- What is asked. Options stand in the list: entities, numbers, words of the rules, other texts, or
--- tables { value = , text = , outcome = }. Without any it is a "number" if `most` is given, else a
--- "may".
---@class strata.Ask
---@field [integer] strata.Value|strata.Option
---@field by? strata.Entity who decides
---@field source? strata.Entity what asks
---@field purpose? strata.Purpose "choose"
---@field prompt? string
---@field least? integer 1; of "order" all of them; of "number", "divide" and "allocate" 0
---@field most? integer 1; of "order" all of them; of "divide" and "allocate" the total
---@field total? integer of "divide" and "allocate"
---@field ordered? boolean the order in which options are named counts; false
---@field hidden? boolean others are not to see the answer before all are in; false

--- Ask, and go on with the answer: what was chosen of what was offered; a list of it where more
--- than one could be, or their order counts; nil where it is none; "may": true or false; "number":
--- the number; "divide" and "allocate": an amount for each option. Nobody is asked who has but one
--- answer. Where there is none yet, the handler ends here, whoever would catch that, and begins
--- anew once there is. Raises where an event is performed. Cost O(options).
---@param ask strata.Ask
---@return strata.Value|(strata.Value)[]
function Ctx:choose(ask) end

--- Ask several at once: they answer in any order, and the handler goes on when all have. Cost
--- O(options).
---@param asks strata.Ask[]
---@return (strata.Value|(strata.Value)[])[] answers in the order of `asks`
function Ctx:choose_all(asks) end

--- Roll a number from 1 to `sides`, by the world's chance. Cost O(1).
---@param sides integer
---@return integer
function Ctx:roll(sides) end

--- As world:note and world:noted.
---@param owner strata.Entity|nil nil: the world itself
---@param key string
---@param value integer|boolean|strata.Entity|string|nil
function Ctx:note(owner, key, value) end

---@param owner strata.Entity|nil
---@param key string
---@param type? "any"|"int"|"flag"|"ref"|"sym"
---@return (integer|boolean|strata.Entity|string)[]
function Ctx:noted(owner, key, type) end
