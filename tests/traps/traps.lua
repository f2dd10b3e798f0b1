--- traps.lua SOURCE WORK CMAKE CTEST CC LUA: plants failures, and demands that
-- the harness reports each one. A harness is trusted only as far as it was
-- seen to fail.
local source, work, cmake, ctest, cc, lua = table.unpack(arg)

-- Why each must fail: what CTest says of it.
local EXPECTED <const> = {
  { "control", "Passed" },
  { "assertion", "Failed" },
  { "crash", "Failed" },
  { "early_exit", "Failed", "Assertion Failed" },
  { "fixture", "Failed", "Assertion Failed" },
  { "hang", "Failed" },
  { "leak", "Failed", "Sanitizer" },
  { "nothing", "Failed", "Tested: 0" },
  { "stuck", "Timeout" },
  { "undefined", "Failed", "runtime error:" },
  { "lua_control", "Passed" },
  { "lua_error", "Failed" },
  { "lua_caught", "Failed", "stack traceback:" },
  { "lua_nothing", "Failed", "0 passed, 0 failed" },
  { "lua_no_plan", "Failed", "1\\.\\.0" },
}

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

--- Run a command; its output, and whether it succeeded.
local function capture(...)
  local words = {}
  for _, word in ipairs({ ... }) do
    words[#words + 1] = quoted(word)
  end
  local pipe = assert(io.popen(table.concat(words, " ") .. " 2>&1"))
  local output = pipe:read("a")
  return output, pipe:close() == true
end

local function must(...)
  local output, ok = capture(...)
  if not ok then
    io.stderr:write(output)
    os.exit(1)
  end
end

must(cmake, "-S", source, "-B", work, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
  "-DCMAKE_C_COMPILER=" .. cc, "-DLUA_EXE=" .. lua)
must(cmake, "--build", work)
local output, ok = capture(ctest, "--test-dir", work, "-j", "4")

local bad = 0
local function complain(...)
  io.stderr:write(string.format(...), "\n")
  bad = bad + 1
end

if ok then
  complain("ctest succeeded although tests failed")
end
for _, case in ipairs(EXPECTED) do
  local name, word, reason = table.unpack(case)
  local line = output:match("Test +#%d+: " .. name .. " [^\n]*") or "no such test"
  if not line:find(word, 1, true) or line:find("Not Run", 1, true) then
    complain("%s: wanted %s, CTest says: %s", name, word, line)
  elseif reason and not line:find(reason, 1, true) then
    complain("%s: not for the reason planted: %s", name, line)
  end
end
print(("%d planted, %d wrong"):format(#EXPECTED, bad))
os.exit(bad == 0)
