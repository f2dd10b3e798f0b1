--- What tests of the binding share: equal, fails, rules and a small world.
local strata = require("strata")

local M = {}

--- Fail unless both are equal; lists are compared item by item.
---@param got any
---@param want any
---@param what? string
function M.equal(got, want, what)
  if type(got) == "table" and type(want) == "table" then
    M.equal(#got, #want, (what or "list") .. ": length")
    for i = 1, #want do
      M.equal(got[i], want[i], ("%s[%d]"):format(what or "list", i))
    end
    return
  end
  local same = got == want and type(got) == type(want)
  local text = ("%s: expected %s, got %s"):format(what or "value", tostring(want), tostring(got))
  if not same then
    error(text, 2)
  end
end

--- Fail unless the call fails with a message that has the text in it.
---@param text string
---@param call function
function M.fails(text, call, ...)
  local ok, message = pcall(call, ...)
  if ok then
    error(("expected an error with '%s'"):format(text), 2)
  end
  if type(message) ~= "string" or not message:find(text, 1, true) then
    error(("expected an error with '%s', got '%s'"):format(text, tostring(message)), 2)
  end
end

--- Rules with the layers of a card game.
function M.rules()
  return strata.rules({
    layers = { "control", "type", "color", { "pt", "set", "modify", "switch" }, "other" },
    attributes = {
      name = "text",
      power = "int",
      toughness = "int",
      level = { "int", default = 1, min = 0, max = 9 },
      tapped = "flag",
      types = { "set", "creature", "elf", "goblin" },
      controller = "ref",
      rarity = { "sym", "common", "rare" },
    },
    clocks = { "turn" },
    groups = { shield = "highest", poison = { "refresh", limit = 2 } },
    default_layers = {
      set = "pt.set",
      add = "pt.modify",
      sub = "pt.modify",
      switch = "pt.switch",
      types = "type",
      controller = "control",
      tapped = "other",
      level = { set = "other", add = "other", min = "other", max = "other", scale = "other" },
      name = "other",
      rarity = "other",
    },
  })
end

--- A world with two creatures of one player.
function M.game(options)
  local world = M.rules():world(options)
  local alice = world:spawn({ name = "Alice" })
  local bear = world:spawn({
    name = "Grizzly Bears",
    power = 2,
    toughness = 2,
    types = { "creature" },
    controller = alice,
  })
  local elf = world:spawn({
    name = "Llanowar Elves",
    power = 1,
    toughness = 1,
    types = { "creature", "elf" },
    controller = alice,
  })
  return world, bear, elf, alice
end

--- What the rules of a card game with zones, abilities and definitions say; a new table each time.
function M.declared()
  local add, set, each, it, this = strata.add, strata.set, strata.each, strata.it, strata.this
  return {
    layers = {
      { "copy", "effects", "facedown" },
      "control",
      "text",
      "type",
      "ability",
      { "pt", "cda", "set", "modify", "switch" },
    },
    copiable_after = "copy.facedown",
    attributes = {
      name = { "text", copiable = true },
      power = { type = "int", copiable = true },
      toughness = { "int", copiable = true },
      types = { "set", "creature", "enchantment", "land", "island", "swamp", copiable = true },
      controller = { "ref", open = true },
      owner = { "ref", kept = true, unlayered = true },
      attached = { "ref", stamps = true, unlayered = true },
      chosen = { "sym", "island", "swamp", unlayered = true },
      face_down = { type = "flag", stamps = true, unlayered = true },
      rarity = { "sym", "common", "rare" },
      plus_one = "counter",
      abilities = "abilities",
    },
    zones = {
      "battlefield",
      "graveyard",
      library = { ordered = true, hidden = true },
      stack = { shared = true, ordered = true },
    },
    default_layers = {
      copy = "copy.effects",
      set = "pt.set",
      add = "pt.modify",
      switch = "pt.switch",
      types = "type",
      abilities = "ability",
      controller = "control",
    },
    abilities = {
      flying = "keyword",
      trample = "keyword",
      tap_for_blue = { kind = "mana", text = "{T}: Add {U}." },
      ["test:humility"] = {
        text = "All creatures lose all abilities and are 1/1.",
        zones = { "battlefield" },
        { each.creature, abilities = strata.remove_all(), power = set(1), toughness = set(1) },
      },
      ["test:levitation"] = { { on = each.creature, abilities = strata.grant("flying") } },
      ["test:count"] = { kind = "cda", { layer = "pt.cda", power = set(strata.count(each.land)) } },
      ["test:chosen"] = {
        { each.land, when = this.face_down:is(false), types = add(this.chosen) },
      },
    },
    laws = {
      plus_one = {
        counter = "plus_one",
        power = add(this.plus_one),
        toughness = add(this.plus_one),
      },
      island = { on = each.island, intrinsic = true, abilities = strata.grant("tap_for_blue") },
      face_down = {
        on = it.face_down,
        last = true,
        layer = "copy.facedown",
        name = set(""),
        power = set(2),
        toughness = set(2),
        abilities = strata.clear(),
      },
    },
    definitions = {
      ["test:bear"] = { name = "Grizzly Bears", power = 2, toughness = 2, types = { "creature" } },
      ["test:drake"] = {
        name = "Wind Drake",
        power = 2,
        toughness = 2,
        types = "creature",
        abilities = { "flying" },
      },
      ["test:humility"] = {
        name = "Humility",
        types = { "enchantment" },
        abilities = { "test:humility" },
      },
      ["test:levitation"] = {
        name = "Levitation",
        types = { "enchantment" },
        abilities = "test:levitation",
      },
      ["test:island"] = { name = "Island", types = { "land", "island" } },
    },
  }
end

--- A world of these rules with one player.
function M.table()
  local world = strata.rules(M.declared()):world()
  local alice = world:spawn({ name = "Alice" })
  --- A card on the battlefield.
  local function play(definition, fields)
    local card = world:spawn(definition, fields)
    return card:move("battlefield", { player = alice })
  end
  return world, alice, play
end

return M
