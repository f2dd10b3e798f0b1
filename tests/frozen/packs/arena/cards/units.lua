--- The units of the arena.
return {
  card { name = "Wolf", tribes = { "beast" }, attack = 2, health = 1 },
  card { name = "Golem", tribes = { "mech" }, attack = 1, health = 4, "taunt" },
  -- Its pack hunts with it.
  card {
    name = "Alpha",
    tribes = { "beast" },
    attack = 3,
    health = 3,
    static { each.beast:of(you):except(this), attack = add(1) },
  },
  -- Doubles what stands there before anything is added.
  card {
    name = "Drummer",
    tribes = { "beast" },
    attack = 0,
    health = 2,
    static { each.unit:of(you):with("taunt"), attack = mul(2) },
  },
  -- As strong as there are beasts beside it.
  card {
    name = "Chimera",
    tribes = { "dragon" },
    attack = 0,
    health = 5,
    static { attack = set(count(each.beast:of(you))) },
  },
}
