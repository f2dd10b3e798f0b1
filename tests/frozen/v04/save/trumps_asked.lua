--- Both choose at the same time; the first has chosen, and nobody sees it.
world:act("start_game", { player = A })
world:act(world:legal(A)[1])
world:answer(3)
