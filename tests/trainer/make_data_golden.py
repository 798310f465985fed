"""Numbers that tests/trainer/data_*_test.cpp quote, worked out without lrsweep:
tests/trainer/make_data_golden.py (needs NumPy and Debian's dataset-fashion-mnist).
"""
import gzip

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


def main():
    numbers = mt19937_64(5489)
    tenthousandth = [next(numbers) for _ in range(10000)][-1]
    assert tenthousandth == 9981545732273789042
    print("random_order(10, 1):", random_order(10, 1))
    print("random_order(10, 2^64 - 1):", random_order(10, 2**64 - 1))

    i, c, y, x = numpy.ogrid[:9, :3, :5, :4]
    made = ((i * 31 + c * 57 + y * 17 + x * x * 5) % 256).astype(numpy.uint8)
    print("made, samples 0, 2, 3, 7:", of_pixels(made[[0, 2, 3, 7]]))

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
