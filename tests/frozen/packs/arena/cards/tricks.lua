--- What happens once.
return {
  card {
    name = "War Cry",
    spell { each.unit:of(you), attack = add(2), traits = grant("taunt"), lasts = "round" },
  },
  card { name = "Rust", spell { tribes = remove("mech"), health = set(1) } },
}
