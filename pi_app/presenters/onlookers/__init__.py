"""What somebody who only watches may see of a game: boards, scores and whose turn it is; never a hand or a secret."""
