--- The number is announced, and the cost asks what pays it.
world:act("start_game", { player = A })
world:act(world:legal(A)[1])
world:answer(2)
