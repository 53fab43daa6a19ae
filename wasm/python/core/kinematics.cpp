// Forward kinematics and Jacobians: rows of joint values to rows of matrices.
#include "core.hpp"

namespace iklab::python {
namespace {

// Calls row(i) for i = 0 to count - 1, without the interpreter's lock.
template <class Row>
void each(py::ssize_t count, Row&& row) {
  Interruption interruption;
  {
    py::gil_scoped_release free;
    const auto interrupted = interruption.here();
    for (py::ssize_t i = 0; i < count && !interrupted(); ++i) row(i);
  }
  interruption.raise();
}

using Frame = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;

void writeFrame(const Eigen::Matrix3d& rotation, const Eigen::Vector3d& origin, double* to) {
  Eigen::Map<Frame> frame(to);
  frame.setIdentity();
  frame.topLeftCorner<3, 3>() = rotation;
  frame.topRightCorner<3, 1>() = origin;
}

Numbers forward(const Tree& tree, const Numbers& rows, int effector) {
  const py::ssize_t count = rows.shape(0), n = tree.columns();
  const size_t tip = static_cast<size_t>(effector);
  Numbers all({count, py::ssize_t{4}, py::ssize_t{4}});
  const double* from = rows.data();
  double* to = all.mutable_data();
  Pose pose(tree);
  each(count, [&](py::ssize_t i) {
    forwardKinematics(tree, Eigen::Map<const Vector>(from + i * n, n), pose);
    writeFrame(pose.worldFromTip[tip], pose.tip[tip], to + i * 16);
  });
  return all;
}

// The frames of all joints for each row, in the order of `Tree.joints`.
Numbers links(const Tree& tree, const Numbers& rows) {
  const py::ssize_t count = rows.shape(0), n = tree.columns();
  const size_t joints = tree.joints().size();
  Numbers all({count, static_cast<py::ssize_t>(joints), py::ssize_t{4}, py::ssize_t{4}});
  const double* from = rows.data();
  double* to = all.mutable_data();
  Pose pose(tree);
  each(count, [&](py::ssize_t i) {
    forwardKinematics(tree, Eigen::Map<const Vector>(from + i * n, n), pose);
    for (size_t joint = 0; joint < joints; ++joint, to += 16)
      writeFrame(pose.worldFromJoint[joint], pose.origin[joint], to);
  });
  return all;
}

// Rows of each matrix: velocity of the tip, then angular velocity.
Numbers derivatives(const Tree& tree, const Numbers& rows, int effector) {
  const py::ssize_t count = rows.shape(0), n = tree.columns();
  Numbers all({count, py::ssize_t{6}, n});
  const double* from = rows.data();
  double* to = all.mutable_data();
  Task task;
  task.add(effector, true, 1);
  Pose pose(tree);
  Jacobian jacobian(tree, task);
  each(count, [&](py::ssize_t i) {
    forwardKinematics(tree, Eigen::Map<const Vector>(from + i * n, n), pose);
    jacobian.compute(pose);
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::Map<RowMajor>(to + i * 6 * n, 6, n) = jacobian.matrix();
  });
  return all;
}

// Deviation of a matrix from (R p; 0 0 0 1) with a rotation R.
double offBy(const Frame& frame) {
  const Eigen::Matrix3d r = frame.topLeftCorner<3, 3>();
  const double below = (frame.row(3) - Eigen::RowVector4d(0, 0, 0, 1)).cwiseAbs().maxCoeff();
  const double skew = (r * r.transpose() - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  return std::max({below, skew, r.determinant() > 0 ? 0.0 : 2.0});
}

// Converts matrices to goals, one row each, with w >= 0. The second result is the deviation of each
// matrix from a pose.
std::pair<Numbers, Numbers> goalsFrom(const Numbers& matrices) {
  const py::ssize_t count = matrices.shape(0);
  Numbers all({count, py::ssize_t{kGoalStride}}), off(count);
  double *to = all.mutable_data(), *by = off.mutable_data();
  each(count, [&](py::ssize_t i) {
    const Frame frame = Eigen::Map<const Frame>(matrices.data() + 16 * i);
    by[i] = offBy(frame);
    Eigen::Quaterniond q(Eigen::Matrix3d(frame.topLeftCorner<3, 3>()));
    q.normalize();
    if (q.w() < 0) q.coeffs() *= -1;
    Eigen::Map<Eigen::Matrix<double, kGoalStride, 1>> row(to + i * kGoalStride);
    row << frame.topRightCorner<3, 1>(), q.coeffs();
  });
  return {all, off};
}

}  // namespace

void bindKinematics(py::module_& module) {
  module.def("forward", forward, py::arg("tree"), py::arg("rows"), py::arg("effector"));
  module.def("links", links, py::arg("tree"), py::arg("rows"));
  module.def("jacobian", derivatives, py::arg("tree"), py::arg("rows"), py::arg("effector"));
  module.def("goals", goalsFrom, py::arg("matrices"));
}

}  // namespace iklab::python
