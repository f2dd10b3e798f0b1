---@meta
-- luacheck: ignore 111 112 121 131 211 212 241
--- The words of a pack's events.lua.
---
--- The file has these words, the words for expressions of card files, and `add`, `set`, `sub`. The
--- name of an event type, declared in the file or in a pack before it, is a word too: an act that
--- makes such an event. Its fields are the event's fields; `when`, `times` and `as` are options of
--- the act. With a predicate in its list, it makes one event for each entity that satisfies the
--- predicate, which is `it`. Nothing in this file runs.
---
--- ```lua
--- draw { each.player, player = it, when = event.amount:at_least(2) }
--- ```

---@class strata.Described the description that a word returns

-- -- Declarations --------------------------------------------------------------

--- Describes all that the file declares: a list of `event`, `alias`, `check`, `play` and `course`,
--- and `handlers`, the names of handlers that `runs` may call.
---
--- `as_of = "0.4"` gives the file the meaning of that version; without it, so that games of 0.3 go
--- on as they began, World:act and Ctx:emit give no defaults and find cards only by words that acts
--- name, `spawns { of = }` makes a thing without a card of a word that names none, and a source
--- that a step makes has no owner.
---
--- ```lua
--- return events {
---   as_of = "0.4",
---   handlers = { "example:count_honey" },
---   event { "buzz", fields = { who = "ref" }, affected = "who", does = {} },
--- }
--- ```
---@param t table declarations, `handlers` and `as_of`
function events(t) end

--- Describes an event type: its name, then
--- - `fields`: fields and their types
--- - `defaults`: values of fields that are not given: by an act, by a step, and as of 0.4 by
---   World:act or Ctx:emit. A default can depend on other fields, as event.who.zone does, and holds
---   if these are given
--- - `affected`, `amount`, `matters`, `can`, `does`, `results`, `merge_by`, `merge_sum`, `enters`,
---   `looks_back`, `quiet`: as in strata.EventSpec
--- - `one_by_one`: contained events; the list may begin with the number of times each of them
---   happens
--- - `phases`: names of the phases
---
--- An event that consists of others, by `results` or `one_by_one`, does not happen if there are
--- none of them: `does` is not performed, nothing triggers on it, and World:act and Ctx:emit tell
--- so.
---
--- As a value, event.amount is a field of the current event.
---
--- ```lua
--- event {
---   "sting",
---   fields = { who = "ref", amount = "int" },
---   affected = "who",
---   does = { base { event.who, damage = add(event.amount) } },
--- }
--- ```
---@param t table name and declarations
function event(t) end

--- Describes a name for the events of a type that satisfy a condition: its name, `of`, `where` and
--- `looks_back`. With `gives`, values of fields, the alias is also an act, which makes an event
--- with these values. With `enters`, the affected entity is tested as it will be after entering.
---
--- ```lua
--- alias { "sting_hard", of = "damage", where = event.amount:at_least(5) }
--- ```
---@param t table name and declarations
function alias(t) end

--- Describes a state-based action (704): its name, a predicate that selects the objects, and `act`,
--- the acts performed for each of them, which is `it`.
--- - `keep_one`: at most two attributes; of the objects with equal values in them the controller
---   keeps one
--- - `keep_newest`: the same, but the newest object is kept
--- - `resets`: attributes that record what happened since the last check
---
--- ```lua
--- check { "asleep", each.creature & it.power:is(0) & ~it.tapped, act = tap { who = it } }
--- ```
---@param t table name, predicate and acts
function check(t) end

--- Changes what files of events of another pack declare, which the manifest names under `requires`
--- or `optional`: a check, a period, a pool, the course ("pack:course") or the play ("pack:play").
--- `amend` takes its name behind that of the pack and returns a function that takes the changes:
--- - a field: a new value, or `add` acts behind those that it has
--- - `without`: fields, and periods in its list, that it has no more
--- - `instead`: other periods by the names of those that they replace; `[2]` is whom a check is
---   about
--- - the list part: additional periods, as the last or where they say it by `before` or `after`
---
--- Events are not amended: replace them, watch for them, or write handlers of their chains.
---
--- ```lua
--- amend "classic:turn" { period { "dawn", before = "upkeep" } }
--- ```
---@param id string "pack:name"
---@return fun(fields: table) a function that takes the changes
function amend(id) end

