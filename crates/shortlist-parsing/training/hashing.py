"""The hashed features of phrases, as `learned/phrase.rs` computes them."""
import re
import unicodedata

import numpy as np
import scipy.sparse

PART_BITS, WORD_BITS = 16, 14
MULTIPLIER, MIXER, SEED, PAIR, MASK = 0x01000193, 0x9E3779B1, 7, 31, 0xFFFFFFFF
PARTS = range(2, 6)


def plain(text):
    """Small letters without accents, a zero for each digit, and one space between words."""
    letters = unicodedata.normalize("NFKD", text.lower())
    letters = "".join("0" if c.isdigit() else c for c in letters if not unicodedata.combining(c))
    return " ".join(letters.split())


def mixed(value):
    return ((value ^ (value >> 15)) * MIXER) & MASK


class WordHashes(dict):
    def __missing__(self, word):
        value = SEED
        for c in word:
            value = (value * MULTIPLIER + ord(c)) & MASK
        self[word] = value
        return value


HASHES = WordHashes()


def part_columns(phrases):
    """The rows and columns of the parts of words of all phrases."""
    codes = [np.frombuffer(f" {p} ".encode("utf-32-le"), dtype=np.uint32) for p in phrases]
    owner = np.repeat(np.arange(len(codes), dtype=np.int32), [len(c) for c in codes])
    letters = np.concatenate(codes)
    space = letters == 32
    rows, columns = [], []
    for length in PARTS:
        count = len(letters) - length + 1
        value = np.zeros(count, dtype=np.uint32)
        for at in range(length):
            value = value * np.uint32(MULTIPLIER) + letters[at : at + count]
        whole = owner[:count] == owner[length - 1 :]
        for at in range(1, length - 1):
            whole &= ~space[at : at + count]
        if length == 2:
            whole &= ~(space[:count] & space[1 : 1 + count])
        value = (value + np.uint32(length))[whole]
        value = (value ^ (value >> np.uint32(15))) * np.uint32(MIXER)
        rows.append(owner[:count][whole])
        columns.append((value >> np.uint32(32 - PART_BITS)).astype(np.int32))
    return np.concatenate(rows), np.concatenate(columns)


def word_columns(phrases):
    """The rows and columns of the words of all phrases, and of two words in a row."""
    rows, columns = [], []
    for row, phrase in enumerate(phrases):
        words = [HASHES[w] for w in re.findall(r"[^\W_]+|[^\w\s]", phrase)]
        pairs = [(a * PAIR + b) & MASK for a, b in zip(words, words[1:])]
        rows += [row] * (len(words) + len(pairs))
        columns += [mixed(value) >> (32 - WORD_BITS) for value in words + pairs]
    return rows, columns


def unit_rows(rows, columns, shape):
    matrix = scipy.sparse.csr_matrix((np.ones(len(rows), dtype=np.float32), (rows, columns)), shape=shape)
    matrix.sum_duplicates()
    length = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    length[length == 0] = 1
    return scipy.sparse.diags(1 / length).dot(matrix)


def matrix(phrases):
    """A row for each plain phrase; its parts and its words have the length one each."""
    parts = unit_rows(*part_columns(phrases), (len(phrases), 1 << PART_BITS))
    words = unit_rows(*word_columns(phrases), (len(phrases), 1 << WORD_BITS))
    return scipy.sparse.hstack([parts, words]).tocsr()
