---@meta
-- luacheck: ignore 111 112 121 131 211 212 241
--- The words of a pack's events.lua, for editors and readers. Nothing here runs.
---
--- The file has these, the words for expressions of card_words.lua, and `add`, `set`, `sub`. A kind
--- that it, or a pack before it, declares is a word by its own name: an act, which makes such an
--- event. Fields of the kind are values in it; `when`, `times` and `as` are of the act; whom its
--- list names are `it` one after the other:
---
--- ```lua
--- draw { each.player, player = it, when = event.amount:at_least(2) }
--- ```

---@class strata.Described what a word made

-- -- What there is -------------------------------------------------------------

--- All that a file declares, and `handlers`, a list of the names that `runs` may say.
---
--- ```lua
--- return events {
---   handlers = { "example:count_honey" },
---   event { "buzz", fields = { who = "ref" }, affected = "who", does = {} },
--- }
--- ```
---@param t table
function events(t) end

--- A kind of event: its name, then `fields` with types, `defaults` (what acts give that do not
--- say), `affected`, `amount`, `matters`, `can`, `does`, `one_by_one` (how often each happens may
--- stand first) or `results`, `phases`, `merge_by` and `merge_sum`, `enters`, `looks_back` and
--- `quiet`. What these are: strata.EventSpec.
---
--- As event.amount it is a field of the event in question.
---
--- ```lua
--- event {
---   "sting",
---   fields = { who = "ref", amount = "int" },
---   affected = "who",
---   does = { base { event.who, damage = add(event.amount) } },
--- }
--- ```
---@param t table
function event(t) end

--- Another name for some events of a kind: its name, `of`, `where`, `looks_back`; `gives`, fields
--- that it fixes, by which it is an act too; `enters`: whom it affects is judged as it will be.
---
--- ```lua
--- alias { "sting_hard", of = "damage", where = event.amount:at_least(5) }
--- ```
---@param t table
function alias(t) end

--- A state-based action (704): its name, whom it is about, and `act`, what is done for each of
--- them, who is `it`. `keep_one`: at most two attributes; of those who are equal in them one is
--- kept, which their controller chooses; with `keep_newest`
--- in its place it is the newest. `resets`: attributes of what has happened since the last
--- check.
---
--- ```lua
--- check { "asleep", each.creature & it.power:is(0) & ~it.tapped, act = tap { who = it } }
--- ```
---@param t table
function check(t) end

--- How a game goes on: `turn_player`, `next_player`, `stack`, `resolved`, `triggered`, `on_loop`,
--- `log_clock`, `always_ask`. What these are: strata.PlaySpec.
---
--- ```lua
--- -- in a pack that requires delve
--- play { log_clock = "turn" }
--- ```
---@param t table
function play(t) end

--- What a deed before has bound: named.x.
---
--- ```lua
--- event {
---   "twice_the_power",
---   fields = { who = "ref" },
---   does = { let { "n", event.who.power * 2 }, base { event.who, damage = set(named.n) } },
--- }
--- ```
named = nil

--- The n-th from the top of somebody's zone, or nobody: top_of("library", event.player, named.i).
---
--- ```lua
--- event {
---   "burn_top",
---   fields = { player = "ref" },
---   one_by_one = { exile { who = top_of("library", event.player) } },
--- }
--- ```
---@param zone string
---@param whose any a ref; none of a zone that all share
---@param n? integer|any 1 if it is left out
---@return any ref
function top_of(zone, whose, n) end

-- -- What happens --------------------------------------------------------------

--- each { each.creature, acts }: for each in turn, who is `it`. As each.creature a predicate.
---
--- ```lua
--- event { "storm", one_by_one = { each { each.creature, damage { who = it, amount = 1 } } } }
--- ```
---@param t table
function each(t) end

--- when { condition, acts }
---
--- ```lua
--- event {
---   "nudge",
---   fields = { who = "ref" },
---   one_by_one = { when { ~event.who.tapped, tap { who = event.who } } },
--- }
--- ```
---@param t table
function when(t) end

--- together { acts }: at the same time. Of acts, which cards have: an event has no place for it.
---
--- ```lua
--- -- on a card
--- spell { act = together { tap { who = this }, gain_life { player = you, amount = 1 } } }
--- ```
---@param t table
function together(t) end

--- let { "x", event.amount }: named.x is that from then on.
---
--- ```lua
--- event {
---   "by_its_power",
---   fields = { who = "ref" },
---   does = { let { "n", event.who.power }, base { event.who, damage = add(named.n) } },
--- }
--- ```
---@param t table
function let(t) end

--- roll { 20, as = "n" }: named.n is a number from 1 to 20, by the world's chance. Of acts too.
---
--- ```lua
--- -- on a card
--- activated { "dice", act = { roll { 6, as = "n" }, mill { player = you, count = named.n } } }
--- ```
---@param t table
function roll(t) end

