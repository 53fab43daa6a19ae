#include "tests/formula_scene.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>

#include "iklab/formula/checked.hpp"

namespace iklab::test {
namespace {

FormulaScene presetScene(const std::string& name) {
  const Json document = preset(name + ".json");
  Tree tree = treeFrom(preset("trees/" + document["tree"]["preset"].get<std::string>() + ".json"));
  FormulaScene scene{name, std::move(tree), {}, {}, {}};
  for (const LabTarget& t : targetsFrom(document, scene.tree)) {
    scene.task.add(t.effector, t.oriented, t.orientationWeight, t.tolerance, t.freedom);
    scene.goals.push_back(t.base);
  }
  scene.start = scene.tree.rest();
  if (document.contains("start")) {
    const auto start = document["start"].get<std::vector<double>>();
    scene.start = Eigen::Map<const Vector>(start.data(), static_cast<Eigen::Index>(start.size()));
  }
  return scene;
}

// Two hinges, a slide along the axis of both, and a wrist.
FormulaScene scara() {
  TreeBuilder builder;
  builder.joint({.id = "a", .parent = "", .axis = {0, 0, 1}});
  builder.joint({.id = "b", .parent = "a", .xyz = {0.6, 0, 0.5}, .axis = {0, 0, 1}});
  builder.joint({.id = "c",
                 .parent = "b",
                 .kind = JointKind::prismatic,
                 .xyz = {0.5, 0, 0},
                 .axis = {0, 0, -1},
                 .lower = -0.4,
                 .upper = 0.4});
  builder.joint({.id = "d", .parent = "c", .axis = {0, 0, 1}});
  builder.effector({"tip", "d", {0.1, 0, -0.1}});
  FormulaScene scene{"scara", builder.build().take(), {}, {}, {}};
  scene.task.add(0, false, 1);
  scene.goals.resize(1);
  scene.goals[0].position = {0.3, 0.7, 0.2};
  scene.start = Vector::Constant(4, 0.2);
  return scene;
}

FormulaScene oneJoint() {
  TreeBuilder builder;
  builder.joint({.id = "a", .parent = "", .axis = {0, 0, 1}});
  builder.effector({"tip", "a", {1, 0, 0}});
  FormulaScene scene{"one-joint", builder.build().take(), {}, {}, {}};
  scene.task.add(0, false, 1);
  scene.goals.resize(1);
  scene.goals[0].position = {0.3, 0.7, 0.2};
  scene.start = Vector::Zero(1);
  return scene;
}

std::string shelfFolder() { return std::string(IKLAB_DATA_DIR) + "/../../src/iklab/formula/shelf"; }

}  // namespace

const std::vector<FormulaScene>& formulaScenes() {
  static const std::vector<FormulaScene> scenes = [] {
    std::vector<FormulaScene> made;
    for (const char* name : {"double-y", "y", "human-arm", "spatial-8", "arm-6"})
      made.push_back(presetScene(name));
    made.push_back(scara());
    made.push_back(oneJoint());
    return made;
  }();
  return scenes;
}

const FormulaScene& formulaScene(const std::string& name) {
  const auto& all = formulaScenes();
  return *std::find_if(all.begin(), all.end(),
                       [&](const FormulaScene& each) { return each.name == name; });
}

std::vector<Goal> movedGoals(const FormulaScene& scene, int update) {
  std::vector<Goal> goals = scene.goals;
  for (size_t i = 0; i < goals.size(); ++i)
    goals[i].position +=
        0.05 * Eigen::Vector3d(std::sin(0.1 * update + static_cast<double>(i)),
                               std::cos(0.13 * update), 0.3 * std::sin(0.2 * update));
  return goals;
}

std::string shelfText(const std::string& name) {
  const std::ifstream in(shelfFolder() + "/" + name + ".ik");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

const std::vector<std::string>& shelfNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (const auto& each : std::filesystem::directory_iterator(shelfFolder()))
      made.push_back(each.path().stem().string());
    std::sort(made.begin(), made.end());
    return made;
  }();
  return names;
}

Written::Written(const FormulaScene& scene, const std::string& text, const FormulaParams& params)
    : options(FormulaOptions{text, params}),
      posed(scene.tree, scene.task, scene.start, scene.goals),
      report(posed.model) {
  if (!options.fault().empty()) throw std::runtime_error(options.fault() + "\n" + text);
  const std::string refused = options.entry().refuses(posed.model, options);
  if (!refused.empty()) throw std::runtime_error(scene.name + ": " + refused + "\n" + text);
  method = options.make(posed.model);
  posed.begin(*method);
}

Report& Written::update() {
  report.clear();
  posed.problem.learnt = posed.learnt;
  method->update(posed.problem, report);
  return report;
}

void Written::learn() {
  update();
  posed.learn(*method, report.step);
}

std::vector<double> Written::shown() {
  std::vector<double> seen(static_cast<size_t>(options.entry().observedSize(posed.model)), NAN);
  method->observe(seen);
  return seen;
}

// Names set in `learn` are stored in the memory after the count of updates.
std::vector<double> valueOf(const FormulaScene& scene, const std::string& lines,
                            const std::string& expression, const std::string& like) {
  Written written(scene, "keep out = " + like + "\n" + lines +
                             "\nΔθ = zeros(joints)\nlearn\n  out = " + expression + "\n");
  written.learn();
  EXPECT_FALSE(written.report.breakdown) << written.report.line << "\n" << lines;
  EXPECT_EQ(written.posed.learnt.at(0), 1) << lines << "\n" << expression;
  return {written.posed.learnt.begin() + 1, written.posed.learnt.end()};
}

double numberOf(const FormulaScene& scene, const std::string& lines,
                const std::string& expression) {
  return valueOf(scene, lines, expression, "0").at(0);
}

Vector vectorOf(const FormulaScene& scene, const std::string& lines, const std::string& expression,
                const std::string& size) {
  const auto found = valueOf(scene, lines, expression, "zeros(" + size + ")");
  return Eigen::Map<const Vector>(found.data(), static_cast<Eigen::Index>(found.size()));
}

Matrix matrixOf(const FormulaScene& scene, const std::string& lines, const std::string& expression,
                const std::string& rows, const std::string& columns) {
  const auto found = valueOf(scene, lines, expression, "zeros(" + rows + ", " + columns + ")");
  const auto count = static_cast<Eigen::Index>(
      valueOf(scene, "", "ones(" + rows + ")", "zeros(" + rows + ")").size());
  return Eigen::Map<const Matrix>(found.data(), count,
                                  static_cast<Eigen::Index>(found.size()) / count);
}

std::string firstFault(const std::string& text) {
  const formula::Checked checked = formula::check(text);
  if (checked.isValid()) return {};
  const formula::TextFault& first = checked.faults[0];
  return std::to_string(first.place.line) + ":" + std::to_string(first.place.column) + " " +
         first.sentence;
}

}  // namespace iklab::test
