// The interface for JavaScript: declarations without logic. The numbers of a frame are exchanged
// through the buffers of a lab, by address and length. Objects and strings are only used for
// set-up.
#include <emscripten/emscripten.h>
#include <unistd.h>

#include "bindings/views.hpp"
#include "iklab/lab/protocol.hpp"

namespace {

using namespace iklab;
using emscripten::allow_raw_pointers;
using emscripten::class_;
using emscripten::function;
using emscripten::value_array;
using emscripten::value_object;

// Keeps the numbers alive until the next call.
BufferView kept(std::vector<double> numbers) {
  static std::vector<double> all;
  all = std::move(numbers);
  return viewOf(std::span(all));
}

std::string catalogueOf(const Registry& registry) { return catalogue(*registry.methods()); }
BufferView numbersOf(const Registry& registry) {
  return kept(catalogueNumbers(*registry.methods()));
}

std::string rowOf(const Registry& registry, int place) {
  return catalogueRow(*registry.methods(), place);
}
BufferView rowNumbersOf(const Registry& registry, int place) {
  return kept(catalogueRowNumbers(*registry.methods(), place));
}

BufferView readyOf(const LabBuilder& builder, int up, bool posed) {
  return kept(builder.ready(up, posed));
}

// The scaled value of each parameter of a method; NaN if it is not a length.
BufferView fittedNumbersOf(const Registry& registry, int method, double stretch) {
  return kept(fittedNumbers(*registry.methods(), method, stretch));
}

std::string setMotion(Lab& lab, int target, const MotionInput& input) {
  return lab.setMotion(target, input.motion());
}

// Address of the end of the heap, bytes.
double heapTop() { return static_cast<double>(reinterpret_cast<uintptr_t>(sbrk(0))); }

}  // namespace

// Lab::advance and publish for the lab at this address. Plain exports, because they are called in
// every frame, and a call through embind takes longer than an update of a small arm.
extern "C" EMSCRIPTEN_KEEPALIVE bool advance(Lab* lab, int budget, double milliseconds) {
  return lab->advance(budget, milliseconds);
}

extern "C" EMSCRIPTEN_KEEPALIVE void publish(const Lab* lab) { lab->publish(); }

