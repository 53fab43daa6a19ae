// Scenes for the tests of formulas, and a formula that runs in a scene.
#pragma once

#include "iklab/formula/formula.hpp"
#include "iklab/ik/method_options.hpp"
#include "tests/support.hpp"

namespace iklab::test {

struct FormulaScene {
  std::string name;
  Tree tree;
  Task task;
  std::vector<Goal> goals;
  Vector start;
};

// Double-y, y, human-arm, spatial-8, arm-6 with its orientation, a SCARA with a slide, and one
// joint.
const std::vector<FormulaScene>& formulaScenes();
const FormulaScene& formulaScene(const std::string& name);
// The goals at a later update.
std::vector<Goal> movedGoals(const FormulaScene& scene, int update);

// A formula of formula/shelf; the names of all of them.
std::string shelfText(const std::string& name);
const std::vector<std::string>& shelfNames();

using FormulaParams = std::vector<std::pair<std::string, double>>;

// A formula at the pose of a scene, with empty memory. Throws if the formula has a fault.
struct Written {
  Written(const FormulaScene& scene, const std::string& text, const FormulaParams& params = {});

  Report& update();
  // Makes an update, then lets the method learn its step.
  void learn();
  std::vector<double> shown();

  const MethodOptions options;
  Posed posed;
  std::unique_ptr<Method> method;
  Report report;
};

// The value of an expression after these lines, column by column. like: zeros of the same size.
std::vector<double> valueOf(const FormulaScene& scene, const std::string& lines,
                            const std::string& expression, const std::string& like);
double numberOf(const FormulaScene& scene, const std::string& lines, const std::string& expression);
Vector vectorOf(const FormulaScene& scene, const std::string& lines, const std::string& expression,
                const std::string& size);
Matrix matrixOf(const FormulaScene& scene, const std::string& lines, const std::string& expression,
                const std::string& rows, const std::string& columns);

// The first fault, "LINE:COLUMN message"; empty if there is none.
std::string firstFault(const std::string& text);

}  // namespace iklab::test
