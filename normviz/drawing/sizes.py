"""Sizes, digits and limits of what Python and the page both draw or write.

It is one list: :mod:`normviz.front` hands it to the scripts. Places and lengths are px, unless a line says otherwise;
"per cent" is of the width of a line or a chart.
"""

import re

# -- how numbers and names are written --
DIGITS = 12  # that count; what comes after them is binary
DECIMALS = 4  # of what a reader recomputes
GLANCE = 2  # decimals, where one looks
LARGEST = 1e6  # from here on, a number has a power of ten
POWERS = -4, 5  # of ten: within them a number of a glance has none
DUST = 1e-7  # what rounding leaves of a 0
SPACE = "\N{NO-BREAK SPACE}"  # a line must not break inside a bracket
LONGEST = 16  # letters of a name
PLACE = 8  # letters of one of several names below an axis
WHOLE = 48  # letters of a row's name, in a table that stands still
WIDE_LETTERS = "MW@%"  # these take the room of two
MOST_TERMS = 6  # of a sum that is written out
MOST_MADE_UP = 12  # words that are said to have made-up numbers

# -- axes --
ROUND = 1, 2, 5, 10  # and their tenths and tens, from tick to tick
AROUND = 0.06  # of what an axis shows, the room at both ends
HELD = -0.02, 1.02  # shares of an axis, to which a place is held
LETTER, BOLD = 1.27, 1.43  # per cent of a phone's chart: half a letter

# -- a ruler --
MARGIN = 0.12  # of a step, from the last mark to the ruler's end
EDGE = 5.5  # per cent of the line, at least: the last numeral stands within the outline of a small ruler, too
RULED = 0.036  # of what a ruler's line shows, the room at both ends
LINE_LABELS = 18  # under the line, for its numbers
BAND, SECOND, NAMED, GAP = 44, 18, 24, 12  # a ruler, its second numerals, its words, and the room below
PALE = 24  # a ruler that does not hold
FOOT, PALE_FOOT, SECOND_FOOT = 8, 4, -14  # its numerals, over its lower edge
LONG_MARK, SHORT_MARK = 32, 20  # hundredths of its height
NUMERALS = 6  # per cent at least, from numeral to numeral
FINE = (14, 5), (7, 2)  # a step of so many per cent has so many parts
LEAST_BAND = 0.3  # per cent
AWAY = 6  # over a ruler, for the bar from its 0 to the followed number
ZERO = 20  # how far the mark of the 0 goes down
BEYOND = -3, 103  # per cent: what goes on further than the line, which cuts it, ends out of sight
WORDS = 15, 60  # per cent of a phone's line: further out, the words of the 0 would be cut
WORDS_LOW = 20  # below a ruler
BRACKET = (0, 9), (5, 5), (1, 9)  # the mark at the 0, the line along a step, and the mark at its end
TRIANGLE = "M0 0l-6 10h12z"  # a wedge, its tip at 0
MOST_NAMED = 2  # rulers below each other that each say what their 0 and their step are
EPS_SEEN = 0.005  # of a step: two decimals show that it is not σ
SMALL = 0.01  # a second numeral below it is written with its own decimals
LEAST_STEP, MOST_READ = 0.1, 1e4  # between which the arithmetic of a reading can be read
LONG_READING = 5  # letters

# -- the dots on its line --
ABOVE = 26  # over the piles, for a name
DOT, HIGHEST = 15, 6  # from one dot of a pile to the next; more are drawn closer
PICKED, REAL, PAD_EDGE = 8, 6.5, 1.1  # radii, and what a pad's lacks of half its room
PAD_ROOM, PADS_ROOM = 9, 30  # of a pad, if there are few; over the line, for as many as may come
PAD_SQUARE = 22, 710  # square px that a pad has, and that all have together
LIFT = 10  # that pads are lifted out of the pool
MOST_DOTS = 80  # more values are drawn as one mark for each place of the line
OVER = 22  # a name, over its dot
NAME_LINE = 16  # from one name to another over the line
COUNT = 13  # the number of the pads, over their pile
TAKES = 15  # per cent of a phone's line that the arrows of a pile of pads take on its left, where no dot is, as a rule
TAKEN = 2, 10.5  # per cent beside the followed dot, where another one is in the way of an arrow
NAME_ENDS = 9, 91  # per cent, between which a word over a dot is not cut
LONG_NAME = 10  # letters: a longer one goes inwards
MIDDLE = 40, 60  # per cent, between which it need not
BESIDE_PADS = 1.5, 2.2  # of half a name: nearer to a pile it gives way; the room that it then needs

# -- curves, tables, tiles --
HEIGHT, ACTIVATION = 210, 180  # of a chart with curves, and of an activation's
BELOW_PLOT = 34  # for the ticks and the name of the horizontal axis
CURVED = 0.07  # of the horizontal axis, the room at both ends
EARLY = 70  # per cent: a curve that ends before has its name beside its end
HIGH_NAME, LOW_NAME = -9, 17  # from a curve's end to its name
NAME_APART, NAME_TOP = 14, 11  # from name to name, and from the top
UNDER_TITLE = 13  # from the top, where a title stands above
CLOSE = 45  # between two lines across
MARK = 5.5  # the radius of a mark on a curve
RISEN = 0.62  # of the highest: there a curve of ε has its name
FULL = -0.6  # beyond this size of a column a name would leave a narrow chart on the right
HEAT = 34  # hundredths: the strongest tint of a cell
MOST_ROWS, MOST_COLUMNS = 40, 6  # of a table
PADS_IN_A_ROW = 6  # before one line stands for them
FEW_ROWS = 12  # of a table of rows that are all alike
ROW_NAME, PERSON, HEAD = 12, 14, 9  # letters of a name there, of a person's, and of a column's
MOST_TILES = 3, 8, 12  # sentences, tokens, and features of all sentences together
TILES_ROOM = 34  # over the line below tiles: three pads on each other

# -- how far sliders reach --
RANGE = -3, 3  # γ and β
STRETCHES = -1, 3  # the γ of a team
MOST_EXTRA = 24  # tokens of padding that are added to the longest sentence
LISTED = 300  # tokens to follow, in a list


def for_page(script: str) -> dict:
    """Those of the list that ``script`` names.

    >>> for_page("2 * BAND - MOST_ROWS")
    {'BAND': 44, 'MOST_ROWS': 40}
    """
    names = set(re.findall(r"\b[A-Z][A-Z_]+\b", script))
    return {name: value for name, value in globals().items() if name in names}
