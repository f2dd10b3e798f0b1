--- Boards with known outcomes, for the oracle alone: each names the rule that decides it.

local M = {}

-- Words --------------------------------------------------------------------

local function get(attr, of)
  return { "get", { of or "it" }, attr }
end

local function is(word, of)
  return { "has", get("types", of), word }
end

local function both(a, b, ...)
  local pair = { "and", a, b }
  return ... and both(pair, ...) or pair
end

local function no(p)
  return { "not", p }
end

local ON <const> = { battlefield = true }
local NOT_THIS <const> = { "ne", { "it" }, { "this" } }
local ATTACHED <const> = { "eq", { "it" }, get("attached", "this") }

local function there(p)
  return both({ "eq", get("zone"), { "sym", "battlefield" } }, p)
end

local function buried(p)
  return both({ "eq", get("zone"), { "sym", "graveyard" } }, p)
end

--- An ability of one clause that functions on the battlefield.
local function static(subject, parts, condition)
  local clause = { subject = subject, parts = parts, condition = condition }
  return { kind = "static", zones = ON, clauses = { clause } }
end

local function cda(parts)
  return { kind = "cda", clauses = { { parts = parts } } }
end

local function part(attr, layer, op, value)
  return { attr = attr, layer = layer, op = op, value = value }
end

local function computed(attr, layer, op, e)
  return { attr = attr, layer = layer, op = op, expr = e }
end

local function pt(n)
  return part("power", "pt.set", "set", n), part("toughness", "pt.set", "set", n)
end

local function pump(n)
  return part("power", "pt.modify", "add", n), part("toughness", "pt.modify", "add", n)
end

local LAND_TYPES <const> = { "forest", "island", "mountain", "swamp" }
local CREATURE_TYPES <const> = { "elf", "goblin", "saproling" }

local function mono(word)
  return part("types", "type", "remove", LAND_TYPES), part("types", "type", "add", { word })
end

-- What cards say -----------------------------------------------------------

local CREATURES <const> = there(is("creature"))

M.abilities = {
  flying = { kind = "keyword" },
  strike = { kind = "keyword" },
  dig = { kind = "activated" },
  mana_r = { kind = "mana" },
  mana_g = { kind = "mana" },
  mana_other = { kind = "mana" },
  humility = static(CREATURES, { part("abilities", "ability", "clear"), pt(1) }),
  opalescence = static(there(both(is("enchantment"), no(is("aura")), NOT_THIS)), {
    part("types", "type", "add", { "creature" }),
    computed("power", "pt.set", "set", get("mana")),
    computed("toughness", "pt.set", "set", get("mana")),
  }),
  anthem = static(CREATURES, { pump(1) }),
  blood_moon = static(
    there(both(is("land"), no(is("basic")))),
    { part("abilities", "type", "strip"), mono("mountain") }
  ),
  urborg = static(there(is("land")), { part("types", "type", "add", { "swamp" }) }),
  life_and_limb = static(there({ "or", is("forest"), is("saproling") }), {
    part("types", "type", "add", { "creature", "forest", "land", "saproling" }),
    part("colors", "color", "set", { "green" }),
    pt(1),
  }),
  march = static(there(both(is("artifact"), no(is("creature")))), {
    part("types", "type", "add", { "creature" }),
    computed("power", "pt.set", "set", get("mana")),
    computed("toughness", "pt.set", "set", get("mana")),
  }),
  changeling = cda({ part("types", "type", "add", CREATURE_TYPES) }),
  conspiracy = static(CREATURES, {
    part("types", "type", "remove", CREATURE_TYPES),
    computed("types", "type", "add", get("chosen", "this")),
  }),
  devoid = cda({ part("colors", "color", "clear") }),
  goyf = cda({
    computed("power", "pt.cda", "set", { "count", buried(is("land")) }),
    computed("toughness", "pt.cda", "add", { "count", buried(is("land")) }),
  }),
  jailer = static(buried({ "true" }), { part("abilities", "ability", "clear") }),
  ooze = static(nil, {
    {
      attr = "abilities",
      layer = "ability",
      op = "borrow",
      kind = "activated",
      expr = buried(is("creature")),
    },
  }),
  windlord = static(
    both(CREATURES, NOT_THIS),
    { part("abilities", "ability", "add", { "flying" }) }
  ),
  levitation = static(CREATURES, { part("abilities", "ability", "add", { "flying" }) }),
  mute = static(both(CREATURES, NOT_THIS), { part("abilities", "ability", "clear") }),
  archetype = static(
    there({ "ne", get("controller"), get("controller", "this") }),
    { part("abilities", "ability", "forbid", { "strike" }) }
  ),
  control_magic = static(
    ATTACHED,
    { computed("controller", "control", "set", get("controller", "this")) }
  ),
  petroglyphs = static(
    both(CREATURES, no({ "has", get("abilities"), "flying" })),
    { pump(2) }
  ),
  hammer = static(ATTACHED, { part("abilities", "ability", "remove", { "flying" }), pump(10) }),
  wings = static(ATTACHED, { part("abilities", "ability", "add", { "flying" }) }),
  rune = static(ATTACHED, { part("abilities", "ability", "add", { "wings" }) }),
  painter = static(
    { "true" },
    { part("colors", "color", "add", { "red" }) }
  ),
  song = static(ATTACHED, {
    part("abilities", "type", "strip"),
    part("colors", "color", "clear"),
    part("types", "type", "set", { "forest", "land" }),
  }),
}