--- Describes turns, stack and loops of the game: `turn_player`, `next_player`, `stack`, `resolved`,
--- `triggered`, `targeted`, `on_loop`, `ends`, `concedes`, `log_clock`, `log_lasts`, `always_ask`,
--- `on_fault`, as in strata.PlaySpec. If the rules have no stack, triggered abilities act
--- directly after their events. With `immediate = false` they wait until the action settles. They
--- also wait where a file of events of the game lacks `as_of = "0.4"`, unless `immediate = true` is
--- said. `targeted` names the event type that happens to what becomes a target (601.2c).
--- `ends = "end_game"` names the event type that ends the game: what happens at the same time still
--- happens, and nothing after it.
--- `concedes = "concede"` names the one that happens to a player who concedes (104.3a).
---
--- ```lua
--- -- in a pack that requires delve
--- play { log_clock = "turn" }
--- ```
---@param t table the declarations
function play(t) end

--- Declares the course of the game: a list of periods, which follow each other again and again from
--- the event that starts the game to the one that ends it (`play { starts = ..., ends = ... }`).
--- `number` is a number by which steps call a turn, go = "upkeep", turn = 3; events count it.
---
--- ```lua
--- course { period { "day", period { "work" }, period { "rest" } } }
--- ```
---@param t table periods and `number`
function course(t) end

--- Declares what costs are paid from by `pays`: its name, its kinds by the letters that costs have
--- for them, and the event that spends. A kind is a kind of counters or a number of the player who
--- pays. The event has the player as `affected`, an `amount`, and one field of type sym: the kind.
--- An `action` or `activated` ability that gives more says `pays`, too.
---
--- `others` are letters for what is paid besides and never where any kind will do, each with how
--- many units a letter is and the event that spends them, which need not say a kind:
--- `others = { P = { "life", amount = 2, spends = "pay_life" } }`. `gives` says what the word
--- `mana` of cards is: `cost` and `act`, in which `this` is the object, named.kind the kind and
--- named.amount how many.
---
--- ```lua
--- return events {
---   event {
---     "spend",
---     fields = { player = "ref", kind = "sym", amount = "int" },
---     affected = "player",
---     amount = "amount",
---     does = { counts { event.player, kind = event.kind, count = 0 - event.amount } },
---   },
---   pool { "purse", spends = "spend", kinds = { R = "charge", W = "age" } },
--- }
--- ```
---@param t table name, `spends`, `kinds`, `others` and `gives`
function pool(t) end

--- Describes a period of the game, a round, a turn, a phase, a step: its name, then the periods
--- that it consists of. In it `you` is the player whose it is.
--- - `of = "next"`: it is the next player's; `each = each.player`: it comes once for each of these,
---   in turn order; else it is that of the period around it
--- - `when`, `again`: conditions that it comes, and that it comes again
--- - `begins`, `ends`: acts; if the first event of `begins` does not happen, it is skipped (614.10)
--- - `acts`: which players act in it, and `order`: "in turn", the default, "at once" or "in
---   succession"
---
--- ```lua
--- course { period { "round", period { "walk" }, period { "rest" } } }
--- ```
---@param t table name, periods and fields
function period(t) end

--- Variables of the current program, bound by an earlier act: named.x.
---
--- ```lua
--- event {
---   "twice_the_power",
---   fields = { who = "ref" },
---   does = { let { "n", event.who.power * 2 }, base { event.who, damage = set(named.n) } },
--- }
--- ```
named = nil

--- The n-th object from the top of a player's zone, or none: top_of("library", event.player,
--- named.i).
---
--- ```lua
--- event {
---   "burn_top",
---   fields = { player = "ref" },
---   one_by_one = { exile { who = top_of("library", event.player) } },
--- }
--- ```
---@param zone string name of a zone
---@param whose any the player whose zone it is; none for a zone that all players share
---@param n? integer|any default 1
---@return any ref
function top_of(zone, whose, n) end

-- -- Acts ----------------------------------------------------------------------

--- An act that performs other acts for each entity that satisfies a predicate, in turn: each {
--- each.creature, acts }. The entity is `it`. As each.creature it is a predicate.
---
--- ```lua
--- event { "storm", one_by_one = { each { each.creature, damage { who = it, amount = 1 } } } }
--- ```
---@param t table predicate and acts
function each(t) end

--- An act that performs other acts only if a condition holds: when { condition, acts }.
---
--- ```lua
--- event {
---   "nudge",
---   fields = { who = "ref" },
---   one_by_one = { when { ~event.who.tapped, tap { who = event.who } } },
--- }
--- ```
---@param t table condition and acts
function when(t) end

--- An act that performs other acts at the same time: together { acts }. It can be used on cards,
--- but not in an event type.
---
--- ```lua
--- -- on a card
--- spell { act = together { tap { who = this }, gain_life { player = you, amount = 1 } } }
--- ```
---@param t table acts
function together(t) end

--- An act that binds a variable: after let { "x", event.amount }, named.x has that value.
---
--- ```lua
--- event {
---   "by_its_power",
---   fields = { who = "ref" },
---   does = { let { "n", event.who.power }, base { event.who, damage = add(named.n) } },
--- }
--- ```
---@param t table name and value
function let(t) end

