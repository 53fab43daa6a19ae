// Solutions of an idealised arm, before they are polished.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "iklab/analytic/arm_class.hpp"

namespace iklab::detail {

// Where an angle is undetermined, or may be but for rounding of the file, it is that of the start; in
// the second case, another candidate has the computed angle, in case the first does not reach the
// goal. Such choices are numbered by bits.
template <size_t N>
struct Candidate {
  JointValues<N> q = {};
  std::uint64_t kept = 0;      // The choices in which it has the start's angle.
  std::uint64_t fallback = 0;  // The choices in which it has the computed angle.
};

// Double roots are listed on both sides, so that up to 8 candidates may lead to one solution.
template <size_t N>
struct Candidates {
  static constexpr int kMost = N == 6 ? 64 : 128;
  int count = 0;
  int choices = 0;
  std::array<Candidate<N>, kMost> list;
  void add(const Candidate<N>& c) {
    if (count < kMost) list[static_cast<size_t>(count++)] = c;
  }
};

// goal: of the tip of `arm.ideal`, as is start.
void findCandidates(const ArmClass& arm, const Frame6& goal, const Six& start,
                    Candidates<6>& found);

inline Vec anyAcross(const Vec& k) {
  return std::abs(k.x) < 0.6 ? cross(k, {1, 0, 0}) : cross(k, {0, 1, 0});
}

// Walks through the angles of one joint after the other, numbered from 1 as in the papers.
template <size_t N>
class CandidateWalk {
 protected:
  CandidateWalk(const AxisChain<N>& ideal, double idealised, const JointValues<N>& start,
                Candidates<N>& found)
      : h_(ideal.axis), start_(start), found_(found) {
    slack_.share = std::max(1e-9, 100 * idealised);
  }

  const Vec& h(int i) const { return h_[static_cast<size_t>(i - 1)]; }
  double& q(int i) { return now_.q[static_cast<size_t>(i - 1)]; }
  Vec turned(int i, const Vec& v) { return rotated(h(i), q(i), v); }  // R(h_i, q_i) v
  Vec turnedBack(int i, const Vec& v) { return rotated(h(i), -q(i), v); }

  // Sets q_i to each of the angles in turn. An undetermined angle keeps that of the start.
  template <class Then>
  void each(int i, const Angles& angles, Then then) {
    const Candidate<N> before = now_;
    const std::uint64_t bit = angles.any || angles.weak ? newChoice() : 0;
    if (bit > 0) {
      now_.kept |= bit;
      q(i) = start_[static_cast<size_t>(i - 1)];
      then();
      now_.kept = before.kept;
      now_.fallback |= bit;
    }
    for (int k = 0; k < angles.count; ++k) {
      q(i) = angles.angle[k];
      then();
    }
    now_.fallback = before.fallback;
  }
  template <class Then>
  void each(int i, int j, const AnglePairs& pairs, Then then) {
    const Candidate<N> before = now_;
    const bool any = pairs.firstAny || pairs.secondAny;
    const auto list = [&](bool keepFirst, bool keepSecond) {
      for (int k = 0; k < pairs.count; ++k) {
        q(i) = keepFirst ? start_[static_cast<size_t>(i - 1)] : pairs.pair[k].first;
        q(j) = keepSecond ? start_[static_cast<size_t>(j - 1)] : pairs.pair[k].second;
        then();
      }
    };
    const std::uint64_t bit = any || pairs.firstWeak || pairs.secondWeak ? newChoice() : 0;
    if (bit > 0) {
      now_.kept |= bit;
      list(pairs.firstAny || pairs.firstWeak, pairs.secondAny || pairs.secondWeak);
      now_.kept = before.kept;
      now_.fallback |= bit;
    }
    if (!any) list(false, false);
    now_.fallback = before.fallback;
  }
  // q_i, q_i+1, q_i+2 of R_i R_i+1 R_i+2 = r.
  template <class Then>
  void rotation(int i, const Rotation<double>& r, Then then) {
    const Vec last = r * h(i + 2);
    each(i + 1, anglesAtHeightOf(h(i), h(i + 1), h(i + 2), last, slack_), [&] {
      each(i, angleTo(h(i), turned(i + 1, h(i + 2)), last), [&] {
        const Vec across = anyAcross(h(i + 2));
        const Vec there = turnedBack(i + 1, turnedBack(i, r * across));
        q(i + 2) = angleTo(h(i + 2), across, there).angle[0];
        then();
      });
    });
  }
  void add() { found_.add(now_); }

  const std::array<Vec, N>& h_;
  Slack slack_;

 private:
  std::uint64_t newChoice() { return std::uint64_t{1} << std::min(found_.choices++, 63); }

  const JointValues<N>& start_;
  Candidate<N> now_;
  Candidates<N>& found_;
};

}  // namespace iklab::detail
