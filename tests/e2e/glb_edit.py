"""Broken and odd GLBs made from good ones."""
import json
import struct

GLB_HEADER, CHUNK_HEADER = struct.Struct("<4sII"), struct.Struct("<I4s")
FLOAT_BYTES = 4
FLOATS_OF = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


def read(path):
    """The JSON document and the binary chunk (mutable) of a GLB."""
    data = path.read_bytes()
    at, chunks = GLB_HEADER.size, []
    while at < len(data):
        size, _ = CHUNK_HEADER.unpack_from(data, at)
        chunks.append(data[at + CHUNK_HEADER.size:at + CHUNK_HEADER.size + size])
        at += CHUNK_HEADER.size + size
    return json.loads(chunks[0]), bytearray(chunks[1] if len(chunks) > 1 else b"")


def write(path, document, binary):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    size = GLB_HEADER.size + 2 * CHUNK_HEADER.size + len(text) + len(binary)
    path.write_bytes(GLB_HEADER.pack(b"glTF", 2, size) + CHUNK_HEADER.pack(len(text), b"JSON") + text +
                     CHUNK_HEADER.pack(len(binary), b"BIN\0") + binary)
    return path


def channel(document, clip, path, number=0):
    """The number-th channel of `clip` that moves `path` ("rotation", ...)."""
    animation = next(a for a in document["animations"] if a["name"] == clip)
    found = [c for c in animation["channels"] if c["target"]["path"] == path][number]
    return found, animation["samplers"][found["sampler"]]


def set_key(document, binary, accessor, key, floats):
    """Overwrites one tightly packed float key of an accessor."""
    entry = document["accessors"][accessor]
    view = document["bufferViews"][entry["bufferView"]]
    assert len(floats) == FLOATS_OF[entry["type"]] and "byteStride" not in view
    at = view.get("byteOffset", 0) + entry.get("byteOffset", 0) + key * len(floats) * FLOAT_BYTES
    struct.pack_into(f"<{len(floats)}f", binary, at, *floats)


def add_chains(document, parent, chains, depth):
    """Hangs `chains` chains of `depth` nodes each under node `parent`."""
    nodes = document["nodes"]
    for chain in range(chains):
        above = parent
        for link in range(depth):
            nodes.append({"name": f"extra_{chain}_{link}", "translation": [0, 0.01, 0]})
            nodes[above].setdefault("children", []).append(len(nodes) - 1)
            above = len(nodes) - 1
