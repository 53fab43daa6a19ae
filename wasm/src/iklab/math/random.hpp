// The project's own generator, so that seeded runs agree in every build and browser: the
// distributions of standard libraries differ.
#pragma once

#include <cstdint>

namespace iklab {

// SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, any seed is good.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // In [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  // In [low, high).
  double uniform(double low, double high) { return low + (high - low) * unit(); }

  // In [0, count), count > 0
  int below(int count) { return static_cast<int>(unit() * count); }

 private:
  std::uint64_t state_;
};

// The seed of one of many streams that derive from one seed; below 2^53, so that a double and JSON
// can represent it.
inline std::uint64_t mix(std::uint64_t seed, std::uint64_t index) {
  return Random(Random(seed).bits() ^ index).bits() >> 11;
}

}  // namespace iklab
