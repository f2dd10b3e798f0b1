-- luacheck: no max line length
--- versions.lua ROOT [SEED [ROUNDS]]: versions and ranges of them, against what SemVer says of them.
--
-- The order is compared with tables of the specification and with the laws of an order; ranges with
-- a definition that looks at prefixes of versions, on all versions of small numbers.
package.path = arg[1] .. "/tests/lint/?.lua;" .. arg[1] .. "/scripts/?.lua;" .. package.path
local tree = require("tree")
tree.open(arg[1])
require("plainhost").install({})
local semver = require("strata.packs.semver")

local SEED <const> = tonumber(arg[2]) or 1
local ROUNDS <const> = tonumber(arg[3]) or 3000
math.randomseed(SEED)

local function check(is_fine, form, ...)
  tree.seen = tree.seen + 1
  if not is_fine then
    tree.complain("tests/library/versions.lua: " .. form, ...)
  end
end

local function parse(text)
  return assert(semver.parse(text), text)
end

-- -- Texts -------------------------------------------------------------------

local FINE <const> = {
  "0.0.0", "1.0.0", "10.20.30", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-0.3.7", "1.0.0-x.7.z.92",
  "1.0.0-x-y-z.--", "1.0.0+20130313144700", "1.0.0-beta+exp.sha.5114f85", "1.0.0+21AF26D3---117B344092BD",
  "1.0.0--", "1.0.0-0A.is.legal", "1.0.0+001", "999999999999999.0.0", "1.1.2-prerelease+meta",
}

local WRONG <const> = {
  "", "1", "1.2", "1.2.3.4", "01.0.0", "1.02.0", "1.0.0-", "1.0.0+", "1.0.0-01", "1.0.0-a..b", "1.0.0-a_b",
  "v1.0.0", " 1.0.0", "1.0.0 ", "-1.0.0", "1.0.0-é", "1..0", "1.0.x", "1.0.0+a+b", "1e3.0.0", "0x1.0.0",
  "1.0.0\n", "1.0.0-a.", "1234567890123456.0.0", "*", ("1"):rep(300) .. ".0.0",
}

local function check_texts()
  for _, text in ipairs(FINE) do
    check(semver.text(parse(text)) == text, "'%s' is '%s'", text, semver.text(parse(text)))
  end
  for _, text in ipairs(WRONG) do
    check(semver.parse(text) == nil, "'%s' is no version", text)
  end
end
check_texts()

-- -- Order (SemVer 11) -------------------------------------------------------

local RISING <const> = {
  "0.0.0-0", "0.0.0", "0.0.1", "0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta",
  "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-beta.99999999999999999999", "1.0.0-beta.100000000000000000000",
  "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "2.0.0", "10.0.0",
}

local function check_order()
  for i, a in ipairs(RISING) do
    for j, b in ipairs(RISING) do
      local want = i == j and 0 or (i < j and -1 or 1)
      check(semver.compare(parse(a), parse(b)) == want, "'%s' and '%s'", a, b)
    end
  end
end
check_order()
check(semver.compare(parse("1.0.0+a"), parse("1.0.0+b")) == 0, "builds count for nothing")

local PARTS <const> = { "0", "1", "2", "11", "a", "b", "-", "a1", "A" }

