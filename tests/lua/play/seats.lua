--- What a player is told: a seat's view, questions and legal list. Nothing of it depends on faces
--- that the player does not see: hidden faces are exchanged, and all is the same, byte by byte.
local check = require("check")
local strata = require("strata")
local equal, fails = check.equal, check.fails
local event = strata.event

local rules = strata.rules({
  layers = { "only" },
  attributes = {
    name = { "text", copiable = true },
    power = { "int", copiable = true },
    controller = "ref",
    friend = "ref",
    down = { "flag", unlayered = true },
    open = { "int", unlayered = true },
    marks = { "set", "red", "blue" },
  },
  face_down = "down",
  zones = {
    hand = { hidden = true },
    library = { hidden = true, ordered = true },
    table = { shared = true },
  },
  events = {
    idle = { fields = {} },
    draw = {
      fields = { card = "ref", player = "ref" },
      affected = "card",
      does = { { "move", who = event.card, with = { to = "'hand'", player = event.player } } },
    },
    play = {
      fields = { card = "ref" },
      affected = "card",
      does = { { "move", "table", who = event.card } },
    },
    look = {
      fields = { card = "ref", player = "ref" },
      affected = "card",
      does = { { "disclose", who = event.card, with = { player = event.player } } },
    },
    mix = {
      fields = { player = "ref" },
      affected = "player",
      does = { { "shuffle", "library", who = event.player } },
    },
    -- A hole: what is held is written down in the open.
    peep = {
      fields = { who = "ref" },
      affected = "who",
      does = { { "set", "open", who = event.who, value = "sum(power * power, zone = 'hand')" } },
    },
  },
  codes = {
    search = {
      "trigger",
      "idle",
      { "emit", "look", with = { card = "$card", player = "$you" } },
      { "choose", who = "zone = 'library'", as = "found", with = { by = "$you" } },
      { "emit", "draw", with = { card = "$found", player = "$you" } },
      names = { card = "ref" },
    },
    lay = {
      "action",
      actor = "true",
      subject = "zone = 'hand' and it.power < 4",
      { "emit", "play", with = { card = "this" } },
    },
  },
})

--- All that a table of plain data says, as text.
local function text_of(value)
  if type(value) ~= "table" then
    return tostring(value)
  end
  local parts = {}
  for key, inner in strata.sorted_pairs(value) do
    parts[#parts + 1] = tostring(key) .. "=" .. text_of(inner)
  end
  return "{" .. table.concat(parts, " ") .. "}"
end

-- -- A view ------------------------------------------------------------------------

local function board(faces)
  local world = rules:world()
  world:seat_secret(4711)
  world:seed(5)
  local ann, bob = world:spawn({ name = "Ann" }), world:spawn({ name = "Bob" })
  local cards = {}
  for i, power in ipairs(faces) do
    local card = world:spawn({ name = "Card " .. power, power = power })
    cards[i] = card:move("library", { player = i <= 4 and bob or ann })
  end
  return world, ann, bob, cards
end

local world, ann, bob, cards = board({ 1, 2, 3, 4, 5, 6 })
local seen = world:seat(ann)
equal(#seen.objects, 8)
equal(seen.objects[1].zone .. " " .. seen.objects[1].sees, "library nothing")
equal(seen.objects[1].values, nil)
equal(seen.objects[8].values.name, "Bob")
equal(seen.objects[6].whose, seen.objects[8].id)
equal(seen.objects[6].place, 4)
equal(world:seat_object(ann, seen.objects[6].id) == cards[4], true)
equal(world:seat_object(bob, seen.objects[6].id), nil)
world:disclose(cards[4], ann)
equal(world:seat(ann).objects[6].values.name, "Card 4")
equal(world:seat(bob).objects[6].values, nil)
world:disclose(cards[4])
equal(world:seat(bob).objects[6].sees, "face")
local lies = cards[5]:move("table")
lies.base.down, lies.base.controller, lies.base.friend = true, bob, cards[1]
local row = world:seat(ann).objects[6]
equal(row.zone .. " " .. row.sees .. " " .. #row.values.marks, "table back 0")
equal(row.values.friend, seen.objects[3].id) -- a place, and nothing of the card
fails("world:disclose: expected an entity", world.disclose, world, 3)
fails("world:seat: expected", world.seat, world, 3)

-- A handler does not get what is for its host.
local inside = strata.rules({
  layers = { "only" },
  zones = { hand = { hidden = true } },
  events = { idle = { fields = {} } },
  handlers = { ["test:f"] = function(ctx) ctx.world:seat(ctx.you) end },
  codes = { ["test:f"] = { "trigger", "idle", { "run", "test:f" } } },
}):world({ on_fault = "stop" })
local who = inside:spawn()
fails("world:seat: not allowed here", inside.act, inside, { code = "test:f", you = who })

-- -- A question ----------------------------------------------------------------------

world, ann, bob, cards = board({ 1, 2, 3, 4, 5, 6 })
equal(world:act({ code = "search", you = ann, with = { card = cards[6] } }), "decide")
local asked = world:seat(ann)
equal(#asked.questions, 1)
equal(asked.questions[1].firm, true)
equal(asked.legal, nil)
equal(asked.objects[2].values.name, "Card 6") -- it was shown before the question
equal(#world:seat(bob).questions, 0)
equal(world:seat(bob).waits, true)
local last = asked.questions[1].options[6]
equal(last.id, asked.objects[2].id)
fails("the action stands", world.cancel, world)
equal(world:answer(6), "done")
equal(#world:zone("hand", ann), 1)

-- -- The property --------------------------------------------------------------------

--- Plays one game of few actions; `faces` are the powers of the cards. Returns what Ann was told,
--- and the hash of the end.
local function play(faces, has_hole)
  local told = {}
  local game, a, b, all = board(faces)
  local function tell()
    local mine = game:seat(a)
    told[#told + 1] = text_of(mine)
    for _, object in ipairs(mine.objects) do
      local ok, found = pcall(game.seat_object, game, a, object.id + 1)
      told[#told + 1] = tostring(ok and found == nil)
    end
  end
  tell()
  game:act("draw", { card = all[4], player = b })
  game:act("draw", { card = all[6], player = a })
  tell()
  game:act("look", { card = all[2], player = b })
  game:act("look", { card = all[5], player = a })
  tell()
  game:act("mix", { player = b })
  if has_hole then
    game:act("peep", { who = b })
  end
  tell()
  local top = game:zone("library", b)
  game:act({ code = "search", you = b, with = { card = top[1] } })
  tell()
  game:answer(1)
  tell()
  return table.concat(told, "\n"), game:hash()
end

-- Ann sees the fifth and the sixth card; the others are Bob's.
local first, hash = play({ 1, 2, 3, 4, 5, 6 })
for _, faces in ipairs({ { 4, 3, 2, 1 }, { 2, 1, 4, 3 }, { 3, 4, 1, 2 }, { 9, 8, 7, 0 } }) do
  faces[5], faces[6] = 5, 6
  local other, other_hash = play(faces)
  equal(other == first, true)
  equal(other_hash == hash, false) -- the games differ
end
local own = play({ 1, 2, 3, 4, 5, 7 })
equal(own == first, false) -- what is seen counts
-- The planted hole is found.
local hole = play({ 1, 2, 3, 4, 5, 6 }, true)
equal(play({ 4, 3, 2, 1, 5, 6 }, true) == hole, false)
