--- Makes a world that shows a difference small: leaves out what is done, what is there and what is
--- declared, as long as the difference stays.

local thinning = require("thinning")
local keys_of, strip, thin = thinning.keys_of, thinning.strip, thinning.thin

local M = {}

local LESS_OF_CODES <const> = {
  "tests",
  "when",
  "only_if",
  "optional",
  "batch",
  "immediate",
  "rank",
  "amount",
}

local function codes(spec, is_bad)
  for _, name in ipairs(keys_of(spec.codes)) do
    local code = spec.codes[name]
    strip(code, LESS_OF_CODES, is_bad)
    if code[1] == "trigger" or code[1] == "state" then
      local program = table.move(code, 3, #code, 1, {})
      local function rest()
        for i = 3, #code do
          code[i] = nil
        end
        table.move(program, 1, #program, 3, code)
        return is_bad()
      end
      thin(program, code[1] == "trigger" and 1 or 0, rest)
      rest()
    end
  end
end

local function declarations(spec, is_bad)
  strip(spec.laws, keys_of(spec.laws), is_bad)
  strip(spec.checks, keys_of(spec.checks), is_bad)
  for _, name in ipairs(keys_of(spec.definitions)) do
    thin(spec.definitions[name].abilities or {}, 0, is_bad)
  end
  for _, name in ipairs(keys_of(spec.abilities)) do
    thin(spec.abilities[name].codes, 0, is_bad)
    strip(spec.abilities[name], { 1 }, is_bad)
  end
  codes(spec, is_bad)
  strip(spec.play, { "stack", "turn_player", "next_player" }, is_bad)
end

--- Make a world small in place.
---@param world table
---@param is_bad fun(): boolean whether it still shows the difference
function M.world(world, is_bad)
  for _ = 1, 2 do
    thin(world.steps, 1, is_bad)
    thin(world.cards, 0, is_bad)
    declarations(world.spec, is_bad)
  end
end

return M
