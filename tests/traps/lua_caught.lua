--- An error that somebody caught and printed; the exit status says nothing.
print(select(2, xpcall(error, debug.traceback, "on purpose")))
