// Scenes and texts for the tests of methods written as text, and such a method at work in one.
#pragma once

#include "iklab/ik/formula/formula.hpp"
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

// Double-y, y, human-arm, spatial-8, arm-6 with its orientation, a SCARA with a slide, one joint.
const std::vector<FormulaScene>& formulaScenes();
const FormulaScene& formulaScene(const std::string& name);
// The goals a little later.
std::vector<Goal> movedGoals(const FormulaScene& scene, int update);

// A text of ik/formula/shelf, and their names.
std::string shelfText(const std::string& name);
const std::vector<std::string>& shelfNames();

using FormulaParams = std::vector<std::pair<std::string, double>>;

// A text at work where a scene stands, its memory empty; throws where it is none.
struct Written {
  Written(const FormulaScene& scene, const std::string& text, const FormulaParams& params = {});

  Report& update();
  // An update, and then what it learns of its own step.
  void learn();
  std::vector<double> shown();

  const MethodOptions options;
  Posed posed;
  std::unique_ptr<Method> method;
  Report report;
};

// The number that an expression is behind these lines, column by column; like: zeros of its size.
std::vector<double> valueOf(const FormulaScene& scene, const std::string& lines,
                            const std::string& expression, const std::string& like);
double numberOf(const FormulaScene& scene, const std::string& lines, const std::string& expression);
Vector vectorOf(const FormulaScene& scene, const std::string& lines, const std::string& expression,
                const std::string& size);
Matrix matrixOf(const FormulaScene& scene, const std::string& lines, const std::string& expression,
                const std::string& rows, const std::string& columns);

// What the check says first, "LINE:COLUMN sentence"; empty: nothing.
std::string firstFault(const std::string& text);

}  // namespace iklab::test
