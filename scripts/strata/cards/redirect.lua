--- Redirection: that events, or a part of their amount, are dealt to somebody else (614.9).
local host = require("strata.host")

local M = {}

--- To whom it goes instead: somebody who is there, of an event that may go elsewhere (614.9).
---@param program strata.Programs
---@param item table
---@param conditions string[] added to
---@return string text
function M.to_whom(program, item, conditions)
  local words_of, to = program.watch.game.words, item.given.to
  local kind = item.given[1].kind
  if not program.kinds.schema.nouns.any_target then
    program:blame(item, nil, "redirect: these rules have no noun 'any_target'")
  end
  local text = program:text(item, "to", to, "ref")
  local there = words_of.exists(words_of.each.any_target:where(words_of.it:is(to)))
  conditions[#conditions + 1] = program:text(item, "to", there, "pred")
  if program.kinds:kind(kind).fields.stays then
    conditions[#conditions + 1] = "event.stays = false"
  end
  return text
end

--- The event as it was, but for what is given.
local function same_event(kinds, name, given)
  local with = { by = "event.by", cause = "event.cause" }
  for field in host.sorted_pairs(kinds:kind(name).fields) do
    with[field] = given[field] or "event." .. field
  end
  return { "emit", name, with = with }
end

--- A part goes elsewhere, and the rest stays.
---@param program strata.Programs
---@param item table
---@param spec table of a code
---@param to string
function M.split(program, item, spec, to)
  local kind = program.kinds:kind(spec[2])
  local most = item.given.amount and program:text(item, "amount", item.given.amount, "int")
  local all = "event." .. kind.amount
  if item.given.next ~= nil then
    spec[#spec + 1] = { "take", as = "moved" }
  else
    spec[#spec + 1] = { "let", as = "moved", value = ("min(%s, %s)"):format(most, all) }
  end
  program.bound.moved = "int"
  local rest = { [kind.amount] = all .. " - $moved" }
  local moved = { [kind.amount] = "$moved", [kind.affected] = to }
  spec[#spec + 1] = {
    "instead",
    same_event(program.kinds, spec[2], rest),
    same_event(program.kinds, spec[2], moved),
  }
end

return M
