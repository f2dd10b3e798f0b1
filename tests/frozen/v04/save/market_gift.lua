--- The cost is paid but for what is triggered by it: the other player is asked.
world:act("start_game", { player = A })
world:act(world:legal(A)[2])
world:answer(3)
world:answer(1)
