"""Clicks on the cells of a picture: core widgets send none, so a few lines of JavaScript write them into a hidden box.

A row that can be clicked carries its place in the data (``data-row="1,2"``), and its table the number of the first
column drawn (``data-first``). A click sends the place of the row and the number of the column, all counted from 0.
"""

import ipywidgets

# A count goes with each click: where a slider has moved on in between, the same cell must be news once more.
JAVASCRIPT = """
let picks = 0;
const pick = event => {
    const cell = event.target.closest('.nv-view td:not(.nv-stat)');
    const row = cell?.closest('[data-row]');
    const box = event.currentTarget.querySelector(':scope > .nv-picked input');
    if (!row || !box || row.closest('.nv-stale')) return;
    const output = cell.classList.contains('nv-y');
    const alike = [...row.querySelectorAll('td:not(.nv-stat)')].filter(c => c.classList.contains('nv-y') === output);
    const column = alike.indexOf(cell) + Number(row.closest('table').dataset.first ?? 0);
    box.value = `${row.dataset.row},${column} ${++picks}`;
    box.dispatchEvent(new Event('change', {bubbles: true}));
};
"""
CSS = """
.nv-live [data-row]>td:not(.nv-stat){cursor:pointer}
.nv-live [data-row]>td:not(.nv-stat):not(.nv-cell):hover{outline:1px dashed var(--ink);outline-offset:-1px}
"""


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