--- An act that draws a random number from 1 to the given number and binds it: roll { 20, as = "n"
--- }. It can also be used on cards.
---
--- ```lua
--- -- on a card
--- activated { "dice", act = { roll { 6, as = "n" }, mill { player = you, count = named.n } } }
--- ```
---@param t table the largest number, and `as`
function roll(t) end

--- An act that asks a player and binds the answer to a variable. choose { each.creature:of(you), by
--- = you, as = "given" } chooses an entity, choose { "number", as = "n" } a number, choose {
--- "word", of = { "a", "b" }, as = "w" } a word. `least` and `most` bound a number, which is
--- `least` without a question if that is not below `most`; of entities and words one is chosen, or
--- none if `least` is 0. `hidden`: other players learn it when all who choose now have chosen;
--- `ordered`: the order counts; `target`: as a target. It can also be used on cards.
---
--- ```lua
--- -- on a card
--- spell { act = { choose { each.elf, by = you, as = "one" }, tap { who = named.one } } }
--- ```
---@param t table what can be chosen, and options
function choose(t) end

--- An act that assigns objects to places under restrictions and requirements. It is used on cards
--- and in laws.
---
--- ```lua
--- -- on a card
--- whenever {
---   enter { who = this },
---   act = assigns {
---     each.elf:of(you),
---     to = each.bear,
---     as = "bear",
---     can = it.power:at_least(named.bear.power),
---     tap { who = named.bear },
---   },
--- }
--- ```
---@param t table who, `to`, `as`, restrictions, requirements, and acts
function assigns(t) end

--- An act by which objects on the stack get other targets (115.7). It is used on cards and in
--- laws.
---
--- ```lua
--- -- on a card
--- whenever {
---   damage { who = this },
---   act = retargets { each.card:inside("stack"), change = "any" },
--- }
--- ```
---@param t table whose targets, `change`, `by`, `when`
function retargets(t) end

--- An act that pays from a pool: in the `cost` of an action among the laws or on a card, in `may`,
--- in `unless_paid`, or by itself in what a trigger, replacement or handler does. See the word of
--- cards.
---
--- ```lua
--- -- on a card
--- activated {
---   "stoke",
---   cost = pays { "{1}{R/W}", from = "purse" },
---   act = gain_life { player = you, amount = 1 },
--- }
--- ```
---@param t table symbols, `needs`, `from`, `x`, `by`, `as`, `when`
function pays(t) end

--- An act that a player may decline: may { acts, by = you, so = { acts }, otherwise = { acts } }.
--- It cannot be accepted if one of the acts is about nobody, or about an object that is gone
--- (608.2d).
--- `so` is performed if the player accepts, whatever the acts achieve (118.12), `otherwise` if not;
--- `as` names the variable with the choice. A payment, `pays`, stands first: then only who can pay
--- is asked, and `so` is performed if it was paid. It can also be used on cards.
---
--- ```lua
--- -- on a card
--- spell { act = may { draw_cards { player = you, count = 1 }, by = you } }
--- ```
---@param t table acts, `by`, `so`, `otherwise` and `as`
function may(t) end

--- An act that calls a handler by name: runs { "pack:handler", n = event.amount }. The given values
--- are variables of the handler.
---
--- ```lua
--- event {
---   "honey",
---   fields = { who = "ref" },
---   does = { runs { "example:count_honey", who = event.who } },
--- }
--- ```
---@param t table name of the handler, and its parameters
function runs(t) end

--- An act that calls a function, for what data cannot express: handler(function(ctx) ... end).
--- Variables of the program that the function needs are passed by name: handler { function(ctx) ...
--- end, target = target }. The function may be executed again from its start, and keeps no state
--- (strata.Ctx, action_api.lua); it sees the words of scripts, with ipairs, math and so on.
---
--- ```lua
--- event {
---   "odd",
---   fields = { who = "ref" },
---   does = { handler { function(ctx) ctx:note(ctx.one, "odd", true) end, one = event.who } },
--- }
--- ```
---@param t table|fun(ctx: strata.Ctx) a function, or a list with the function and its parameters
function handler(t) end

--- An act that hooks handlers into the chain of an entity, or into the chain of all if the list
--- names no entity: hook { event.who, "pack:handler", lasts = "turn", try = true }. `try` accepts
--- handlers that are already in the chain.
---
--- ```lua
--- -- in a pack that requires delve
--- event {
---   "shelter",
---   fields = { who = "ref" },
---   does = { hook { event.who, "delve:guarded", lasts = "turn", try = true } },
--- }
--- ```
---@param t table entity, names, `lasts` and `try`
function hook(t) end