--- What basic land types give (305.6), and counters.
M.laws = {
  {
    name = "forests",
    subject = is("forest"),
    parts = { part("abilities", "type", "add", { "mana_g" }) },
    last = true,
    intrinsic = true,
  },
  {
    name = "mountains",
    subject = is("mountain"),
    parts = { part("abilities", "type", "add", { "mana_r" }) },
    last = true,
    intrinsic = true,
  },
  {
    name = "plus",
    counter = "plus",
    parts = {
      computed("power", "pt.modify", "add", get("plus", "this")),
      computed("toughness", "pt.modify", "add", get("plus", "this")),
    },
  },
  {
    name = "wind",
    counter = "charge",
    parts = { part("abilities", "ability", "add", { "flying" }) },
  },
}

local function card(types, values, ...)
  values = values or {}
  values.types, values.abilities = types, { ... }
  return values
end

local function creature(n, ...)
  return card({ "creature" }, { power = n, toughness = n }, ...)
end

local function enchantment(ability, mana)
  return card({ "enchantment" }, { mana = mana or 3 }, ability)
end

M.definitions = {
  humility = enchantment("humility", 4),
  opalescence = enchantment("opalescence", 4),
  anthem = enchantment("anthem"),
  levitation = enchantment("levitation"),
  blood_moon = enchantment("blood_moon"),
  life_and_limb = enchantment("life_and_limb"),
  conspiracy = card({ "enchantment" }, { mana = 5, chosen = "elf" }, "conspiracy"),
  control_magic = card({ "enchantment", "aura" }, {}, "control_magic"),
  hammer = card({ "artifact" }, {}, "hammer"),
  rune = card({ "enchantment", "aura" }, {}, "rune"),
  song = card({ "enchantment", "aura" }, {}, "song"),
  march = enchantment("march", 4),
  relic = card({ "artifact" }, { mana = 2 }),
  urborg = card({ "land" }, {}, "urborg"),
  tower = card({ "land" }, {}, "mana_other"),
  bayou = card({ "forest", "land", "swamp" }),
  forest = card({ "basic", "forest", "land" }),
  saproling = card({ "creature", "saproling" }, { power = 1, toughness = 1, colors = { "green" } }),
  bear = creature(2),
  dragon = card({ "creature" }, { power = 5, toughness = 5, colors = { "red" } }, "flying"),
  knight = creature(2, "strike"),
  changeling = creature(2, "changeling"),
  ghost = card({ "creature" }, { power = 2, colors = { "black" } }, "devoid"),
  goyf = card({ "creature" }, { toughness = 1 }, "goyf"),
  digger = creature(1, "dig", "flying"),
  jailer = creature(2, "jailer"),
  ooze = creature(4, "ooze"),
  windlord = creature(1, "windlord"),
  mute = creature(2, "mute"),
  archetype = creature(2, "archetype"),
  painter = card({ "artifact", "creature" }, { power = 1, toughness = 3 }, "painter"),
}

-- Boards -------------------------------------------------------------------
--
-- A step is the name of a card that enters, also { "card", as, zone, values },
-- or { "effect", ... }, { "base", who, attribute, value }, { "move", who, zone },
-- { "transform", who, card }, { "end", effect }.

local function effect(name, targets, ...)
  return { "effect", name, targets = targets, parts = { ... } }
end

local function copy(name, who, of, ...)
  return effect(name, { who }, { layer = "copy", op = "copy", of = of }, ...)
