--- In the middle of the course; nothing is asked.
world:act("start_game", { player = A })
world:act(world:legal(A)[5])
world:act(world:legal(B)[1])
world:act(world:legal(A)[1])
