// Formulas, diagnoses, batches, paths, crowds, pose solvers and solution finders, which only the full
// module has.
#include <emscripten/emscripten.h>

#include "bindings/views.hpp"
#include "iklab/formula/formula.hpp"

namespace iklab {
namespace {

// Returns the index of the method; -1 if the formula has a fault.
int addFormula(Registry& registry, const std::string& text) {
  return registry.add([&](const std::string& id) { return formulaEntry(text, id); });
}

// Describes a formula to an editor: in this scene or, if the scene is invalid, without one.
std::string describeInScene(LabBuilder& builder, const std::string& text) {
  const auto model = builder.model();
  return describeFormula(text, model ? model.value().get() : nullptr);
}

std::string formulaDescription(const std::string& text) { return describeFormula(text); }
std::string printedFormula(const std::string& text) { return formulaMathematics(text); }
std::string poseFault(const PoseSolver& solver) { return solver.fault(); }
std::string finderFault(const SolutionFinder& finder) { return finder.fault(); }
std::string finderReason(const SolutionFinder& finder) { return finder.reason(); }
int finderKind(const SolutionFinder& finder) { return static_cast<int>(finder.kind()); }
bool provesWithAngle(const SolutionFinder& finder) {
  return finder.outOfReach() && finder.outOfReach()->isAngle();
}
bool provesWithLimits(const SolutionFinder& finder) {
  return finder.outOfReach() && finder.outOfReach()->needsLimits;
}
int proofMethod(const SolutionFinder& finder) {
  return finder.outOfReach() ? static_cast<int>(finder.outOfReach()->method) : -1;
}
std::string proofText(const SolutionFinder& finder) {
  return finder.outOfReach() ? finder.outOfReach()->text() : "";
}
// The following read the last curve of a finder; without one they are empty, 0, -1 or NaN.
BufferView curveSamples(const SolutionFinder& finder) {
  return finder.curve() ? viewOf(finder.curve()->samples()) : BufferView{};
}
BufferView curveStretches(const SolutionFinder& finder) {
  return finder.curve() ? viewOf(finder.curve()->stretches()) : BufferView{};
}
int stretchCount(const SolutionFinder& finder) {
  return finder.curve() ? finder.curve()->stretchCount() : 0;
}
int curveFirst(const SolutionFinder& finder) {
  return finder.curve() ? static_cast<int>(finder.curve()->first()) : -1;
}
int curveLast(const SolutionFinder& finder) {
  return finder.curve() ? static_cast<int>(finder.curve()->last()) : -1;
}
double curveClosure(const SolutionFinder& finder) {
  return finder.curve() ? finder.curve()->closure() : kNotUsed;
}
std::string diagnoseRow(Batch& batch, int row) { return batch.diagnose(row); }
std::string compareRow(Batch& batch, int row) { return batch.compareSolutions(row); }

void attract(Crowd& crowd, double x, double y, double z, double reach) {
  crowd.attract({x, y, z}, reach);
}
std::string solveRows(Batch& batch, double first, int count) { return batch.solve(first, count); }
std::string crowdFault(const Crowd& crowd) { return crowd.fault(); }
BufferView anglesOf(const Crowd& crowd, int instance) { return viewOf(crowd.angles(instance)); }

}  // namespace

void addFull(const Classes& classes) {
  classes.registry.function("addFormula", &addFormula);
  classes.builder.function("describeFormula", &describeInScene)
      .function("batch", &LabBuilder::batch, emscripten::allow_raw_pointers())
      .function("crowd", &LabBuilder::crowd, emscripten::allow_raw_pointers())
      .function("follower", &LabBuilder::follower, emscripten::allow_raw_pointers())
      .function("poseSolver", &LabBuilder::poseSolver, emscripten::allow_raw_pointers())
      .function("solutionFinder", &LabBuilder::solutionFinder, emscripten::allow_raw_pointers());
  classes.lab.function("diagnose", &Lab::diagnose);
  emscripten::class_<Batch>("Batch")
      .function("solve", &solveRows)
      .function("draw", &Batch::draw)
      .function("judge", &Batch::judge)
      .function("params", view<&Batch::params, Batch>)
      .function("rows", view<&Batch::rows, Batch>)
      .function("poses", view<&Batch::poses, Batch>)
      .function("answer", view<&Batch::answer, Batch>)
      .function("shown", view<&Batch::shown, Batch>)
      .function("start", view<&Batch::start, Batch>)
      .function("goals", view<&Batch::goals, Batch>)
      .function("diagnose", &diagnoseRow)
      .function("causes", view<&Batch::causes, Batch>)
      .function("compareSolutions", &compareRow)
      .function("solutions", view<&Batch::solutions, Batch>);
  emscripten::class_<Follower>("Follower")
      .function("resize", &Follower::resize)
      .function("begin", &Follower::begin)
      .function("advance", &Follower::advance)
      .function("beginAnswers", &Follower::beginAnswers)
      .function("takeAnswer", &Follower::takeAnswer)
      .function("measure", emscripten::select_overload<void()>(&Follower::measure))
      .function("params", view<&Follower::params, Follower>)
      .function("goals", view<&Follower::goals, Follower>)
      .function("start", view<&Follower::start, Follower>)
      .function("answer", view<&Follower::answer, Follower>)
      .function("rows", view<&Follower::rows, Follower>)
      .function("poses", view<&Follower::poses, Follower>)
      .function("before", view<&Follower::before, Follower>);
  emscripten::class_<Crowd>("Crowd")
      .function("resize", &Crowd::resize)
      .function("restart", &Crowd::restart)
      .function("attract", &attract)
      .function("letGo", &Crowd::letGo)
      .function("advance", &Crowd::advance)
      .function("show", &Crowd::show)
      .function("fault", &crowdFault)
      .function("frame", &Crowd::frame)
      .function("error", &Crowd::error)
      .function("params", view<&Crowd::params, Crowd>)
      .function("matrices", view<&Crowd::matrices, Crowd>)
      .function("delays", view<&Crowd::delays, Crowd>)
      .function("angles", &anglesOf);
  emscripten::class_<PoseSolver>("PoseSolver")
      .function("address", &addressOf<PoseSolver>)
      .function("begin", &PoseSolver::begin)
      .function("diagnose", &PoseSolver::diagnose)
      .function("fault", &poseFault)
      .function("params", view<&PoseSolver::params, PoseSolver>)
      .function("rules", view<&PoseSolver::rules, PoseSolver>)
      .function("start", view<&PoseSolver::start, PoseSolver>)
      .function("goals", view<&PoseSolver::goals, PoseSolver>)
      .function("answer", view<&PoseSolver::answer, PoseSolver>)
      .function("outcome", view<&PoseSolver::outcome, PoseSolver>)
      .function("misses", view<&PoseSolver::misses, PoseSolver>)
      .function("rowStarts", view<&PoseSolver::rowStarts, PoseSolver>)
      .function("rowGoals", view<&PoseSolver::rowGoals, PoseSolver>)
      .function("rowAnswers", view<&PoseSolver::rowAnswers, PoseSolver>)
      .function("rowOutcomes", view<&PoseSolver::rowOutcomes, PoseSolver>)
      .function("frames", view<&PoseSolver::frames, PoseSolver>)
      .function("jacobian", view<&PoseSolver::jacobian, PoseSolver>);
  emscripten::class_<SolutionFinder>("SolutionFinder")
      .function("address", &addressOf<SolutionFinder>)
      .function("kind", &finderKind)
      .function("reason", &finderReason)
      .function("idealised", &SolutionFinder::idealised)
      .function("stride", &SolutionFinder::stride)
      .function("certifiedWithin", &SolutionFinder::certifiedWithin)
      .function("parameterColumn", &SolutionFinder::parameterColumn)
      .function("startParameter", &SolutionFinder::startParameter)
      .function("findAt", &SolutionFinder::findAt)
      .function("findOne", &SolutionFinder::findOne)
      .function("traceCurve", &SolutionFinder::traceCurve)
      .function("stretchCount", &stretchCount)
      .function("curveFirst", &curveFirst)
      .function("curveLast", &curveLast)
      .function("curveClosure", &curveClosure)
      .function("proveOutOfReach", &SolutionFinder::proveOutOfReach)
      .function("targetOutOfReach", &SolutionFinder::targetOutOfReach)
      .function("provesWithAngle", &provesWithAngle)
      .function("provesWithLimits", &provesWithLimits)
      .function("proofMethod", &proofMethod)
      .function("proofText", &proofText)
      .function("fault", &finderFault)
      .function("start", view<&SolutionFinder::start, SolutionFinder>)
      .function("goals", view<&SolutionFinder::goals, SolutionFinder>)
      .function("solutions", view<&SolutionFinder::solutions, SolutionFinder>)
      .function("curve", &curveSamples)
      .function("stretches", &curveStretches);
  emscripten::function("describeFormula", &formulaDescription);
  emscripten::function("formulaMathematics", &printedFormula);
}

}  // namespace iklab

