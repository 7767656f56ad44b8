"""Ports of this process: no other test that runs on the machine gets them while the process lives. As tests/support/own_ports.hpp,
which says why, with the same blocks and names."""

import os
import socket

FIRST, PORTS_OF_BLOCK, BLOCKS = 16_000, 50, 200

_reserved = []  # sockets, open until the process ends
_left = []  # ports of the last block


def _take_a_block():
    for n in range(BLOCKS):
        block = (os.getpid() + n) % BLOCKS
        name = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            name.bind(f"\0hotpath-test-ports-{block}")
        except OSError:
            name.close()
            continue
        _reserved.append(name)
        begin = FIRST + block * PORTS_OF_BLOCK
        return list(range(begin, begin + PORTS_OF_BLOCK))
    raise AssertionError("no block of ports is free: other tests have them all")


def _can_bind(kind, port):
    with socket.socket(socket.AF_INET, kind) as probe:
        if kind == socket.SOCK_STREAM:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError:
            return False
        return True


def own_port():
    """Another one at each call, to which nothing is bound, by TCP or by UDP."""
    while True:
        if not _left:
            _left.extend(_take_a_block())
        port = _left.pop(0)
        if _can_bind(socket.SOCK_STREAM, port) and _can_bind(socket.SOCK_DGRAM, port):
            return port
