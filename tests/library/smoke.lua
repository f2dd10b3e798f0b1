--- smoke.lua ROOT: the smoke test gives legal answers, and shows both faces of a card in each zone.
--
-- The small world is a stand-in, so that what is done to it can be counted.
package.path = arg[1] .. "/tests/lint/?.lua;" .. arg[1] .. "/scripts/?.lua;" .. package.path
local plainhost = require("plainhost")

package.loaded["strata"] = {}
package.loaded["strata.host"] = { sorted_pairs = plainhost.sorted_pairs }

-- What was done, in order; "back" and "front" are what a reading of all values saw.
local done = {}
local function note(what)
  done[#done + 1] = what
end

local stage
package.loaded["strata.stage.stage"] = {
  new = function()
    return stage
  end,
}
package.loaded["strata.stage.step_objects"] = {
  put = function(_, given)
    note(("%s %s"):format(given.zone, given.player))
    return given
  end,
}
package.loaded["strata.explore.coverage"] = {
  read_all = function()
    note(stage.is_back and "back" or "front")
  end,
}
package.loaded["strata.stage.step_events"] = {
  settle = function()
    note("settle")
  end,
}
package.loaded["strata.stage.former_turns"] = {
  end_turn = function()
    note("turn")
  end,
}

local smoke = require("strata.explore.smoke")

-- -- Answers -----------------------------------------------------------------

local function said(answer)
  return type(answer) == "table" and table.concat(answer, " ") or tostring(answer)
end

local function answers(wanted, purpose, least, most, total, options)
  local decision = { purpose = purpose, least = least, most = most, total = total }
  decision.options = options or { "a", "b", "c" }
  local got = said(smoke.first_answer(decision))
  assert(got == wanted, ("%s: expected '%s', got '%s'"):format(purpose, wanted, got))
end

answers("true", "may")
answers("3", "number", 3, 7)
answers("7 0 0", "divide", 0, 7, 7)
answers("5 1 1", "divide", 1, 7, 7)
answers("3 2 2", "allocate", 2, 7, 7)
answers("2 2 2", "allocate", 2, 6, 6)
answers("7", "divide", 1, 7, 7, { "a" })
answers("", "divide", 1, 7, 7, {})
answers("1", "choose", 0, 2)
answers("1", "choose", 1, 1)
answers("1 2", "choose", 2, 3)
answers("", "choose", 0, 0)

-- -- The small world ---------------------------------------------------------

local function zones_of(list)
  local zones = {}
  for _, name in ipairs(list) do
    zones[name] = {}
  end
  return zones
end

--- Try a card; what was done must be this.
local function tries(wanted, card, data, events)
  done = {}
  local game = { schema = { data = data }, kinds = { events = events or {} } }
  local world = {}
  function world.commit() end
  function world.faults()
    return {}
  end
  stage = { game = game, world = world, is_back = false }
  function stage.transform(self)
    self.is_back = not self.is_back
  end
  local problem = smoke.try(game, card)
  assert(problem == nil, problem)
  local got = table.concat(done, ", ")
  assert(got == wanted, ("%s: expected\n  %s\ngot\n  %s"):format(card.name, wanted, got))
end

tries("hand A, front, hand B, front", { name = "Plain" }, { zones = zones_of({ "hand" }) })
tries(
  "deck A, front, deck B, front, hand A, front, hand B, front, turn, front, settle, front",
  { name = "Turned" },
  { zones = zones_of({ "hand", "deck" }), turn = {} },
  { die = {} }
)
tries(
  "hand A, back, front, hand B, back, front",
  { name = "Double", back = { name = "Other" } },
  { zones = zones_of({ "hand" }) }
)
