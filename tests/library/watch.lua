--- watch.lua ROOT: what the words of a card that watch for events become, and what is said of
--- mistakes in them.
--
-- The words are made by scripts/strata itself over the classic rules, without an engine. That
-- the engine takes the codes is shown by the packs of cards.
package.path = arg[1] .. "/tests/lint/?.lua;" .. arg[1] .. "/scripts/?.lua;" .. package.path
local tree = require("tree")
tree.open(arg[1])

local FILE <const> = "card.lua"
local files = {}
local plainhost = require("plainhost")
plainhost.install(files)

local linker = require("strata.link.linker")

local function shown(value)
  if type(value) ~= "table" then
    return type(value) == "string" and ("%q"):format(value) or tostring(value)
  end
  local list = {}
  for key, item in plainhost.sorted_pairs(value) do
    local name = type(key) == "string" and key .. " = " or ""
    list[#list + 1] = name .. shown(item)
  end
  return #list == 0 and "{}" or ("{ %s }"):format(table.concat(list, ", "))
end

local function check(want, got)
  tree.seen = tree.seen + 1
  if got ~= want then
    local line = debug.getinfo(3, "l").currentline
    local form = "tests/library/watch.lua:%d: expected\n  %s\ngot\n  %s"
    tree.complain(form, line, tostring(want), tostring(got))
  end
end

--- The game with a card whose one ability this is, in line 4.
local function load_ability(ability)
  local game = linker.load("cards/classic")
  files[FILE] = 'return card {\n  name = "Test",\n  cost = "1",\n  ' .. ability .. ",\n}\n"
  game:add_file({ name = "test" }, FILE)
  return game
end

--- The code of an ability, and the n-th that it makes inside.
local function becomes(ability, want, inside)
  local game = load_ability(ability)
  local name = "test:card_1" .. (inside and "_" .. inside or "")
  check(want, shown(game.codes[name]))
end

local function bad(ability, want)
  local is_fine, message = pcall(load_ability, ability)
  check(FILE .. ":4: card 'Test', ability 1" .. want, not is_fine and message)
end

-- Patterns: tests of whom a field names, and conditions.
becomes(
  "replace { draw_cards { player = you }, with = { count = event.count * 2 } }",
  '{ "replace", "draw_cards", { "change", "count", value = "(event.count * 2)" },'
    .. ' tests = { player = "it = $you" } }'
)
becomes(
  'replace { move { who = this, from = "hand", to = { "exile", "graveyard" } }, nothing = true }',
  '{ "replace", "move", { "nothing" }, tests = { who = "it = this" }, when = "event.from = \'hand\''
    .. " and (event.to = 'exile' or event.to = 'graveyard')\" }"
)
becomes(
  "replace { damage { amount = event.amount:at_least(3), combat = true, source = none },"
    .. " nothing = true, when = this.tapped }",
  '{ "replace", "damage", { "nothing" }, tests = {}, when = "(event.amount >= 3)'
    .. ' and event.combat = true and event.source = none and (this.tapped)" }'
)
-- Who enters is not asked whether it is there; who dies is there yet.
becomes(
  'cant { enter { who = each.creature, from = "graveyard" } }',
  '{ "cant", "enter", tests = { who = "types has \'creature\'" },'
    .. " when = \"event.from = 'graveyard'\" }"
)
becomes(
  "cant { die { who = each.creature:of(you) } }",
  '{ "cant", "die", tests = { who = "(zone = \'battlefield\' and types has \'creature\''
    .. ' and controller = $you)" } }'
)

-- Replacements.
becomes(
  'replace { "short", die { who = this }, instead = exile { who = this }, optional = true,'
    .. ' class = "self", after = gain_life { player = you, amount = 1 } }',
  '{ "replace", "die", { "instead", { "emit", "move", with = {'
    .. " cast = \"(event.from = 'stack' and 'exile' = 'battlefield')\", from = \"event.from\","
    .. " same = \"(event.from = 'stack' and 'exile' = 'battlefield')\", to = \"'exile'\","
    .. ' who = "this" } } }, { "then", { "emit", "gain_life", with = { amount = "1",'
    .. ' player = "$you" } } }, optional = true, rank = "self",'
    .. ' tests = { who = "it = this" } }'
)
becomes(
  "replace { lose_life {}, with = { amount = 0, player = you } }",
  '{ "replace", "lose_life", { "let", as = "new_player", value = "$you" },'
    .. ' { "change", "amount", value = "0" },'
    .. ' { "change", "player", value = "$new_player" }, tests = {} }'
)
becomes(
  'replace { draw {}, instead = exile { who = choose { each.permanent, by = you, as = "a" },'
    .. ' from = "hand", same = false } }',
  '{ "replace", "draw", { "choose", as = "a", who = "(zone = \'battlefield\' and true)",'
    .. ' with = { by = "$you" } }, { "instead", { "emit", "move", with = {'
    .. " cast = \"($a.zone = 'stack' and 'exile' = 'battlefield')\", from = \"'hand'\","
    .. ' same = "false", to = "\'exile\'", who = "$a" } } }, tests = {} }'
)
-- What cannot enter from somewhere is described where it is.
becomes(
  'cant { enter { who = each.creature:inside("graveyard") } }',
  '{ "cant", "enter", as_is = true,'
    .. " tests = { who = \"(zone = 'graveyard' and types has 'creature')\" } }"
)
becomes(
  "replace { enter { who = this },"
    .. ' also = put_counters { who = event.who, kind = "age", count = 2 } }',
  '{ "replace", "enter", { "also", { "emit", "put_counters", with = { count = "2",'
    .. ' kind = "\'age\'", player = "$you", who = "event.who" } } }, own = true,'
    .. ' tests = { who = "it = this" } }'
)
becomes(
  'enters { others = each.elf, counters = { ["+1/+1"] = this.power } }',
  '{ "replace", "enter", { "also", { "emit", "put_counters", with = { count = "this.power",'
    .. ' kind = "\'+1/+1\'", player = "event.who.controller", who = "event.who" } } },'
    .. ' tests = { who = "subtypes has \'elf\'" } }'
)
becomes(
  'enters { chosen = { "red", "green" } }',
  '{ "replace", "enter", { "choose", "word", as = "chosen", with = { by = "$you",'
    .. ' of = { "red", "green" } } }, { "change", "chosen", value = "$chosen" }, own = true,'
    .. ' tests = { who = "it = this" } }'
)
becomes(
  "enters { tapped = true, unless_paid = pay_life { player = you, amount = 2 } }",
  '{ "replace", "enter", { "choose", "may", as = "paid", when = "($you.life >= 2'
    .. ' and $you.life_can_change)", with = { by = "$you" } },'
    .. ' { "change", "tapped", value = "true", when = "not $paid" },'
    .. ' { "also", { "emit", "pay_life", when = "$paid", with = { amount = "2",'
    .. ' player = "$you" } } }, own = true, tests = { who = "it = this" } }'
)
becomes(
  "enters_as_copy { each.creature }",
  '{ "replace", "enter", { "choose", as = "copied", who = "(zone = \'battlefield\''
    .. ' and types has \'creature\')", with = { by = "$you" } }, { "let", as = "new_copying",'
    .. ' value = "$copied" }, { "let", as = "new_except", value = "\'test:card.1.except\'" },'
    .. ' { "change", "copying", value = "$new_copying" }, { "change", "except",'
    .. ' value = "$new_except" }, optional = true, own = true, rank = "copy",'
    .. ' tests = { who = "it = this" },'
    .. " when = \"(count((zone = 'battlefield' and types has 'creature')) >= 1)\" }"
)
becomes(
  "enters { tapped = true, unless = this.tapped }",
  '{ "replace", "enter", { "change", "tapped", value = "true" }, own = true,'
    .. ' tests = { who = "it = this" }, when = "(not (this.tapped))" }'
)

-- Prevention.
becomes(
  "prevent { damage { who = this }, amount = 1 }",
  '{ "prevent", "damage", amount = "1", tests = { who = "it = this" } }'
)
becomes(
  "spell { act = start { prevent { damage { who = target }, next = x }, lasts = \"turn\" } }",
  '{ "action", { "watch", "test:card_1_2", clock = "turn", with = { left = "$x",'
    .. ' source = "this", target = "$target", ticks = "1", you = "$you" } },'
    .. ' actor = "true", names = { target = "ref", x = "int" }, paid = 0, unlisted = true }'
)
becomes(
  "spell { act = start { prevent { damage { who = target }, once = true } } }",
  '{ "prevent", "damage", names = { target = "ref" }, tests = { who = "it = $target" },'
    .. " uses = 1 }",
  2
)

-- Triggers.
becomes(
  'whenever { one_or_more(enter { who = each.elf }), act = draw { player = you }, limit = "turn",'
    .. " may = true, only_if = this.tapped }",
  '{ "trigger", "enter", { "emit", "draw", with = { player = "$you" } }, batch = true,'
    .. ' clock = "turn", only_if = "this.tapped", optional = true, per_clock = 1,'
    .. ' tests = { who = "subtypes has \'elf\'" } }'
)
becomes(
  "whenever { die { who = this }, target = each.player, act = draw { player = target } }",
  '{ "trigger", "die", { "choose", as = "target", target = true, who = "seat > 0",'
    .. ' with = { by = "$you" } }, { "emit", "draw", with = { player = "$target" } },'
    .. ' tests = { who = "it = this" } }'
)
becomes(
  'at { "upkeep", of = you, act = tap { who = this } }',
  '{ "trigger", "phase_begins", { "emit", "tap", with = { who = "this" } },'
    .. ' tests = { player = "it = $you" }, when = "event.phase = \'upkeep\'" }'
)
becomes(
  "as_soon_as { you.life:less_than(1), act = lose_game { player = you } }",
  '{ "state", { "emit", "lose_game", with = { player = "$you" } }, when = "$you.life < 1" }'
)
becomes(
  "more { enter { who = each.creature }, amount = 2 }",
  '{ "more", "enter", amount = "2", tests = { who = "types has \'creature\'" } }'
)
becomes("never { enter {} }", '{ "never", "enter", tests = {} }')
becomes(
  'spell { act = { let { "n", 3 }, later { draw {}, act = gain_life { player = target,'
    .. " amount = named.n } } } }",
  '{ "trigger", "draw", { "emit", "gain_life", with = { amount = "$n", player = "$target" } },'
    .. ' names = { n = "int", target = "ref" }, tests = {}, uses = 1 }',
  2
)
becomes(
  "spell { act = when_you_do { draw { player = you } } }",
  '{ "trigger", "add_mana", { "emit", "draw", with = { player = "$you" } } }',
  2
)
becomes(
  "spell { act = damage { source = this, who = target, amount = 2, instead = { amount = 4,"
    .. " when = this.tapped } } }",
  '{ "action", { "emit", "damage", { "change", "amount", value = "4", when = "this.tapped" },'
    .. ' with = { amount = "2", source = "this", who = "$target" } },'
    .. ' actor = "true", names = { target = "ref" }, paid = 0, unlisted = true }'
)

-- A redirection waits until the new one is there, and splits what is more than its part.
local function there(who)
  return "count(((zone = 'battlefield' and (types has 'creature' or types has 'planeswalker'"
    .. " or types has 'battle')) or (seat > 0 and not has_lost)) and (it = "
    .. who
    .. ")) >= 1"
end
local function dealt(amount, who)
  local form = '{ "emit", "damage", with = { amount = "%s", by = "event.by", cause = "event.cause",'
    .. ' combat = "event.combat", source = "event.source", stays = "event.stays",'
    .. ' unpreventable = "event.unpreventable", who = "%s" } }'
  return form:format(amount, who)
end
becomes(
  "redirect { tap { who = this }, to = attached }",
  '{ "replace", "tap", { "change", "who", value = "this.attached" },'
    .. (' tests = { who = "it = this" }, when = "%s" }'):format(there("this.attached"))
)
becomes(
  "spell { act = start { redirect { damage { who = this }, to = target, next = 2 } } }",
  ('{ "replace", "damage", { "take", as = "moved" }, { "instead", %s, %s },'):format(
    dealt("event.amount - $moved", "event.who"),
    dealt("$moved", "$target")
  )
    .. ' names = { target = "ref" }, tests = { who = "it = this" },'
    .. (' when = "%s and event.stays = false" }'):format(there("$target")),
  2
)
-- A player's own clock is called by his seat.
local seats = {}
for seat = 1, 4 do
  local form = '{ "watch", "test:card_1_2", clock = "turn_begins_%d", when = "$you.seat = %d",'
    .. ' with = { source = "this", ticks = "1", you = "$you" } }'
  seats[seat] = form:format(seat, seat)
end
becomes(
  'spell { act = start { cant { draw {} }, lasts = "your next turn" } }',
  ('{ "action", %s, actor = "true", paid = 0, unlisted = true }'):format(table.concat(seats, ", "))
)

-- Mistakes: the file, the line, the card, and the nearest word.
bad("replace { drw {} }", " (replace): unknown word 'drw'; did you mean 'draw'?")
bad(
  "replace { draw { plyer = you }, nothing = true }",
  " (replace): draw: no field 'plyer'; did you mean 'player'?"
)
bad(
  "replace { draw {}, nothin = true }",
  " (replace): replace: no field 'nothin'; did you mean 'nothing'?"
)
bad(
  "replace { draw {} }",
  " (replace): replace: it changes nothing; say with = { ... }, instead = ..., or nothing = true"
)
bad(
  "replace { draw {}, nothing = true, with = {} }",
  " (replace): replace: 'with' and 'nothing': say one of them"
)
bad(
  "replace { draw_cards {}, with = { cuont = 1 } }",
  " (replace): with: no field 'cuont' of draw_cards; did you mean 'count'?"
)
bad(
  'replace { draw {}, nothing = true, class = "slef" }',
  " (replace): replace: no class 'slef'; did you mean 'self'?"
)
bad(
  "replace { 3 }",
  " (replace): replace: expected the event that it is about, as draw { player = you }, got 3"
)
bad(
  "prevent { damage {}, next = 3 }",
  " (prevent): prevent: next: an amount is used up; start { prevent { ... } }"
)
bad(
  "redirect { damage {}, to = you, next = 3 }",
  " (redirect): redirect: next: an amount is used up; start { redirect { ... } }"
)
bad("redirect { damage {} }", " (redirect): redirect: say to whom: to = ...")
bad(
  "redirect { tap {}, to = you, amount = 1 }",
  " (redirect): redirect: 'tap' has no amount"
)
bad(
  'activated { "0", loyalty = "none", act = stop }',
  " (activated): activated: loyalty: expected a number, got the text 'none'"
)
bad("whenever { draw {} }", " (whenever): whenever: it does nothing; say act = ...")
bad(
  'whenever { draw {}, act = stop, limit = "trun" }',
  " (whenever): whenever: limit: no clock 'trun'; did you mean 'turn'?"
)
bad(
  "whenever { draw {}, act = stop, target = this }",
  " (whenever): whenever: target: expected whom it can aim at, as each.creature, got this"
)
bad(
  'cant { draw {}, zones = "grave" }',
  " (cant): cant: unknown zone 'grave'; there are battlefield, command, exile, graveyard, "
    .. "hand, library, phased_out, stack"
)
bad("at { 3, act = stop }", " (at): at: expected the name of a phase first, got 3")
bad(
  'spell { act = start { prevent { damage {} }, lasts = "trun" } }',
  " (spell): start: no duration 'trun'; did you mean 'turn'?"
)
bad(
  "spell { act = start { draw {} } }",
  " (spell): start: in place 1 expected replace, prevent or cant { ... }, got draw { ... }"
)
bad(
  "spell { act = die { who = this } }",
  " (spell): 'die' is an alias; write move { ... }"
)

-- finding_CW54: what a word takes stands in its description. A field that no word has makes a
-- message that names all fields there are.
local DESCRIPTIONS <const> = tree.read("scripts/strata/meta/card_words.lua")
  .. tree.read("scripts/strata/meta/event_words.lua")

--- The description of a word: the comments above its function.
local function description_of(word)
  local lines, found = {}, ""
  for line in DESCRIPTIONS:gmatch("[^\n]*") do
    if line:find("^%-%-%-") then
      lines[#lines + 1] = line
    else
      found = line:find("^function " .. word .. "%(") and found .. table.concat(lines) or found
      lines = {}
    end
  end
  local is_like = found:find("fields of `whenever`", 1, true)
  return is_like and found .. description_of("whenever") or found
end

local function check_described(word, ability)
  local _, message = pcall(load_ability, ability:gsub("UNKNOWN", "planted_field = 1"))
  local fields = message:match("no field 'planted_field'; there are (.*)$")
  check(true, fields ~= nil)
  for field in (fields or ""):gmatch("[%w_]+") do
    local is_there = description_of(word):find("%f[%w_]" .. field .. "%f[^%w_]") ~= nil
    check(word .. " describes " .. field, is_there and word .. " describes " .. field)
  end
end

check_described("activated", "activated { act = stop, UNKNOWN }")
check_described("as_soon_as", "as_soon_as { you.life:less_than(1), act = stop, UNKNOWN }")
check_described("at", 'at { "upkeep", act = stop, UNKNOWN }')
check_described("cant", "cant { draw {}, UNKNOWN }")
check_described("choose", 'spell { act = choose { each.creature, as = "one", UNKNOWN } }')
check_described("enters", "enters { UNKNOWN }")
check_described("hook", 'spell { act = hook { this, "a:b", UNKNOWN } }')
check_described("later", "spell { act = later { draw {}, act = stop, UNKNOWN } }")
check_described("may", "spell { act = may { stop, UNKNOWN } }")
check_described("more", "more { enter {}, UNKNOWN }")
check_described("never", "never { enter {}, UNKNOWN }")
check_described("prevent", "prevent { damage {}, UNKNOWN }")
check_described("redirect", "redirect { damage {}, to = this, UNKNOWN }")
check_described("replace", "replace { draw {}, nothing = true, UNKNOWN }")
check_described("roll", 'spell { act = roll { 6, as = "n", UNKNOWN } }')
check_described("spell", "spell { act = stop, UNKNOWN }")
check_described("start", "spell { act = start { prevent { damage {} }, UNKNOWN } }")
check_described("until_leaves", "spell { act = until_leaves { exile { who = this }, UNKNOWN } }")
check_described("whenever", "whenever { draw {}, act = stop, UNKNOWN }")

tree.close()
