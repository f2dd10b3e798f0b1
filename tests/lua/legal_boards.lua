--- The rules and boards of legal_all.lua: actions of players of all kinds, and beasts that have
--- them.
local strata = require("strata")
local add, event = strata.add, strata.event
local named, this = strata.named, strata.this

local WORDS <const> = { "give", "keep", "burn" }

--- Each kind of action: of a law with objects and without, with a cost that hangs on nothing but
--- the player and the object, on what was paid before, on a target or on a number; with targets,
--- words and numbers, one of which is asked only after another one.
local codes = {
  ["test:place"] = {
    "action",
    actor = "it.turn",
    subject = "it.kinds has 'cell'",
    when = "this.mark = none",
    { "emit", "place", with = { where = this, who = named.you } },
  },
  ["test:pass"] = { "action", actor = "it.turn", { "emit", "pass", with = { who = named.you } } },
  ["test:bolt"] = {
    "action",
    paid = 3,
    when = "this.power > 0",
    { "choose", as = "target", who = "it.kinds has 'beast' and it.power < 3", target = true },
    { "emit", "tap", with = { who = this } },
    { "emit", "pay", with = { who = named.you, amount = 1 } },
    { "emit", "hurt", with = { who = named.target, amount = 1 } },
  },
  ["test:offer"] = {
    "action",
    paid = 3,
    { "choose", "word", as = "what", announced = true, with = { of = { "keep", "give" } } },
    {
      "choose",
      as = "target",
      who = "it.kinds has 'beast' and it != this",
      target = true,
      when = "$what = 'give'",
      with = { least = 0 },
    },
    { "emit", "pay", with = { who = named.you, amount = 1 } },
    { "emit", "hurt", with = { who = named.target, amount = 1 }, when = "$target != none" },
  },
  ["test:rob"] = {
    "action",
    paid = 2,
    { "choose", as = "target", who = "it.kinds has 'beast' and it != this", target = true },
    { "emit", "pay", with = { who = named.you, amount = named.target.hurt } },
    { "emit", "hurt", with = { who = named.target, amount = 1 } },
  },
  ["test:feed"] = {
    "action",
    paid = 3,
    { "choose", "number", as = "x", announced = true, with = { least = 0, most = 3 } },
    { "emit", "tap", with = { who = this } },
    { "emit", "pay", with = { who = named.you, amount = named.x } },
    { "emit", "hurt", with = { who = this, amount = named.x } },
  },
  ["test:two"] = {
    "action",
    paid = 3,
    { "choose", as = "one", who = "it.kinds has 'beast'", target = true },
    { "choose", as = "other", who = "it.kinds has 'beast' and it != $one", target = true },
    { "emit", "tap", with = { who = this } },
    { "emit", "hurt", with = { who = named.other, amount = 1 } },
  },
  ["test:both"] = {
    "action",
    paid = 3,
    { "choose", "word", as = "what", announced = true, with = { of = { "keep", "give" } } },
    { "choose", as = "target", who = "it.kinds has 'beast' and it.power < 5", target = true },
    { "emit", "tap", with = { who = this } },
    { "emit", "hurt", with = { who = named.target, amount = 1 }, when = "$what = 'give'" },
  },
  ["test:ride"] = {
    "action",
    actor = "this.controller = it and it.life < 9",
    subject = "it.kinds has 'beast' and it.fare > 0",
    when = "this.power > 0 or this.hurt > 1",
    paid = 2,
    { "emit", "tap", with = { who = this } },
    { "emit", "pay", with = { who = named.you, amount = this.hurt } },
    { "emit", "hurt", with = { who = this, amount = 1 } },
  },
  ["test:lease"] = {
    "action",
    actor = "it.turn",
    subject = "it.kinds has 'beast'",
    when = "this.fare > 0",
    paid = 2,
    { "emit", "pay", with = { who = named.you, amount = this.fare }, when = "this.hurt > 0" },
    { "emit", "pay", with = { who = named.you, amount = 1 } },
    { "emit", "hurt", with = { who = this, amount = 1 } },
  },
  ["test:toll"] = {
    "action",
    actor = "it.turn",
    subject = "it.kinds has 'beast'",
    when = "this.fare > 0",
    paid = 1,
    { "emit", "pay", with = { who = named.you, amount = 2 }, when = "this.hurt > 0" },
    { "emit", "hurt", with = { who = this, amount = 1 } },
  },
  ["test:rest"] = {
    "action",
    paid = 1,
    when = "not this.tapped and this.power + $you.life > 4",
    { "emit", "tap", with = { who = this } },
  },
}

local function has(kind, spends)
  return { "have", spends, with = { of = { kind }, count = "it." .. kind } }
end

local function need(kinds, count, ...)
  return { "need", with = { of = kinds, count = count }, ... }
end

--- What a payment needs: one of a kind, so many of any kind as are announced, and one in either of
--- two ways, of which one is life. What wells give is paid with.
codes["test:spend"] = {
  "action",
  paid = 3,
  { "choose", "number", as = "x", announced = true, with = { least = 0, most = 4 } },
  { "emit", "tap", with = { who = this } },
  {
    "pay",
    "spend",
    has("blue"),
    has("life", "pay"),
    has("red"),
    need({ "red" }, "1"),
    need(nil, "$x"),
    need(nil, "1", need({ "blue" }, "1"), need({ "life" }, "2")),
  },
  { "emit", "hurt", with = { who = this, amount = "$x" } },
}
codes["test:well"] = {
  "action",
  pays = "spend",
  paid = 2,
  { "choose", "word", as = "kind", announced = true, with = { of = { "blue", "red" } } },
  { "emit", "tap", with = { who = this } },
  { "emit", "gain", with = { who = named.you, kind = named.kind } },
}

