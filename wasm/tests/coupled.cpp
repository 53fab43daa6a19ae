#include "tests/coupled.hpp"

#include <numeric>

namespace iklab::test {
namespace {

Eigen::Vector3d triple(Random& random, double range) { return randomVector(3, range, random); }

JointSpec randomJoint(Random& random, int i) {
  JointSpec s;
  s.id = "j" + std::to_string(i);
  if (i > 0) s.parent = "j" + std::to_string(random.unit() < 0.7 ? i - 1 : random.below(i));
  s.kind = static_cast<JointKind>(random.below(i == 0 ? 3 : 4));
  s.xyz = random.unit() < 0.2 ? Eigen::Vector3d(0, 0, 0) : triple(random, 1);
  s.rpy = triple(random, 3);
  s.axis = triple(random, 2);
  s.pitch = random.uniform(-0.5, 0.5);
  return s;
}

// Makes some joints mimic joints that precede them in a random order. Returns that order.
std::vector<size_t> letFollow(std::vector<JointSpec>& specs, Random& random) {
  std::vector<size_t> order(specs.size());
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = order.size() - 1; i > 0; --i)
    std::swap(order[i], order[static_cast<size_t>(random.below(static_cast<int>(i) + 1))]);
  std::vector<size_t> before;
  for (const size_t i : order) {
    JointSpec& s = specs[i];
    if (s.kind == JointKind::fixed) continue;
    if (!before.empty() && random.unit() < 0.5) {
      const size_t leader =
          before[static_cast<size_t>(random.below(static_cast<int>(before.size())))];
      const double multiplier = random.unit() < 0.05 ? 0 : random.uniform(-1.5, 1.5);
      s.mimic = {specs[leader].id, multiplier, random.uniform(-0.5, 0.5)};
    }
    before.push_back(i);
  }
  return before;
}

Tree built(const std::vector<JointSpec>& specs, const std::vector<EffectorSpec>& tips) {
  TreeBuilder builder;
  for (const JointSpec& s : specs) builder.joint(s);
  for (const EffectorSpec& s : tips) builder.effector(s);
  return builder.build().take();
}

}  // namespace

Coupled randomCoupled(Random& random, double room) {
  const int joints = 2 + random.below(10);
  std::vector<JointSpec> specs;
  for (int i = 0; i < joints; ++i) specs.push_back(randomJoint(random, i));
  std::vector<EffectorSpec> tips;
  for (int k = 0; k < 1 + random.below(3); ++k)
    tips.push_back({"e" + std::to_string(k),
                    "j" + std::to_string(k == 0 ? joints - 1 : random.below(joints)),
                    triple(random, 1), triple(random, 3)});
  const std::vector<size_t> order = letFollow(specs, random);

  std::vector<int> row(specs.size(), -1), column(specs.size(), -1);
  int rows = 0, columns = 0;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].kind == JointKind::fixed) continue;
    row[i] = rows++;
    if (!specs[i].mimics()) column[i] = columns++;
  }
  Matrix c = Matrix::Zero(rows, columns);
  Vector shift = Vector::Zero(rows);
  for (const size_t i : order) {  // Leaders first.
    const MimicSpec& mimic = specs[i].mimic;
    if (column[i] >= 0) c(row[i], column[i]) = 1;
    if (!specs[i].mimics()) continue;
    const int leader = row[static_cast<size_t>(std::stoi(mimic.joint.substr(1)))];
    c.row(row[i]) = mimic.multiplier * c.row(leader);
    shift[row[i]] = mimic.multiplier * shift[leader] + mimic.offset;
  }
  const Vector theta = randomVector(columns, 2, random);
  const Vector values = c * theta + shift;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (room == 0 || row[i] < 0 || random.unit() < 0.5) continue;
    specs[i].lower = values[row[i]] - room * random.uniform(0.1, 1);
    specs[i].upper = values[row[i]] + room * random.uniform(0.1, 1);
  }
  std::vector<JointSpec> alone = specs;
  for (JointSpec& s : alone) s.mimic = {};
  return {built(specs, tips), built(alone, tips), c, shift, theta};
}

bool Coupled::within(const Vector& at, double slack) const {
  const Vector values = all(at);
  for (int k = 0; k < values.size(); ++k) {
    const Joint& j = free.moving(k);
    if (!(values[k] >= j.lower - slack && values[k] <= j.upper + slack)) return false;
  }
  return true;
}

}  // namespace iklab::test