--- An act that removes handlers from a chain. `try` accepts handlers that are not in the chain.
---
--- ```lua
--- -- in a pack that requires delve
--- event {
---   "expose",
---   fields = { who = "ref" },
---   does = { unhook { event.who, "delve:guarded", try = true } },
--- }
--- ```
---@param t table entity, names and `try`
function unhook(t) end

--- An act that ends the program.
---
--- ```lua
--- event {
---   "renew_untapped",
---   fields = { who = "ref" },
---   does = { when { event.who.tapped, stop }, stamps { event.who } },
--- }
--- ```
stop = nil

-- -- Writes, which perform an event: in the third person ------------------------

--- A write that sets or adds to base values of an entity: base { event.player, life =
--- add(event.amount), tapped = true }.
---
--- ```lua
--- event {
---   "stretch",
---   fields = { who = "ref" },
---   does = { base { event.who, toughness = add(1), tapped = true } },
--- }
--- ```
---@param t table entity and attributes
function base(t) end

--- A write that moves an entity: moves { event.who, to = "exile", player =, position =, same =, as
--- = }. `player`, `position` and `same` are those of Entity:move; `as` binds the new object.
---
--- ```lua
--- event { "hide", fields = { who = "ref" }, does = { moves { event.who, to = "exile" } } }
--- ```
---@param t table entity and options
function moves(t) end

--- A write that creates entities: spawns { of = event.what, times = 2, as = "made" } of a
--- definition, spawns { event.of } as a copy of an entity.
---
--- ```lua
--- event {
---   "hatch",
---   fields = { what = "sym" },
---   does = { spawns { of = event.what, times = 2, as = "made" } },
--- }
--- ```
---@param t table definition or entity, `times` and `as`
function spawns(t) end

--- A write that makes an entity a copy of another, in the ruleset's `copy_layer`: copies {
--- named.became, whom = event.copy_of }.
---
--- ```lua
--- event {
---   "mimic",
---   fields = { who = "ref", of = "ref" },
---   does = { copies { event.who, whom = event.of } },
--- }
--- ```
---@param t table entity and `whom`, the original
function copies(t) end

--- A write that removes an entity from the game: ceases { event.who }.
---
--- ```lua
--- event { "fade_away", fields = { who = "ref" }, does = { ceases { event.who } } }
--- ```
---@param t table entity
function ceases(t) end

--- A write that gives an entity a new timestamp: stamps { event.who }.
---
--- ```lua
--- event { "renew", fields = { who = "ref" }, does = { stamps { event.who } } }
--- ```
---@param t table entity
function stamps(t) end

--- A write that puts counters on an entity: counts { event.who, kind = event.kind, count =
--- event.count }.
---
--- ```lua
--- event {
---   "honeycomb",
---   fields = { who = "ref", kind = "sym" },
---   does = { counts { event.who, kind = event.kind, count = 2 } },
--- }
--- ```
---@param t table entity, `kind` and `count`
function counts(t) end

--- A write that shuffles a zone of a player: shuffles { event.player, zone = "library" }.
---
--- ```lua
--- event {
---   "stir",
---   fields = { player = "ref" },
---   does = { shuffles { event.player, zone = "library" } },
--- }
--- ```
---@param t table player and `zone`
function shuffles(t) end

--- A write that shows an object to a player, or without `player` to all: discloses { event.who,
--- player = event.player }. Who is shown it knows its face until it moves or its zone is shuffled
--- (World:seat). Once an action has shown a face that was hidden, and then asks something, nobody
--- can go back behind that question.
---
--- ```lua
--- event {
---   "peer",
---   fields = { who = "ref", player = "ref" },
---   does = { discloses { event.who, player = event.player } },
--- }
--- ```
---@param t table object and `player`
function discloses(t) end

--- A write that advances a clock by one tick: ticks { "turn" }. With `of` it is the clock of this
--- player's seat: ticks { "upkeep", of = event.player }, such as upkeep_2.
---
--- ```lua
--- event { "dusk", does = { ticks { "turn" } } }
--- ```
---@param t table name of a clock, `of`, `when`
function ticks(t) end

--- A write by which players act no more in the open period, until it is their turn to act again. It
--- does nothing to one who does not act.
---
--- ```lua
--- event {
---   "pass",
---   fields = { player = "ref" },
---   affected = "player",
---   does = { passes { event.player } },
--- }
--- ```
---@param t table whom it is about
function passes(t) end

--- A write that adds a period behind the next end of one of its name, or of the period `after`,
--- which stands beside it; what was added last comes first (500.7). `player` is whose it is.
---
--- ```lua
--- return events {
---   event {
---     "another_day",
---     fields = { player = "ref" },
---     affected = "player",
---     does = { adds_period { "day", player = event.player } },
---   },
---   course { period { "day" } },
--- }
--- ```
---@param t table name, `player`, `after`, `when`
function adds_period(t) end
