"""Clicks on the cells of a picture: core widgets send none, so the page writes them into a hidden box.

A row that can be clicked carries its place in the data (``data-row="1,2"``), and its table the number of the first
column drawn (``data-first``). A click sends the place of the row and the number of the column, all counted from 0.
"""

import ipywidgets


class Picked(ipywidgets.Text):
    """The hidden box: ``"1,2,0 7"`` is the seventh click, on the cell (1, 2, 0)."""

    def __init__(self):
        super().__init__(continuous_update=False, layout={"display": "none"})
        self.add_class("nv-picked")

    @property
    def place(self) -> tuple[int, ...]:
        """Where the last click was; ValueError for what no click sends.

        >>> box = Picked()
        >>> box.value = "1,2,0 7"
        >>> box.place
        (1, 2, 0)
        """
        place, _, _ = self.value.partition(" ")
        try:
            return tuple(int(number) for number in place.split(","))
        except ValueError:
            raise ValueError(f"picked: expected the place of a cell, such as 1,2,0, got {place!r}") from None
