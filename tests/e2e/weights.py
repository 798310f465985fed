"""Reads safetensors files: the format is an 8-byte length, a JSON header, and the bytes."""
import json
import struct


def tensors_of(path):
    """{name: (dtype, shape, bytes)}"""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + length])
    start = 8 + length
    return {name: (entry["dtype"], tuple(entry["shape"]),
                   data[start + entry["data_offsets"][0]:start + entry["data_offsets"][1]])
            for name, entry in header.items() if name != "__metadata__"}
