"""Architectures of torchvision, timm and transformers with random weights, by family: how each is made and fed.

``python -m tests.inspection.models`` looks at each, and prints the table of docs/inspecting.md (which
test_models.py checks) and what each look costs.
"""

import time
from collections import Counter

import torch

import normviz as nv
from normviz.inspection.given import leaves

SEED, CLASSES = 0, 5


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


# family → name → (how it is made, how a batch is drawn)
MODELS = {
    "plain convolutions": {
        "torchvision vgg11_bn": of_torchvision("vgg11_bn"),
        "torchvision vgg16_bn": of_torchvision("vgg16_bn", 32),
    },
    "residual": {
        "torchvision resnet18": of_torchvision("resnet18"),
        "torchvision resnet50": of_torchvision("resnet50"),
        "torchvision resnext50_32x4d": of_torchvision("resnext50_32x4d"),
        "torchvision wide_resnet50_2": of_torchvision("wide_resnet50_2"),
        "timm resnet10t": of_timm("resnet10t"),
        "timm seresnet18": of_timm("legacy_seresnet18"),
        "timm resnetv2_50": of_timm("resnetv2_50"),
        "timm resnetv2_50x1_bit": of_timm("resnetv2_50x1_bit"),
    },
    "dense": {
        "torchvision densenet121": of_torchvision("densenet121"),
        "timm dla34": of_timm("dla34"),
        "timm vovnet: ese_vovnet19b_dw": of_timm("ese_vovnet19b_dw"),
    },
    "inception": {
        "torchvision googlenet": of_torchvision("googlenet", 96, init_weights=True),
        "timm inception_v3": of_timm("inception_v3", 96),
    },
    "mobile": {
        "torchvision mobilenet_v2": of_torchvision("mobilenet_v2"),
        "torchvision mobilenet_v3_small": of_torchvision("mobilenet_v3_small", 96),
        "torchvision mnasnet0_5": of_torchvision("mnasnet0_5"),
        "torchvision shufflenet_v2_x0_5": of_torchvision("shufflenet_v2_x0_5", 96),
        "timm mobilenetv4_conv_small": of_timm("mobilenetv4_conv_small", 96),
        "timm ghostnet_100": of_timm("ghostnet_100"),
    },
    "scaled": {
        "torchvision efficientnet_b0": of_torchvision("efficientnet_b0", 96),
        "torchvision efficientnet_v2_s": of_torchvision("efficientnet_v2_s"),
        "torchvision regnet_y_400mf": of_torchvision("regnet_y_400mf"),
        "timm tf_efficientnet_lite0": of_timm("tf_efficientnet_lite0", 96),
        "timm regnety_002": of_timm("regnety_002", 96),
    },
    "convolutions with layer norm": {
        "torchvision convnext_tiny": of_torchvision("convnext_tiny"),
        "timm convnext_pico": of_timm("convnext_pico"),
        "timm convnextv2_atto": of_timm("convnextv2_atto"),
    },
    "vision transformers": {
        "torchvision vit_b_16": of_torchvision("vit_b_16", 32, 8, image_size=32),
        "torchvision swin_t": of_torchvision("swin_t"),
        "timm vit_tiny_patch16_224": of_timm("vit_tiny_patch16_224", 224, 4),
        "timm levit_128s": of_timm("levit_128s", 224, 16),
        "timm xcit_nano_12_p16_224": of_timm("xcit_nano_12_p16_224", 224, 8),
        "timm deit_tiny": of_timm("deit_tiny_patch16_224", 224, 4),
    },
    "mixers": {
        "timm mixer_s32_224": of_timm("mixer_s32_224", 224, 4),
        "timm gmlp_s16_224": of_timm("gmlp_s16_224", 224, 4),
        "timm poolformer_s12": of_timm("poolformer_s12"),
    },
    "encoders of text": {
        "transformers BERT": of_transformers("Bert", **SMALL),
        "transformers RoBERTa": of_transformers("Roberta", **SMALL),
        "transformers DistilBERT": of_transformers(
            "DistilBert", vocab_size=99, dim=192, n_layers=2, n_heads=4, hidden_dim=768
        ),
        "transformers ELECTRA": of_transformers("Electra", **SMALL, embedding_size=192),
    },
    "decoders of text": {
        "transformers GPT-2": of_transformers("GPT2", **GPT2),
        "transformers Llama": of_transformers("Llama", **LLAMA),
        "transformers Mistral": of_transformers("Mistral", **LLAMA),
        "transformers Gemma": of_transformers("Gemma", **LLAMA, head_dim=48),
        "transformers Qwen2": of_transformers("Qwen2", **LLAMA),
        "transformers GPT-NeoX": of_transformers("GPTNeoX", **SMALL),
    },
    "encoders and decoders": {
        "transformers T5": of_transformers("T5", translated, **T5),
        "transformers BART": of_transformers("Bart", translated, **BART),
    },
    "sound": {
        "transformers wav2vec 2.0": of_transformers("Wav2Vec2", sound, **SOUND),
        "transformers HuBERT": of_transformers("Hubert", sound, **SOUND),
    },
}


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
    for family, models in MODELS.items():
        for name, (make, draw) in models.items():
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