// PoseSolver::solve for the solver at this address: a solve of a small arm takes only a few times
// as long as a call through embind.
extern "C" EMSCRIPTEN_KEEPALIVE bool solvePose(iklab::PoseSolver* solver, double row,
                                               bool started) {
  return solver->solve(row, started);
}
extern "C" EMSCRIPTEN_KEEPALIVE int solvePoseRows(iklab::PoseSolver* solver, double first,
                                                  int count, bool started) {
  return solver->solveRows(first, count, started);
}
extern "C" EMSCRIPTEN_KEEPALIVE bool stepPose(iklab::PoseSolver* solver) { return solver->step(); }
extern "C" EMSCRIPTEN_KEEPALIVE int findSolutions(iklab::SolutionFinder* finder, int starts,
                                                  double seed) {
  return finder->find(starts, seed);
}
extern "C" EMSCRIPTEN_KEEPALIVE int searchSolutions(iklab::SolutionFinder* finder, int starts) {
  return finder->search(starts);
}
extern "C" EMSCRIPTEN_KEEPALIVE double certifyPose(iklab::SolutionFinder* finder) {
  return finder->certify();
}
extern "C" EMSCRIPTEN_KEEPALIVE bool lookAtPose(iklab::PoseSolver* solver) {
  return solver->look();
}
