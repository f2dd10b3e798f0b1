--- An error that the script catches and prints; the exit status does not show it.
print(select(2, xpcall(error, debug.traceback, "on purpose")))