local function random_version()
  local pre = {}
  for i = 1, math.max(0, math.random(-2, 3)) do
    pre[i] = PARTS[math.random(#PARTS)]
  end
  local text = ("%d.%d.%d"):format(math.random(0, 2), math.random(0, 2), math.random(0, 2))
  return #pre > 0 and text .. "-" .. table.concat(pre, ".") or text
end

--- Three random versions keep the laws of an order.
local function check_laws()
  local texts = { random_version(), random_version(), random_version() }
  local a, b, c = parse(texts[1]), parse(texts[2]), parse(texts[3])
  local ab, bc = semver.compare(a, b), semver.compare(b, c)
  check(ab == -semver.compare(b, a), "seed %d: %s against %s, both ways", SEED, texts[1], texts[2])
  check((ab == 0) == (texts[1] == texts[2]), "seed %d: %s equals %s", SEED, texts[1], texts[2])
  local is_chain = ab <= 0 and bc <= 0
  check(not is_chain or semver.compare(a, c) <= 0, "seed %d: %s", SEED, table.concat(texts, " <= "))
end

for _ = 1, ROUNDS do
  check_laws()
end

-- -- Ranges ------------------------------------------------------------------

--- -1, 0 or 1: how the first numbers of a version compare with those that a range writes.
local function compare_prefix(version, numbers)
  for i, number in ipairs(numbers) do
    if version[i] ~= number then
      return version[i] < number and -1 or 1
    end
  end
  return 0
end

local function shares(version, numbers, count)
  return compare_prefix(version, table.move(numbers, 1, count, 1, {})) == 0
end

--- What "^" lets change: what stands behind the first number that is not 0.
local function caret_count(numbers)
  for i, number in ipairs(numbers) do
    if number ~= 0 then
      return i
    end
  end
  return #numbers
end

local MEANS <const> = {
  ["="] = function(v, n)
    return compare_prefix(v, n) == 0
  end,
  [">="] = function(v, n)
    return compare_prefix(v, n) >= 0
  end,
  [">"] = function(v, n)
    return compare_prefix(v, n) > 0
  end,
  ["<"] = function(v, n)
    return compare_prefix(v, n) < 0
  end,
  ["<="] = function(v, n)
    return compare_prefix(v, n) <= 0
  end,
  ["~"] = function(v, n)
    return compare_prefix(v, n) >= 0 and shares(v, n, math.min(2, #n))
  end,
  ["^"] = function(v, n)
    return compare_prefix(v, n) >= 0 and shares(v, n, caret_count(n))
  end,
  ["*"] = function()
    return true
  end,
}
MEANS[""] = MEANS["="]
local OPERATORS <const> = { "=", ">=", ">", "<", "<=", "~", "^", "*", "" }

--- One word of a range: its text and what it means.
local function random_word()
  local op, numbers = OPERATORS[math.random(#OPERATORS)], {}
  for i = 1, math.random(3) do
    numbers[i] = math.random(0, 2)
  end
  local text = op == "*" and op or op .. (" "):rep(op ~= "" and math.random(0, 1) or 0)
    .. table.concat(numbers, ".")
  return text, function(version)
    return MEANS[op](version, numbers)
  end
end

--- Words of which all must hold, and alternatives of them.
local function random_range()
  local texts, tests = {}, {}
  for i = 1, math.random(2) do
    local words, all = {}, {}
    for j = 1, math.random(3) do
      words[j], all[j] = random_word()
    end
    texts[i], tests[i] = table.concat(words, " "), all
  end
  return table.concat(texts, " | "), function(version)
    for _, all in ipairs(tests) do
      local holds = true
      for _, test in ipairs(all) do
        holds = holds and test(version)
      end
      if holds then
        return true
      end
    end
    return false
  end
end

local function check_range()
  local text, means = random_range()
  local range = assert(semver.range(text), text)
  for major = 0, 3 do
    for minor = 0, 3 do
      for patch = 0, 3 do
        local version = { major, minor, patch, pre = {}, build = "" }
        local got = semver.matches(range, version)
        check(got == means(version), "seed %d: '%s' and %s", SEED, text, semver.text(version))
      end
    end
  end
end

for _ = 1, ROUNDS // 10 do
  check_range()
end

-- Pre-releases only where they are asked for, and for the numbers for which they are.
for _, case in ipairs({
  { ">=1", "2.0.0-alpha", false }, { "<3", "3.0.0-beta", false }, { "*", "1.0.0-a", false },
  { "^1.2", "1.3.0-rc.1", false }, { ">=2.0.0-beta", "2.0.0-beta", true }, { ">=2.0.0-beta", "2.0.0-alpha", false },
  { ">=2.0.0-beta <3", "2.0.0-rc.1", true }, { ">=2.0.0-beta", "2.1.0-beta", false },
  { ">=2.0.0-beta", "2.0.0", true }, { ">=1 <2.0.0-rc", "2.0.0-beta", true }, { "=1.0.0-a", "1.0.0-a+b", true },
  { "^2.0.0-beta", "2.9.0", true }, { "^2.0.0-beta", "3.0.0-alpha", false }, { "~1.2.3-a", "1.2.3-b", true },
  { ">=1 | >=2.0.0-beta", "2.0.0-beta", true },
}) do
  local got = semver.matches(assert(semver.range(case[1])), parse(case[2]))
  check(got == case[3], "'%s' and %s", case[1], case[2])
end

for _, case in ipairs({
  { "", "" }, { ">=", ">=" }, { ">=1 <", "<" }, { "1 | ", " " }, { "=>1", "=>1" }, { "1.2.3.4", "1.2.3.4" },
  { ">=1.x", ">=1.x" }, { ">=1-beta", ">=1-beta" }, { "**", "**" }, { "1 || 2", "" }, { ">1.0.0,<2", ">1.0.0,<2" },
}) do
  local range, wrong = semver.range(case[1])
  check(range == nil and wrong == case[2], "'%s' is no range, because of '%s'", case[1], tostring(wrong))
end

tree.close()