EMSCRIPTEN_BINDINGS(iklab) {
  value_array<Triple>("Triple").element(&Triple::x).element(&Triple::y).element(&Triple::z);
  value_array<Quadruple>("Quadruple")
      .element(&Quadruple::x)
      .element(&Quadruple::y)
      .element(&Quadruple::z)
      .element(&Quadruple::w);
  value_object<BufferView>("BufferView")
      .field("address", &BufferView::address)
      .field("length", &BufferView::length);
  value_object<JointInput>("JointInput")
      .field("id", &JointInput::id)
      .field("parent", &JointInput::parent)
      .field("kind", &JointInput::kind)
      .field("xyz", &JointInput::xyz)
      .field("rpy", &JointInput::rpy)
      .field("axis", &JointInput::axis)
      .field("lower", &JointInput::lower)
      .field("upper", &JointInput::upper)
      .field("rest", &JointInput::rest)
      .field("comfort", &JointInput::comfort)
      .field("weight", &JointInput::weight)
      .field("pitch", &JointInput::pitch)
      .field("mimic", &JointInput::mimic)
      .field("multiplier", &JointInput::multiplier)
      .field("offset", &JointInput::offset);
  value_object<EffectorInput>("EffectorInput")
      .field("id", &EffectorInput::id)
      .field("parent", &EffectorInput::parent)
      .field("xyz", &EffectorInput::xyz)
      .field("rpy", &EffectorInput::rpy);
  value_object<TargetInput>("TargetInput")
      .field("effector", &TargetInput::effector)
      .field("oriented", &TargetInput::oriented)
      .field("orientationWeight", &TargetInput::orientationWeight)
      .field("position", &TargetInput::position)
      .field("orientation", &TargetInput::orientation)
      .field("positionTolerance", &TargetInput::positionTolerance)
      .field("rotationTolerance", &TargetInput::rotationTolerance)
      .field("freePosition", &TargetInput::freePosition)
      .field("freeTurns", &TargetInput::freeTurns)
      .field("freeFrame", &TargetInput::freeFrame)
      .field("freeAxis", &TargetInput::freeAxis)
      .field("freeCone", &TargetInput::freeCone);
  value_object<RestartsInput>("RestartsInput")
      .field("most", &RestartsInput::most)
      .field("every", &RestartsInput::every)
      .field("seed", &RestartsInput::seed)
      .field("outside", &RestartsInput::outside)
      .field("from", &RestartsInput::from)
      .field("maxSlow", &RestartsInput::maxSlow);
  value_object<RunInput>("RunInput")
      .field("mode", &RunInput::mode)
      .field("limitPolicy", &RunInput::limitPolicy)
      .field("updatesPerFrame", &RunInput::updatesPerFrame)
      .field("timeStep", &RunInput::timeStep)
      .field("tolerance", &RunInput::tolerance)
      .field("orientationTolerance", &RunInput::orientationTolerance)
      .field("minImprovement", &RunInput::minImprovement)
      .field("maxRises", &RunInput::maxRises)
      .field("maxUpdates", &RunInput::maxUpdates)
      .field("residual", &RunInput::residual)
      .field("maxSlow", &RunInput::maxSlow)
      .field("slowShare", &RunInput::slowShare)
      .field("restarts", &RunInput::restarts);
  class_<MotionInput>("MotionInput")
      .constructor()
      .function("sine", &MotionInput::sine)
      .function("path", &MotionInput::path)
      .function("point", &MotionInput::point);
  value_object<DiagnosticsLayout>("DiagnosticsLayout")
      .field("directions", &DiagnosticsLayout::directions)
      .field("sigma", &DiagnosticsLayout::sigma)
      .field("alpha", &DiagnosticsLayout::alpha)
      .field("response", &DiagnosticsLayout::response)
      .field("reach", &DiagnosticsLayout::reach)
      .field("cost", &DiagnosticsLayout::cost)
      .field("step", &DiagnosticsLayout::step)
      .field("u", &DiagnosticsLayout::u)
      .field("v", &DiagnosticsLayout::v)
      .field("observed", &DiagnosticsLayout::observed)
      .field("size", &DiagnosticsLayout::size);
  class_<Registry> registry("Registry");
  registry.constructor()
      .function("catalogue", &catalogueOf)
      .function("numbers", &numbersOf)
      .function("row", &rowOf)
      .function("rowNumbers", &rowNumbersOf)
      .function("fittedNumbers", &fittedNumbersOf);
  class_<LabBuilder> builder("LabBuilder");
  builder.constructor()
      .function("joint", &LabBuilder::joint)
      .function("effector", &LabBuilder::effector)
      .function("target", &LabBuilder::target)
      .function("start", &LabBuilder::start)
      .function("run", &LabBuilder::run)
      .function("methods", &LabBuilder::methods)
      .function("reason", &LabBuilder::reason)
      .function("setting", &LabBuilder::setting)
      .function("stretch", &LabBuilder::stretch)
      .function("goal", &LabBuilder::goal)
      .function("ready", &readyOf)
      .function("build", &LabBuilder::build, allow_raw_pointers());
  class_<Lab> lab("Lab");
  lab.function("restart", &Lab::restart)
      .function("setMotion", &setMotion)
      .function("give", &Lab::give)
      .function("publishGoals", &Lab::publishGoals)
      .function("address", &addressOf<Lab>)
      .function("midway", &Lab::midway)
      .function("fault", &Lab::fault)
      .function("watch", &Lab::watch)
      .function("inspect", &Lab::inspect)
      .function("beginInspection", &Lab::beginInspection)
      .function("resumeInspection", &Lab::resumeInspection)
      .function("measureEllipsoids", &Lab::measureEllipsoids)
      .function("filter", &Lab::filter)
      .function("choose", &Lab::choose)
      .function("jointDamping", &Lab::jointDamping)
      .function("layout", &Lab::layout)
      .function("frame", &Lab::frame)
      .function("finished", &Lab::finished)
      .function("workingRank", &Lab::workingRank)
      .function("traceCapacity", &Lab::traceCapacity)
      .function("traceStride", &Lab::traceStride)
      .function("targets", view<&Lab::targets>)
      .function("params", view<&Lab::params>)
      .function("given", view<&Lab::given>)
      .function("goals", view<&Lab::goals>)
      .function("angles", view<&Lab::angles>)
      .function("points", view<&Lab::points>)
      .function("status", view<&Lab::status>)
      .function("sigma", view<&Lab::sigma>)
      .function("clamps", view<&Lab::clamps>)
      .function("misses", view<&Lab::misses>)
      .function("probe", view<&Lab::probe>)
      .function("findings", view<&Lab::findings>)
      .function("ellipsoids", view<&Lab::ellipsoids>)
      .function("trace", view<&Lab::trace>)
      .function("shownNumbers", view<&Lab::shownNumbers>);

  addFull({registry, builder, lab});
  function("heapTop", &heapTop);
  function("protocol", &protocol);
}
