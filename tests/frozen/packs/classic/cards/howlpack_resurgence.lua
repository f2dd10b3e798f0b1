--- Your Wolves and Werewolves get +1/+1 and trample.
return card {
  name = "Howlpack Resurgence",
  cost = "2GG",
  types = { "enchantment" },
  static {
    each.creature:of(you):any_of { "wolf", "werewolf" },
    power = add(1),
    toughness = add(1),
    abilities = grant("trample"),
  },
}
