--- Expressions in the words of steps that rules declare: a step would be the first to read them.
--- For `strata check` each gets a watcher definition that nothing uses, which the engine reads.
local host = require("strata.host")
local emit_acts = require("strata.events.emit_acts")

local M = {}

--- The watcher definition that makes the event of a word; what steps say are its parameters.
local function event_of(game, word)
  local kinds, names, with = game.kinds, {}, {}
  local known, kind = kinds.known[word.event], word.event
  for field, text in host.sorted_pairs(known.gives or {}) do
    with[field] = text
  end
  kind, known = known.of or kind, kinds:kind(kind)
  local function give(field)
    if known.fields[field] and not (with[field] or word.with[field]) then
      names[field], with[field] = known.fields[field], "$" .. field
    end
  end
  for _, fields in ipairs({ word.takes, word.rows or { known.affected } }) do
    for _, field in next, fields do
      give(field)
    end
  end
  emit_acts.fill(known, with, nil, word.with)
  return { "state", when = "false", names = names, { "emit", kind, with = with } }
end

local function add(game, name, field, spec)
  local code = ("step:%s_of_%s"):format(field, name)
  game.codes[code], game.code_words[code] = spec, { word = name, field = field }
end

--- Add them to a game that is loaded to be checked, and frozen after this.
---@param game strata.Game
function M.add(game)
  if next(game.kinds.events) == nil or game.schema.is_former then
    return -- the engine reads no watcher definitions without events
  end
  for name, word in host.sorted_pairs(game.step_words) do
    if word.event then
      add(game, name, "with", event_of(game, word))
    end
    for _, field in ipairs({ "leaves", "when" }) do
      local test = word[field] and ("count(%s) >= 1"):format(word[field])
      if test then
        add(game, name, field, { "state", when = test })
      end
    end
  end
end

return M
