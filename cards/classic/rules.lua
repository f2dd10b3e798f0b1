--- The classic ruleset: layers, what a card has, where it can be, what ticks. All of it is data.
return ruleset {
  as_of = "0.4",

  -- 613.1 to 613.4, then players (613.10) and the rules of the game (613.11).
  layers = {
    { "copy", "effects", "facedown" },
    "control",
    "text",
    "type",
    "color",
    "ability",
    { "pt", "cda", "set", "modify", "switch" },
    "player",
    "rules",
  },
  copiable_after = "copy.facedown", -- 613.2c
  copy_layer = "copy.effects",
  face_down_layer = "copy.facedown",
  face_down = "face_down", -- its controller alone looks under it (708.5)
  base_layer = "pt.set", -- what "base power" is (208.4b)

  -- An operation names its layer, so that a card need not.
  default_layers = {
    substitute = "text",
    name = "text",
    cost = "text",
    mana_value = "text",
    controller = "control",
    supertypes = "type",
    types = "type",
    subtypes = "type",
    colors = "color",
    abilities = {
      add = "ability",
      remove = "ability",
      clear = "ability",
      forbid = "ability",
      borrow = "ability",
      set = "ability",
      strip = "type",
      substitute = "text",
    },
    power = {
      defining = "pt.cda",
      set = "pt.set",
      add = "pt.modify",
      sub = "pt.modify",
      mul = "pt.modify",
      max = "pt.modify",
      min = "pt.modify",
      switch = "pt.switch",
    },
    toughness = {
      defining = "pt.cda",
      set = "pt.set",
      add = "pt.modify",
      sub = "pt.modify",
      mul = "pt.modify",
      max = "pt.modify",
      min = "pt.modify",
      switch = "pt.switch",
    },
    loyalty = "ability",
    life = "player",
    max_hand_size = "rules",
    lands_each_turn = "rules",
    legend_rule = "rules",
    can_gain_life = "rules",
    life_can_change = "rules",
    most_draws = "rules",
    least_blockers = "rules",
    loyalty_cost = "rules",
    untaps = "rules",
    can_draw = "rules",
    can_attack = "rules",
    can_cast_creature_spells = "rules",
  },

  attributes = {
    -- Characteristics (109.3); all are copiable (707.2).
    name = { "sym", copiable = true }, -- the name (201)
    cost = { "text", copiable = true }, -- the mana cost (202)
    mana_value = { "int", min = 0, copiable = true }, -- the mana value (202.3)
    --- The supertypes (205.4).
    supertypes = { "set", "basic", "legendary", "ongoing", "snow", "world", copiable = true },
    --- The card types (205.2).
    types = {
      "set",
      "artifact",
      "battle",
      "creature",
      "enchantment",
      "instant",
      "kindred",
      "land",
      "planeswalker",
      "sorcery",
      copiable = true,
    },
    subtypes = { "set", copiable = true }, -- the subtypes (205.3)
    --- The colors (105).
    colors = { "set", "white", "blue", "black", "red", "green", copiable = true },
    abilities = "abilities", -- the abilities and keywords (113)
    power = { "int", copiable = true }, -- the power (208)
    toughness = { "int", copiable = true }, -- the toughness (208)
    loyalty = { "int", copiable = true }, -- the loyalty with which it enters (209)
    -- Mana symbols in the cost (700.5).
    white_pips = { "int", copiable = true }, -- white mana symbols in the cost (700.5)
    blue_pips = { "int", copiable = true }, -- blue mana symbols in the cost (700.5)
    black_pips = { "int", copiable = true }, -- black mana symbols in the cost (700.5)
    red_pips = { "int", copiable = true }, -- red mana symbols in the cost (700.5)
    green_pips = { "int", copiable = true }, -- green mana symbols in the cost (700.5)

    -- Whose it is, what it is attached to, its status; none of it is copied.
    controller = "ref", -- who controls it (109.4)
    owner = { "ref", unlayered = true, kept = true }, -- whose card it is (108.3)
    attached = { "ref", unlayered = true, stamps = true }, -- what it is attached to (301.5, 303.4)
    face_down = { "flag", unlayered = true, stamps = true }, -- whether it is face down (708)
    tapped = { "flag", unlayered = true }, -- whether it is tapped (701.26)
    transformed = { "flag", unlayered = true }, -- whether its back is up (712)
    front_value = { "int", unlayered = true }, -- the mana value of the front face (202.3b)
    token = { "flag", unlayered = true, kept = true }, -- whether it is a token (111)
    commander = { "flag", unlayered = true, kept = true }, -- whether it is a commander (903.3)
    just_buried = { "flag", unlayered = true }, -- buried or exiled since the last check (903.9a)
    attacking = { "flag", unlayered = true }, -- whether it attacks (508.1k)
    least_blockers = { "int", default = 1, open = true }, -- who can block it at once (509.1b)
    --- Whether it untaps in its controller's untap step (502.3).
    untaps = { "flag", default = true, open = true },
    stays_tapped = { "flag", unlayered = true }, -- in the next untap step
    drawn = { "flag", unlayered = true }, -- whether it was drawn this turn
    spell_copy = { "flag", unlayered = true, kept = true }, -- 707.10
    paid = { "ref", unlayered = true }, -- what its cost was paid with
    --- The colors of mana that its cost was paid with (106.3).
    mana_spent = { "set", "white", "blue", "black", "red", "green", unlayered = true },
    -- Mana in the pool of a player (106.4).
    white_mana = { "int", unlayered = true }, -- how much white mana the pool of a player has
    blue_mana = { "int", unlayered = true }, -- how much blue mana the pool of a player has
    black_mana = { "int", unlayered = true }, -- how much black mana the pool of a player has
    red_mana = { "int", unlayered = true }, -- how much red mana the pool of a player has
    green_mana = { "int", unlayered = true }, -- how much green mana the pool of a player has
    colorless_mana = { "int", unlayered = true }, -- how much colorless mana it has
    loyalty_cost = { "int", open = true }, -- more than its loyalty abilities say (606.5)
    touched = { "flag", unlayered = true }, -- damaged by deathtouch since the last check (704.5h)
    damage = { "int", unlayered = true, min = 0 }, -- damage marked on it (120.3e)
    chosen = { "sym", unlayered = true }, -- a word chosen as it entered
    chosen_player = { "ref", unlayered = true }, -- a player chosen as it entered
    -- From where it was cast, and by which keyword: it keeps that on the battlefield (400.7d).
    cast_from = { "sym", unlayered = true }, -- the zone from which it was cast (400.7d)
    cast_by = { "sym", unlayered = true }, -- the keyword by which it was cast (400.7d)
    -- Whose ability has put it where it is, and under which name (607.2).
    linked_to = { "ref", unlayered = true }, -- whose ability put it where it is (607.2)
    linked_as = { "sym", unlayered = true }, -- the name of that link (607.2)

    -- Players (seat 1, 2, ...): what effects do to them (613.10), and to what rules say of them.
    seat = { "int", unlayered = true }, -- the place of a player, from 1; 0 for objects
    active = { "flag", unlayered = true }, -- whose turn it is (102.1)
    next_player = { "ref", unlayered = true }, -- in turn order (101.4)
    acting = { "flag", unlayered = true }, -- who may act now (117.1)
    had_combat = { "flag", unlayered = true }, -- in this turn
    had_turn = { "flag", unlayered = true }, -- whose turn it is, and all but over
    life = { "int", default = 0, open = true }, -- the life total of a player (119)
    life_lost = { "int", unlayered = true }, -- life that a player has lost this turn
    drew_from_nothing = { "flag", unlayered = true }, -- since the last check (704.5b)
    has_lost = { "flag", unlayered = true }, -- whether a player has lost (104.3)
    has_won = { "flag", unlayered = true }, -- whether a player has won (104.2)
    has_left = { "flag", unlayered = true }, -- the game (800.4)
    --- The maximum hand size of a player (402.2).
    max_hand_size = { "int", default = 7, open = true },
    --- How many lands a player can play in a turn (305.2).
    lands_each_turn = { "int", default = 1, open = true },
    --- Whether a player can gain life (119.7).
    can_gain_life = { "flag", default = true, open = true },
    --- Whether the life total of a player can change (119.8).
    life_can_change = { "flag", default = true, open = true },
    drawn_this_turn = { "int", unlayered = true }, -- cards that a player has drawn this turn
    drawn_this_step = { "int", unlayered = true }, -- cards that a player has drawn this step
    most_draws = { "int", default = 1073741824, open = true }, -- each turn
    can_draw = { "flag", default = true, open = true }, -- whether a player can draw cards (121.3)
    --- Whether creatures of a player can attack.
    can_attack = { "flag", default = true, open = true },
    --- Whether a player can cast creature spells.
    can_cast_creature_spells = { "flag", default = true, open = true },

    -- The rules of the game itself, which effects change last (613.11).
    is_the_game = { "flag", unlayered = true }, -- whether it stands for the game itself
    phase = { "sym", unlayered = true }, -- the phase in which the turn is
    turn_number = { "int", unlayered = true }, -- the number of the turn, from 1
    legend_rule = { "flag", default = true, open = true }, -- whether the legend rule holds (704.5j)
  },

  -- Subtypes by the card types to which they belong (205.3).
  families_of = {
    types = {
      artifact = { "artifact" },
      creature = { "creature" },
      enchantment = { "enchantment" },
      instant = { "spell" },
      kindred = { "creature" },
      land = { "land", "basic_land" },
      planeswalker = { "planeswalker" },
      sorcery = { "spell" },
    },
  },
  families = {
    subtypes = {
      basic_land = { "plains", "island", "swamp", "mountain", "forest" },
      land = {
        "cave", "cloud", "desert", "gate", "lair", "locus", "mine", "planet", "power-plant",
        "sphere", "tower", "town", "urza's",
      },
      artifact = {
        "attraction", "blood", "bobblehead", "clue", "contraption", "equipment", "food",
        "fortification", "gold", "incubator", "infinity", "junk", "lander", "map", "powerstone",
        "spacecraft", "stone", "treasure", "vehicle",
      },
      enchantment = {
        "aura", "background", "cartouche", "case", "class", "curse", "role", "room", "rune", "saga",
        "shard", "shrine",
      },
      spell = { "adventure", "arcane", "chorus", "lesson", "omen", "trap" },
      planeswalker = {
        "ajani", "chandra", "elspeth", "garruk", "gideon", "jace", "karn", "kaya", "liliana",
        "nahiri", "narset", "nissa", "oko", "ral", "rowan", "sarkhan", "sorin", "tamiyo", "teferi",
        "tezzeret", "ugin", "vivien", "vraska", "will", "wrenn",
      },
      creature = {
        "advisor", "aetherborn", "alien", "ally", "angel", "antelope", "ape", "archer", "archon",
        "armadillo", "army", "artificer", "assassin", "assembly-worker", "astartes", "atog",
        "aurochs", "avatar", "azra", "badger", "balloon", "barbarian", "bard", "basilisk", "bat",
        "bear", "beast", "beaver", "beeble", "beholder", "berserker", "bird", "bison", "blinkmoth",
        "boar", "bringer", "brushwagg", "camarid", "camel", "capybara", "caribou", "carrier", "cat",
        "centaur", "child", "chimera", "citizen", "cleric", "clown", "cockatrice", "construct",
        "coward", "coyote", "crab", "crocodile", "ctan", "custodes", "cyberman", "cyclops", "dalek",
        "dauthi", "demigod", "demon", "deserter", "detective", "devil", "dinosaur", "djinn",
        "doctor", "dog", "dragon", "drake", "dreadnought", "drix", "drone", "druid", "dryad",
        "dwarf", "echidna", "efreet", "egg", "elder", "eldrazi", "elemental", "elephant", "elf",
        "elk", "employee", "eye", "faerie", "ferret", "fish", "flagbearer", "fox", "fractal",
        "frog", "fungus", "gamer", "gargoyle", "germ", "giant", "gith", "glimmer", "gnoll", "gnome",
        "goat", "goblin", "god", "golem", "gorgon", "graveborn", "gremlin", "griffin", "guest",
        "hag", "halfling", "hamster", "harpy", "hedgehog", "hellion", "hero", "hippo", "hippogriff",
        "homarid", "homunculus", "horror", "horse", "human", "hydra", "hyena", "illusion", "imp",
        "incarnation", "inkling", "inquisitor", "insect", "jackal", "jellyfish", "juggernaut",
        "kangaroo", "kavu", "kirin", "kithkin", "knight", "kobold", "kor", "kraken", "lamia",
        "lammasu", "leech", "lemur", "leviathan", "lhurgoyf", "licid", "lizard", "llama", "lobster",
        "manticore", "masticore", "mercenary", "merfolk", "metathran", "minion", "minotaur", "mite",
        "mole", "monger", "mongoose", "monk", "monkey", "moogle", "moonfolk", "mount", "mouse",
        "mutant", "myr", "mystic", "nautilus", "necron", "nephilim", "nightmare", "nightstalker",
        "ninja", "noble", "noggle", "nomad", "nymph", "octopus", "ogre", "ooze", "orb", "orc",
        "orgg", "otter", "ouphe", "ox", "oyster", "pangolin", "peasant", "pegasus", "pentavite",
        "performer", "pest", "phelddagrif", "phoenix", "phyrexian", "pilot", "pincher", "pirate",
        "plant", "platypus", "porcupine", "possum", "praetor", "primarch", "prism", "processor",
        "qu", "rabbit", "raccoon", "ranger", "rat", "rebel", "reflection", "rhino", "rigger",
        "robot", "rogue", "sable", "salamander", "samurai", "sand", "saproling", "satyr",
        "scarecrow", "scientist", "scion", "scorpion", "scout", "sculpture", "seal", "serf",
        "serpent", "servo", "shade", "shaman", "shapeshifter", "shark", "sheep", "siren",
        "skeleton", "skunk", "slith", "sliver", "sloth", "slug", "snail", "snake", "soldier",
        "soltari", "sorcerer", "spawn", "specter", "spellshaper", "sphinx", "spider", "spike",
        "spirit", "splinter", "sponge", "squid", "squirrel", "starfish", "surrakar", "survivor",
        "symbiote", "synth", "tentacle", "tetravite", "thalakos", "thopter", "thrull", "tiefling",
        "time lord", "toy", "treefolk", "trilobite", "triskelavite", "troll", "turtle", "tyranid",
        "unicorn", "vampire", "varmint", "vedalken", "villain", "volver", "wall", "walrus",
        "warlock", "warrior", "weasel", "weird", "werewolf", "whale", "wizard", "wolf", "wolverine",
        "wombat", "worm", "wraith", "wurm", "yeti", "zombie", "zubera",
      },
    },
  },

  -- Words that a card can have as an ability (702); "changeling" and "devoid" are in laws.lua.
  keywords = {
    "affinity", "afflict", "afterlife", "aftermath", "amplify", "annihilator", "ascend", "assist",
    "aura swap", "awaken", "backup", "banding", "bargain", "battle cry", "bestow", "blitz",
    "bloodthirst", "boast", "bushido", "buyback", "cascade", "castable", "casualty", "champion",
    "changeling", "cipher", "cleave", "companion", "compleated", "conspire", "convoke", "craft",
    "crew", "cumulative upkeep", "cycling", "dash", "daybound", "deathtouch", "decayed", "defender",
    "delve", "demonstrate", "dethrone", "devoid", "devour", "disguise", "disturb", "double strike",
    "dredge", "echo", "embalm", "emerge", "enchant artifact", "enchant creature",
    "enchant enchantment", "enchant land", "enchant opponent", "enchant permanent",
    "enchant player", "enlist",
    "entwine", "epic", "equip", "escape", "eternalize", "evoke", "evolve", "exalted", "exert",
    "exploit", "extort", "fabricate", "fading", "fear", "first strike", "flanking", "flash",
    "flashback", "flying", "for mirrodin", "forecast", "forestwalk", "foretell", "fortify",
    "freerunning", "frenzy", "fuse", "gift", "graft", "gravestorm", "haste", "haunt", "heroic",
    "hexproof", "hexproof from black", "hexproof from blue", "hexproof from green",
    "hexproof from red", "hexproof from white", "hidden agenda", "hideaway", "horsemanship",
    "imprint", "improvise", "indestructible", "infect", "ingest", "intimidate", "islandwalk",
    "jump-start", "kicker", "landwalk", "level up", "lifelink", "living metal", "living weapon",
    "madness", "megamorph", "melee", "menace", "mentor", "metalcraft", "miracle", "mobilize",
    "modular", "more than meets the eye", "morph", "mountainwalk", "multikicker", "mutate",
    "myriad", "nightbound", "ninjutsu", "offering", "offspring", "outlast", "overload", "partner",
    "persist", "phasing", "plainswalk", "plot", "poisonous", "protection from all colors",
    "protection from artifacts", "protection from black", "protection from blue",
    "protection from colorless", "protection from creatures", "protection from enchantments",
    "protection from everything", "protection from green", "protection from red",
    "protection from white", "prototype", "provoke", "prowess", "prowl", "rampage", "ravenous",
    "reach", "rebound", "reconfigure", "recover", "reinforce", "renown", "replicate", "retrace",
    "riot", "ripple", "saddle", "scavenge", "shadow", "shroud", "skulk", "soulbond", "soulshift",
    "spectacle", "splice", "split second", "spree", "squad", "storm", "sunburst", "surge",
    "suspend", "swampwalk", "totem armor", "toxic", "training", "trample", "transfigure",
    "transmute", "tribute", "unblockable", "undaunted", "undying", "unearth", "unleash",
    "vanishing", "vigilance", "ward", "warp", "wither",
  },

  -- Counters that only say how many they are; keyword counters give their keyword (122.1b).
  counters = {
    "+1/+1", "-1/-1", "+1/+0", "+0/+1", "-1/-0", "-0/-1", "+2/+2", "-2/-2", "age", "charge",
    "fade", "flood", "level", "lore", "loyalty", "manifestation", "poison", "quest", "shield",
    "spore", "storage", "stun", "time", "verse", "void",
  },
  keyword_counters = {
    "deathtouch", "double strike", "first strike", "flying", "haste", "hexproof", "indestructible",
    "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
  },

  zones = {
    battlefield = { shared = true }, -- where permanents are (403)
    command = { shared = true }, -- where emblems and commanders are (408)
    exile = {}, -- where exiled cards are (406)
    graveyard = { ordered = true }, -- the discard pile of a player (404)
    hand = { hidden = true }, -- cards that a player has drawn (402)
    library = { ordered = true, hidden = true }, -- the draw pile of a player (401)
    phased_out = { shared = true }, -- not on the battlefield for anything that looks there (702.26)
    stack = { shared = true, ordered = true }, -- spells and abilities that wait to resolve (405)
  },
  home = "battlefield",
  -- What events tell of; steps and zones are such words too.
  symbols = {
    "upkeep", "draw", "main", "combat", "end of combat", "after combat", "end step", "cleanup",
  },
  nouns = {
    permanent = { zone = "battlefield" },
    card = { where = "owner != none" },
    player = { where = "seat > 0" },
    -- What damage can be dealt to, and "any target" (115.4).
    any_target = {
      where = "((zone = 'battlefield' and (types has 'creature' or types has 'planeswalker'"
        .. " or types has 'battle')) or (seat > 0 and not has_lost))",
    },
  },
  the_game = "is_the_game",
  adjectives = {
    somebody = "(%owner != none or %seat > 0)", -- and not one who has left
    colorless = "not (%colors has 'white' or %colors has 'blue' or %colors has 'black'"
      .. " or %colors has 'red' or %colors has 'green')",
  },
  roles = {
    controller = "controller",
    owner = "owner",
    name = "name",
    abilities = "abilities",
    kinds = "subtypes",
    left = "has_left", -- 800.4
  },

  -- Numbers about two objects.
  measures = {
    --- The damage from the second that is lethal to the first: its toughness less the damage on it,
    --- or 1 from a source with deathtouch (702.2c).
    lethal = {
      text = "max(%1.toughness - %1.damage, 0) - max(max(%1.toughness - %1.damage, 0) - 1, 0)"
        .. " * min(count(%2.abilities has 'deathtouch'), 1)",
      said = "what is lethal to %1 of %2",
    },
  },

  -- Words that change card types and subtypes.
  type_words = {
    --- Sets the card types; subtypes that belong to none of them are lost (205.1a).
    becomes = {
      does = "become",
      of = "types",
      takes = { "types", "subtypes", "colors", "power", "toughness" },
      loses = { "creature" },
    },
    --- The same, with the type creature.
    becomes_creature = {
      does = "become",
      of = "types",
      with = "creature",
      takes = { "types", "subtypes", "colors", "power", "toughness" },
      loses = { "creature" },
    },
    --- Makes an object a creature in addition to its other types (205.1b).
    also_creature = {
      does = "add",
      of = "types",
      with = "creature",
      takes = { "types", "subtypes", "colors", "power", "toughness" },
    },
    --- Sets the creature types, and keeps all other subtypes (205.1a).
    set_creature_types = { does = "set", of = "subtypes", families = { "creature" } },
    --- Sets the basic land types; the object loses its printed abilities (305.7).
    becomes_basic_land = {
      does = "set",
      of = "subtypes",
      families = { "land", "basic_land" },
      strips = "types",
    },
    --- Gives basic land types beside those that it has.
    also_basic_land = { does = "give", of = "subtypes" },
    --- Gives every creature type.
    all_creature_types = { does = "give_all", of = "subtypes", families = { "creature" } },
    --- Gives every basic land type.
    all_basic_land_types = { does = "give_all", of = "subtypes", families = { "basic_land" } },
    --- All creature types, as a list.
    creature_types = { does = "list", of = "subtypes", families = { "creature" } },
    --- The subtypes that belong to a card type (205.3), as a list.
    subtypes_of = { does = "list_of", of = "types", gives = "subtypes" },
  },

  replacement_classes = { "self", "control", "copy", "back" }, -- 616.1a-d

  costs = {
    text = "cost",
    used = "tapped",
    counters = "loyalty", -- 606.4
    more = "loyalty_cost", -- 606.5
    value = "mana_value",
    colors = "colors",
    pips = "%s_pips",
    symbols = {
      W = "white",
      U = "blue",
      B = "black",
      R = "red",
      G = "green",
      C = "",
      P = "",
      S = "",
      X = "",
    },
  },
  faces = { flag = "transformed", value = "front_value" },
  links = { holder = "linked_to", name = "linked_as" }, -- 607
  -- 306.5b
  enters_with = { { being = "planeswalker", counters = "loyalty", as_many_as = "loyalty" } },

  starting = { life = 20 }, -- 103.4
  -- A spell comes from a hand or the stack, and goes to the graveyard as it has resolved (608.2n).
  spells = { from = { "hand", "stack" }, to = "graveyard" },
  sizes = { pt = { "power", "toughness", being = "creature" } }, -- 208.3

  -- Lines of scenarios about what has happened, and about players.
  lines = {
    ["draws(WHO) = N"] = { events = "draw" },
    ["WHO draws N card"] = { events = "draw" },
    ["WHO draws N cards"] = { events = "draw" },
    ["draws this turn(WHO) = N"] = { number = "drawn_this_turn" },
    ["discards(WHO) = N"] = { events = "discard" },
    ["number of life gain events of WHO = N"] = { events = "gain_life" },
    ["lost(WHO) = TRUTH"] = { is = "has_lost" },
    ["won(WHO) = TRUTH"] = { is = "has_won" },
    ["WHO is in the game = TRUTH"] = { is_not = "has_lost" },
    ["WHO wins the game"] = { is = "has_won" },
    ["WHO loses the game"] = { is = "has_lost" },
    ["destroyed(WHO) = TRUTH"] = { happened = "destroy" },
    ["WHO library top = CARD"] = { top = "library" },
    ["WHO library bottom = CARD"] = { bottom = "library" },
  },

  -- Words of scenarios and of game:step, by the event that each makes of what stands behind it.
  steps = {
    --- Moves objects to a zone.
    move = { event = "move", takes = { "position", "tapped", "to", "under", on = "host" } },
    --- Destroys permanents (701.8).
    destroy = { event = "destroy", takes = { "no_regeneration" }, often = 2 },
    --- Moves permanents to the graveyards of their owners (701.21).
    sacrifice = { event = "sacrifice", often = 1 },
    --- Moves cards from a hand to the graveyard (701.9).
    discard = { event = "discard" },
    --- Exiles objects (701.13).
    exile = { event = "exile", often = 1 },
    --- Returns objects to the hands of their owners.
    bounce = { event = "bounce", often = 1 },
    --- Casts a card, whose permanent then enters (608.3).
    cast = {
      event = "enter",
      to = "battlefield",
      with = { cast = true },
      takes = { "position", "tapped", "under", "x", on = "host" },
      from = "hand",
      often = 12,
    },
    --- A card enters as a copy of an object (707.5).
    enter = { to = "battlefield", needs = { "copying" } },
    --- Puts counters on objects (122.6).
    add_counters = { event = "put_counters", takes = { "count", "kind" }, with = { count = 1 } },
    --- Removes counters from objects (122.3).
    remove_counters = {
      event = "remove_counters",
      takes = { "count", "kind" },
      with = { count = 1 },
    },
    --- Taps permanents (701.26).
    tap = { event = "tap", often = 1 },
    --- Untaps permanents (701.26).
    untap = { event = "untap", often = 1 },
    --- Turns objects face up (708.7).
    face_up = { writes = { face_down = false }, often = 1 },
    --- Turns up what lies face down and would have morph, and so a cost for it, if it were face up
    --- (708.7).
    unmorph = {
      writes = { face_down = false },
      when = "face_down",
      leaves = "abilities has 'morph'",
    },
    --- Creatures block an attacker; what is not legal does not happen (509.1).
    block = {
      event = "block",
      takes = { on = "attacker" },
      needs = { "on" },
      first = { event = "be_blocked", who = "on", count = "count" },
    },
    --- Phases permanents out (702.26).
    phase_out = { to = "phased_out", same = true, often = 1 },
    --- Phases permanents in (702.26).
    phase_in = { to = "battlefield", same = true, from = "phased_out", often = 1 },

    --- Sets the life total of a player, without an event.
    life = { of = "player", writes = { life = "set" }, needs = { "set" } },
    --- A player gains life (119.3).
    gain_life = {
      event = "gain_life",
      of = "players",
      takes = { "amount" },
      needs = { "amount" },
      often = 1,
    },
    --- A player loses life (119.3).
    lose_life = {
      event = "lose_life",
      of = "players",
      takes = { "amount" },
      needs = { "amount" },
      often = 1,
    },
    --- Deals damage to an object or a player (120).
    damage = {
      event = "damage",
      of = "anybody",
      takes = { "amount", "combat", "source", "unpreventable" },
      needs = { "amount" },
      often = 1,
    },
    --- Sources deal damage at one time (510.2). Each row names the source, who is damaged and how
    --- much; without an amount it is the power of the source.
    hit = {
      event = "damage",
      rows = { "source", "who", "amount" },
      with = { amount = "event.source.power", cause = "event.source" },
      takes = { "combat", "unpreventable" },
      often = 1,
    },
    --- Draws cards (121.2).
    draw = {
      event = "draw_cards",
      of = "player",
      takes = { "count" },
      with = { count = 1 },
      often = 1,
    },
    --- Moves cards from the top of a library to the graveyard (701.17).
    mill = {
      event = "mill",
      of = "player",
      takes = { "count" },
      with = { count = 1 },
      often = 1,
    },
  },

  -- The periods of a turn are those of the course in events.lua; their events let clocks tick, some
  -- of them that of the seat whose turn it is.
  seats = { "A", "B", "C", "D" },
  players = 2, -- unless a scenario names them
  clocks = {
    "turn", "combat",
    "turn_begins_1", "turn_begins_2", "turn_begins_3", "turn_begins_4",
    "upkeep_1", "upkeep_2", "upkeep_3", "upkeep_4",
    "combat_ends_1", "combat_ends_2", "combat_ends_3", "combat_ends_4",
    "end_step_1", "end_step_2", "end_step_3", "end_step_4",
    "turn_ends_1", "turn_ends_2", "turn_ends_3", "turn_ends_4",
  },
  durations = {
    ["turn"] = { clock = "turn" },
    ["combat"] = { clock = "combat" },
    ["your next turn"] = { clock = "turn_begins", of = "you" },
    ["end of your next turn"] = { clock = "turn_ends", of = "you", next = true, past = "had_turn" },
    ["your next upkeep"] = { clock = "upkeep", of = "you" },
    ["your next end step"] = { clock = "end_step", of = "you" },
    ["combat of your next turn"] = {
      clock = "combat_ends",
      of = "you",
      next = true,
      past = "had_combat",
    },
    ["while source"] = { while_source = true },
  },

  -- The order of power and toughness as it was before counters were effects like others: they had a
  -- sublayer of their own.
  variants = {
    open = { scripts_see = "all" }, -- cards whose text reveals what their handlers read
    older = {
      layers = {
        { "copy", "effects", "facedown" },
        "control",
        "text",
        "type",
        "color",
        "ability",
        { "pt", "cda", "set", "modify", "counters", "switch" },
        "player",
        "rules",
      },
      names = { counter_layer = "pt.counters" },
    },
  },
  names = { counter_layer = "pt.modify" },

  -- What hosts and other packs set, read or make, and no card here does.
  for_others = {
    "keywords", -- most are only listed: cards of other packs have them
    "counters",
    -- Status and numbers that a host shows, or by which it tells what a player may do.
    "attacking", "cast_from", "loyalty_cost", "drawn", "drawn_this_step", "has_won", "life_lost",
    "can_attack", "can_cast_creature_spells", "lands_each_turn", "commander", "mana_spent",
    -- Events that players' actions and turns make.
    "attack", "attacker", "be_blocked", "cast_spell", "copy_spell", "counter_spell", "extra_turn",
    "exchange_life", "leave_game", "leave_stack", "pay_life", "phase_begins", "regenerate",
    "start_game", "stay_tapped", "tap_for_mana", "turn_face_down", "turn_face_up", "untap_step",
    "win_game",
    -- Fields and words that only some cards or steps would say.
    "block", "no_regeneration", "unpreventable",
    "besides", "by_damage", "cast_by", "keeps_counters",
  },
}
