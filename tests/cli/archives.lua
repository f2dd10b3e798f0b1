--- Cases about packs in archives; cli.lua runs them.
local zip = require("zip")

local MANIFEST <const> =
  'return { name = "mine", version = "1.0.0", description = "d", license = "MIT", api = 1 }\n'

local REQUIRES <const> = 'cards = "cards", requires = { base = ">=1.0.0" }'

local TEST <const> = "assert(require('two') == 2)\n"

--- Files of a pack that fits in any of the places below.
local function fine(prefix)
  return {
    { prefix .. "pack.lua", MANIFEST },
    { prefix .. "tests/a.lua", TEST },
    { prefix .. "two.lua", "return 2\n" },
  }
end

local PASSED <const> = "TAP version 13\n1..1\nok 1 - mine.zip/tests/a.lua\n# 1 passed, 0 failed\n"

-- SHA-256 of what pack_hash.c says of fine(""), worked out apart.
local HASH <const> = "d790c84d1fd003a3334ddca7a35b1c897d96aae9b08d6036754666d6366d5f4a"

local cases = {
  {
    name = "an archive is a pack",
    args = { "test", "mine.zip" },
    files = { ["mine.zip"] = zip.archive(fine("")) },
    out = PASSED,
  },
  {
    name = "an archive of a folder is the pack in it, and what systems left there is not",
    args = { "test", "mine.zip" },
    files = {
      ["mine.zip"] = zip.archive({
        { "whatever/", "", mode = 16877 },
        { "whatever/pack.lua", MANIFEST },
        { "whatever/tests/a.lua", TEST },
        { "whatever/two.lua", "return 2\n" },
        { "whatever/.git/two.lua", "return 3\n" },
        { "whatever/tests/a.lua~", "return 3\n" },
        { "__MACOSX/whatever/._two.lua", "return 3\n" },
      }),
    },
    out = PASSED,
  },
  {
    name = "a folder, its archive, and one of the folder have one hash",
    args = { "pack", "hash", "mine", "mine.zip", "two/mine.zip" },
    files = {
      ["mine/two.lua"] = "return 2\n",
      ["mine/pack.lua"] = MANIFEST,
      ["mine/pack.lua.bak"] = "old\n",
      ["mine/.editor/state"] = "x",
      ["mine/tests/a.lua"] = TEST,
      ["mine.zip"] = zip.archive(fine("")),
      ["two/mine.zip"] = zip.archive(fine("mine-1.0.0/")),
    },
    out = ("%s  mine\n%s  mine.zip\n%s  two/mine.zip\n"):format(HASH, HASH, HASH),
  },
  {
    name = "a pack is built, and built again the same",
    args = { "pack", "build", "mine", "-o", "built.zip" },
    files = {
      ["mine/pack.lua"] = MANIFEST,
      ["mine/two.lua"] = "return 2\n",
      ["mine/tests/a.lua"] = TEST,
    },
    out = ("built.zip: 3 files, %s\n"):format(HASH),
    writes = {
      ["built.zip"] = function(text)
        assert(text:sub(1, 4) == "PK\3\4", "it is no archive")
        for _, entry in ipairs(fine("")) do
          assert(text:find(entry[2], 1, true), entry[1] .. " is not stored as it is")
        end
      end,
    },
  },
  {
    name = "what is in an archive",
    args = { "pack", "list", "mine.zip" },
    files = { ["mine.zip"] = zip.archive(fine("")) },
    out = "        89  pack.lua\n        28  tests/a.lua\n         9  two.lua\n"
      .. "       126  3 files\n",
  },
  {
    name = "a pack that another requires may be an archive beside it",
    args = { "test", "mine" },
    files = {
      ["mine/pack.lua"] = MANIFEST:gsub("api = 1", "%0, " .. REQUIRES),
      ["mine/cards/imp.lua"] = 'return card { name = "Imp", power = 1 }\n',
      ["mine/tests/imp.lua"] = [[
return scenario {
  name = "an imp",
  setup = { { "A", "table", "Imp" } },
  expect = { "Imp: power=1" },
}
]],
      ["base.zip"] = zip.archive({
        { "pack.lua", (MANIFEST:gsub("mine", "base"):gsub("api = 1", '%0, rules = "rules.lua"')) },
        {
          "rules.lua",
          [[
return ruleset {
  layers = { "add" },
  default_layers = { power = "add" },
  attributes = { name = { "sym" }, power = { "int" }, controller = "ref", owner = "ref" },
  zones = { table = { shared = true } },
  home = "table",
}
]],
        },
      }),
    },
    out = "TAP version 13\n1..2\nok 1 - an imp\nok 2 - the one card in a small world\n"
      .. "# 2 passed, 0 failed\n",
  },
  {
    name = "a script in an archive is named by its path there",
    args = { "check", "mine.zip" },
    files = {
      ["mine.zip"] = zip.archive({
        { "pack.lua", MANIFEST },
        { "old/x.lua", "\nreturn return\n" },
      }),
    },
    out = "mine.zip/old/x.lua:2: unexpected symbol near 'return'\n1 pack, 2 scripts: 1 problem\n",
    status = 1,
  },
  {
    name = "nothing outside of an archive is in it",
    args = { "test", "mine.zip/../secret.lua" },
    files = { ["mine.zip"] = zip.archive(fine("")), ["secret.lua"] = "return 1\n" },
    err = "strata test: no file or folder 'mine.zip/../secret.lua'\n",
    status = 2,
  },
  {
    name = "an archive in an archive is a file like others",
    args = { "test", "mine.zip/inner.zip" },
    files = {
      ["mine.zip"] = zip.archive({
        { "pack.lua", MANIFEST },
        { "inner.zip", zip.archive(fine("")) },
      }),
    },
    out = function(text)
      assert(text:find("mine.zip/inner.zip: not text", 1, true), "the archive was opened")
    end,
    status = 1,
  },
  {
    name = "a folder with names that differ only by case",
    args = { "check", "mine" },
    files = { ["mine/pack.lua"] = MANIFEST, ["mine/a/x.lua"] = "", ["mine/A/y.lua"] = "" },
    out = "mine: 'A' and 'a' differ only by case, and are one file where case is folded; "
      .. "rename one\n1 pack, 0 scripts: 1 problem\n",
    status = 3,
  },
  {
    name = "a folder without a manifest is not packed",
    args = { "pack", "build", "mine" },
    files = { ["mine/x.lua"] = "return 1\n" },
    err = "strata: mine: it has no pack.lua, so it is no pack\n",
    status = 3,
  },
  {
    name = "a pack verb that there is not",
    args = { "pack", "make", "mine" },
    err = "strata pack: build, image, list, check or hash, not 'make' (strata pack --help)\n",
    status = 2,
  },
}

