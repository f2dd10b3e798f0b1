--- Boards on which one event of each kind happens, and all the ways to put an effect into force.
---
--- A sample is a subject and events; what an effect asks of them is not looked at: it is put into
--- force in each way there is, and whether it then applies is for the engine to say.
local M = {}

--- What stands in zones beside the subject, so that choices and counts find somebody.
local BESIDE <const> = {
  { "battlefield", "plain_creature" },
  { "battlefield", "plain_land" },
  { "battlefield", "plain_artifact" },
  { "battlefield", "plain_enchantment" },
  { "graveyard", "plain_creature" },
  { "graveyard", "plain_creature" },
}
local LIBRARY <const> = 8

-- -- Definitions -------------------------------------------------------------

local CREATURE <const> = {
  types = { "creature" },
  subtypes = { "human", "warrior", "sliver", "goblin" },
  colors = { "white", "black" },
  power = 2,
  toughness = 3,
}
M.subjects = {
  creature = CREATURE,
  artifact = { types = { "artifact" } },
  land = { types = { "land" } },
  enchantment = { types = { "enchantment" }, colors = { "white" } },
  planeswalker = { types = { "planeswalker" }, loyalty = 4 },
  plain_creature = { types = { "creature" }, subtypes = { "bear" }, power = 2, toughness = 2 },
  plain_land = { types = { "land" } },
  plain_artifact = { types = { "artifact" } },
  plain_enchantment = { types = { "enchantment" } },
  sorcery = { types = { "sorcery" }, colors = { "blue" } },
  rainbow = {
    types = { "creature", "enchantment" },
    colors = { "white", "blue", "black", "red", "green" },
    power = 1,
    toughness = 4,
  },
  red_creature = {
    types = { "creature" },
    subtypes = { "goblin" },
    colors = { "red" },
    power = 1,
    toughness = 4,
  },
}

