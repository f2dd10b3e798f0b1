--- Error texts as authors and players read them: without the position in the library's own scripts
--- at which they were raised, which authors cannot use, and with names instead of handles.
local M = {}

---@param message any what was raised
---@return string
function M.plain(message)
  return (tostring(message):gsub("^strata%.[%w_.]+:%d+: ", ""))
end

--- The entity that has a handle, nil if none has it.
local function entity_of(world, id)
  local is_there, entity = pcall(function()
    return world:entity(id)
  end)
  return is_there and entity or nil
end

--- A text in which the entities of a world are called by a function. What stands there is the
--- handle of one, "#5:1", or what is printed for it, which ends with the handle: "Bear #5:1".
---@param text string
---@param world strata.World
---@param name fun(entity: strata.Entity): string
---@return string
function M.named(text, world, name)
  local parts, from = {}, 1
  for first, id, after in text:gmatch("()(#%d+:%d+)()") do
    local entity = entity_of(world, id)
    if entity then
      local printed = tostring(entity)
      local start = after - #printed
      if start < from or text:sub(start, after - 1) ~= printed then
        start = first
      end
      parts[#parts + 1] = text:sub(from, start - 1)
      parts[#parts + 1] = name(entity)
      from = after
    end
  end
  parts[#parts + 1] = text:sub(from)
  return table.concat(parts)
end

return M