end

local STRIPPED <const> =
  effect("strip", { "bear" }, part("abilities", "ability", "clear"))

M.scenes = {
  {
    "613.6 Humility, then Opalescence",
    { "humility", "opalescence", "bear" },
    { humility = { power = 4, abilities = {} }, bear = { power = 1 } },
  },
  {
    "613.6 Opalescence, then Humility",
    { "opalescence", "humility", "bear" },
    {
      humility = { power = 1, types = { "creature", "enchantment" }, abilities = {} },
      opalescence = { types = { "enchantment" }, abilities = { "opalescence" } },
      bear = { power = 1 },
    },
  },
  {
    "613.6 Humility between two Opalescences",
    { { "opalescence", "first" }, "humility", { "opalescence", "second" } },
    { first = { power = 4 }, humility = { power = 4 }, second = { power = 1 } },
  },
  {
    "613.6 an ability that is lost before it started does nothing",
    { "opalescence", "humility", "anthem", "bear" },
    { anthem = { power = 1, abilities = {} }, bear = { power = 1 } },
  },
  {
    "613.8a Urborg waits for Blood Moon, that is newer",
    { "urborg", "forest", "blood_moon" },
    {
      urborg = { types = { "land", "mountain" }, abilities = { "mana_r" } },
      forest = { types = { "basic", "forest", "land" }, abilities = { "mana_g" } },
    },
  },
  {
    "613.8a Urborg, that is newer, waits for Blood Moon",
    { "blood_moon", "urborg", "forest" },
    { urborg = { types = { "land", "mountain" } }, forest = { abilities = { "mana_g" } } },
  },
  {
    "613.8b Life and Limb and Blood Moon: a loop, the older first",
    { "bayou", "saproling", "forest", "life_and_limb", "blood_moon" },
    {
      bayou = {
        types = { "creature", "land", "mountain", "saproling" },
        colors = { "green" },
        power = 1,
        abilities = { "mana_r" },
      },
      saproling = { types = { "creature", "land", "mountain", "saproling" } },
      forest = {
        types = { "basic", "creature", "forest", "land", "saproling" },
        power = 1,
        abilities = { "mana_g" },
      },
    },
  },
  {
    "613.8b Blood Moon and Life and Limb: a loop, the older first",
    { "bayou", "saproling", "forest", "blood_moon", "life_and_limb" },
    {
      bayou = { types = { "land", "mountain" }, colors = {}, power = 0 },
      saproling = { types = { "creature", "forest", "land", "saproling" } },
    },
  },
  {
    "613.8a with nothing but tokens there is no loop",
    { "blood_moon", "life_and_limb", "saproling" },
    { saproling = { types = { "creature", "land", "mountain", "saproling" } } },
  },
  {
    "613.8a with nothing but a nonbasic Forest there is none either",
    { "life_and_limb", "blood_moon", "bayou" },
    { bayou = { types = { "land", "mountain" }, power = 0 } },
  },
  {
    "613.8b two that mute each other: the older one does",
    { { "mute", "first" }, { "mute", "second" } },
    { first = { abilities = { "mute" } }, second = { abilities = {} } },
  },
  {
    "613.6 the same objects in every layer",
    { "march", "relic", "bear" },
    { relic = { types = { "artifact", "creature" }, power = 2 }, bear = { power = 2 } },
  },
  {
    "613.3 a changeling under Conspiracy is an Elf",
    { "conspiracy", "changeling" },
    { changeling = { types = { "creature", "elf" } } },
  },
  {
    "613.3 what CDAs did stays done under Humility",
    { "changeling", "ghost", "humility" },
    {
      changeling = { types = { "creature", "elf", "goblin", "saproling" }, abilities = {} },
      ghost = { colors = {}, power = 1 },
    },
  },
  {
    "604.3 a CDA works in every zone",
    { { "goyf", "goyf", "graveyard" }, { "forest", "dead", "graveyard" } },
    { goyf = { power = 1, toughness = 2 } },
  },
  {
    "208.2a a CDA lost before its layer leaves nothing",
    {
      "goyf",
      { "forest", "dead", "graveyard" },
      effect("dress_down", { "goyf" }, part("abilities", "ability", "clear")),
    },
    { goyf = { power = 0, toughness = 1 } },
  },
  {
    "613.8a what the Ooze gets depends on the Jailer",
    { "ooze", { "digger", "digger", "graveyard" }, "jailer" },
    { ooze = { abilities = { "ooze" } }, digger = { abilities = {} } },
  },
  {
    "613.1f without a Jailer the Ooze digs, and does not fly",
    { "ooze", { "digger", "digger", "graveyard" } },
    { ooze = { abilities = { "dig", "ooze" } } },
  },
  {
    "113.6 an ability functions in its zones",
    { { "humility", "humility", "graveyard" }, "bear" },
    { bear = { power = 2 } },
  },
  {
    "613.8a a lord that Humility takes in waits for it",
    { "humility", "windlord", "bear" },
    { windlord = { abilities = {} }, bear = { abilities = {} } },
  },
  {
    "613.7 one that it does not take in does not",
    { "humility", "levitation", "bear" },
    { bear = { power = 1, abilities = { "flying" } } },
  },
  {
    "613.7c a second counter renews the first",
    {
      "bear",
      { "base", "bear", "charge", 1 },
      STRIPPED,
      { "base", "bear", "charge", 2 },
      { "base", "bear", "charge", 1 },
    },
    { bear = { abilities = { "flying" } } },
  },
  {
    "613.7c a counter from before the loss",
    { "bear", { "base", "bear", "charge", 1 }, STRIPPED },
    { bear = { abilities = {} } },
  },
  {
    "613.4c counters apply with other changes, after what sets",
    { "bear", { "base", "bear", "plus", 2 }, "humility" },
    { bear = { power = 3, toughness = 3 } },
  },
  {
    "113.11 cannot have beats gaining",
    {
      "knight",
      { "archetype", "archetype", "battlefield", { controller = "alice" } },
      effect("spell", { "knight" }, part("abilities", "ability", "add", { "strike" })),
    },
    { knight = { abilities = {} } },
  },
  {
    "613.8a who takes an Aura takes what it controls",
    {
      "bear",
      { "control_magic", "aura", "battlefield", { controller = "alice", attached = "bear" } },
      effect("theft", { "aura" }, part("controller", "control", "set", "bob")),
    },
    { bear = { controller = "bob" }, aura = { controller = "bob" } },
  },
  {
    "613.7a a granted ability is as new as what granted it",
    {
      { "hammer", "hammer" },
      "bear",
      { "base", "hammer", "attached", "bear" },
      { "rune", "rune", "battlefield", { attached = "hammer" } },
    },
    { bear = { power = 12, abilities = { "flying" } } },
  },
  {
    "613.7a it keeps its place when its object is renewed",
    {
      { "hammer", "hammer" },
      { "rune", "rune", "battlefield", { attached = "hammer" } },
      { "bear", "other" },
      { "base", "hammer", "attached", "other" },
    },
    { other = { power = 12, abilities = { "flying" } } },
  },
  {
    "305.7 an ability taken in the type layer has no later part",
    { "painter", "bear", { "song", "song", "battlefield", { attached = "painter" } } },
    {
      bear = { colors = {} },
      painter = { types = { "forest", "land" }, abilities = { "mana_g" } },
    },
  },
  {
    "305.7 what another effect granted stays",
    {
      "tower",
      effect("early", { "tower" }, part("abilities", "type", "add", { "flying" })),
      "blood_moon",
    },
    { tower = { abilities = { "flying", "mana_r" } } },
  },
  {
    "612.1 other words in what a card says",
    {
      "blood_moon",
      "tower",
      effect(
        "hack",
        { "blood_moon" },
        part("abilities", "text", "substitute", { "mountain", "forest" })
      ),
    },
    { tower = { types = { "forest", "land" }, abilities = { "mana_g" } } },
  },
  {
    "612.1 names of abilities are no words",
    {
      "levitation",
      "bear",
      effect(
        "hack",
        { "levitation" },
        part("abilities", "text", "substitute", { "creature", "artifact" })
      ),
    },
    { bear = { abilities = {} }, levitation = { abilities = { "levitation" } } },
  },
  {
    "707.2 a copy of a frog is what the frog was",
    {
      "dragon",
      "bear",
      effect("frog", { "dragon" }, part("abilities", "ability", "clear"), pt(1)),
      copy("clone", "bear", "dragon"),
    },
    { bear = { power = 5, colors = { "red" }, abilities = { "flying" } } },
  },
  {
    "707.2b a copy is a snapshot; 707.9b its exceptions are copiable",
    {
      "dragon",
      "bear",
      "knight",
      copy("clone", "bear", "dragon", part("power", "copy", "set", 7)),
      { "base", "dragon", "power", 6 },
      copy("second", "knight", "bear"),
    },
    {
      bear = { power = 7, toughness = 5 },
      knight = { power = 7, colors = { "red" }, abilities = { "flying" } },
    },
  },
  {
    "613.2a the latest copy effect wins, and ends",
    {
      "bear",
      "knight",
      "dragon",
      copy("first", "bear", "knight"),
      copy("second", "bear", "dragon"),
      { "end", "second" },
    },
    { bear = { power = 2, abilities = { "strike" } } },
  },
  {
    "707.2 the copied ability is a card's own: 305.7 takes it",
    { "bayou", "urborg", copy("clone", "bayou", "urborg"), "blood_moon" },
    { bayou = { types = { "land", "mountain" }, abilities = { "mana_r" } } },
  },
  {
    "611.2c characteristics are locked, rules are not",
    {
      "bear",
      {
        "effect",
        "spell",
        subject = CREATURES,
        lock = true,
        parts = { part("hand", "player", "add", 1), part("power", "pt.modify", "add", 1) },
      },
      { "knight", "knight" },
    },
    { bear = { power = 3, hand = 1 }, knight = { power = 2, hand = 1 } },
  },
  {
    "613.4d switches come after all else",
    {
      { "bear", "bear", "battlefield", { power = 1, toughness = 3 } },
      effect("pump", { "bear" }, part("toughness", "pt.modify", "add", 1)),
      effect("turn", { "bear" }, {
        attr = "power",
        layer = "pt.switch",
        op = "switch",
        other = "toughness",
      }),
      effect("late", { "bear" }, part("power", "pt.modify", "add", 5)),
    },
    { bear = { power = 4, toughness = 6 } },
  },
  {
    "400.7 a moved card is a new object; 613.7d as new as its move",
    {
      "humility",
      "opalescence",
      "bear",
      { "base", "bear", "plus", 1 },
      { "move", "bear", "graveyard" },
      { "move", "humility", "battlefield" },
    },
    { bear = { power = 2, plus = 0 }, humility = { power = 1 } },
  },
  {
    "613.7g a card that turns to its other face is renewed",
    { "humility", "opalescence", { "transform", "humility", "humility" } },
    { humility = { power = 1 } },
  },
  {
    "113.12 stating a quality is no ability",
    { "petroglyphs", "bear", "digger" },
    { bear = { power = 4 }, digger = { power = 1 } },
  },
  {
    "613.6 an ability given twice by one effect is two: the first has started",
    {
      "elf",
      "bear",
      effect(
        "twice",
        { "bear" },
        part("abilities", "type", "add", { "forester" }),
        part("abilities", "ability", "set", { "forester" })
      ),
    },
    { elf = { power = 3 }, bear = { abilities = { "forester" } } },
  },
  {
    "613.8a words that are no types all do the same",
    {
      { "chameleon", "chameleon", "battlefield", { chosen = "green" } },
      "golems",
      "relic",
      effect("other", { "chameleon" }, part("chosen", "type", "set", "red")),
    },
    { relic = { types = {} }, chameleon = { types = { "creature" } } },
  },
  {
    "613.8a to lose an ability that has started changes no words",
    {
      "anthem",
      "opalescence",
      effect(
        "words",
        { "opalescence" },
        part("abilities", "ability", "substitute", { "elf", "goblin" })
      ),
      {
        "effect",
        "take",
        subject = is("enchantment"),
        parts = {
          part("abilities", "pt.set", "clear"),
          part("mana", "pt.set", "add", 0),
          part("power", "pt.set", "set", 9),
        },
      },
    },
    { anthem = { power = 9, abilities = {} } },
  },
}

M.abilities.forester = static(both(CREATURES, is("elf")), {
  part("types", "type", "add", { "saproling" }),
  part("power", "pt.modify", "add", 1),
})
M.abilities.chameleon = static(
  there(both(is("artifact"), NOT_THIS)),
  { computed("types", "type", "set", get("chosen", "this")) }
)
M.abilities.golems = static(
  there(is("artifact")),
  { part("types", "type", "set", { "creature" }) }
)

M.definitions.petroglyphs = enchantment("petroglyphs")
M.definitions.elf = card({ "creature", "elf" }, { power = 1, toughness = 1 })
M.definitions.chameleon = card({ "artifact" }, {}, "chameleon")
M.definitions.golems = enchantment("golems")

return M
