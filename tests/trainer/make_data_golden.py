"""Numbers that tests/trainer/data_*_test.cpp quote, and golden_arrays.hpp, the files that they read,
made without lrsweep: tests/trainer/make_data_golden.py (needs NumPy and Debian's
dataset-fashion-mnist; the bytes of safetensors_test.cpp need the package safetensors).
"""
import gzip
import io
import pathlib
import textwrap
import zipfile

import numpy


def mt19937_64(seed):
    """The generator of [rand.predef]; its 10000th number from seed 5489 is the standard's."""
    mask, n, m = (1 << 64) - 1, 312, 156
    state = [seed]
    for i in range(1, n):
        state.append((6364136223846793005 * (state[-1] ^ state[-1] >> 62) + i) & mask)
    while True:
        for i in range(n):
            both = state[i] >> 31 << 31 | state[(i + 1) % n] & 0x7FFFFFFF
            state[i] = state[(i + m) % n] ^ both >> 1 ^ (0xB5026F5AA96619E9 if both & 1 else 0)
        for x in list(state):
            x ^= x >> 29 & 0x5555555555555555
            x ^= x << 17 & 0x71D67FFFEDA60000
            x ^= x << 37 & 0xFFF7EEE000000000
            yield x ^ x >> 43


def random_order(count, seed):
    """Fisher-Yates from the end; numbers of the last, short stretch are drawn again."""
    numbers, order = mt19937_64(seed), list(range(count))
    for i in range(count - 1, 0, -1):
        while (drawn := next(numbers)) >= (1 << 64) // (i + 1) * (i + 1):
            pass
        j = drawn % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def of_pixels(pixels):
    """Mean and population deviation a channel of [n, c, h, w]."""
    pixels = pixels.astype(numpy.float64)
    return pixels.mean((0, 2, 3)).tolist(), pixels.std((0, 2, 3)).tolist()


def npy(values, version=None):
    file = io.BytesIO()
    numpy.lib.format.write_array(file, values, version=version)
    return file.getvalue()


def npz(save, **arrays):
    file = io.BytesIO()
    save(file, **arrays)
    return file.getvalue()


def npz_that_lies():
    """A deflated array of 2 GiB by its header, with 10,000 bytes."""
    array, archive = io.BytesIO(), io.BytesIO()
    header = {"descr": "|u1", "fortran_order": False, "shape": (2**31, 1)}
    numpy.lib.format.write_array_header_1_0(array, header)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for name in ("x.npy", "y.npy"):
            file.writestr(zipfile.ZipInfo(name), array.getvalue() + bytes(10000), zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def files():
    """Name and bytes of each file; what they hold follows from the formulas here."""
    halves = (numpy.arange(24) / 2).reshape(2, 3, 4)  # 0, 0.5, …, 11.5
    images = (numpy.arange(6 * 5 * 7) * 37 % 256).astype(numpy.uint8).reshape(6, 5, 7)
    labels = numpy.array([0, 1, 2, 2, 1, 0])
    sets = {"x_train": images, "y_train": labels, "x_test": images[:2], "y_test": labels[1:3]}
    return {
        "kNpyFloat": npy(halves.astype("<f4")),
        "kNpyFortran": npy(numpy.asfortranarray(halves)),
        "kNpyBigEndian": npy(halves.astype(">f8"), (2, 0)),
        "kNpyHalf": npy(halves.astype("<f2"), (3, 0)),
        "kNpyShort": npy((2 * halves).astype("<i2")),
        "kNpyWords": npy(numpy.array(["cat", "dog"])),
        "kNpyObject": npy(numpy.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f4")])),
        "kNpzStored": npz(numpy.savez, x=images, y=labels.astype("<i4")),
        "kNpzDeflated": npz(numpy.savez_compressed, **sets),
        "kNpzLies": npz_that_lies(),
    }


def write_header():
    rows = []
    for name, content in files().items():
        lines = "\n".join(f'    "{line}"' for line in textwrap.wrap(content.hex(), 92))
        rows.append(f"inline constexpr std::string_view {name} =\n{lines};\n")
    text = ("// Made by make_data_golden.py with NumPy " + numpy.__version__ + ": files in hexadecimal."
            "\n#pragma once\n\n#include <string_view>\n\nnamespace lrsweep::golden {\n\n" +
            "\n".join(rows) + "\n}  // namespace lrsweep::golden\n")
    pathlib.Path(__file__).with_name("golden_arrays.hpp").write_text(text, encoding="utf-8")


def float_scale():
    """Mean and deviation of float32 inputs whose squares cancel in float32, samples 1, 2, 4."""
    i, c = numpy.ogrid[:5, :3]
    made = (numpy.array([[1000.0, -3.0, 0.0]]) + (i * 7 + c * 3) % 5 / 8).astype(numpy.float32)
    chosen = made[[1, 2, 4]].astype(numpy.float64)
    return chosen.mean(0).tolist(), chosen.std(0).tolist()


def main():
    numbers = mt19937_64(5489)
    tenthousandth = [next(numbers) for _ in range(10000)][-1]
    assert tenthousandth == 9981545732273789042
    print("random_order(10, 1):", random_order(10, 1))
    print("random_order(10, 2^64 - 1):", random_order(10, 2**64 - 1))

    i, c, y, x = numpy.ogrid[:9, :3, :5, :4]
    made = ((i * 31 + c * 57 + y * 17 + x * x * 5) % 256).astype(numpy.uint8)
    print("made, samples 0, 2, 3, 7:", of_pixels(made[[0, 2, 3, 7]]))

    print("float32, samples 1, 2, 4:", float_scale())
    write_header()
    try:
        from safetensors.numpy import save
        halves = numpy.arange(6, dtype=numpy.float32).reshape(2, 3) / 2
        print("safetensors:", save({"a": numpy.array([7, 8, 255], numpy.uint8), "b": halves},
                                   metadata={"made": "by hand"}))
    except ImportError:
        print("safetensors: not installed, its bytes are not shown")

    folder = "/usr/share/datasets/fashion-mnist/train-"
    with gzip.open(folder + "images-idx3-ubyte.gz") as file:
        images = numpy.frombuffer(file.read(), numpy.uint8, offset=16).reshape(-1, 1, 28, 28)
    with gzip.open(folder + "labels-idx1-ubyte.gz") as file:
        labels = numpy.frombuffer(file.read(), numpy.uint8, offset=8)
    print("fashion-mnist:", images.shape, numpy.bincount(labels).tolist(), labels[:10].tolist())
    print("  sum of pixels:", int(images.sum(dtype=numpy.int64)), "of the last image:",
          int(images[-1].sum(dtype=numpy.int64)))
    print("  every 7th sample:", of_pixels(images[::7]))


main()
