"""PaddingExplorer: what pads do to μ and σ, and to a word that never asked for them."""

from dataclasses import replace

from normviz import _inputs
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, many
from normviz.drawing.padding import padding_picture
from normviz.drawing.sizes import RANGE
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, Number, Text, in_order, with_edits
from normviz.views import padding
from normviz.views.sentences import brought
from normviz.views.settings import holds


def _in_words(result: padding.Result) -> str:
    (b, t), k, mask = result.token, result.feature, result.batch.mask
    name = f"“{short_name(result.batch.tokens[b][t])}”"  # “are” is no part of the sentence
    means, stds = (
        [fixed(one[k]) for one in both] for both in zip(result.with_pads, result.without_pads, strict=True)
    )
    if result.norm == "layer_norm":
        at = b, t, 0
        own = fixed(result.normalized.mean[at]), fixed(result.normalized.std[at])
        mean = "the mean of {}'s own row is {} and σ {}".format(name, *own)
    elif result.norm == "masked_batch_norm":
        mean = f"the mean of d{k + 1} without them is {means[1]} and σ {stds[1]}"
    else:
        mean = f"the mean of d{k + 1} is {means[0]}, {means[1]} without pads; its σ is {stds[0]}"
        if result.norm == "filled_batch_norm":
            mean += f", {stds[1]} without pads"
    norm = next(words for words, norm in padding.NORMS.items() if norm == result.norm)
    length = many(mask.shape[1], "token")
    return (
        f"{length} a sentence, {mask.size - int(mask.sum())} of {mask.size} rows are pads: {mean}. "
        f"{name} comes out as {fixed(result.normalized.y[b, t, k])} by {norm}."
    )


class PaddingExplorer(Explorer):
    """Pad sentences to one length and watch what joins the pool.

    Parameters
    ----------
    data : None for the documents' "Hi Nitish"; or sentences (strings), a list of (L, D) arrays, or a
        PaddedBatch
    embedding : mapping word → D numbers for your sentences; other words get a vector made from the word
        itself
    example : "Hi Nitish", "Hi Probal" or "32 sentences, one of 100 words"
    norm : "batch norm, pads counted", "batch norm without pads", "batch norm, pads filled with the mean" or
        "layer norm"
    feature : the followed feature's number, from 1
    features : D of the made-up vectors where no embedding is given
    ahead : False draws the curves, and says the result, only for the padding lengths chosen so far, so that a
        class can be asked first; it never says what x̂ would be without the pads
    one_column : True draws the followed column, its ruler and its word alone, without law, curves, γ and β:
        for a first look

    Raises
    ------
    TypeError, ValueError
        For data that cannot be a padded batch: the message names what was expected and what came.

    Examples
    --------
    >>> explorer = PaddingExplorer()
    >>> explorer.padding_length.value = 8
    >>> round(float(explorer.result.with_pads[0][0]), 4)
    1.9506
    """

    heading = "How do pads change a word that nobody touched?"
    moves_first = ("padding_length", "norm", "token", "feature", "gamma", "beta")
    fit = staticmethod(padding.fit)
    compute = staticmethod(padding.compute)
    picture = staticmethod(padding_picture)
    words = staticmethod(_in_words)
    alone_as, typed_as = "padding", padding.YOURS

    def __init__(
        self,
        data=None,
        *,
        embedding=None,
        example: str = "Hi Nitish",
        norm: str = "batch norm, pads counted",
        feature: int = 1,
        features: int = 3,
        ahead: bool = True,
        one_column: bool = False,
    ):
        for name, value, names in (("example", example, padding.EXAMPLES), ("norm", norm, padding.NORMS)):
            _inputs.one_of(name, value, names)
        feature = _inputs.whole("feature", feature, at_least=1)
        ahead = _inputs.true_or_false("ahead", ahead)
        one_column = _inputs.true_or_false("one_column", one_column)
        said = {"example": example, **brought(data, embedding, features, padding.YOURS)}
        seen = None if ahead else (0, 0)
        settings = padding.Settings(norm=norm, seen=seen, one_column=one_column, **said)
        most = padding.batch_of(settings)[0].values.shape[-1]
        if feature > most:
            raise ValueError(f"feature: expected a number from 1 to {most}, got {feature}")
        super().__init__(replace(padding.fit(settings, frozenset({"example"})), feature=feature - 1))

    def examples_on_a_page(self, settings):
        return self.sentences_on_a_page(settings, padding.EXAMPLES, padding.batch_of)

    @staticmethod
    def controls_for(settings):
        yours = settings.example == padding.YOURS and settings.given is None
        try:
            batch, _ = padding.batch_of(settings)
        except (TypeError, ValueError):
            # The picture says so; what cannot be read has the settings' words to follow.
            words, features, low = (("–", settings.token),), settings.feature + 1, 1
        else:
            words, features, low = padding.followable(batch), batch.values.shape[-1], int(batch.lengths.max())

        return [
            [
                Choice("example", with_edits("Example", settings), (*padding.EXAMPLES, padding.YOURS)),
                Choice(
                    "norm", "Norm", tuple(padding.NORMS), width="20em", main=settings.one_column, above=True
                ),
            ],
            [Text("sentences", "Your sentences, one a line", rows=4, visible=yours)],
            [
                in_order("padding_length", "Padding length (tokens)", low, low + padding.MOST_EXTRA),
                Choice("token", "Follow", words, width="12.5em"),
                Choice("feature", "Feature", tuple((f"d{k + 1}", k) for k in range(features)), width="9em"),
                Number("gamma", "γ of this feature", *RANGE, 0.1),
                Number("beta", "β of this feature", *RANGE, 0.1),
            ],
        ]

    @staticmethod
    def follow(settings, cell):
        b, t, k = cell
        batch, _ = padding.batch_of(settings)
        followable = (b, t) in dict(padding.followable(batch)).values()
        return {"token": (b, t), "feature": k} if followable and k < batch.values.shape[-1] else {}

    @staticmethod
    def hold(settings, cell):
        return cell if holds(padding.batch_of(settings)[0], cell) else None
