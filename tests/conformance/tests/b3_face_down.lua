--- Face down, and face up again (708).
return {
  scenario {
    name = "fd-pump-survives-turning-up",
    rules = { "708.8" },
    setup = { { "A", "battlefield", { "Morph", id = "m", face_down = true } } },
    steps = { { resolve = "Giant Growth", on = "m" }, { face_up = "m" } },
    expect = { "pt(m) = 8/8", "has(m, trample)" },
  },
  scenario {
    name = "fd-turn-down-twice-is-nothing",
    unchanged = true,
    rules = { "708.2b" },
    setup = { { "A", "battlefield", { "Morph", id = "m", face_down = true } } },
    steps = {
      {
        face_down = "m",
        as = {
          types = set { "artifact", "creature" },
          subtypes = set("cyberman"),
          power = set(3),
          toughness = set(3),
        },
      },
    },
    expect = { "pt(m) = 2/2", "types(m) = [creature]" },
  },
}
