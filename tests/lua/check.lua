--- What tests of the binding say: equal, fails, and a small world to say it of.
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

return M
