-- luacheck: no max line length
--- What the program says of packs that are loaded together: what one makes of another's cards, who
--- did it, what two disagree about; cli.lua runs it.

local function manifest(name, more)
  local form = '{ name = %q, version = "1.0.0", description = "A pack of a test", license = "MIT",'
  return ("return " .. form .. "\n  api = 1, %s }\n"):format(name, more)
end

local RULES <const> = [[
return ruleset {
  layers = { "kind", "set", "add" },
  default_layers = { power = { set = "set", add = "add" }, kinds = "kind", gifts = "set" },
  attributes = {
    name = "sym",
    kinds = { "set", "imp", "ogre", "tree" },
    gifts = "abilities",
    power = "int",
    rage = { "int", unlayered = true },
    controller = "ref",
    owner = { "ref", unlayered = true, kept = true },
  },
  roles = {
    controller = "controller", owner = "owner", name = "name", abilities = "gifts", kinds = "kinds",
  },
  keywords = { "sly" },
  zones = { table = { shared = true } },
  home = "table",
  nouns = { body = { zone = "table" } },
}
]]

local EVENTS <const> = [[
return events {
  event {
    "enrage",
    fields = { who = "ref", count = "int" },
    affected = "who",
    matters = event.count:at_least(1),
    does = { base { event.who, rage = add(event.count) } },
  },
}
]]

local WITH_ALIAS <const> = EVENTS:gsub(
  "\n}\n$",
  '\n  alias { "anger", of = "enrage", where = event.count:at_least(2) },%0'
)

local CARDS <const> = [[
return {
  card { name = "Imp", kinds = { "imp" }, power = 1, "sly" },
  card { name = "Ogre", kinds = { "ogre" }, power = 3, static { each.imp, power = add(1) } },
}
]]

--- A card of a pack that says nothing of another's cards.
local OAK <const> = 'return card { name = "Oak", kinds = { "tree" } }\n'

--- The pack `base` and others: their cards, by their name.
local function packs(others, requires)
  local files = {
    ["base/pack.lua"] = manifest("base", 'rules = "rules.lua", events = "events.lua", cards = "cards"'),
    ["base/rules.lua"] = RULES,
    ["base/events.lua"] = EVENTS,
    ["base/cards/all.lua"] = CARDS,
  }
  for name, text in pairs(others) do
    local needs = requires and requires[name] or 'requires = { base = "1.0.0" }'
    files[name .. "/pack.lua"] = manifest(name, needs .. ', cards = "cards"')
    files[name .. "/cards/all.lua"] = text
  end
  return files
end

--- Files with a test of a pack among them.
local function tested(files, path, text)
  files[path] = text
  return files
end

local TWO <const> = {
  left = 'return amend "base:imp" { power = 2, kinds = add "tree" }\n',
  right = 'return amend "base:imp" {\n  power = 5, kinds = add "ogre" }\n',
}

local CLASH <const> = "right/cards/all.lua:2: amend 'base:imp': power: 'right' makes it 5, and "
  .. "'left' makes it 2 in left/cards/all.lua:1; neither names the other: let one require the other, or a "
  .. "third that requires both say it\n"

local NOT_TRIED <const> = "not tried: three at once, other zones, handlers of chains, "
  .. "more than 48 events of a kind\n"

--- Two packs with a card each, which do not know each other.
local function strangers(left, right)
  return packs({ left = left, right = right })
end

local LORD <const> = 'return card { name = "%s", kinds = { "tree" }, static { each.imp, power = set(%d) } }\n'

