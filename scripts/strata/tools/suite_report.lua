--- The failures of a test, as a block of YAML and as one line.
local json_writer = require("strata.base.json_writer")

local M = {}

local function indented(text, indent)
  return (text:gsub("[^\n]+", indent .. "%0"))
end

--- A text as YAML and JSON write it.
local function quoted(text)
  return (json_writer.quoted(text):gsub("\\u000a", "\\n"))
end

--- The line of a file that a message begins with; nil if it begins otherwise.
local function line_in(path, message)
  local rest = message:sub(1, #path) == path and message:sub(#path + 1)
  return rest and math.tointeger(tonumber(rest:match("^:(%d+):"))) or nil
end

--- The line at which a test stands, if it is known.
---@param test strata.Test
---@return integer|nil
function M.line_of(test)
  return test.scenario and test.scenario.line or line_in(test.path, test.error or "")
end

local function place_lines(lines, test)
  lines[#lines + 1] = "file: " .. quoted(test.path)
  local line = M.line_of(test)
  lines[#lines + 1] = line and ("line: %d"):format(line)
end

--- One failure in a line.
local function failure_text(failure)
  return failure.line ~= "" and ("%s: got %s"):format(failure.line, failure.message)
    or failure.message
end

--- The failures of a test, as the lines of a block of YAML, and in one line.
---@param test strata.Test
---@param failures strata.Failure[]
---@return string lines
---@return string summary
function M.failed(test, failures)
  local more = #failures > 1 and (" (and %d more)"):format(#failures - 1) or ""
  local summary = failure_text(failures[1]):match("[^\n]*") .. more
  local lines = { "message: " .. quoted(summary) }
  place_lines(lines, test)
  lines[#lines + 1] = "failures:"
  for _, failure in ipairs(failures) do
    if failure.line ~= "" then
      lines[#lines + 1] = "  - expected: " .. quoted(failure.line)
      lines[#lines + 1] = "    got: " .. quoted(failure.message)
    else
      lines[#lines + 1] = "  - error: " .. quoted(failure.message)
    end
    if failure.why then
      lines[#lines + 1] = "    why: |"
      lines[#lines + 1] = indented(failure.why, "      ")
    end
  end
  return table.concat(lines, "\n"), summary
end

--- The report of a test that could not be judged.
---@param test strata.Test
---@param message string
---@return string lines
---@return string summary
function M.refused(test, message)
  local lines = { "message: " .. quoted(message) }
  place_lines(lines, test)
  return table.concat(lines, "\n"), message
end

return M
