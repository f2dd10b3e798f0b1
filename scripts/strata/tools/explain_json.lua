--- The explanation of a value as a record: the output of `strata why --json`, and the source of its
--- pages. Each row is one of the engine's explanation; nothing is computed here.
local json_writer = require("strata.base.json_writer")
local pack_graph = require("strata.packs.pack_graph")

local M = {}

-- Of the form of a record, which a reader of older ones goes by.
local VERSION <const> = 1

---@class strata.ExplainedRow
---@field status "applied"|"condition"|"subject"|"stacking"|"lost"|"zone" applied, or why it was not
---@field layer string
---@field op string
---@field operand string
---@field formula string
---@field name string of the effect
---@field source? string who it comes from
---@field at? string "classic/cards/humility.lua:2", where its card is written: pack, path, line
---@field path? string the same file, as it was found
---@field timestamp integer
---@field because string why it stands where it does
---@field waited_for string
---@field difference string what it would change of the one that it waited for
---@field taken_by string the effect that kept it from applying, or ""
---@field rule string the rule of its place, or by which it does nothing; or ""
---@field before? string|integer|boolean
---@field after? string|integer|boolean

---@class strata.Explained
---@field v integer
---@field scenario string
---@field file string
---@field entity string
---@field attribute string
---@field base string|integer|boolean
---@field value string|integer|boolean
---@field amended string[] what packs have changed of the card
---@field rows strata.ExplainedRow[]

--- What the engine calls an entity, and before it what its scenario does, if that is another name.
local function called(stage, entity)
  for _, object in ipairs(stage.objects) do
    if object.entity == entity and object.is_named then
      return ("%s, %s"):format(object.id, tostring(entity))
    end
  end
  local player = stage:player_name(entity)
  return player and ("%s, %s"):format(player, tostring(entity)) or tostring(entity)
end

--- Numbers and flags are themselves, all else is the text that a reader sees.
local function plain(stage, value)
  local kind = type(value)
  if kind == "nil" or kind == "boolean" or math.type(value) == "integer" then
    return value
  elseif kind == "string" then
    return stage.game.schema:printed(value)
  elseif kind == "table" then
    local list = {}
    for i, item in ipairs(value) do
      list[i] = tostring(plain(stage, item.name or item))
    end
    return "{" .. table.concat(list, ", ") .. "}"
  end
  return called(stage, value)
end

--- The source of the card that an effect comes from: its path in the pack, and as it was found.
local function place_of(stage, source)
  local card = source and source:is_alive() and stage.game.definitions[source:definition()]
  if not card then
    return nil, nil
  end
  local path = card.item.path
  local pack = pack_graph.of_file(stage.game.packs, path)
  local inside = pack and pack.name .. path:sub(#pack.path + 1) or path
  return ("%s:%d"):format(inside, card.item.line), path
end

local function explain_row(stage, row)
  local source = row.source
  local at, path = place_of(stage, source)
  return {
    status = row.step,
    layer = row.layer,
    op = row.op,
    operand = row.operand,
    formula = row.formula,
    name = row.name,
    source = source and called(stage, source),
    at = at,
    path = path,
    timestamp = row.timestamp,
    because = row.because,
    waited_for = row.waited_for,
    difference = row.difference,
    taken_by = row.taken_by,
    rule = row.rule,
    before = plain(stage, row.before),
    after = plain(stage, row.after),
  }
end

--- Explain an attribute of an entity on a stage.
---@param stage strata.Stage
---@param entity strata.Entity
---@param attribute string
---@param head table { scenario, file, amended }
---@return strata.Explained
function M.record(stage, entity, attribute, head)
  local why = entity:why(attribute)
  local rows = {}
  for i, row in ipairs(why) do
    rows[i] = explain_row(stage, row)
  end
  return {
    v = VERSION,
    scenario = head.scenario,
    file = head.file,
    entity = called(stage, entity),
    attribute = attribute,
    base = plain(stage, why.base),
    value = plain(stage, why.value),
    amended = head.amended,
    rows = rows,
  }
end

local HEAD <const> = { "v", "scenario", "file", "entity", "attribute", "base", "value" }
local ROW <const> = {
  "status",
  "layer",
  "op",
  "operand",
  "formula",
  "name",
  "source",
  "at",
  "path",
  "timestamp",
  "because",
  "waited_for",
  "difference",
  "taken_by",
  "rule",
  "before",
  "after",
}

--- A record as one JSON object.
---@param record strata.Explained
---@return string
function M.json(record)
  local rows, amended = {}, {}
  for i, row in ipairs(record.rows) do
    rows[i] = "\n    {" .. json_writer.fields(row, ROW) .. "}"
  end
  for i, line in ipairs(record.amended) do
    amended[i] = json_writer.quoted(line)
  end
  local form = '{%s,\n  "amended": [%s],\n  "rows": [%s]}'
  local head = json_writer.fields(record, HEAD)
  return form:format(head, table.concat(amended, ", "), table.concat(rows, ","))
end

return M
