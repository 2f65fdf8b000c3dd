// SPDX-License-Identifier: MIT

import Glibc
import ModuleSection

/// A library or program in this process.
struct LoadedImage: Equatable {
    /// Where the loader put it.
    private let base: UnsafeRawPointer
    /// Its path as the loader knows it.
    let path: String

    /// The image that contains an address; nil if none does.
    init?(holding address: UnsafeRawPointer) {
        guard let base = testkit_image_base(address), let name = testkit_image_path(address) else { return nil }
        self.base = base
        path = String(cString: name)
    }

    /// The image that declares a class; nil if it is made at run time.
    init?(declaring type: AnyClass) { self.init(holding: ClassMetadata(type).descriptor) }

    /// Whether two are the same.
    static func == (one: LoadedImage, other: LoadedImage) -> Bool { one.base == other.base }

    /// A symbol of that name that this image defines itself; nil if it has none.
    func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        guard let handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD) else { return nil }
        defer { dlclose(handle) }
        guard let symbol = dlsym(handle, name), LoadedImage(holding: symbol) == self else { return nil }
        return symbol
    }
}
