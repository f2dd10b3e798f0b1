--- Why some changed texts are accepted: what they say is something else, and no mistake that a
--- reader could know. Each row has the kinds of plants, where they stand, and why.
local M = {}

---@class strata.PlantReason
---@field kinds string of plants: "double", "spelling hole"
---@field where string a pattern of the words around, or of the word and the field: "card%.name"
---@field why string

-- Lists in which the same may be said twice, and then is done or is there twice.
local REPEATED <const> = {
  "abilities", "act", "acts", "after", "also", "alias",
  "amend", "alternative", "before", "card", "does",
  "each", "effect", "enters_as_copy", "events", "handler", "instead", "laws", "list", "may",
  "otherwise", "one_by_one", "results", "so", "start", "static", "together", "until_leaves",
  "when", "when_you_do", "choose", "law", "cost", "power", "toughness", "check", "spell",
  "activated", "triggered", "defining",
}

local ROWS <const> = {
  { kinds = "spelling", where = "card%.name$", why = "a card's own name" },
  { kinds = "spelling", where = "card%.text$", why = "a text for people" },
  { kinds = "spelling", where = "%.text$", why = "a text for people" },
  { kinds = "spelling", where = "%.as$", why = "a variable that nothing else names" },
  { kinds = "spelling", where = "/list%.set$", why = "a name that a copy has" },
  { kinds = "field", where = "^ruleset/names", why = "a word that the rules declare" },
  { kinds = "field", where = "/variants/[%w_]+/names", why = "a word that the rules declare" },
  { kinds = "type", where = "/variants/[%w_]+/layers%.$", why = "the name of another layer" },
  { kinds = "double", where = "ruleset/phases%.", why = "a turn may have two phases of a name" },
  { kinds = "double", where = "ruleset/enters_with%.", why = "it enters with twice as many" },
  { kinds = "type", where = "/results/[%w_]+%.link$", why = "a name of a link, not just true" },
  { kinds = "spelling", where = "card/[%w_]+%.$", why = "the short name of an ability" },
  { kinds = "spelling", where = "/activated%.$", why = "the short name of an ability" },
  { kinds = "spelling", where = "/triggered%.$", why = "the short name of an ability" },
  { kinds = "spelling", where = "card/enters%.chosen$", why = "a word that is chosen" },
  { kinds = "spelling", where = "let%.$", why = "a variable that nothing else names" },
  { kinds = "spelling", where = "store%.", why = "a variable of a handler's own" },
  { kinds = "spelling", where = "events/event%.$", why = "the name of an event type" },
  { kinds = "spelling", where = "events/alias%.$", why = "the name of an alias" },
  { kinds = "spelling", where = "events/check%.$", why = "the name of a state-based action" },
  { kinds = "spelling", where = "events/event/fields%.", why = "the name of a field" },
  { kinds = "spelling", where = "events/event/phases", why = "the name of a phase" },
  { kinds = "spelling", where = "events/play%.", why = "a name that the host reads" },
  { kinds = "spelling", where = "events/handlers%.", why = "the name of a host's handler" },
  { kinds = "spelling", where = "laws/law%.set$", why = "another cost, which is a text" },
  { kinds = "spelling", where = "laws/law%.$", why = "the name of a law" },
  { kinds = "spelling", where = "laws/[%w_]+%.$", why = "the name of a handler" },
  -- Tables of rules whose names are declared there. Who uses such a name is refused, but of large
  -- packs no cards are read here.
  { kinds = "spelling", where = "/layers", why = "the name of a layer" },
  { kinds = "spelling", where = "/keywords", why = "the name of a keyword" },
  { kinds = "spelling", where = "/keyword_counters", why = "the name of a counter" },
  { kinds = "spelling", where = "/counters", why = "the name of a counter" },
  { kinds = "spelling", where = "/families/[%w_]+/", why = "a word of a family" },
  { kinds = "spelling", where = "/attributes/[%w_]+%.$", why = "a word of a set" },
  { kinds = "spelling", where = "/zones%.", why = "the name of a zone" },
  { kinds = "spelling", where = "/nouns%.", why = "a noun" },
  { kinds = "spelling", where = "/adjectives%.", why = "an adjective, or what cards mean by it" },
  { kinds = "spelling", where = "/nouns/[%w_]+%.where$", why = "what cards mean" },
  { kinds = "spelling", where = "/names%.", why = "a word that the rules declare" },
  { kinds = "spelling", where = "/variants%.", why = "the name of a variant" },
  { kinds = "spelling", where = "/costs/symbols%.", why = "a letter of costs" },
  { kinds = "spelling", where = "/phases/list%.$", why = "the name of a phase" },
  { kinds = "spelling", where = "^ruleset%.durations$", why = "the name of a duration" },
  { kinds = "spelling", where = "/period%.$", why = "the name of a period" },
  { kinds = "spelling", where = "^ruleset/steps%.", why = "a word of scenarios that is declared" },
  { kinds = "spelling", where = "^extend/steps%.", why = "a word of scenarios that is declared" },
  { kinds = "type", where = "^ruleset/steps/[^/]+/with%.", why = "a text is an expression" },
  { kinds = "type", where = "^extend/steps/[^/]+/with%.", why = "a text is an expression" },
  { kinds = "spelling", where = "^events/pool%.$", why = "the name of a pool" },
  { kinds = "spelling", where = "^ruleset%.lines$", why = "a line of scenarios that is declared" },
  { kinds = "spelling", where = "/seats%.$", why = "the name of a player" },
  { kinds = "spelling", where = "/replacement_classes%.$", why = "the name of a class" },
  { kinds = "spelling", where = "^list%.", why = "a name or a text of the manifest" },
  { kinds = "spelling", where = "^list/", why = "a name that the manifest declares" },
  { kinds = "type", where = "card/spell%.$", why = "a text that stands first is a short name" },
  { kinds = "type", where = "card/activated%.$", why = "a text that stands first is a short name" },
  { kinds = "type", where = "card/triggered%.$", why = "a text that stands first is a short name" },
  { kinds = "type", where = "^list%.", why = "a text of the manifest" },
}

local IS_REPEATED <const> = {}
for _, word in ipairs(REPEATED) do
  IS_REPEATED[word] = true
end

local function has_row(plant)
  local place = ("%s.%s"):format(plant.where, plant.field)
  for _, row in ipairs(ROWS) do
    if row.kinds:find(plant.kind, 1, true) and place:find(row.where) then
      return row.why
    end
  end
  return nil
end

--- Why a changed text says something else; nil if there is no reason.
---@param plant strata.Plant
---@return string|nil
function M.of(plant)
  local last = plant.where:match("[%w_]+$")
  if plant.kind == "double" and IS_REPEATED[last] then
    return "it is said twice, and happens or is there twice"
  end
  return has_row(plant)
end

return M