return {
  -- Amending ------------------------------------------------------------------
  {
    name = "every way to amend a card",
    args = { "test", "mine" },
    files = tested(packs({
      mine = [[
return {
  amend "base:imp" {
    power = mul(4),
    kinds = remove "imp",
    without = "sly",
    static { this, power = add(1) },
  },
  amend "base:ogre" { power = sub(1), kinds = add { "tree", "imp" }, instead = { [1] = "sly" } },
}
]],
    }), "mine/tests/a.lua", [[
return scenario {
  name = "amended",
  setup = { { "A", "table", "Imp", "Ogre" } },
  expect = {
    "power(Imp) = 5",
    "kinds(Imp) = []",
    "not has(Imp, sly)",
    "power(Ogre) = 2",
    "kinds(Ogre) = [imp, ogre, tree]",
    "has(Ogre, sly)",
  },
}
]]),
    out = "TAP version 13\n1..1\nok 1 - amended\n# 1 passed, 0 failed\n",
  },
  {
    name = "a later pack amends what an earlier one has made of a card",
    args = { "test", "last" },
    files = tested(packs({
      first = 'return amend "base:imp" { power = 4, "sly", static { power = add(1) } }\n',
      last = 'return amend "base:imp" { power = add(2), without = { "first:imp_of_base.2", 1 } }\n',
    }, { last = 'requires = { base = "1.0.0", first = "1.0.0" }' }), "last/tests/a.lua", [[
return scenario {
  name = "twice",
  setup = { { "A", "table", "Imp" } },
  expect = { "power(Imp) = 6", "has(Imp, sly)" },
}
]]),
    out = "TAP version 13\n1..1\nok 1 - twice\n# 1 passed, 0 failed\n",
  },
  {
    name = "why names who has amended a card",
    args = { "why", "mine/tests/a.lua", "Imp.power" },
    files = tested(packs({
      mine = 'return amend "base:imp" {\n  power = add(1), static { power = add(5) } }\n',
    }), "mine/tests/a.lua", [[
return scenario { name = "why", setup = { { "A", "table", "Imp" } }, expect = { "power(Imp) = 7" } }
]]),
    out = [[
why: Imp.power
power = 7
  base         -> 2
  add   add 5  -> 7  Imp (amended by mine) from #3:1, timestamp 4
  power: 1 -> 2 in the card, by mine, mine/cards/all.lua:2
]],
  },
  {
    name = "why of an event names who has amended the card that made it",
    args = {
      "why", "cards/classic_tuned/tests/season.lua", "gain_life", "--filter", "rejoices",
    },
    out = [[
classic_tuned: a Warden rejoices once each turn: gain_life
gain_life (row 11 of action 3)
  proposed  Soul Warden, classic_tuned:soul_warden_of_classic_1  amount = 1, player = A  (row 10)
  happened                                        amount = 1, player = A
]],
  },
  {
    name = "a card that is not there is amended nowhere",
    args = { "check", "mine" },
    files = packs({ mine = 'return amend "base:impp" { power = 2 }\n' }),
    out = "mine/cards/all.lua:1: amend 'base:impp': amend: no card 'base:impp'; did you mean "
      .. "'base:imp'?\n1 pack, 2 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "the name of a file is the id of the one card in it",
    args = { "check", "mine" },
    files = packs({
      other = 'return card { name = "Tree" }\n',
      mine = 'return amend "other:tree" { power = 2 }\n',
    }, { mine = 'requires = { other = "1.0.0" }' }),
    out = "mine/cards/all.lua:1: amend 'other:tree': amend: no card 'other:tree'; did you mean "
      .. "'other:all'?\n1 pack, 2 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "who amends must name the pack in the manifest",
    args = { "check", "mine" },
    files = packs({
      other = 'return { card { name = "Tree" } }\n',
      mine = 'return amend "other:tree" { power = 2 }\n',
    }),
    out = "mine/cards/all.lua:1: amend 'other:tree': amend: the manifest of 'mine' names no 'other'; "
      .. 'write requires or optional = { other = ">=..." }\n1 pack, 2 scripts: 1 problem\n',
    status = 1,
  },
  {
    name = "definitions are sealed: a handler cannot reach into one",
    args = { "check", "mine" },
    files = packs({
      mine = [[
local says = { each.imp, power = add(1) }
return card {
  name = "Shifty", static(says),
  whenever {
    enrage {}, act = handler(function(ctx)
      says.power = ctx.event.count
    end),
  },
}
]],
    }),
    out = function(text)
      assert(text:find("mine/cards/all.lua:6: card 'Shifty', ability 2 (whenever): a handler changes 'says'", 1, true), text)
    end,
    status = 1,
  },

  -- Packs that may be there -----------------------------------------------------
  {
    name = "what amends a pack that is not there is left out",
    args = { "test", "mine" },
    files = tested(packs({
      mine = 'return { amend "other:tree" { power = 2 }, card { name = "Hut" } }\n',
    }, { mine = 'requires = { base = "1.0.0" }, optional = { other = "1.0.0" }' }),
      "mine/tests/a.lua", [[
return scenario { name = "alone", setup = { { "A", "table", "Hut" } }, expect = { "power(Hut) = 0" } }
]]),
    out = "TAP version 13\n1..2\nok 1 - alone\nok 2 - the one card in a small world\n"
      .. "# 2 passed, 0 failed\n",
  },
  {
    name = "cards and tests that belong with a pack that is there, and one that is not named",
    args = { "test", "mine" },
    files = tested(tested(tested(packs({
      other = 'return { card { name = "Tree", power = 1 } }\n',
      mine = 'return amend "other:tree" { power = 2 }\n',
    }, { mine = 'requires = { base = "1.0.0" }, optional = { other = "1.0.0" }' }),
      "mine/tests/with_other/a.lua", [[
return scenario {
  name = "with it",
  setup = { { "A", "table", "Tree", "Gardener" } },
  expect = { "power(Tree) = 2", "power(Gardener) = 1" },
}
]]), "mine/cards/with_other/b.lua", 'return card { name = "Gardener", power = 1 }\n'),
      "mine/tests/with_others/a.lua", "return scenario { name = 'x' }\n"),
    out = [[
TAP version 13
1..2
ok 1 - with it
not ok 2 - mine/tests/with_others/a.lua
  ---
  message: "mine/tests/with_others/a.lua: its folder names the pack 'others', which is not optional in mine/pack.lua"
  file: "mine/tests/with_others/a.lua"
  ...
# 1 passed, 1 failed
]],
    status = 1,
  },

  -- Conflicts of fields ---------------------------------------------------------
  {
    name = "two packs that say otherwise of a field, neither knowing the other",
    args = { "check", "both" },
    files = packs({ left = TWO.left, right = TWO.right, both = OAK }, {
      both = 'requires = { left = "1.0.0", right = "1.0.0" }',
    }),
    out = CLASH .. "1 pack, 2 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "finding_NC38: each is fine, and both make no game",
    args = { "check", "left", "right" },
    files = packs({ left = TWO.left, right = TWO.right }, {
      left = 'requires = { base = "1.0.0" }', right = 'requires = { base = "1.0.0" }',
    }),
    out = "note: each is fine, and they make no game together:\n" .. CLASH .. "2 packs, 4 scripts: ok\n",
  },
  {
    name = "each is fine, and both make a game",
    args = { "check", "base", "right" },
    files = packs({ right = TWO.right }, { right = 'requires = { base = "1.0.0" }' }),
    out = "...\n2 packs, 6 scripts: ok, 5 warnings\n",
  },
  {
    name = "finding_NC38: who made it, and that they disagree",
    args = { "why-def", "left", "right", "Imp" },
    files = packs({ left = TWO.left, right = TWO.right }, {
      left = 'requires = { base = "1.0.0" }', right = 'requires = { base = "1.0.0" }',
    }),
    out = "card base:imp 'Imp': made by base, base/cards/all.lua:2\n...\nconflict: " .. CLASH,
  },
  {
    name = "a third that knows both settles it",
    args = { "test", "both" },
    files = tested(packs({
      left = TWO.left, right = TWO.right, both = 'return amend "base:imp" { power = 9 }\n',
    }, {
      both = 'requires = { base = "1.0.0", left = "1.0.0", right = "1.0.0" }',
    }), "both/tests/a.lua", [[
return scenario {
  name = "settled",
  setup = { { "A", "table", "Imp" } },
  expect = { "power(Imp) = 9", "kinds(Imp) = [imp, ogre, tree]" },
}
]]),
    out = "TAP version 13\n1..1\nok 1 - settled\n# 1 passed, 0 failed\n",
  },
  {
    name = "who only adds to it settles nothing",
    args = { "check", "both" },
    files = packs({
      left = TWO.left, right = TWO.right, both = 'return amend "base:imp" { power = add(1) }\n',
    }, {
      both = 'requires = { base = "1.0.0", left = "1.0.0", right = "1.0.0" }',
    }),
    out = CLASH .. "1 pack, 2 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "what comes to the same in either order is no conflict",
    args = { "conflicts", "left", "right" },
    files = strangers(
      'return amend "base:ogre" { power = add(1), kinds = add "imp", without = 1 }\n',
      'return amend "base:ogre" { power = sub(3), kinds = remove "ogre", without = 1, "sly" }\n'
    ),
    out = "0 pairs of cards tried; " .. NOT_TRIED,
  },
  {
    name = "two that put an ability in the place of the same",
    args = { "conflicts", "left", "right" },
    files = strangers(
      'return amend "base:ogre" { instead = { [1] = "sly" } }\n',
      'return amend "base:ogre" { instead = { [1] = "sly" } }\n'
    ),
    out = function(text)
      assert(text:find("amend 'base:ogre': ability 1: 'right' makes it 'sly', and 'left'", 1, true), text)
    end,
    status = 1,
  },
  {
    name = "two that say otherwise of the rules",
    args = { "conflicts", "left", "right" },
    files = tested(tested(packs({ left = OAK, right = OAK:gsub("Oak", "Elm") }, {
      left = 'requires = { base = "1.0.0" }, rules = "rules.lua"',
      right = 'requires = { base = "1.0.0" }, rules = "rules.lua"',
    }), "left/rules.lua", "return extend { attributes = { luck = { \"int\", max = 7 } } }\n"),
      "right/rules.lua", "return extend {\n  attributes = {\n    luck = { max = 8 },\n  },\n}\n"),
    out = "right/rules.lua:3: attributes.luck.max: 'right' makes it 8, and 'left' makes it 7 in "
      .. "left/rules.lua:1; neither names the other: let one require the other, or a third that "
      .. "requires both say it\n0 pairs of cards tried; " .. NOT_TRIED,
    status = 1,
  },

  -- Conflicts of what cards do ----------------------------------------------------
  {
    name = "two effects of which the later one counts",
    args = { "conflicts", "left", "right" },
    files = strangers(LORD:format("One", 7), LORD:format("Two", 8)),
    out = [[
left:all and right:all: power of Imp of A is 8, and 7 if they come the other way round
scenario {
  name = "One meets Two",
  setup = {
    { "A", "table", "Imp of A: Imp" },
    { "A", "table", "One" },
    { "B", "table", "Two" },
  },
  expect = { "power(Imp of A) = 8" },
}
1 pair of cards tried; ]] .. NOT_TRIED,
    status = 1,
  },
  {
    name = "two replacements of which one must be chosen",
    args = { "conflicts", "left", "right" },
    files = strangers(
      'return card { name = "More", replace { enrage {}, with = { count = event.count + 1 } } }\n',
      'return card { name = "Twice", replace { enrage {}, with = { count = event.count * 2 } } }\n'
    ),
    out = [[
left:all and right:all: both replace enrage, and somebody must choose which is first, as it matters
scenario {
  name = "More meets Twice",
  setup = {
    { "A", "table", "Imp of A: Imp" },
    { "A", "table", "More" },
    { "B", "table", "Twice" },
  },
  steps = { { emit = enrage { count = 2, who = "Imp of A" } } },
}
1 pair of cards tried; ]] .. NOT_TRIED,
    status = 1,
  },
  {
    name = "one of them replaces an alias of what the other replaces",
    args = { "conflicts", "left", "right" },
    files = tested(strangers(
      'return card { name = "More", replace { enrage {}, with = { count = event.count + 1 } } }\n',
      'return card { name = "Twice", replace { anger {}, with = { count = event.count * 2 } } }\n'
    ), "base/events.lua", WITH_ALIAS),
    out = [[
left:all and right:all: both replace enrage, and somebody must choose which is first, as it matters
scenario {
  name = "More meets Twice",
  setup = {
    { "A", "table", "Imp of A: Imp" },
    { "A", "table", "More" },
    { "B", "table", "Twice" },
  },
  steps = { { emit = enrage { count = 2, who = "Imp of A" } } },
}
1 pair of cards tried; ]] .. NOT_TRIED,
    status = 1,
  },
  {
    name = "two effects that wait for each other",
    args = { "conflicts", "left", "right" },
    files = strangers(
      'return card { name = "One", kinds = { "imp" }, static { each.ogre, kinds = add "imp" } }\n',
      'return card { name = "Two", kinds = { "ogre" }, static { each.imp, kinds = add "ogre" } }\n'
    ),
    out = [[
left:all and right:all: their effects wait for each other in layer kind, so the older is first (613.8b)
scenario {
  name = "One meets Two",
  setup = {
    { "A", "table", "One" },
    { "B", "table", "Two" },
  },
}
1 pair of cards tried; ]] .. NOT_TRIED,
    status = 1,
  },
  {
    name = "packs that know each other, and others that have nothing to do with each other",
    args = { "conflicts", "left", "right", "third" },
    files = packs({
      left = LORD:format("One", 7),
      right = LORD:format("Two", 8),
      third = 'return card { name = "Rest", static { this, power = add(1) } }\n',
    }, { right = 'requires = { base = "1.0.0", left = "1.0.0" }' }),
    out = "2 pairs of cards tried; " .. NOT_TRIED,
  },
  {
    name = "no more pairs than one wants",
    args = { "conflicts", "left", "right", "--pairs", "0" },
    files = strangers(LORD:format("One", 7), LORD:format("Two", 8)),
    out = "0 pairs of cards tried; 1 more were not (--pairs); " .. NOT_TRIED,
  },
  {
    name = "conflicts of nothing",
    args = { "conflicts" },
    err = "strata conflicts: no path given (strata conflicts --help)\n",
    status = 2,
  },
  {
    name = "conflicts with a number that is none",
    args = { "conflicts", "left", "--pairs", "x" },
    files = strangers("return {}\n", "return {}\n"),
    err = "strata conflicts: --pairs: a number must follow (strata conflicts --help)\n",
    status = 2,
  },

  -- Who made what -------------------------------------------------------------------
  {
    name = "why-def of a card that two have amended",
    args = { "why-def", "right", "left", "Imp" },
    files = packs({ left = TWO.left, right = TWO.right }, {
      right = 'requires = { base = "1.0.0", left = "1.0.0" }',
    }),
    out = [[
card base:imp 'Imp': made by base, base/cards/all.lua:2
  kinds  imp -> imp, tree  by left, left/cards/all.lua:1
  power  1 -> 2  by left, left/cards/all.lua:1
  kinds  imp, tree -> imp, tree, ogre  by right, right/cards/all.lua:2
  power  2 -> 5  by right, right/cards/all.lua:2
]],
  },
  {
    name = "why-def as JSON, by --pack",
    args = { "--pack", "./left", "why-def", "--json", "base:imp" },
    files = packs({ left = TWO.left }),
    out = '{"kind": "card", "name": "base:imp", "title": "Imp", "pack": "base", "path": '
      .. '"base/cards/all.lua", "line": 2, "altered": [{"what": "kinds", "old": "imp", '
      .. '"new": "imp, tree", "pack": "left", "path": "./left/cards/all.lua", "line": 1}, '
      .. '{"what": "power", "old": "1", "new": "2", "pack": "left", "path": '
      .. '"./left/cards/all.lua", "line": 1}]}\n',
  },
  {
    name = "why-def of what rules, events, laws and keywords are",
    args = { "why-def", "cards/craft_guests", "cards/craft_fame", "kinds" },
    out = "attribute kinds: made by craft, cards/craft/rules.lua:8\n"
      .. "  kinds  what it lists -> that and guest  by craft_guests, cards/craft_guests/rules.lua:3\n",
  },
  {
    name = "why-def of an event",
    args = { "why-def", "cards/craft_fame", "praise" },
    out = "step praise: made by craft_fame, cards/craft_fame/rules.lua:8\n"
      .. "event praise: made by craft_fame, cards/craft_fame/events.lua:5\n",
  },
  {
    name = "why-def of a law",
    args = { "why-def", "cards/craft_fame", "craft_fame:a_days_work" },
    out = "law craft_fame:a_days_work: made by craft_fame, cards/craft_fame/laws.lua:3\n",
  },
  {
    name = "why-def of a handler",
    args = { "why-def", "cards/delve", "delve:armor" },
    out = "handler delve:armor: made by delve, cards/delve/laws.lua:10\n",
  },
  {
    name = "why-def of what there is not",
    args = { "why-def", "left", "base:ipm" },
    files = packs({ left = TWO.left }),
    err = "error: why-def: nothing is called 'base:ipm'; did you mean 'base:imp'?\n",
    status = 1,
  },
  {
    name = "why-def without a name",
    args = { "why-def", "left" },
    files = packs({ left = TWO.left }),
    err = "strata why-def: packs and a name (strata why-def --help)\n",
    status = 2,
  },
}
