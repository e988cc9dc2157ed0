"""What is refused or asked about a line, stated a second time from the notes to the rules and from nothing of ours.

It takes the fields of a line as plain words and numbers, and answers in the words of the codes.
"""

from itertools import product

BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
MOST = {"diamonds": 11, "hearts": 11, "spades": 11, "clubs": 11, "grand": 4}
LADDER = ("", "hand", "schneider", "schwarz", "ouvert")
"""What is announced; each includes what stands before it."""


def values(game, matadors, announced, *, schneider, schwarz):
    """Return the value the declarer can set against the bid in a lost game, and the one that is lost."""
    height = LADDER.index(announced)
    hand, said_schneider, said_schwarz, ouvert = (height >= at for at in (1, 2, 3, 4))

    def worth(is_schneider, is_schwarz):
        levels = (
            (hand, True),
            (said_schneider or is_schneider, True),
            (said_schneider, True),
            (said_schwarz or is_schwarz, True),
            (said_schwarz, True),
            (ouvert, True),
        )
        return BASE[game] * (abs(matadors) + 1 + sum(there and counts for there, counts in levels))

    return worth(False, False), worth(schneider, schwarz)


def said_of_a_loss(game, matadors, announced, *, schneider, schwarz, bid, ticked):
    """Return what the notes refuse of a lost suit game or Grand, and what they ask about, for a bid there is."""
    height = LADDER.index(announced)
    own, full = values(game, matadors, announced, schneider=schneider, schwarz=schwarz)
    is_suit = game != "grand"
    # A level that was announced, or a tick that says overbid, may speak of what the declarer made in vain.
    own_schneider = schneider and height < 2 and not ticked
    own_schwarz = schwarz and height < 3 and not ticked
    refused = {
        "overbid-without-bid": ticked and bid is None,
        "overbid-though-covered": ticked and bid is not None and own >= bid,
        "lost-schneider-with-seven": own_schneider and is_suit and matadors >= 7,
        "lost-schwarz-with-three": own_schwarz and matadors >= 3,
    }
    asked = {
        "lost-schwarz-with-one-or-two": own_schwarz and 0 < matadors < 3,
        "many-matadors": abs(matadors) >= 5,
        "schwarz-announced": height >= 3,
        "schwarz-announced-without-club-jack": height >= 3 and matadors < 0,
        "simple-loss-with-eleven": is_suit and matadors == 11 and not schneider and height < 2 and not ticked,
        "below-bid-not-ticked": bid is not None and full < bid and not ticked,
    }
    return tuple({code for code, is_so in said.items() if is_so} for said in (refused, asked))


def every_loss(bids):
    """Yield every lost suit game and Grand there can be, with bids around its values, ticked as overbid or not."""
    levels = ((False, False), (True, False), (True, True))
    for game, most in MOST.items():
        counts = [count for count in range(-most, most + 1) if count]
        for matadors, announced, (schneider, schwarz) in product(counts, LADDER, levels):
            own, full = values(game, matadors, announced, schneider=schneider, schwarz=schwarz)
            near = {bids[0], bids[-1]}
            for value in (own, full):
                near |= {
                    max(bid for bid in bids if bid <= value),
                    min((bid for bid in bids if bid > value), default=264),
                }
            for bid, ticked in product([None, *sorted(near)], (False, True)):
                yield {
                    "game": game,
                    "matadors": matadors,
                    "announced": announced,
                    "schneider": schneider,
                    "schwarz": schwarz,
                    "bid": bid,
                    "ticked": ticked,
                }