--- Add a definition that has these abilities.
---@param game strata.Game
---@param name string
---@param values table
---@param abilities string[]
function M.define(game, name, values, abilities)
  local own = { name = name }
  for key, value in pairs(values) do
    own[key] = value
  end
  own[game.schema.roles.abilities] = #abilities > 0 and abilities or nil
  game.definitions[name] = { name = name, definition = name, abilities = abilities, values = own }
  game.face_order[#game.face_order + 1] = name
  game.symbols[game.schema:symbol(name)] = true
end

-- -- Samples -----------------------------------------------------------------

---@class strata.Sample
---@field name string
---@field subject table { kind, zone, owner, controller, token, commander, counters }
---@field events table[] { kind, fields as text }
---@field x? table the source: { kind, controller }

local samples

local function add(name, subject, events, x)
  samples[#samples + 1] = { name = name, subject = subject, events = events, x = x }
end

local function object(kind, zone, owner, more)
  local one = { kind = kind, zone = zone, owner = owner, controller = owner }
  for key, value in pairs(more or {}) do
    one[key] = value
  end
  return one
end

local OTHER <const> = { A = "B", B = "A" }
local NAME <const> = { A = "$a", B = "$b" }

local function moves(owner)
  local function move(kind, from, to, more, fields)
    local with = { who = "$s", to = ("'%s'"):format(to) }
    local said = {}
    for field, text in pairs(fields or {}) do
      with[field] = text
      said[#said + 1] = field
    end
    for key in pairs(more or {}) do
      said[#said + 1] = key
    end
    table.sort(said)
    local how = table.concat(said, " ")
    local name = ("%s of %s from %s to %s %s"):format(kind, owner, from, to, how)
    add(name, object(kind, from, owner, more), { { "move", with } })
  end
  for _, from in ipairs({ "hand", "graveyard", "exile", "library", "stack" }) do
    move("creature", from, "battlefield")
  end
  move("creature", "hand", "battlefield", nil, { x = "2" })
  move("creature", "graveyard", "battlefield", nil, { under = NAME[OTHER[owner]] })
  for _, kind in ipairs({ "artifact", "land", "enchantment", "planeswalker" }) do
    move(kind, "hand", "battlefield")
  end
  for _, to in ipairs({ "graveyard", "exile", "hand", "library" }) do
    move("creature", "battlefield", to)
    move("creature", "battlefield", to, { commander = true })
  end
  move("creature", "battlefield", "graveyard", { controller = OTHER[owner] })
  move("creature", "battlefield", "graveyard", { token = true })
  move("artifact", "battlefield", "graveyard")
  move("enchantment", "stack", "graveyard")
  move("sorcery", "stack", "graveyard")
  move("creature", "hand", "graveyard")
  move("creature", "library", "graveyard")
  move("creature", "library", "hand")
end

local function ends(owner)
  local function one(kind, fields, what, more)
    local subject = object(what or "creature", "battlefield", owner, more)
    local name = ("%s %s of %s%s"):format(kind, subject.kind, owner, more and ", shielded" or "")
    add(name, subject, { { kind, fields } })
  end
  one("destroy", { who = "$s" })
  one("destroy", { who = "$s" }, nil, { counters = { shield_counters = 1 } })
  one("destroy", { who = "$s" }, "artifact")
  one("sacrifice", { who = "$s" })
  add("discard by the other, of " .. owner, object("creature", "hand", owner), {
    { "discard", { who = "$s", by = NAME[OTHER[owner]] } },
  })
  add("two enter under " .. owner, object("creature", "hand", owner), {
    { "move", { who = "$s", to = "'battlefield'" } },
    { "move", { who = "$t", to = "'battlefield'" } },
  })
  add("two of " .. owner .. " die", object("creature", "battlefield", owner), {
    { "move", { who = "$s", to = "'graveyard'" } },
    { "move", { who = "$t", to = "'graveyard'" } },
  })
end

local function made(player)
  local s = object("creature", "battlefield", player)
  for _, card in ipairs({ "soldier_token", "clue_token" }) do
    for count = 1, 2 do
      add(("%s makes %d %s"):format(player, count, card), s, {
        {
          "create",
          { player = NAME[player], card = ("'%s'"):format(card), count = tostring(count) },
        },
      })
    end
  end
  add(player .. " makes a copy", s, {
    { "create", { player = NAME[player], copied = "$s", count = "1" } },
  })
end

local function counters(owner)
  local function put(kind, who, by)
    local subject = object(kind, "battlefield", owner)
    local fields = { who = "$s", kind = ("'%s'"):format(who), count = "3", player = NAME[by] }
    add(("%s puts %s on %s of %s"):format(by, who, kind, owner), subject, {
      { "put_counters", fields },
    })
  end
  for _, by in ipairs({ "A", "B" }) do
    put("creature", "+1/+1", by)
    put("creature", "-1/-1", by)
    put("artifact", "charge", by)
    put("planeswalker", "loyalty", by)
  end
end

local function damages(controller)
  local function deal(kind, whom, name, subject, combat)
    local fields = { source = "$x", who = whom, amount = "3", combat = combat, cause = "$x" }
    local how = combat == "true" and "combat" or "other"
    add(
      ("%s damage by %s of %s to %s"):format(how, kind, controller, name),
      subject,
      { { "damage", fields } },
      { kind = kind, controller = controller }
    )
  end
  for _, kind in ipairs({ "red_creature", "rainbow" }) do
    for _, owner in ipairs({ controller, OTHER[controller] }) do
      for _, combat in ipairs({ "true", "false" }) do
        local creature = object("creature", "battlefield", owner, {
          attacking = true,
          counters = { p1_p1_counters = 4 },
        })
        deal(kind, "$s", "a creature of " .. owner, creature, combat)
        deal(kind, NAME[owner], owner, object("creature", "battlefield", owner), combat)
      end
      local walker = object("planeswalker", "battlefield", owner)
      deal(kind, "$s", "a planeswalker of " .. owner, walker, "false")
    end
  end
  local shielded = object("creature", "battlefield", "A", { counters = { shield_counters = 1 } })
  deal("red_creature", "$s", "a shielded creature", shielded, "false")
  add("damage twice at once to A, by " .. controller, object("creature", "battlefield", "A"), {
    { "damage", { source = "$x", who = "$a", amount = "3", cause = "$x" } },
    { "damage", { source = "$s", who = "$a", amount = "2", cause = "$s" } },
  }, { kind = "red_creature", controller = controller })
end

local function of_player(player)
  local s, name = object("creature", "battlefield", player), NAME[player]
  add(player .. " gains life by itself", s, {
    { "gain_life", { player = name, amount = "3", by = name } },
  })
  add(player .. " gains life", s, { { "gain_life", { player = name, amount = "3" } } })
  add(player .. " pays life", s, { { "pay_life", { player = name, amount = "2" } } })
  add(player .. " draws", s, { { "draw", { player = name } } })
  add(player .. " draws two", s, { { "draw_cards", { player = name, count = "2" } } })
  add(player .. " draws and gains", s, {
    { "draw_cards", { player = name, count = "2" } },
    { "gain_life", { player = name, amount = "3", by = name } },
  })
  add(player .. " loses", s, { { "lose_game", { player = name } } })
  add("draw step of " .. player, s, { { "phase_begins", { phase = "'draw'", player = name } } })
  add("commander of " .. player, object("creature", "graveyard", player, { commander = true }), {
    { "commander_lost", { who = "$s" } },
  })
end

--- All samples, in an order that does not change. What happens, happens to A: effects are put into
--- force for either player.
---@return strata.Sample[]
function M.samples()
  samples = {}
  moves("A")
  ends("A")
  made("A")
  counters("A")
  damages("A")
  of_player("A")
  return samples
end

-- -- Worlds ------------------------------------------------------------------

local SHARED <const> = { battlefield = true, command = true, stack = true }

local function spawn(world, players, definition, one)
  local owner = players[one.owner]
  local entity = world:spawn(definition, { owner = owner, token = one.token })
  entity = entity:move(one.zone, { same = true, player = not SHARED[one.zone] and owner or nil })
  local base = entity.base
  base.controller = players[one.controller or one.owner]
  base.commander, base.attacking = one.commander or false, one.attacking or false
  for counter, count in pairs(one.counters or {}) do
    base[counter] = count
  end
  return entity
end

--- A world with both players and what stands beside the subject.
---@param rules strata.Rules
---@return strata.World
function M.empty(rules)
  local world = rules:world()
  world:spawn({ is_the_game = true })
  local players = {}
  for seat, name in ipairs({ "A", "B" }) do
    players[name] = world:spawn({ name = name, seat = seat, life = 20, active = seat == 1 })
  end
  players.A.base.next_player, players.B.base.next_player = players.B, players.A
  for _, name in ipairs({ "A", "B" }) do
    for _, row in ipairs(BESIDE) do
      spawn(world, players, row[2], { zone = row[1], owner = name })
    end
    for _ = 1, LIBRARY do
      spawn(world, players, "plain_creature", { zone = "library", owner = name })
    end
  end
  world:commit()
  return world
end

--- Put there what is named in a sample: s, t, x, a, b; `own` is the definition of a subject that
--- has abilities of its own, `armed` that of such a source.
---@return table<string, strata.Entity>
---@return table<string, strata.Entity> players
function M.set(world, sample, own, armed)
  local list = world:entities()
  local players = { A = list[2], B = list[3] }
  local named = { a = players.A, b = players.B }
  local subject = sample.subject
  named.s = spawn(world, players, own or subject.kind, subject)
  named.t = spawn(world, players, subject.kind, subject)
  local x = sample.x or { kind = "red_creature", controller = "B" }
  named.x = spawn(world, players, armed or x.kind, { zone = "battlefield", owner = x.controller })
  return named, players
end

-- -- Ways to be in force -----------------------------------------------------

--- Where a card stands that has an ability: zone, whose, and what it is attached to.
local PLACES <const> = {
  { "battlefield", "A" }, { "battlefield", "B" },
  { "battlefield", "A", "s" }, { "battlefield", "A", "x" },
  { "battlefield", "A", "a", "red_creature" }, { "battlefield", "B", "b" },
  { "graveyard", "A" }, { "graveyard", "B" },
}

local function stand(place)
  return function(effect, world, named, players)
    local holder = spawn(world, players, "with_" .. effect.number, {
      zone = place[1],
      owner = place[2],
    })
    if place[3] then
      holder.base.attached = named[place[3]]
    end
    holder.base.chosen = place[4] or "human"
  end
end

local function start(you, binding, is_subject)
  return function(effect, world, named, players)
    local place = { zone = "battlefield", owner = you }
    local source = is_subject and named.s or spawn(world, players, "plain_creature", place)
    local with = {}
    for name, whom in pairs(binding) do
      with[name] = named[whom] or source
    end
    local code = "start:n" .. effect.number
    world:act({ code = code, source = source, you = players[you], with = with, settling = "none" })
  end
end

--- Each name that a started effect is given, by each of those in a sample.
local function bindings(names)
  local all = { {} }
  for _, name in ipairs(names) do
    local longer = {}
    for _, one in ipairs(all) do
      for _, whom in ipairs({ "s", "x", "a", "b" }) do
        local own = { [name] = whom }
        for key, value in pairs(one) do
          own[key] = value
        end
        longer[#longer + 1] = own
      end
    end
    all = longer
  end
  return all
end

--- The ways to put an effect into force, each { is = "own"|"armed"|"law"|nil, put = function }.
---@param effect table
---@return table[]
function M.ways(effect)
  local list = {}
  if effect.is_law then
    return { { is = "law" } }
  elseif effect.ability then
    list[1] = effect.is_own and { is = "own" } or nil
    for _, place in ipairs(PLACES) do
      list[#list + 1] = { put = stand(place) }
    end
    list[#list + 1] = { is = "armed" }
    return list
  end
  for _, you in ipairs({ "A", "B" }) do
    for _, binding in ipairs(bindings(effect.names)) do
      list[#list + 1] = { put = start(you, binding, false) }
      list[#list + 1] = { put = start(you, binding, true) }
    end
  end
  return list
end

return M