local function ability(code)
  return { kind = "activated", zones = { "board" }, codes = { code } }
end

local LESS <const> = "0 - event.amount"

local rules = strata.rules({
  layers = { "ability", "pt" },
  default_layers = { abilities = "ability", kinds = "ability", power = "pt" },
  symbols = { "give", "keep", "burn", "red", "blue", "life" },
  zones = { board = { shared = true }, discard = { shared = true } },
  attributes = {
    name = { "text", unlayered = true },
    kinds = { "set", "player", "beast", "cell" },
    controller = { "ref", unlayered = true },
    mark = { "ref", unlayered = true },
    tapped = { "flag", unlayered = true },
    life = { "int", unlayered = true },
    red = { "int", unlayered = true },
    blue = { "int", unlayered = true },
    hurt = { "int", unlayered = true },
    fare = { "int", unlayered = true },
    power = "int",
    turn = { "flag", unlayered = true },
    abilities = "abilities",
  },
  events = {
    place = {
      fields = { where = "ref", who = "ref" },
      affected = "where",
      does = { { "set", "mark", who = event.where, value = event.who } },
    },
    pass = {
      fields = { who = "ref" },
      affected = "who",
      does = {
        { "set", "turn", who = "it.kinds has 'player'", value = "it != event.who" },
      },
    },
    tap = {
      fields = { who = "ref" },
      affected = "who",
      matters = "not event.who.tapped",
      does = { { "set", "tapped", who = event.who, value = true } },
    },
    pay = {
      fields = { who = "ref", amount = "int" },
      affected = "who",
      amount = "amount",
      can = "event.who.life >= event.amount and event.who.life > 0",
      does = { { "add", "life", who = event.who, value = "0 - event.amount" } },
    },
    gain = {
      fields = { who = "ref", kind = "sym" },
      affected = "who",
      does = {
        { "add", "red", who = event.who, value = 1, when = "event.kind = 'red'" },
        { "add", "blue", who = event.who, value = 1, when = "event.kind = 'blue'" },
      },
    },
    spend = {
      fields = { who = "ref", kind = "sym", amount = "int" },
      affected = "who",
      amount = "amount",
      does = {
        { "add", "red", who = event.who, value = LESS, when = "event.kind = 'red'" },
        { "add", "blue", who = event.who, value = LESS, when = "event.kind = 'blue'" },
      },
    },
    hurt = {
      fields = { who = "ref", amount = "int" },
      affected = "who",
      amount = "amount",
      does = { { "add", "hurt", who = event.who, value = event.amount } },
    },
    spring = {
      fields = { who = "ref" },
      affected = "who",
      does = { { "set", "tapped", who = event.who, value = false } },
    },
  },
  codes = codes,
  abilities = {
    ["test:shooter"] = ability("test:bolt"),
    ["test:offerer"] = ability("test:offer"),
    ["test:robber"] = ability("test:rob"),
    ["test:eater"] = ability("test:feed"),
    ["test:pair"] = ability("test:two"),
    ["test:rester"] = ability("test:rest"),
    ["test:chooser"] = ability("test:both"),
    ["test:spender"] = ability("test:spend"),
    ["test:well"] = ability("test:well"),
    ["test:leader"] = {
      kind = "static",
      zones = { "board" },
      {
        on = "it.kinds has 'beast' and it != this and it.controller = this.controller",
        power = add(1),
      },
    },
  },
  laws = {
    place = { codes = { "test:place" } },
    pass = { codes = { "test:pass" } },
    ride = { codes = { "test:ride", "test:lease", "test:toll" } },
  },
})

local ABILITIES <const> = {
  "test:shooter",
  "test:offerer",
  "test:robber",
  "test:eater",
  "test:pair",
  "test:rester",
  "test:chooser",
  "test:leader",
  "test:spender",
  "test:well",
}

local function sorted_codes()
  local list = {}
  for code in pairs(codes) do
    list[#list + 1] = code
  end
  table.sort(list)
  return list
end

local CODES <const> = sorted_codes()

--- Two players, two cells and some beasts with these abilities.
local function new_game(abilities)
  local world = rules:world()
  local game = { world = world, players = {}, beasts = {}, cells = {} }
  for i, name in ipairs({ "A", "B" }) do
    game.players[i] =
      world:spawn({ name = name, kinds = { "player" }, life = 3 - i, turn = i == 1 })
  end
  for i = 1, 2 do
    game.cells[i] = world:spawn({ name = "cell " .. i, kinds = { "cell" } })
  end
  for i, one in ipairs(abilities) do
    local beast = world:spawn({
      name = "beast",
      kinds = { "beast" },
      controller = game.players[i % 3 == 0 and 2 or 1],
      power = i % 4,
      hurt = i % 3,
      abilities = { one },
    })
    game.beasts[i] = beast:move("board", { same = true })
  end
  return game
end

return { words = WORDS, abilities = ABILITIES, codes = CODES, new_game = new_game }
