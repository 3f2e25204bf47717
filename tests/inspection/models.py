"""Architectures of torchvision, timm and transformers with random weights: how each is made and fed.

``python -m tests.inspection.models`` looks at each, and prints the table of docs/inspecting.md (which
test_models.py checks) and what each look costs.
"""

import time
from collections import Counter
from pathlib import Path

import torch

import normviz as nv
from normviz.inspection.given import leaves

SEED, CLASSES = 0, 5
DOCS = Path(__file__).parents[2] / "docs/inspecting.md"


def images(size, count=16):
    return lambda: torch.randn(count, 3, size, size)


def words(length=32, count=8, **more):
    return lambda: {"input_ids": torch.randint(5, 90, (count, length)), **{k: v() for k, v in more.items()}}


def of_torchvision(name, size=64, count=16, **how):
    def make():
        import torchvision.models as tv

        return getattr(tv, name)(weights=None, num_classes=CLASSES, **how)

    return make, images(size, count)


def of_timm(name, size=64, count=16):
    def make():
        import timm

        return timm.create_model(name, pretrained=False, num_classes=CLASSES)

    return make, images(size, count)


def of_transformers(name, draw=None, **sizes):
    def make():
        import transformers as hf

        return getattr(hf, f"{name}Model")(getattr(hf, f"{name}Config")(**sizes))

    return make, draw or words()


SMALL = {
    "vocab_size": 99,
    "hidden_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
}
LLAMA = {**SMALL, "num_key_value_heads": 2}
T5 = {"vocab_size": 99, "d_model": 48, "d_ff": 64, "d_kv": 12, "num_layers": 2, "num_heads": 4}
BART = {"vocab_size": 99, "d_model": 48, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4,
        "decoder_attention_heads": 4, "encoder_ffn_dim": 64, "decoder_ffn_dim": 64}  # fmt: skip
GPT2 = {"vocab_size": 99, "n_embd": 192, "n_layer": 2, "n_head": 4}
SOUND = {"hidden_size": 192, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 768,
         "conv_dim": (32, 32, 32), "conv_kernel": (10, 3, 3), "conv_stride": (5, 2, 2), "num_feat_extract_layers": 3,
         "num_conv_pos_embedding_groups": 4, "num_conv_pos_embeddings": 16, "mask_time_prob": 0.0}  # fmt: skip


def sound():
    return {"input_values": torch.randn(8, 1600)}


def translated():
    return {name: torch.randint(5, 90, (8, 9)) for name in ("input_ids", "decoder_input_ids")}


# How a model is made that is not made by its name alone, and how a batch is drawn.
HOW = {
    "torchvision vgg16_bn": of_torchvision("vgg16_bn", 32),
    "timm seresnet18": of_timm("legacy_seresnet18"),
    "timm vovnet: ese_vovnet19b_dw": of_timm("ese_vovnet19b_dw"),
    "torchvision googlenet": of_torchvision("googlenet", 96, init_weights=True),
    "timm inception_v3": of_timm("inception_v3", 96),
    "torchvision mobilenet_v3_small": of_torchvision("mobilenet_v3_small", 96),
    "torchvision shufflenet_v2_x0_5": of_torchvision("shufflenet_v2_x0_5", 96),
    "timm mobilenetv4_conv_small": of_timm("mobilenetv4_conv_small", 96),
    "torchvision efficientnet_b0": of_torchvision("efficientnet_b0", 96),
    "timm tf_efficientnet_lite0": of_timm("tf_efficientnet_lite0", 96),
    "timm regnety_002": of_timm("regnety_002", 96),
    "torchvision vit_b_16": of_torchvision("vit_b_16", 32, 8, image_size=32),
    "timm vit_tiny_patch16_224": of_timm("vit_tiny_patch16_224", 224, 4),
    "timm levit_128s": of_timm("levit_128s", 224, 16),
    "timm xcit_nano_12_p16_224": of_timm("xcit_nano_12_p16_224", 224, 8),
    "timm deit_tiny": of_timm("deit_tiny_patch16_224", 224, 4),
    "timm mixer_s32_224": of_timm("mixer_s32_224", 224, 4),
    "timm gmlp_s16_224": of_timm("gmlp_s16_224", 224, 4),
    "transformers BERT": of_transformers("Bert", **SMALL),
    "transformers RoBERTa": of_transformers("Roberta", **SMALL),
    "transformers DistilBERT": of_transformers(
        "DistilBert", vocab_size=99, dim=192, n_layers=2, n_heads=4, hidden_dim=768
    ),
    "transformers ELECTRA": of_transformers("Electra", **SMALL, embedding_size=192),
    "transformers GPT-2": of_transformers("GPT2", **GPT2),
    "transformers Llama": of_transformers("Llama", **LLAMA),
    "transformers Mistral": of_transformers("Mistral", **LLAMA),
    "transformers Gemma": of_transformers("Gemma", **LLAMA, head_dim=48),
    "transformers Qwen2": of_transformers("Qwen2", **LLAMA),
    "transformers GPT-NeoX": of_transformers("GPTNeoX", **SMALL),
    "transformers T5": of_transformers("T5", translated, **T5),
    "transformers BART": of_transformers("Bart", translated, **BART),
    "transformers wav2vec 2.0": of_transformers("Wav2Vec2", sound, **SOUND),
    "transformers HuBERT": of_transformers("Hubert", sound, **SOUND),
}
# name → (family, and the other cells of its row in the table)
ROWS = {
    cells[1]: cells
    for line in DOCS.read_text(encoding="utf-8").splitlines()
    if len(cells := line.strip("| ").split(" | ")) == 5
    and cells[1].split()[0] in ("torchvision", "timm", "transformers")
}


