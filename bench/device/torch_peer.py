"""What cuBLAS, cuDNN and PyTorch's kernels take for the plans of primitives.cc: prints a line `NAME SECONDS` for each. Convolutions
are measured twice, as PyTorch does them by default, and with `-deterministic` at the end of the name by engines that have the same
result every time, which are the only ones that the plugin uses. Batch normalizations are measured by cuDNN, and with `-native` at the
end by PyTorch's kernels.

usage: torch_peer.py [TIMES]

TIMES is a file with the output of primitives.cc on the same GPU. With it each line ends in the ratio of its time to PyTorch's.
"""

import sys
import time
from pathlib import Path

import torch

torch.backends.cuda.matmul.allow_tf32 = False
torch.backends.cudnn.allow_tf32 = False
torch.backends.cudnn.benchmark = True
MILLION = 1024 * 1024
TIMES = {name: float(seconds) for name, seconds, *_ in
         (line.split() for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines())} if len(sys.argv) > 1 else {}


def measure(name, call):
    with torch.no_grad():
        for _ in range(3):
            call()
        torch.cuda.synchronize()
        begin = time.perf_counter()
        call()
        torch.cuda.synchronize()
        count = int(min(max(0.1 / (time.perf_counter() - begin), 1), 2000))
        best = 1e9
        for _ in range(3):
            begin = time.perf_counter()
            for _ in range(count):
                call()
            torch.cuda.synchronize()
            best = min(best, (time.perf_counter() - begin) / count)
    ours = TIMES.get(name.removesuffix("-deterministic").removesuffix("-native"))
    ratio = f" {ours / best:.2f}" if ours else ""
    print(f"{name} {best:.9f}{ratio}", flush=True)


def tensor(*shape, dtype=torch.float32):
    return torch.rand(*shape, device="cuda", dtype=dtype)


def products(suffix, dtype):
    for n in (512, 1024, 4096):
        a, b, c = (tensor(n, n, dtype=dtype) for _ in range(3))
        measure(f"product-{n}{suffix}", lambda a=a, b=b, c=c: torch.mm(a, b, out=c))
    a, b, c = (tensor(1024, 1024, dtype=dtype) for _ in range(3))
    measure(f"product-1024-transposed-b{suffix}", lambda: torch.mm(a, b.t(), out=c))
    d, e, f = tensor(384, 128, 64, dtype=dtype), tensor(384, 128, 64, dtype=dtype), tensor(384, 128, 128, dtype=dtype)
    measure(f"products-384-of-128x128x64{suffix}", lambda: torch.bmm(d, e.transpose(1, 2), out=f))
    x, w, bias = tensor(4096, 1024, dtype=dtype), tensor(1024, 1024, dtype=dtype), tensor(1024, dtype=dtype)
    measure(f"dense-relu-4096x1024x1024{suffix}", lambda: torch._addmm_activation(bias, x, w))  # also by an epilogue of cuBLASLt


def batch_norms(name, batch, size, depth):
    """By cuDNN, as PyTorch calls it, and with `-native` at the end of the name by PyTorch's own kernels."""
    for dtype, end in ((torch.float32, ""), (torch.half, "-half")):
        x, slope = (tensor(batch, depth, size, size, dtype=dtype).to(memory_format=torch.channels_last) for _ in range(2))
        scale, offset, mean, variance = (tensor(depth) for _ in range(4))
        calls = {
            "": ((lambda: torch.ops.aten.cudnn_batch_norm(x, scale, offset, None, None, True, 0.1, 1e-3)),
                 (lambda y: torch.ops.aten.cudnn_batch_norm_backward(x, slope, scale, None, None, y[1], y[2], 1e-3, y[3]))),
            "-native": ((lambda: torch.ops.aten.native_batch_norm(x, scale, offset, None, None, True, 0.1, 1e-3)),
                        (lambda y: torch.ops.aten.native_batch_norm_backward(slope, x, scale, None, None, y[1], y[2], True, 1e-3,
                                                                             [True, True, True]))),
        }
        for way, (forward, backward) in calls.items():
            y = forward()
            measure(f"{name}{end}{way}", forward)
            measure(f"{name}{end}-gradient{way}", lambda y=y, backward=backward: backward(y))
        measure(f"{name}{end}-inference", lambda: torch.nn.functional.batch_norm(x, mean, variance, scale, offset))