--- choose { each.creature:of(you), by = you, as = "given" }, choose { "number", as = "n" } and
--- choose { "word", of = { "a", "b" }, as = "w" }; `least`, `most`, `ordered`,
--- `hidden`, `target`. Of acts too.
---
--- ```lua
--- -- on a card
--- spell { act = { choose { each.elf, by = you, as = "one" }, tap { who = named.one } } }
--- ```
---@param t table
function choose(t) end

--- may { acts, by = you, so = { acts }, otherwise = { acts } }: "if you do" asks for the choice
--- (118.12), whose name is `as`. Of acts too.
---
--- ```lua
--- -- on a card
--- spell { act = may { draw_cards { player = you, count = 1 }, by = you } }
--- ```
---@param t table
function may(t) end

--- runs { "pack:handler", n = event.amount }: the handler finds names bound.
---
--- ```lua
--- event {
---   "honey",
---   fields = { who = "ref" },
---   does = { runs { "example:count_honey", who = event.who } },
--- }
--- ```
---@param t table
function runs(t) end

--- handler(function(ctx) ... end): what data cannot say. What it is to know of the program, of what
--- it aims at for one, it is given by name: handler { function(ctx) ... end, target = target }. A
--- function may be run again and keeps nothing (strata.Ctx, action_api.lua); in it, words are those
--- of scripts, with ipairs, math and the like.
---
--- ```lua
--- event {
---   "odd",
---   fields = { who = "ref" },
---   does = { handler { function(ctx) ctx:note(ctx.one, "odd", true) end, one = event.who } },
--- }
--- ```
---@param t table|fun(ctx: strata.Ctx)
function handler(t) end

--- hook { event.who, "pack:handler", lasts = "turn", try = true }: handlers join somebody's chain;
--- the chain of all if it does not say whose.
---
--- ```lua
--- -- in a pack that requires delve
--- event {
---   "shelter",
---   fields = { who = "ref" },
---   does = { hook { event.who, "delve:guarded", lasts = "turn", try = true } },
--- }
--- ```
---@param t table
function hook(t) end

--- They leave it.
---
--- ```lua
--- -- in a pack that requires delve
--- event {
---   "expose",
---   fields = { who = "ref" },
---   does = { unhook { event.who, "delve:guarded", try = true } },
--- }
--- ```
---@param t table
function unhook(t) end

--- No more of this program.
---
--- ```lua
--- event {
---   "renew_untapped",
---   fields = { who = "ref" },
---   does = { when { event.who.tapped, stop }, stamps { event.who } },
--- }
--- ```
stop = nil

-- -- What performing an event does: in the third person -------------------------

--- base { event.player, life = add(event.amount), tapped = true }: base values of somebody.
---
--- ```lua
--- event {
---   "stretch",
---   fields = { who = "ref" },
---   does = { base { event.who, toughness = add(1), tapped = true } },
--- }
--- ```
---@param t table
function base(t) end

--- moves { event.who, to = "exile", player =, position =, same =, as = }
---
--- ```lua
--- event { "hide", fields = { who = "ref" }, does = { moves { event.who, to = "exile" } } }
--- ```
---@param t table
function moves(t) end

--- spawns { of = event.what, times = 2, as = "made" }, or spawns { event.of } for a copy.
---
--- ```lua
--- event {
---   "hatch",
---   fields = { what = "sym" },
---   does = { spawns { of = event.what, times = 2, as = "made" } },
--- }
--- ```
---@param t table
function spawns(t) end

--- copies { named.became, whom = event.copy_of }: it becomes a copy, in the ruleset's copy_layer.
---
--- ```lua
--- event {
---   "mimic",
---   fields = { who = "ref", of = "ref" },
---   does = { copies { event.who, whom = event.of } },
--- }
--- ```
---@param t table
function copies(t) end

--- ceases { event.who }: it is no more.
---
--- ```lua
--- event { "fade_away", fields = { who = "ref" }, does = { ceases { event.who } } }
--- ```
---@param t table
function ceases(t) end

--- stamps { event.who }: a new timestamp.
---
--- ```lua
--- event { "renew", fields = { who = "ref" }, does = { stamps { event.who } } }
--- ```
---@param t table
function stamps(t) end

--- counts { event.who, kind = event.kind, count = event.count }: so many counters more.
---
--- ```lua
--- event {
---   "honeycomb",
---   fields = { who = "ref", kind = "sym" },
---   does = { counts { event.who, kind = event.kind, count = 2 } },
--- }
--- ```
---@param t table
function counts(t) end

--- shuffles { event.player, zone = "library" }
---
--- ```lua
--- event {
---   "stir",
---   fields = { player = "ref" },
---   does = { shuffles { event.player, zone = "library" } },
--- }
--- ```
---@param t table
function shuffles(t) end

--- ticks { "turn" }
---
--- ```lua
--- event { "dusk", does = { ticks { "turn" } } }
--- ```
---@param t table
function ticks(t) end
