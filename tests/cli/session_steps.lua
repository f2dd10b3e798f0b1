--- session_steps.lua README: its REPL session as steps for terminal.c, each line that it shows
-- typed or seen.
local steps, is_inside = {}, false

local function add(...)
  steps[#steps + 1] = string.format(...)
end

for line in io.lines(arg[1]) do
  if line == "```strata" then
    is_inside = true
  elseif line == "```" then
    is_inside = false
  elseif is_inside and line:match("^> ") then
    add("see > ")
    add("type %s\\r", line:sub(3))
    add("see %s", line:sub(3))
  elseif is_inside then
    add("see %s", line)
  end
end
assert(#steps > 10, "the page shows no session")
add("see > ")
add("type :quit\\r")
add("exit 0")
print(table.concat(steps, "\n"))
