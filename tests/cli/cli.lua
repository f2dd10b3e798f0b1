--- cli.lua SOURCE WORK PROGRAM LIST...: what the program prints and how it exits.
--
-- Each case of the lists, which are modules beside this one, runs in an empty folder of
-- its own, which has a link to cards/: arguments, input, files that it finds; expected
-- standard output, standard error, exit status and files, byte by byte. A line "..." stands
-- for any number of lines. A function in place of a text is called with it.
local source, work, program = table.unpack(arg)
assert(program and arg[4], "usage: cli.lua SOURCE WORK PROGRAM LIST...")
package.path = source .. "/tests/cli/?.lua;" .. package.path
local files = require("folder")
local quoted, shell = files.quote, files.shell

local passed, failed = 0, 0

--- An empty folder with the files that a case finds.
local function furnish(case)
  local folder = work .. "/cli/" .. case.name:gsub("%W", "_")
  shell(("rm -rf %s && mkdir -p %s"):format(quoted(folder), quoted(folder)))
  shell(("ln -s %s %s"):format(quoted(source .. "/cards"), quoted(folder .. "/cards")))
  for path, text in pairs(case.files or {}) do
    files.write(folder .. "/" .. path, text)
    if path:match("%.sh$") then
      shell("chmod +x " .. quoted(folder .. "/" .. path))
    end
  end
  return folder
end

local function run(case, folder)
  local words = {}
  for i, word in ipairs(case.args or {}) do
    words[i] = quoted(word)
  end
  files.write(folder .. "/.in", case.input or "")
  local status = shell(("cd %s && HOME=%s XDG_STATE_HOME= %s %s %s <.in >.out 2>.err"):format(
    quoted(folder), quoted(folder), case.env or "", quoted(program), table.concat(words, " ")))
  return files.read(folder .. "/.out"), files.read(folder .. "/.err"), status
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch("([^\n]*)\n?") do
    lines[#lines + 1] = line
  end
  return lines
end

local function match(got, wanted, i, j)
  while j <= #wanted do
    if wanted[j] == "..." then
      for skip = i, #got + 1 do
        if match(got, wanted, skip, j + 1) then
          return true
        end
      end
      return false
    elseif got[i] ~= wanted[j] then
      return false
    end
    i, j = i + 1, j + 1
  end
  return i > #got
end

local function complain(case, what, wanted, got)
  io.stderr:write(("%s: %s\n--- wanted\n%s\n--- got\n%s\n"):format(case.name, what, wanted, got))
  return false
end

local function check_text(case, what, wanted, got)
  if type(wanted) == "function" then
    local ok, message = pcall(wanted, got)
    return ok or complain(case, what, message, got)
  end
  wanted = wanted or ""
  return match(lines_of(got), lines_of(wanted), 1, 1) or complain(case, what, wanted, got)
end

local function check(case)
  local folder = furnish(case)
  local out, err, status = run(case, folder)
  local same_out = check_text(case, "standard output", case.out, out)
  local same_err = check_text(case, "standard error", case.err, err)
  local wanted = case.status or 0
  local same_status = status == wanted or complain(case, "exit status", wanted, status)
  local same_files = true
  for path, wanted_text in pairs(case.writes or {}) do
    local got = files.read(folder .. "/" .. path)
    same_files = check_text(case, path, wanted_text, got) and same_files
  end
  return same_out and same_err and same_status and same_files
end

for _, list in ipairs({ table.unpack(arg, 4) }) do
  for _, case in ipairs(require(list)) do
    if check(case) then
      passed = passed + 1
    else
      failed = failed + 1
    end
  end
end
print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0)
