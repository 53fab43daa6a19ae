// Trees, from a URDF or joint by joint, and models with their targets.
#include <iklab/dh.hpp>
#include <iklab/urdf.hpp>

#include "core.hpp"

namespace iklab::python {
namespace {

Tree withEffector(const Tree& tree, const std::string& id, const Three& xyz, const Three& rpy) {
  return valueOf(tree.withEffector(tree.effectorIndex(id), vectorOf(xyz), vectorOf(rpy)));
}

void addJoint(TreeBuilder& tree, const std::string& id, const std::string& parent, int kind,
              const Three& xyz, const Three& rpy, const Three& axis,
              std::pair<double, double> limits, double rest, double comfort, double weight,
              double pitch, const std::string& leader, double multiplier, double offset) {
  tree.joint({id,
              parent,
              static_cast<JointKind>(kind),
              vectorOf(xyz),
              vectorOf(rpy),
              vectorOf(axis),
              limits.first,
              limits.second,
              rest,
              comfort,
              weight,
              pitch,
              {leader, multiplier, offset}});
}

void addEffector(TreeBuilder& tree, const std::string& id, const std::string& parent,
                 const Three& xyz, const Three& rpy) {
  tree.effector({id, parent, vectorOf(xyz), vectorOf(rpy)});
}

py::tuple readUrdf(const std::string& text, const std::vector<std::string>& effectors) {
  urdf::Reading read = urdf::parse(text, {.effectors = effectors});
  if (!read) refuse(read.reason());
  std::vector<std::string> remarks;
  for (const urdf::Note& each : read.value().remarks) remarks.push_back(each.text());
  return py::make_tuple(read.value().tree, read.value().name, remarks);
}

// a, alpha, d, theta, the kind, limits and the name.
using Row = std::tuple<std::array<double, 4>, int, std::pair<double, double>, std::string>;

Tree dhTreeOf(const std::vector<Row>& table, int convention, const std::string& effector) {
  std::vector<DhRow> rows;
  for (const auto& [numbers, kind, limits, id] : table)
    rows.push_back({numbers[0], numbers[1], numbers[2], numbers[3], static_cast<JointKind>(kind),
                    limits.first, limits.second, id});
  return valueOf(dhTree(rows, static_cast<DhConvention>(convention), effector));
}

std::vector<std::string> names(const Tree& tree) {
  std::vector<std::string> all;
  for (int c = 0; c < tree.columns(); ++c) all.push_back(tree.moving(c).id);
  return all;
}

std::vector<std::string> kinds(const Tree& tree) {
  std::vector<std::string> all;
  for (int c = 0; c < tree.columns(); ++c)
    all.emplace_back(kJointKinds[static_cast<size_t>(tree.moving(c).kind)]);
  return all;
}

std::vector<std::string> effectors(const Tree& tree) {
  std::vector<std::string> all;
  for (const Effector& each : tree.effectors()) all.push_back(each.id);
  return all;
}

std::vector<std::vector<double>> rowsOf(const Eigen::Matrix3d& turn) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 3; ++i) rows.push_back({turn(i, 0), turn(i, 1), turn(i, 2)});
  return rows;
}

py::tuple tripleOf(const Eigen::Vector3d& v) { return py::make_tuple(v[0], v[1], v[2]); }

std::string parentOf(const Tree& tree, int parent) {
  return parent < 0 ? std::string() : tree.joints()[static_cast<size_t>(parent)].id;
}

// The specs of the joints; a follower mimics its leader directly.
py::list joints(const Tree& tree) {
  py::list all;
  for (const Joint& each : tree.joints()) {
    py::dict told;
    told["id"] = each.id;
    told["parent"] = parentOf(tree, each.parent);
    told["kind"] = std::string(kJointKinds[static_cast<size_t>(each.kind)]);
    told["xyz"] = tripleOf(each.offset);
    told["turn"] = rowsOf(each.parentFromJoint);
    told["axis"] = tripleOf(each.axis);
    told["limits"] = py::make_tuple(each.lower, each.upper);
    told["habits"] = py::make_tuple(each.rest, each.comfort, each.weight);
    told["pitch"] = each.pitch;
    if (each.follows)
      told["mimic"] = py::make_tuple(tree.moving(each.column).id, each.ratio, each.shift);
    all.append(told);
  }
  return all;
}

py::list tips(const Tree& tree) {
  py::list all;
  for (const Effector& each : tree.effectors()) {
    py::dict told;
    told["id"] = each.id;
    told["parent"] = parentOf(tree, each.parent);
    told["xyz"] = tripleOf(each.offset);
    told["turn"] = rowsOf(each.parentFromTip);
    all.append(told);
  }
  return all;
}

Numbers limits(const Tree& tree) {
  Numbers all({tree.columns(), 2});
  for (int c = 0; c < tree.columns(); ++c) {
    all.mutable_at(c, 0) = tree.moving(c).lower;
    all.mutable_at(c, 1) = tree.moving(c).upper;
  }
  return all;
}

std::shared_ptr<Model> modelOf(const Tree& tree, const std::vector<Asked>& asked) {
  return std::const_pointer_cast<Model>(valueOf(Model::make(Tree(tree), specsFrom(asked))));
}

}  // namespace

void bindMechanism(py::module_& module) {
  py::class_<Tree>(module, "Tree")
      .def_property_readonly("names", names)
      .def_property_readonly("kinds", kinds)
      .def_property_readonly("effectors", effectors)
      .def_property_readonly("joints", joints)
      .def_property_readonly("tips", tips)
      .def_property_readonly("limits", limits)
      .def_property_readonly("ready", [](const Tree& tree) { return arrayOf(readyPose(tree)); })
      .def_property_readonly("rest", [](const Tree& tree) { return arrayOf(tree.rest()); })
      .def("with_effector", withEffector, py::arg("id"), py::kw_only(), py::arg("xyz"),
           py::arg("rpy"));
  py::class_<TreeBuilder>(module, "TreeBuilder")
      .def(py::init<>())
      .def("joint", addJoint, py::arg("id"), py::kw_only(), py::arg("parent"), py::arg("kind"),
           py::arg("xyz"), py::arg("rpy"), py::arg("axis"), py::arg("limits"), py::arg("rest"),
           py::arg("comfort"), py::arg("weight"), py::arg("pitch"), py::arg("leader"),
           py::arg("multiplier"), py::arg("offset"))
      .def("effector", addEffector, py::arg("id"), py::kw_only(), py::arg("parent"), py::arg("xyz"),
           py::arg("rpy"))
      .def("build", [](const TreeBuilder& tree) { return valueOf(tree.build()); });
  py::class_<Model, std::shared_ptr<Model>>(module, "Model").def(py::init(&modelOf));
  module.def("read_urdf", readUrdf, py::arg("text"), py::arg("effectors"));
  module.attr("AXIS_FRAMES") = py::cast(kAxisFrames);
  module.def("dh_tree", dhTreeOf, py::arg("rows"), py::arg("convention"), py::arg("effector"));
  module.attr("DH_CONVENTIONS") = py::cast(kDhConventions);
  module.attr("JOINT_KINDS") = py::cast(kJointKinds);
}

}  // namespace iklab::python
