local bodies = { "A", "table", "i1: Imp", "i2: Imp", "e: Elf", "c: Coward", "m: Martyr" }

local function changed(who)
  return { effect = { target, gifts = substitute("imp", "elf") }, on = who, name = "change" }
end

return {
  scenario {
    name = "a handler says what is printed",
    setup = { bodies },
    steps = { { emit = hit { who = "c", amount = 10 } } },
    expect = { "wounds(c) = 12" },
  },
  scenario {
    name = "a handler says what the text of its object says, as long as it says so",
    rules = { "612.1" },
    setup = { bodies },
    steps = {
      changed("c"),
      { emit = hit { who = "c", amount = 10 } },
      { check = "changed" },
      { end_effect = "change" },
      { emit = hit { who = "c", amount = 10 } },
    },
    expect = { "changed: wounds(c) = 11", "wounds(c) = 23" },
  },
  scenario {
    name = "the text of another object changes nothing",
    setup = { bodies },
    steps = { changed("m"), { emit = hit { who = "c", amount = 10 } } },
    expect = { "wounds(c) = 12" },
  },
  scenario {
    name = "an object that has left says what it said last",
    rules = { "612.1" },
    setup = { bodies },
    steps = { changed("m"), { emit = fall { who = "m" } } },
    expect = { "wounds(e) = 5", "wounds(i1) = 0" },
  },
  scenario {
    name = "one that has left, as it is printed",
    setup = { bodies },
    steps = { { emit = fall { who = "m" } } },
    expect = { "wounds(e) = 0", "wounds(i1) = 5", "wounds(i2) = 5" },
  },
  scenario {
    name = "two changes of words, one after the other",
    setup = { bodies },
    steps = {
      changed("c"),
      { effect = { target, gifts = substitute("elf", "orc") }, on = "c" },
      { emit = hit { who = "c", amount = 10 } },
    },
    expect = { "wounds(c) = 12" },
  },
}
