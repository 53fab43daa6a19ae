// Vectors and rotations of one problem, or of several side by side. Sums have the same order in every
// build and lane, so that a lane has the same bits as a single problem.
#pragma once

#include <Eigen/Core>

#include "iklab/math/lane.hpp"

namespace iklab::detail {

template <class Real>
struct Three {
  Real x, y, z;
};

template <class Real>
inline Three<Real> operator+(const Three<Real>& a, const Three<Real>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class Real>
inline Three<Real> operator-(const Three<Real>& a, const Three<Real>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Real>
inline Three<Real> operator*(Real s, const Three<Real>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class Real>
inline Real dot(const Three<Real>& a, const Three<Real>& b) {
  return a.x * b.x + (a.y * b.y + a.z * b.z);
}
template <class Real>
inline Three<Real> cross(const Three<Real>& a, const Three<Real>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Real>
inline Real norm(const Three<Real>& a) {
  return root(dot(a, a));
}

// 3 x 3, column-major.
template <class Real>
struct Rotation {
  Three<Real> column[3];
  Three<Real> row(int i) const {
    const auto entry = [i](const Three<Real>& c) { return i == 0 ? c.x : i == 1 ? c.y : c.z; };
    return {entry(column[0]), entry(column[1]), entry(column[2])};
  }
};

template <class Real>
inline Three<Real> operator*(const Rotation<Real>& m, const Three<Real>& v) {
  return {dot(m.row(0), v), dot(m.row(1), v), dot(m.row(2), v)};
}
inline constexpr Rotation<double> kIdentity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

// The same value in every lane.
template <class Real>
inline Three<Real> all(const Three<double>& v) {
  return {all<Real>(v.x), all<Real>(v.y), all<Real>(v.z)};
}
template <class Real>
inline Rotation<Real> all(const Rotation<double>& m) {
  return {{all<Real>(m.column[0]), all<Real>(m.column[1]), all<Real>(m.column[2])}};
}

// Values of a single problem are stored as Eigen types.
template <class Real>
struct Stored {
  using Vector = Three<Real>;
  using Matrix = Rotation<Real>;
};
template <>
struct Stored<double> {
  using Vector = Eigen::Vector3d;
  using Matrix = Eigen::Matrix3d;
};

inline Three<double> load(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }
inline Rotation<double> load(const Eigen::Matrix3d& m) {
  const double* x = m.data();
  return {{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}}};
}
template <class Real>
inline const Three<Real>& load(const Three<Real>& v) {
  return v;
}
template <class Real>
inline const Rotation<Real>& load(const Rotation<Real>& m) {
  return m;
}
template <class Real>
inline Three<Real> load(const Real* x) {
  return {x[0], x[1], x[2]};
}

// Column-major.
inline double* numbers(Eigen::Vector3d& v) { return v.data(); }
inline double* numbers(Eigen::Matrix3d& m) { return m.data(); }
template <class Real>
inline Real* numbers(Three<Real>& v) {
  return &v.x;
}
template <class Real>
inline Real* numbers(Rotation<Real>& m) {
  return &m.column[0].x;
}
inline const double* numbers(const Eigen::Vector3d& v) { return v.data(); }
inline const double* numbers(const Eigen::Matrix3d& m) { return m.data(); }
template <class Real>
inline const Real* numbers(const Three<Real>& v) {
  return &v.x;
}
template <class Real>
inline const Real* numbers(const Rotation<Real>& m) {
  return &m.column[0].x;
}
template <class Real>
inline void store(const Three<Real>& v, Real* to) {
  to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

// The same value in every lane, in the type that is stored.
template <class Real>
inline typename Stored<Real>::Vector stored(const Three<double>& v) {
  typename Stored<Real>::Vector to;
  store(all<Real>(v), numbers(to));
  return to;
}
template <class Real>
inline typename Stored<Real>::Matrix stored(const Rotation<double>& m) {
  typename Stored<Real>::Matrix to;
  for (int i = 0; i < 3; ++i) store(all<Real>(m.column[i]), numbers(to) + 3 * i);
  return to;
}

template <class Real>
inline void setLane(Three<Real>& v, int at, const Eigen::Vector3d& to) {
  setLane(v.x, at, to.x());
  setLane(v.y, at, to.y());
  setLane(v.z, at, to.z());
}
template <class Real>
inline void setLane(Rotation<Real>& m, int at, const Eigen::Matrix3d& to) {
  for (int i = 0; i < 3; ++i) setLane(m.column[i], at, Eigen::Vector3d(to.col(i)));
}
template <class Real>
inline Eigen::Vector3d lane(const Three<Real>& v, int at) {
  return {lane(v.x, at), lane(v.y, at), lane(v.z, at)};
}
inline const Eigen::Vector3d& lane(const Eigen::Vector3d& v, int) { return v; }
inline const Eigen::Matrix3d& lane(const Eigen::Matrix3d& m, int) { return m; }
template <class Real>
inline Eigen::Matrix3d lane(const Rotation<Real>& m, int at) {
  Eigen::Matrix3d one;
  for (int i = 0; i < 3; ++i) one.col(i) = lane(m.column[i], at);
  return one;
}

}  // namespace iklab::detail
