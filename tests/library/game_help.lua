--- game_help.lua ROOT: what the help knows of the game of loaded packs, from what their files say.
--
-- The games are made by scripts/strata itself, without an engine; without cards, which
-- tests/cli/helps.lua has.
package.path = arg[1] .. "/tests/lint/?.lua;" .. arg[1] .. "/scripts/?.lua;" .. package.path
local tree = require("tree")
tree.open(arg[1])
require("plainhost").install({})
require("described").install(arg[1])

local linker = require("strata.link.linker")
local doc_comments = require("strata.base.doc_comments")
local game_help = require("strata.help.game_help")
local game_things = require("strata.help.game_things")

local function check(is_right, form, ...)
  tree.seen = tree.seen + 1
  if not is_right then
    tree.complain(form, ...)
  end
end

local function same(got, wanted)
  check(got == wanted, "expected %s\ngot %s", tostring(wanted), tostring(got))
end

-- -- What is a remark --------------------------------------------------------

local lines = doc_comments.lines([[
-- A heading of what follows.
one = "int", -- how many
--- What somebody is
--- called.
two = "text",
three = { "sym", "--", '"' }, -- said
  -- only a comment
four = "flag",

--- Of nothing, since a line is between.

five = "int",
event {
  "six", -- in the second line]])

same(doc_comments.of(lines, 2), "how many")
same(doc_comments.of(lines, 5), "What somebody is called.")
same(doc_comments.of(lines, 6), "said")
same(doc_comments.of(lines, 8), nil)
same(doc_comments.of(lines, 7), nil)
same(doc_comments.of(lines, 12), nil)
same(doc_comments.of(lines, 13, 14), "in the second line")
same(doc_comments.of(lines, 13), nil)

-- -- The packs that ship -----------------------------------------------------

-- Each event and attribute has a remark (finding_CW41); those of other things may have one.
for _, pack in ipairs({ "arena", "classic", "craft", "delve", "skirmish" }) do
  local game = linker.load("cards/" .. pack)
  for _, thing in ipairs(game_things.all(game)) do
    local is_own = thing.kind == "event" or (thing.kind == "attribute" and thing.path ~= nil)
    if is_own and not thing.name:match("_counters$") then
      check(thing.remark ~= nil, "cards/%s: the %s '%s' has no comment of its own; say in one what"
        .. " it is", pack, thing.kind, thing.name)
    end
  end
end

-- -- What is told ------------------------------------------------------------

local classic = linker.load("cards/classic")

--- Each of some texts stands in what the help says of a name, which is not more than some lines.
local function tells(word, ...)
  local text, is_found = game_help.tell(classic, word)
  check(is_found, "nothing is told of %s", word)
  local flat = text:gsub("%s+", " ")
  for _, part in ipairs({ ... }) do
    check(flat:find(part, 1, true) ~= nil, "of %s not told: %s\n%s", word, part, text)
  end
end

-- finding_CW41: events, their fields, and where they can be said.
tells("damage", "damage (event)", "deals damage to an object or a player (120)",
  "amount a number: how much", "who an object or a player: who is affected",
  "source an object or a player", "whenever { damage { ... }", 'ctx:emit("damage"',
  "{ emit = damage { ... } }", "It makes: gain_life", "declared in cards/classic/events.lua:")
-- finding_RW05: the events that laws and keywords watch, and what watches an event.
tells("damage", "Watched by: law classic:shield_counters, keyword")
tells("shield_counters", "It watches: damage (prevent), destroy (replace)")
tells("create", "count a number: an act that does not say it gives 1")
tells("die", "alias: some events move", "event.to = 'graveyard'", "see ?move")
tells("cause", "Every event has it", "the object whose ability or spell made the event")
tells("by", "the player who controls the cause")
tells("amount", "Of the events: add_mana, damage")
tells("shield", "counter")

-- finding_NC30: everything else that the packs declare.
tells("power", "attribute: a number", "copiable", "set: pt.set", "power = add(1)")
tells("zone", "attribute: a word")
tells("creature", "a word of types", "each.creature")
tells("menace", "keyword", 'it:with("menace")')
tells("+1/+1", "p1_p1_counters")
tells("p1_p1_counters", "counter")
tells("library", "zone: one for each player", "its order matters")
tells("pt.set", "layer, in place 7", "power set")
tells("turn", "clock", "Durations that end by it")
tells("your next turn", "duration", "of the player that `you` denotes")
tells("end step", "phase of a turn")
tells("colorless", "adjective", 'it:being("colorless")')
tells("legendary", "a word of supertypes")
tells("commander", "law", "cards/classic/laws.lua")
tells("events", "events of this game: 56", "damage `source` deals damage")

-- finding_NC16: the fields of rules have entries, with the names that this game has there.
tells("nouns", "nouns of this game: 4", "Words for kinds of objects")
tells("roles", "roles of this game: 6", "who acts with an object")
tells("durations", "durations of this game: 8", "What cards can say as `lasts`")
tells("home", "The zone where cards are played to")

-- Without a game all of that is unknown, and the answer says where it can be had.
local text, is_found = game_help.answer({}, "draw_cards")
same(is_found, false)
check(text:find("strata --pack PACK help draw_cards", 1, true) ~= nil, "%s", text)
text, is_found = game_help.tell(classic, "draw_crds")
same(is_found, false)
check(text:find("did you mean 'draw_cards'?", 1, true) ~= nil, "%s", text)
tree.close()
