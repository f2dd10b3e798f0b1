--- The tour: its three plays, one after the other.
require("first_game")
print()
require("one_by_one")
print()
require("humility")
