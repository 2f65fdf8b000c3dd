# SPDX-License-Identifier: MIT
"""Reads the compiler's index store: which file defines a symbol, and which files refer to it."""

import ctypes
import os
import shutil

DEFINITION = 1 << 1
IMPLICIT = 1 << 8
RECORD = 2


class _String(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def text(self):
        return ctypes.string_at(self.data, self.length).decode("utf-8", "replace") if self.length else ""


_VISITED_STRING = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, _String)
_VISITED = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)


def _library():
    """The toolchain's own reader, found beside the compiler."""
    compiler = os.path.realpath(shutil.which("swiftc"))
    library = ctypes.CDLL(os.path.join(os.path.dirname(compiler), "..", "lib", "libIndexStore.so"))
    address, text, number = ctypes.c_void_p, _String, ctypes.c_uint64
    for name, result, arguments in [
        ("store_create", address, [ctypes.c_char_p, address]),
        ("store_units_apply_f", ctypes.c_bool, [address, ctypes.c_uint, address, _VISITED_STRING]),
        ("unit_reader_create", address, [address, ctypes.c_char_p, address]),
        ("unit_reader_dispose", None, [address]),
        ("unit_reader_get_main_file", text, [address]),
        ("unit_reader_get_module_name", text, [address]),
        ("unit_reader_dependencies_apply_f", ctypes.c_bool, [address, address, _VISITED]),
        ("unit_dependency_get_kind", ctypes.c_int, [address]),
        ("unit_dependency_get_name", text, [address]),
        ("unit_dependency_get_filepath", text, [address]),
        ("record_reader_create", address, [address, ctypes.c_char_p, address]),
        ("record_reader_dispose", None, [address]),
        ("record_reader_occurrences_apply_f", ctypes.c_bool, [address, address, _VISITED]),
        ("occurrence_get_symbol", address, [address]),
        ("occurrence_get_roles", number, [address]),
        ("occurrence_get_line_col", None, [address, address, address]),
        ("symbol_get_usr", text, [address]),
        ("symbol_get_name", text, [address]),
    ]:
        function = getattr(library, "indexstore_" + name)
        function.restype, function.argtypes = result, arguments
    return library


class Occurrence:
    """A symbol at a place in a file."""

    __slots__ = ("usr", "name", "is_definition", "is_implicit", "line")

    def __init__(self, usr, name, roles, line):
        self.usr, self.name, self.line = usr, name, line
        self.is_definition = bool(roles & DEFINITION)
        self.is_implicit = bool(roles & IMPLICIT)


def occurrences(store_path, below):
    """The occurrences in each Swift file below the folder `below`: a dictionary by path."""
    library = _library()
    store = library.indexstore_store_create(store_path.encode(), None)
    if not store:
        raise SystemExit(f"{store_path}: expected an index store; build with `swift build` first")
    units = []
    library.indexstore_store_units_apply_f(
        store, 0, None, _VISITED_STRING(lambda _, name: units.append(name.text()) or True))
    below = os.path.realpath(below) + os.sep
    newest, found = {}, {}
    for unit in units:
        reader = library.indexstore_unit_reader_create(store, unit.encode(), None)
        if not reader:
            continue
        path = library.indexstore_unit_reader_get_main_file(reader).text()
        # A unit remains when its file has moved.
        if path.startswith(below) and path.endswith(".swift") and os.path.exists(path):
            changed = os.stat(os.path.join(store_path, "v5", "units", unit)).st_mtime
            if changed >= newest.get(path, 0):
                newest[path] = changed
                found[path] = _records(library, store, reader, path)
        library.indexstore_unit_reader_dispose(reader)
    return found


def _records(library, store, reader, path):
    """What the records of one unit say about its own file."""
    names = []

    def depend(_, dependency):
        if library.indexstore_unit_dependency_get_kind(dependency) == RECORD:
            if library.indexstore_unit_dependency_get_filepath(dependency).text() == path:
                names.append(library.indexstore_unit_dependency_get_name(dependency).text())
        return True

    library.indexstore_unit_reader_dependencies_apply_f(reader, None, _VISITED(depend))
    result = []

    def occur(_, occurrence):
        symbol = library.indexstore_occurrence_get_symbol(occurrence)
        line, column = ctypes.c_uint(), ctypes.c_uint()
        library.indexstore_occurrence_get_line_col(occurrence, ctypes.byref(line), ctypes.byref(column))
        result.append(Occurrence(
            library.indexstore_symbol_get_usr(symbol).text(), library.indexstore_symbol_get_name(symbol).text(),
            library.indexstore_occurrence_get_roles(occurrence), line.value))
        return True

    for name in names:
        record = library.indexstore_record_reader_create(store, name.encode(), None)
        if record:
            library.indexstore_record_reader_occurrences_apply_f(record, None, _VISITED(occur))
            library.indexstore_record_reader_dispose(record)
    return result
