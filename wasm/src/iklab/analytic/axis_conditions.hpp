// Where axes of a chain meet or are parallel, within the rounding of files.
#pragma once

#include <algorithm>
#include <cmath>

#include "iklab/analytic/six_axis.hpp"

namespace iklab::detail {

// Files state angles such as pi / 2 to 10 digits, and offsets to 5.
inline constexpr double kParallelAngle = 1e-5;  // Radians.
inline constexpr double kMeetShare = 1e-5;      // Share of the chain's length.

inline double sineBetween(const Vec& a, const Vec& b) { return norm(cross(a, b)); }

// The point nearest to both lines, in the middle between them; they must not be parallel.
struct Nearest {
  Vec point;
  double distance;
};
inline Nearest nearestPoint(const Vec& h1, const Vec& o1, const Vec& h2, const Vec& o2) {
  const Vec between = o2 - o1;
  const double c = dot(h1, h2), a = dot(h1, between), b = dot(h2, between);
  const double s2 = 1 - c * c;
  const Vec one = o1 + ((a - c * b) / s2) * h1, two = o2 + ((c * a - b) / s2) * h2;
  return {0.5 * (one + two), norm(two - one)};
}

inline double distanceToLine(const Vec& h, const Vec& o, const Vec& p) {
  return norm(cross(h, p - o));
}

// The least distance (metres) by which three neighbouring axes miss a common point.
template <size_t N>
double missOfThree(const AxisChain<N>& chain, size_t a) {
  double least = kInfinity;
  for (size_t i = 0; i < 3; ++i) {
    const size_t j = a + (i + 1) % 3, k = a + (i + 2) % 3, one = a + i;
    if (sineBetween(chain.axis[one], chain.axis[j]) <= kParallelAngle) continue;
    const Nearest nearest =
        nearestPoint(chain.axis[one], chain.point[one], chain.axis[j], chain.point[j]);
    least = std::min(least, std::max(nearest.distance,
                                     distanceToLine(chain.axis[k], chain.point[k], nearest.point)));
  }
  return least;
}

// Tests conditions on the axes of a chain (numbered from 1 as in the papers), and remembers the
// largest deviation that it accepted.
template <size_t N>
class AxisConditions {
 public:
  explicit AxisConditions(const AxisChain<N>& chain) : chain_(chain), ideal_(chain) {
    sign_.fill(1);
  }

  bool parallel(int a, int b) {
    const double sine = sineBetween(axis(a), axis(b));
    if (sine > kParallelAngle) return false;
    removed_ = std::max(removed_, sine);
    const double sign = dot(axis(a), axis(b)) < 0 ? -1 : 1;
    sign_[at(b)] = sign * sign_[at(a)];
    ideal_.axis[at(b)] = ideal_.axis[at(a)];
    return true;
  }
  bool skew(int a, int b) const { return sineBetween(axis(a), axis(b)) > kParallelAngle; }
  // Axes a and b, which are not parallel, share a point; it becomes o_a and o_b.
  bool meet(int a, int b) {
    if (!skew(a, b)) return false;
    const Nearest nearest = nearestPoint(axis(a), point(a), axis(b), point(b));
    if (nearest.distance > kMeetShare * chain_.length) return false;
    removed_ = std::max(removed_, nearest.distance / chain_.length);
    ideal_.point[at(a)] = ideal_.point[at(b)] = nearest.point;
    return true;
  }
  // Axes a, a + 1 and a + 2 share a point, and neighbours are not parallel.
  bool meetAll(int a) {
    if (!skew(a + 1, a + 2) || !meet(a, a + 1)) return false;
    const Vec shared = ideal_.point[at(a)];
    const double distance = distanceToLine(axis(a + 2), point(a + 2), shared);
    if (distance > kMeetShare * chain_.length) return false;
    removed_ = std::max(removed_, distance / chain_.length);
    ideal_.point[at(a + 2)] = shared;
    return true;
  }

  // The chain with these conditions exactly so. Parallel axes point the same way: its q times sign
  // is q of the chain.
  const AxisChain<N>& ideal() const { return ideal_; }
  const JointValues<N>& sign() const { return sign_; }
  double removed() const { return removed_; }

 private:
  static size_t at(int number) { return static_cast<size_t>(number - 1); }
  const Vec& axis(int a) const { return chain_.axis[at(a)]; }
  const Vec& point(int a) const { return chain_.point[at(a)]; }

  const AxisChain<N>& chain_;
  AxisChain<N> ideal_;
  JointValues<N> sign_;
  double removed_ = 0;
};

}  // namespace iklab::detail
