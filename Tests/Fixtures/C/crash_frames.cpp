// SPDX-License-Identifier: MIT
//
// A crash whose functions have names of C++.
#include <cstdint>
#include <cstdlib>

namespace shop {

/// A basket.
struct Basket {
    /// Does not return.
    template <typename Number> Number total(Number) const {
        std::abort(); // place: total
    }
};

}  // namespace shop

extern "C" std::uint32_t falls_in_cpp() { return static_cast<std::uint32_t>(shop::Basket().total(1.5)); }
