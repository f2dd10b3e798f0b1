--- planted_link.lua STRATA WORK: a link that waits is not followed.
--
-- A folder that others can write to may have a link under the name of a file that is written for a
-- moment only. What it leads to must stay as it is. The names of such files are made in
-- bindings/cli/common/write_file.c.
local STRATA <const>, WORK <const> = arg[1], arg[2]

local function shell(command)
  assert(os.execute(("cd '%s' && %s"):format(WORK, command)))
end

local function text_of(path)
  local file = assert(io.open(WORK .. "/" .. path))
  local text = file:read("a")
  file:close()
  return text
end

assert(os.execute(("rm -rf '%s' && mkdir -p '%s/mine'"):format(WORK, WORK)))
local file = assert(io.open(WORK .. "/mine/pack.lua", "w"))
file:write('return { name = "mine", version = "1.0.0", description = "d", ')
file:write('license = "MIT", api = 1 }\n')
file:close()
shell("echo secret > victim && ln -s victim out.zip.tmp && ln -s victim out.zip.0.tmp")
shell(("'%s' pack build mine -o out.zip > said"):format(STRATA))
assert(text_of("victim") == "secret\n", "the link was followed")
assert(text_of("out.zip"):find("^PK\3\4"), "the archive was not written")
shell("ls out.zip* > names")
assert(text_of("names") == "out.zip\nout.zip.0.tmp\nout.zip.tmp\n", text_of("names"))
