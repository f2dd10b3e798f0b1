--- A script that fails.
error("on purpose")
