--- replay_parts.lua ROOT: replays with a right checksum but wrong parts are refused. No script can
--- make such bytes, so this test makes them with scripts/strata and its own checksum.
package.path = arg[1] .. "/tests/lint/?.lua;" .. arg[1] .. "/scripts/?.lua;" .. package.path
local plainhost = require("plainhost")

package.loaded["strata"] = {}
package.loaded["strata.host"] = {
  sorted_pairs = plainhost.sorted_pairs,
  checksum = function(bytes)
    return ("%08d"):format(#bytes)
  end,
}

local record_bytes = require("strata.record.record_bytes")
local world_record = require("strata.record.world_record")

local function rules_of(value)
  return pcall(world_record.rules_of, record_bytes.write(value))
end

--- A replay with these steps.
local function with(steps)
  return { first = "", rules = "ab", hash = "", steps = steps }
end

local function fine(steps)
  local is_fine, rules = rules_of(with(steps))
  assert(is_fine and rules == "ab", rules)
end

local function damaged(value, what)
  local is_fine, message = rules_of(value)
  local wanted = "replay: damaged: it has not what replays have"
  assert(not is_fine and message == wanted, ("%s: %s"):format(what, message))
end

local TICK <const> = { kind = "tick", hash = "", args = { "turn", n = 1 } }

--- The step with one field changed; nil if it goes.
local function tick(field, value)
  local step = { kind = "tick", hash = "", args = TICK.args }
  step[field] = value
  return with({ step })
end

fine({})
fine({ TICK, TICK, { kind = "state", hash = "", bytes = "" } })
fine({ { kind = "cancel", hash = "", faults = { { handler = "a" } } } })
fine({ { kind = "act", hash = "", args = { n = 0 }, faults = {}, decisions = { 1, {} } } })

damaged({ rules = "ab", steps = {} }, "no beginning")
damaged({ first = "", steps = {} }, "no rules")
damaged(with(nil), "no steps")
damaged(with({ TICK, [3] = TICK }), "a step is missing")
damaged(with({ TICK, [4] = TICK }), "two are missing, and # may count them")
damaged(with({ TICK, last = TICK }), "a step has a name")
damaged(with({ 3 }), "a step is a number")
damaged(tick("kind", "tock"), "a step of no kind")
damaged(tick("kind", nil), "a step without one")
damaged(tick("hash", 3), "its hash is a number")
damaged(tick("args", nil), "it was given nothing, not even that")
damaged(tick("args", true), "what it was given is no table")
damaged(tick("args", { "turn" }), "nobody knows how much it was given")
damaged(tick("args", { "turn", n = "1" }), "how much is a text")
damaged(tick("faults", 3), "faults are a number")
damaged(tick("faults", { 3 }), "a fault is a number")
damaged(tick("decisions", "1"), "decisions are a text")
damaged(tick("decisions", { [2] = 1 }), "a decision is missing")
damaged(with({ { kind = "state", hash = "" } }), "a state without bytes")
damaged(with({ { kind = "state", hash = "", bytes = 3 } }), "a state that is a number")
damaged(with({ { kind = "cancel", hash = "" } }), "given up, and nothing came of it")
