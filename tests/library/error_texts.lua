--- error_texts.lua ROOT: what texts of errors call entities: by a name that is asked for, and not
--- by the handle that begins like theirs.
package.path = arg[1] .. "/scripts/?.lua;" .. package.path
local error_text = require("strata.base.error_text")

local PRINTED <const> = { ["#5:1"] = "Bear #5:1", ["#5:12"] = "Bear #5:12", ["#7:1"] = "A #7:1" }
local NAMES <const> = { ["#5:1"] = "old", ["#5:12"] = "new", ["#7:1"] = "A" }

local entities, name_of = {}, {}
for id, printed in pairs(PRINTED) do
  entities[id] = setmetatable({}, {
    __tostring = function()
      return printed
    end,
  })
  name_of[entities[id]] = NAMES[id]
end

local world = {}
function world.entity(_, id)
  return entities[id] or error("there is no such entity")
end

local function check(text, wanted, printed, its)
  local called = error_text.named(text, its or world, function(entity)
    return name_of[entity]
  end)
  assert(called == wanted, called)
  local shown = error_text.named(text, its or world, tostring)
  assert(shown == printed, shown)
end

check("#5:12 is not #5:1", "new is not old", "Bear #5:12 is not Bear #5:1")
check("#5:1 is not #5:12", "old is not new", "Bear #5:1 is not Bear #5:12")
check("Bear #5:1 and Bear #5:12", "old and new", "Bear #5:1 and Bear #5:12")
check("#5:1Bear #5:12", "oldnew", "Bear #5:1Bear #5:12")
check("#5:1#5:1, #7:1", "oldold, A", "Bear #5:1Bear #5:1, A #7:1")
check("Bear #5:2 and #5:123", "Bear #5:2 and #5:123", "Bear #5:2 and #5:123")
check("Cub #5:1", "Cub old", "Cub Bear #5:1")
check("no world #5:1", "no world #5:1", "no world #5:1", 3)
check("", "", "")