--- What must be refused, each with the entry and what to do.
local refused = {
  {
    "a name that leads up",
    { { "../evil.lua", "x" } },
    "entry '../evil.lua' leads out of the pack; name it from the pack's folder on",
  },
  {
    "a name that leads up in its middle",
    { { "cards/../../evil.lua", "x" } },
    "entry 'cards/../../evil.lua' leads out of the pack; name it from the pack's folder on",
  },
  {
    "an absolute name",
    { { "/etc/evil.lua", "x" } },
    "entry '/etc/evil.lua' is absolute, or has an empty part; name it from the pack's folder on",
  },
  {
    "a drive",
    { { "c:evil.lua", "x" } },
    "entry 'c:evil.lua' has a character of : * ? \" < > | that not every system allows; "
      .. "rename it",
  },
  {
    "a backslash",
    { { "cards\\evil.lua", "x" } },
    "entry 'cards\\evil.lua' has a backslash; write /",
  },
  {
    "a control character",
    { { "a\27[2Jb.lua", "x" } },
    "entry 'a?[2Jb.lua' has a control character; rename it",
  },
  {
    "a zero byte",
    { { "two.lua\0.txt", "x" } },
    "has an entry with a zero byte in its name; rename it",
    separator = " ",
  },
  {
    "a name of which there are two spellings",
    { { "\u{e9}lan.lua", "x" } },
    "entry '\u{e9}lan.lua' has a letter that is not ASCII, and file systems spell it in "
      .. "several ways; rename it",
  },
  {
    "a part that ends in a dot",
    { { "cards./x.lua", "x" } },
    "entry 'cards./x.lua' has a part that ends in a dot or a space, which not every system allows; "
      .. "rename it",
  },
  {
    "folders in folders",
    { { "1/2/3/4/5/6/7/8/9/x.lua", "x" } },
    "entry '1/2/3/4/5/6/7/8/9/x.lua' lies deeper than 8 folders; move it up",
  },
  {
    "a long name",
    { { ("x"):rep(201), "x" } },
    ("entry '%s' is longer than 200 bytes; shorten it"):format(("x"):rep(200)),
  },
  {
    "the same name twice",
    { { "two.lua", "x" } },
    "'two.lua' is there twice; remove one",
  },
  {
    "names that differ only by case",
    { { "Two.lua", "x" } },
    "'Two.lua' and 'two.lua' differ only by case, and are one file where case is folded; "
      .. "rename one",
  },
  {
    "a file and a folder of one name",
    { { "two.lua/x", "x" } },
    "'two.lua' is there twice; remove one",
  },
  {
    "a link",
    { { "link.lua", "/etc/passwd", mode = 41471 } },
    "entry 'link.lua' is a link; pack the file that it leads to",
  },
  {
    "a device",
    { { "null", "", mode = 8630 } },
    "entry 'null' is a device or the like; a pack has files and folders only",
  },
  {
    "an encrypted file",
    { { "x.lua", "whatever.....", flags = 1 } },
    "entry 'x.lua' is encrypted; pack it without a password",
  },
  {
    "a method that not all know",
    { { "x.lua", "whatever", method = 14 } },
    "entry 'x.lua' is packed in a way that not every program reads; store or deflate it",
  },
  {
    "a file that says to be large",
    { { "x.txt", "x", method = 8, size = 17 << 20 } },
    "entry 'x.txt' is larger than 16 MiB",
  },
  {
    "a file that says to grow",
    { { "x.txt", "x", method = 8, size = 15 << 20 } },
    "entry 'x.txt' unpacks to more than 200 times its size, as bombs do; store it",
  },
  {
    "a file that grows more than it says",
    { { "x.txt", zip.deflated_zeros(1 + 258 * 4000), method = 8, size = 100 } },
    "entry 'x.txt' is damaged: its size or checksum is another; pack it again",
  },
  {
    "another checksum",
    { { "x.txt", "whatever", sum = 1 } },
    "entry 'x.txt' is damaged: its size or checksum is another; pack it again",
  },
}
-- Each of these is allowed, all together are not.
do
  local many = {}
  for i = 1, 6 do
    many[i] = { "x" .. i, zip.deflated_zeros(1 + 258 * 100), method = 8, size = 12 << 20 }
    many[i][2] = many[i][2] .. ("\0"):rep(70000 - #many[i][2])
  end
  refused[#refused + 1] = {
    "many files that are large together",
    many,
    "its files are larger than 64 MiB together; split the pack",
  }
  local few = {}
  for i = 1, 20001 do
    few[i] = { ("%d.txt"):format(i), "" }
  end
  refused[#refused + 1] = { "too many files", few, "more than 20000 files; split the pack" }
end
for _, case in ipairs(refused) do
  local entries = fine("")
  for _, entry in ipairs(case[2]) do
    entries[#entries + 1] = entry
  end
  cases[#cases + 1] = {
    name = "refused in an archive: " .. case[1],
    args = { "pack", "list", "mine.zip" },
    files = { ["mine.zip"] = zip.archive(entries) },
    err = ("strata: mine.zip%s%s\n"):format(case.separator or ": ", case[3]),
    status = 3,
  }
end

local whole = zip.archive(fine(""))
for name, bytes in pairs({ ["is no archive"] = "hello", ["is cut"] = whole:sub(1, -20) }) do
  cases[#cases + 1] = {
    name = "a file that " .. name,
    args = { "test", "mine.zip" },
    files = { ["mine.zip"] = bytes },
    err = function(text)
      assert(text:find("^strata: mine.zip: no zip archive, or a damaged one %([^\n]+%)\n$"), text)
    end,
    status = 3,
  }
end

-- In its comment lies an end whose own comment would be longer.
local function with_end_inside(bytes)
  local inside = bytes:sub(-22, -3) .. "\xff\xff"
  return bytes:sub(1, -3) .. ("<s2"):pack(inside .. "..")
end

-- Sixteen bytes lie before the second entry, and the flag that allows them stands at the last.
local function with_slack()
  local files = fine("")
  files[#files].flags = 8
  local first = 30 + #files[1][1] + #files[1][2]
  local made = zip.archive(files)
  local shifted = made:sub(1, first) .. ("."):rep(16) .. made:sub(first + 1)
  local at = shifted:find("PK\1\2", 1, true)
  for i = 1, #files do
    if i > 1 then
      local offset = ("<I4"):unpack(shifted, at + 42) + 16
      shifted = shifted:sub(1, at + 41) .. ("<I4"):pack(offset) .. shifted:sub(at + 46)
    end
    at = at + 46 + #files[i][1]
  end
  local offset = ("<I4"):unpack(shifted, #shifted - 5) + 16
  return shifted:sub(1, -7) .. ("<I4"):pack(offset) .. shifted:sub(-2)
end

-- An archive of which the end says something else at a place of it, in so many bytes.
local function with_number(place, form, number)
  local from = #whole - 22 + place
  local bytes = form:pack(number)
  return whole:sub(1, from) .. bytes .. whole:sub(from + #bytes + 1)
end

-- Other programs may read the one archive where we would read the other.
local NO_ENTRY <const> = "has bytes that belong to no entry, before it or between; pack it again"
local BEHIND <const> = "has bytes behind its end, or two ends; pack it again"
for _, case in ipairs({
  { "an archive behind an archive", whole .. whole, NO_ENTRY },
  { "bytes before an archive", "#!/bin/sh\n" .. whole, NO_ENTRY },
  { "bytes behind an archive", whole .. "x", BEHIND },
  { "an archive in whose comment is another end", with_end_inside(whole), BEHIND },
  { "bytes where a descriptor may be", with_slack(), NO_ENTRY },
  { "a directory with another length", with_number(12, "<I4", 46), NO_ENTRY },
  { "a directory with another count", with_number(10, "<I2", 2), NO_ENTRY },
  { "an archive with two ends", whole:sub(1, -3) .. "\22\0" .. whole:sub(-22), BEHIND },
}) do
  cases[#cases + 1] = {
    name = "refused: " .. case[1],
    args = { "pack", "list", "mine.zip" },
    files = { ["mine.zip"] = case[2] },
    err = ("strata: mine.zip %s\n"):format(case[3]),
    status = 3,
  }
end
cases[#cases + 1] = {
  name = "an archive with a comment, as version control writes them",
  args = { "pack", "hash", "mine.zip" },
  files = { ["mine.zip"] = whole:sub(1, -3) .. "\5\0hello" },
  out = HASH .. "  mine.zip\n",
}

-- -- Images of rules ----------------------------------------------------------

local function says(pattern)
  return function(text)
    assert(text:find(pattern), text)
  end
end

table.move({
  {
    name = "the rules of a pack go into an image",
    args = { "pack", "image", "craft", "-o", "mine.image" },
    out = says("^mine%.image: %d+ bytes\n$"),
  },
  {
    name = "functions of scripts are not in an image",
    args = { "pack", "image", "delve" },
    out = says("^delve%.image: %d+ bytes\n2 handlers are functions of its scripts not in it: "),
  },
  {
    name = "an image needs a pack",
    args = { "pack", "image", "-o", "mine.image" },
    err = says("^strata pack image: a pack's folder must follow 'image'"),
    status = 2,
  },
  {
    name = "an image of a pack that is broken is not written",
    args = { "pack", "image", "mine" },
    files = {
      ["mine/pack.lua"] = "return { name = \"mine\", version = \"1.0.0\", license = \"MIT\",\n"
        .. "  description = \"Broken\", api = 1, rules = \"rules.lua\" }\n",
      ["mine/rules.lua"] = "return ruleset { layers = 7 }\n",
    },
    err = says("mine/rules%.lua"),
    status = 3,
  },
  {
    name = "an image that cannot be written",
    args = { "pack", "image", "craft", "-o", "nowhere/mine.image" },
    err = says("^strata pack image: cannot write 'nowhere/mine%.image'\n$"),
    status = 1,
  },
}, 1, 5, #cases + 1, cases)

return cases