def convolutions(name, batch, size, depth, outputs, window, stride):
    for dtype, end in ((torch.float32, ""), (torch.half, "-half")):
        # With it off, PyTorch takes no tensor cores for halves either.
        torch.backends.cudnn.allow_tf32 = dtype == torch.half
        for deterministic in (False, True):
            torch.backends.cudnn.deterministic = deterministic
            convolutions_of(f"{name}{end}", "-deterministic" if deterministic else "", dtype, batch, size, depth, outputs, window, stride)


def convolutions_of(name, end, dtype, batch, size, depth, outputs, window, stride):
    padding = (window - 1) // 2
    x = tensor(batch, depth, size, size, dtype=dtype).to(memory_format=torch.channels_last)
    w = tensor(outputs, depth, window, window, dtype=dtype).to(memory_format=torch.channels_last)
    y = torch.nn.functional.conv2d(x, w, stride=stride, padding=padding)
    measure(f"{name}{end}", lambda: torch.nn.functional.conv2d(x, w, stride=stride, padding=padding))
    for suffix, mask in (("input", [True, False, False]), ("filter", [False, True, False])):
        measure(f"{name}-{suffix}-gradient{end}", lambda mask=mask: torch.ops.aten.convolution_backward(
            y, x, w, None, [stride] * 2, [padding] * 2, [1, 1], False, [0, 0], 1, mask))


def resizing(name, mode):
    x = tensor(64, 64, 56, 56).to(memory_format=torch.channels_last)
    y = torch.nn.functional.interpolate(x, scale_factor=2, mode=mode)
    backward = getattr(torch.ops.aten, f"upsample_{mode}2d_backward")
    corners = [False] if mode == "bilinear" else []
    measure(name, lambda: torch.nn.functional.interpolate(x, scale_factor=2, mode=mode))
    measure(f"{name}-gradient", lambda: backward(y, [112, 112], [64, 64, 56, 56], *corners, 2.0, 2.0))


def main():
    one = tensor(1)
    measure("launch", lambda: torch.relu(one))
    x, y, out = (tensor(64 * MILLION) for _ in range(3))
    measure("relu-float", lambda: torch.clamp_min(x, 0, out=out))
    measure("tanh-float", lambda: torch.tanh(x, out=out))
    measure("add-float", lambda: torch.add(x, y, out=out))
    a, b, c = (t.half() for t in (x, y, out))
    measure("add-half", lambda: torch.add(a, b, out=c))
    m, v, o = x.view(-1, 256), tensor(256), out.view(-1, 256)
    measure("bias-256", lambda: torch.add(m, v, out=o))
    s, t = x.view(8192, 8192), out.view(8192, 8192)
    measure("transpose", lambda: t.copy_(s.t()))
    measure("sum-of-rows", lambda: torch.sum(s, 1))
    measure("sum-of-columns", lambda: torch.sum(s, 0))
    measure("sum-of-all", lambda: torch.sum(x))
    logits = tensor(65536, 1000)
    measure("softmax-1000", lambda: torch.softmax(logits, 1))
    batch_norms("batch-norm-64", 1, 1024, 64)
    batch_norms("batch-norm-56x56x64", 64, 56, 64)
    batch_norms("batch-norm-14x14x256", 64, 14, 256)
    measure("argmax-of-rows", lambda: torch.argmax(logits, 1))
    measure("argmax-of-columns", lambda: torch.argmax(s, 0))
    measure("cumsum-of-rows", lambda: torch.cumsum(s, 1, out=t))
    measure("cumsum-of-columns", lambda: torch.cumsum(s, 0, out=t))
    resizing("resize-nearest-56x56x64", "nearest")
    resizing("resize-bilinear-56x56x64", "bilinear")
    classes = torch.arange(65536, device="cuda") % 1000
    one_hot = torch.zeros(65536, 1000, device="cuda")
    measure("one-hot-1000", lambda: one_hot.zero_().scatter_(1, classes.view(-1, 1), 1.0))
    products("", torch.float32)
    products("-half", torch.float16)
    products("-bfloat16", torch.bfloat16)
    convolutions("convolution-56x56x64-3x3-64", 64, 56, 64, 64, 3, 1)
    convolutions("convolution-56x56x64-1x1-256", 64, 56, 64, 256, 1, 1)
    convolutions("convolution-14x14x256-3x3-256", 64, 14, 256, 256, 3, 1)
    convolutions("convolution-28x28x128-3x3-128-stride-2", 64, 28, 128, 128, 3, 2)


if __name__ == "__main__":
    main()
