#include "iklab/urdf/dh.hpp"

#include "iklab/math/concatenate.hpp"
#include "iklab/urdf/frames.hpp"

namespace iklab {

using namespace detail;

namespace {

using rigid::Frame;

Frame translationFrame(const rigid::Vec3& axis, double by) {
  return {{axis[0] * by, axis[1] * by, axis[2] * by}};
}
Frame rotationFrame(const rigid::Vec3& axis, double by) {
  Frame frame;
  if (by != 0) frame.rotation = rigid::rotationAbout(axis, by);
  return frame;
}

template <class Spec>
Spec withFrame(Spec spec, const Frame& frame) {
  const auto [xyz, rpy] = urdf::toPlacement(frame);
  spec.xyz = {xyz[0], xyz[1], xyz[2]};
  spec.rpy = {rpy[0], rpy[1], rpy[2]};
  return spec;
}

}  // namespace

Result<Tree> dhTree(const std::vector<DhRow>& rows, DhConvention convention,
                    const std::string& effector) {
  TreeBuilder builder;
  Frame before;  // Fixed frame between the previous joint and the next one.
  std::string parent;
  int count = 0;
  for (const DhRow& row : rows) {
    const Frame x =
        compose(translationFrame({1, 0, 0}, row.a), rotationFrame({1, 0, 0}, row.alpha));
    const Frame z =
        compose(rotationFrame({0, 0, 1}, row.theta), translationFrame({0, 0, 1}, row.d));
    if (convention == DhConvention::modified) before = compose(before, x);
    before = compose(before, z);
    if (row.kind != JointKind::fixed) {
      const std::string id = row.id.empty() ? concatenate({"q", std::to_string(++count)}) : row.id;
      builder.joint(withFrame(
          JointSpec{
              .id = id, .parent = parent, .kind = row.kind, .lower = row.lower, .upper = row.upper},
          before));
      before = {};
      parent = id;
    }
    if (convention == DhConvention::standard) before = compose(before, x);
  }
  builder.effector(withFrame(EffectorSpec{.id = effector, .parent = parent}, before));
  return builder.build();
}

}  // namespace iklab
