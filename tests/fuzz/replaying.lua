--- The script of fuzz_replay.c: plays the bytes as a replay, as the value inside a replay, as
--- changes to the replay of a game, and as steps of that game. Each is refused with the error of a
--- replay, or ends in a consistent world, the same at each attempt.
local record_bytes = require("strata.record.record_bytes")
local host = require("strata.host")
local world_record = require("strata.record.world_record")
local strata = require("strata")
local event, named = strata.event, strata.named

local HEAD <const> = "<c8I4I4c8"
local STEPS_MAX <const> = 6

local rules = strata.rules({
  layers = { "only" },
  symbols = { "red" },
  attributes = {
    name = "text",
    life = { "int", min = 0, max = 1000 },
    color = { "sym", "red", unlayered = true },
  },
  clocks = { "turn" },
  handlers = {
    ["test:ask"] = function(ctx)
      local one = ctx:choose({ ctx.you, ctx.target, by = ctx.you })
      ctx:emit("gain", { player = one, amount = ctx:roll(6) })
    end,
    ["test:block"] = function(ctx)
      ctx:note(ctx.event.player, "blocked", 1)
    end,
  },
  codes = {
    ["test:asking"] = { "trigger", "gain", names = { target = "ref" }, { "run", "test:ask" } },
    ["test:block"] = { "handle", "hit", phase = "before", { "run", "test:block" } },
    ["test:feast"] = {
      "trigger",
      "gain",
      { "emit", "gain", with = { player = named.you, amount = 10 } },
    },
  },
  events = {
    gain = {
      fields = { player = "ref", amount = "int", color = "sym" },
      affected = "player",
      does = { { "add", "life", who = event.player, value = event.amount } },
    },
    hit = { fields = { player = "ref" }, affected = "player", phases = { "before", "do" } },
  },
})

--- The value of a replay in which all kinds of steps are.
local function recorded()
  local world = rules:world()
  local alice, bob = world:spawn({ name = "Alice" }), world:spawn({ name = "Bob" })
  alice:hook("test:block")
  local record = world:record()
  world:seed(77)
  world:act("gain", { player = bob, amount = 3, color = "red" }, { by = alice })
  world:act({ code = "test:asking", you = alice, with = { target = bob } })
  world:answer(2)
  world:pass("hit", "before", { player = alice }, { by = bob })
  world:tick("turn")
  world:disable("test:block")
  world:enable("test:block")
  world:spawn({ name = "Carol" })
  return record:save()
end

local GAME <const> = recorded()
local _, VERSION <const>, _, _, BODY <const> = string.unpack(HEAD, GAME)

local function found(law, ...)
  error("law broken: " .. law:format(...), 0)
end

-- -- What is made of an input -------------------------------------------------

local function headed(body)
  return string.pack(HEAD, GAME:sub(1, 8), VERSION, #body, host.checksum(body)) .. body
end

--- The game with bytes of its value changed: two say which, and one what it becomes.
local function changed(input)
  local list = { GAME:byte(BODY, -1) }
  for at = 1, #input - 2, 3 do
    local place, byte = string.unpack("<I2B", input, at)
    list[place % #list + 1] = byte
  end
  return headed(string.char(table.unpack(list)))
end

--- The game with other steps, each of which has come to what it comes to now.
local function with_steps(input)
  local is_fine, value = pcall(record_bytes.read, headed(input))
  if not is_fine then
    return headed(input)
  end
  local real = record_bytes.read(GAME)
  value.first, value.rules, value.hash = real.first, real.rules, real.hash
  for _ = 1, STEPS_MAX do
    local is_written, bytes = pcall(record_bytes.write, value)
    if not is_written then
      return headed(input)
    end
    local is_played, _, difference = pcall(rules.replay, rules, bytes)
    if not is_played or not difference or difference.problem then
      return bytes
    end
    value.steps[difference.step].hash = difference.got
  end
  return record_bytes.write(value)
end

local MAKES <const> = {
  [0] = function(input)
    return input
  end,
  headed,
  changed,
  with_steps,
}

-- -- Laws ----------------------------------------------------------------------

--- A refusal is about the replay, and not about the lines that read it.
local function check_refusal(message)
  if type(message) ~= "string" or message == "" then
    found("a refusal that says nothing")
  elseif message:find("^strata%.") or message:find("attempt to", 1, true) then
    found("an error of ours: %s", message)
  end
end

--- What is read is written in one way.
local function check_bytes(bytes)
  local is_fine, value = pcall(record_bytes.read, bytes)
  if not is_fine then
    return check_refusal(value)
  end
  local is_written, again = pcall(record_bytes.write, value)
  if is_written and record_bytes.write(record_bytes.read(again)) ~= again then
    found("what is read is written otherwise")
  end
end

--- A world in which nothing is open is saved and loaded again.
local function check_world(world)
  if #world:decisions() == 0 and rules:load(world:save()):hash() ~= world:hash() then
    found("the world is another when it is loaded")
  end
end

local function check_played(bytes)
  local is_fine, world, difference = pcall(rules.replay, rules, bytes)
  if not is_fine then
    return check_refusal(world)
  elseif not pcall(world_record.rules_of, bytes) then
    found("it was played and is no replay")
  end
  check_world(world)
  local again, other = rules:replay(bytes)
  if again:hash() ~= world:hash() or tostring(difference) ~= tostring(other) then
    found("it was played otherwise the second time")
  elseif difference and (difference.step < 1 or difference.text == "") then
    found("a difference that is nowhere")
  end
end

--- The game itself is played without a difference.
local function check_game()
  local _, difference = rules:replay(GAME)
  if difference or #record_bytes.read(GAME).steps < 8 then
    found("the game is not what it was: %s", tostring(difference))
  end
end

check_game()

return function(input)
  local bytes = MAKES[(input:byte() or 0) % 4](input:sub(2))
  check_bytes(bytes)
  check_played(bytes)
end
