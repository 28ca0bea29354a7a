#pragma once
// Damaged copies of a good input, for decoders that must refuse or read them but never crash.

#include <functional>
#include <random>
#include <string>
#include <string_view>

namespace retarget::testing {

// Calls `decode` with every proper prefix of `good`.
inline void ForEachTruncation(std::string_view good, const std::function<void(std::string_view)>& decode) {
  for (size_t size = 0; size < good.size(); ++size) decode(std::string(good.substr(0, size)));  // exact allocation
}

// Calls `decode` with `copies` copies of `good`, one to four bytes of each changed at random (always the same ones).
inline void ForEachByteFlip(std::string_view good, int copies, const std::function<void(std::string_view)>& decode) {
  std::mt19937 random(1);
  for (int i = 0; i < copies; ++i) {
    std::string broken(good);
    for (int flips = 1 + random() % 4; flips > 0; --flips) {
      broken[random() % broken.size()] = static_cast<char>(random());
    }
    decode(broken);
  }
}

}  // namespace retarget::testing
