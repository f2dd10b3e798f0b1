--- A script that only Ctrl-C ends, for stop.steps.
print("begins")
while true do
end