def model_of(name):
    """How it is made, and how a batch is drawn."""
    package, called = name.split()[0], name.split()[-1]
    return HOW.get(name) or {"torchvision": of_torchvision, "timm": of_timm}[package](called)


def norms_by_name(model) -> int:
    """How many layers are called a norm: counted without asking what they do."""
    found = ("BatchNorm", "LayerNorm", "GroupNorm", "RMSNorm", "RmsNorm", "InstanceNorm")
    named = (type(m).__name__ for m in model.modules())
    return sum(any(word in name for word in found) and "Conv" not in name for name in named)


def settle(model, draw, batches=4):
    """Running statistics as after long training: plain averages, and a count that is past the first batches."""
    norms = [m for m in model.modules() if getattr(m, "running_mean", None) is not None]
    kept = [norm.momentum for norm in norms]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None
    with torch.no_grad():
        for _ in range(batches):
            called(model.train(), draw())
    for norm, momentum in zip(norms, kept, strict=True):
        norm.momentum = momentum
        norm.num_batches_tracked.fill_(2000)
    return bool(norms)


def called(model, given):
    return model(**given) if isinstance(given, dict) else model(given)


def seconds(call) -> float:
    began = time.process_time()  # another process may keep the processors busy
    call()
    return time.process_time() - began


def there_and_back(model, given):
    out = called(model, given)
    sum(t.float().sum() for t in leaves(out) if t.is_floating_point() and t.requires_grad).backward()


def said(report) -> str:
    found = Counter(finding.code for finding in report.findings)
    return ", ".join(f"{code} ({count} layers)" for code, count in found.items()) or "nothing"


def in_use(model, draw) -> str:
    """What is found where the statistics have settled; "–" where there are none."""
    return said(nv.inspect(model.eval(), draw())) if settle(model, draw) else "–"


def rows():
    """The rows of the table: family, model, norm layers, what is found as new and with settled statistics, cost."""
    for name, (family, *_) in ROWS.items():
        make, draw = model_of(name)
        torch.manual_seed(SEED)
        model, given = make().train(), draw()
        new = nv.inspect(model, given)
        passes = sorted(seconds(lambda m=model, g=given: there_and_back(m, g)) for _ in range(3))[1]
        model.zero_grad(set_to_none=True)
        looks = sorted(seconds(lambda m=model, g=given: nv.inspect(m, g)) for _ in range(3))[1]
        yield family, name, len(new.layers), said(new), in_use(model, draw), f"{looks / passes:.1f}"


if __name__ == "__main__":
    print("| family | model | norm layers | found, new, training | found, settled, in use | passes |")
    print("|---|---|---|---|---|---|")
    for row in rows():
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
