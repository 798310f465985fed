"""lrsweep's random streams in Python: the same initial weights and the same batches, so that the
losses of both sides can be compared update by update."""
import functools

MASK = (1 << 64) - 1
INIT, SHUFFLE = 1, 2


def mix(value):
    """SplitMix64's finaliser."""
    value = value + 0x9E3779B97F4A7C15 & MASK
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
    return value ^ value >> 31


def run_seed(train_seed, repeat=0):
    return mix(mix(train_seed) ^ repeat) >> 11


def stream_seed(seed, use, rank=0):
    return mix(mix(mix(seed) ^ use) ^ rank)


def part_seed(stream, part):
    return mix(mix(mix(stream >> 1) ^ SHUFFLE) ^ part)


def mt19937_64(seed):
    n, m = 312, 156
    state = [seed]
    for i in range(1, n):
        state.append((6364136223846793005 * (state[-1] ^ state[-1] >> 62) + i) & MASK)
    while True:
        for i in range(n):
            both = state[i] >> 31 << 31 | state[(i + 1) % n] & 0x7FFFFFFF
            state[i] = state[(i + m) % n] ^ both >> 1 ^ (0xB5026F5AA96619E9 if both & 1 else 0)
        for x in list(state):
            x ^= x >> 29 & 0x5555555555555555
            x ^= x << 17 & 0x71D67FFFEDA60000
            x ^= x << 37 & 0xFFF7EEE000000000
            yield x ^ x >> 43


@functools.cache
def random_order(count, seed):
    numbers, order = mt19937_64(seed), list(range(count))
    for i in range(count - 1, 0, -1):
        while (drawn := next(numbers)) >= (1 << 64) // (i + 1) * (i + 1):
            pass
        j = drawn % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def init_seed(train_seed=0):
    return stream_seed(run_seed(train_seed), INIT)


def epoch_order(count, epoch=0, train_seed=0):
    return random_order(count, part_seed(stream_seed(run_seed(train_seed), SHUFFLE), epoch))
