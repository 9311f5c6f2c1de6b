-- Sets the tutorial's game up: the board lies on x 0 to 8 and z 0 to 9, its pieces stand at height 1.

board = Board:new(0, 0, 8, 9, 1)
board:doGameLoop()
