"""What an explorer is, in functions of its settings that need no widget."""

import warnings
from dataclasses import replace

import numpy as np
from markupsafe import Markup

from normviz.drawing.markup import tag
from normviz.norms import LostDigits
from normviz.views.settings import NO_EDITS, changed


class Described:
    """What an explorer's class says of it; :class:`normviz.explorers.base.Explorer` makes it live.

    A subclass describes, in functions that need no widget: ``compute(settings)``, plain data; ``picture(result)``,
    markup; ``words(result)``, the sentence that a screen reader reads out after every
    change; and ``controls_for(settings)``, rows of :mod:`normviz.explorers.controls`, each named after a setting. It
    may define ``fit(settings, changed)``, the settings with all that must change with those called ``changed``, and
    ``follow(settings, cell)``, what a click on a cell of the picture changes, by name. Where numbers of the picture can
    be taken hold of, ``hold(settings, cell)`` is the cell of the data, for the settings' ``edits``, or None.
    """

    heading = "Explorer"
    follow = None
    # The controls that move first where a page without a kernel has no room for all of them.
    moves_first: tuple[str, ...] = ()
    hold = None
    alone_as = None  # the file of ``front/views`` that computes this view in a page without a kernel
    names_example = "example"  # the setting that names the example
    typed_as = None  # the example whose numbers are typed, where the caller gave none
    _goals = None

    @property
    def named_goals(self) -> str | None:
        """The name of the goals that stand below the picture."""
        return self._goals and self._goals[0]

    @property
    def typed(self) -> str | None:
        """The example whose numbers are typed; None where the caller gave them."""
        return self.typed_as if getattr(self.first, "given", None) is None else None

    def examples_on_a_page(self, settings) -> dict:
        """Return what a page without a kernel may be asked for, by the name of the example."""
        raise NotImplementedError

    def each_on_a_page(self, settings, known, of) -> dict:
        """Return ``of(settings)`` for the examples out of ``known`` that such a page may come to, without edits."""
        key = self.names_example
        now = (getattr(one, key) for one in (self.first, settings))
        names = dict.fromkeys((*(known if key in self.in_sight else ()), *now))
        names.pop(self.typed, None)  # the page reads it
        return {name: of(replace(settings, **{key: name}, edits=NO_EDITS)) for name in names}

    def tables_on_a_page(self, settings, known, table_of) -> dict:
        """Return the same where ``table_of(settings)`` is a Table."""
        tables = self.each_on_a_page(settings, known, table_of).items()
        return {name: {"rows": t.rows, "columns": t.columns, "values": t.values} for name, t in tables}

    def sentences_on_a_page(self, settings, known, block_of) -> dict:
        """Return the same where ``block_of(settings)`` is a PaddedBatch, and the words whose vectors are made up."""
        return {
            name: {
                "tokens": [names[:n] for names, n in zip(batch.tokens, batch.lengths, strict=True)],
                "values": [rows[:n].tolist() for rows, n in zip(batch.values, batch.lengths, strict=True)],
                "madeUp": made_up,
            }
            for name, (batch, made_up) in self.each_on_a_page(settings, known, block_of).items()
        }

    @staticmethod
    def compute(settings):
        """Return plain data for ``settings``."""
        raise NotImplementedError

    @staticmethod
    def picture(result) -> Markup:
        """Return the picture of ``result``."""
        raise NotImplementedError

    @staticmethod
    def words(result) -> str:
        """Say what ``result`` is, in one short sentence with the picture's own numbers."""
        raise NotImplementedError

    @staticmethod
    def controls_for(settings) -> list[list]:
        """Describe the controls, in rows; how many rows there are, and all names, are the same for all settings."""
        raise NotImplementedError

    @staticmethod
    def fit(settings, changed: frozenset[str]):
        """Return ``settings`` with all that must follow where those called ``changed`` have changed."""
        return settings

    @staticmethod
    def unit(settings) -> float:
        """How much of the picture's numbers is 1 in the data that ``edits`` are put into."""
        return 1.0

    @classmethod
    def after(cls, settings, **changes):
        """Return the settings that follow when ``changes`` are made: what is asked for, and what must fit to it."""
        return changed(cls.fit(changed(settings, **changes), frozenset(changes)), **changes)

    def shown(self, settings) -> tuple:
        """Return what ``settings`` show: the result, its picture and its sentence."""
        # An inf would be drawn in silence, at a meaningless position; of lost digits the picture itself tells.
        with np.errstate(over="raise"), warnings.catch_warnings():
            warnings.simplefilter("ignore", LostDigits)
            result = self.compute(settings)
            return result, self.picture(result), self.words(result)

    @classmethod
    def draw(cls, result) -> Markup:
        """Return the picture of ``result`` as it stands in the view."""
        return cls.framed(cls.picture(result))

    @classmethod
    def framed(cls, *picture) -> Markup:
        """Return a picture, or what stands in its place, as the view has it."""
        return tag("div", picture, class_="nv", data_explorer=cls.__name__)
