// Custom methods, described at run time or by a type, in a Solver, a Lab and a Batch next to those
// of the library; and what a registry rejects.
#include "iklab/ik/registry.hpp"

#include <gtest/gtest.h>

#include "iklab/ik/method_of.hpp"
#include "iklab/ik/run_time_method.hpp"
#include "tests/batched.hpp"
#include "tests/support.hpp"

namespace iklab {
namespace registry_test {

struct PullOptions {
  double share = 0.5;
  bool twice = false;
};

class Pull : public MethodOf<PullOptions> {
 public:
  Pull(const Model&, const MethodOptions& given) : MethodOf(given) {}
  void update(const Problem& problem, Report& report) override {
    problem.jacobian().transposeTimes(problem.error, report.step);
    report.step *= options.twice ? 2 * options.share : options.share;
  }
  void observe(std::span<double> seen) const override { seen[0] = options.share; }
};

}  // namespace registry_test

template <>
const MethodEntry& describe<registry_test::PullOptions>() {
  using registry_test::PullOptions;
  static constexpr Param params[] = {
      number<&PullOptions::share>("share", "", 0, 1),
      toggle<&PullOptions::twice>("twice", "share: none"),
  };
  static constexpr Observable observables[] = {{"share", Per::instance, ""}};
  static constexpr MethodEntry entry = {
      .id = "pull",
      .name = "Pull",
      .maxStep = 0.2,
      .traits = kStage,
      .params = params,
      .observables = observables,
      .make = makeMethod<registry_test::Pull>,
      .card = R"({"fullName": "Pulls a \"little\""})",
  };
  return entry;
}

namespace registry_test {
namespace {

// The weight of each joint is a separate number.
class Weighted : public Method {
 public:
  explicit Weighted(const MethodOptions& given) { Weighted::tune(given); }
  void tune(const MethodOptions& given) override { weights_ = given.numbers(); }
  void update(const Problem& problem, Report& report) override {
    problem.jacobian().transposeTimes(problem.error, report.step);
    for (int c = 0; c < report.step.size(); ++c) report.step[c] *= weights_[static_cast<size_t>(c)];
  }

 private:
  std::vector<double> weights_;
};

// Names and numbers are created at run time: more numbers than any method of the library has.
MethodEntry::Pointer weighted(int count) {
  RunTimeMethod method(
      "weighted-" + std::to_string(count), "Weighted",
      [](const Model&, const MethodOptions& given) { return std::make_unique<Weighted>(given); });
  for (int i = 0; i < count; ++i) {
    const std::string key = "w" + std::to_string(i);
    method.add({.key = key.c_str(), .max = 1, .initial = 0.1 * (i % 5), .label = "Weight"});
  }
  return method.entry();
}

MethodRegistry::Pointer more() {
  const auto one = MethodRegistry::builtIn()->with(methodOf<PullOptions>()).take();
  return one->with(weighted(100)).take();
}

struct Scene {
  explicit Scene(MethodRegistry::Pointer methods = MethodRegistry::builtIn())
      : tree(test::treeFrom(test::preset("trees/double-y.json"))) {
    spec.targets = test::targetsFrom(test::preset("double-y.json"), tree);
    spec.methods = std::move(methods);
  }
  std::unique_ptr<Lab> lab(const std::vector<MethodOptions>& panels) const {
    auto lab = Lab::open(tree, spec).take();
    for (size_t p = 0; p < panels.size(); ++p)
      EXPECT_EQ(lab->setPanel(static_cast<int>(p), panels[p]), "");
    EXPECT_EQ(lab->restart(static_cast<int>(panels.size())), "");
    return lab;
  }
  Tree tree;
  LabSpec spec;
};

Vector thetaAfter(Lab& lab, int panel, int updates) {
  for (int u = 0; u < updates; ++u) lab.advance(1);
  EXPECT_EQ(lab.fault(), "");
  return lab.runner(panel).theta();
}

TEST(Registry, AddedMethodsKeepTheIndicesOfBuiltInMethods) {
  const auto all = more();
  const auto& own = MethodRegistry::builtIn()->entries();
  ASSERT_EQ(own.size(), 19u);
  for (size_t i = 0; i < own.size(); ++i) {
    EXPECT_EQ(all->entries()[i], own[i]);
    EXPECT_EQ(all->indexOf(own[i]->id), static_cast<int>(i));
  }
  EXPECT_EQ(all->find("pull"), methodOf<PullOptions>());
  EXPECT_EQ(all->find("dls"), methodOf<DlsOptions>());
  EXPECT_EQ(all->find("none"), nullptr);
  EXPECT_EQ(all->mostNumbers(), 100u);
  EXPECT_EQ(MethodRegistry::builtIn()->mostNumbers(), 24u);  // Two stages with ten numbers each.
}

// A method of the library next to it gives the same bits as alone.
TEST(Registry, CustomMethodsRunInALabNextToBuiltInMethods) {
  const auto all = more();
  const Scene scene(all), plain;
  const MethodOptions wide("weighted-100", *all);
  const auto lab = scene.lab({DlsOptions{.lambda = 0.5}, PullOptions{}, wide});
  const auto alone = plain.lab({DlsOptions{.lambda = 0.5}});
  EXPECT_EQ(thetaAfter(*lab, 0, 20), thetaAfter(*alone, 0, 20));
  EXPECT_NE(lab->runner(1).theta(), lab->runner(2).theta());
  const auto model = modelOf(scene.tree, *std::make_unique<LabSpec>(scene.spec)).take();
  for (const int p : {1, 2}) {
    const Solver solver(model, p == 1 ? MethodOptions(PullOptions{}) : wide);
    Workspace workspace(solver);
    Memory memory{scene.tree.rest()};
    for (int frame = 1; frame <= 20; ++frame) {
      std::vector<Goal> goals;
      for (const LabTarget& t : scene.spec.targets) {
        goals.push_back(t.base);
        goals.back().position += t.motion.at(frame * scene.spec.run.timeStep);
      }
      solver.update(memory, goals, workspace);
    }
    EXPECT_EQ(memory.theta, lab->runner(p).theta()) << p;
  }
}

TEST(Registry, ParametersOfALongRowApplyFromTheNextUpdate) {
  const auto all = more();
  const Scene scene(all);
  const auto lab = scene.lab({MethodOptions("weighted-100", *all)});
  MethodOptions still("weighted-100", *all);
  for (const Param& each : still.entry().params) ASSERT_EQ(still.set(each.key, 0), "");
  EXPECT_EQ(lab->setPanel(0, still), "");
  EXPECT_EQ(thetaAfter(*lab, 0, 5), scene.tree.rest());
  const size_t last = kNumbersAt + 99;
  EXPECT_EQ(last + 1, lab->panelStride());
  lab->params()[last] = NAN;
  lab->advance(1);
  EXPECT_EQ(lab->fault(), "panel 0: w99 must be from 0 to 1; got nan");
}

TEST(Registry, CustomMethodsCanBeStages) {
  const auto all = more();
  const Scene scene(all);
  const TwoStageOptions staged{.first = PullOptions{.share = 0.3}, .switchAt = 1e-9};
  const auto lab = scene.lab({staged, PullOptions{.share = 0.3}});
  EXPECT_EQ(thetaAfter(*lab, 0, 10), lab->runner(1).theta());
  EXPECT_EQ(lab->params()[kNumbersAt], all->indexOf("pull"));
  lab->params()[kNumbersAt] = all->indexOf("truncated");
  lab->advance(1);
  EXPECT_EQ(lab->fault(), "panel 0: another method needs a restart");
  lab->params()[kNumbersAt] = all->indexOf("weighted-100");
  EXPECT_EQ(lab->restart(1),
            "panel 0: first must be a method that may be a stage; got weighted-100");
}

TEST(Registry, CustomMethodsSolveABatch) {
  const test::BatchScene scene = test::batchScene("y");
  LabSpec spec = scene.spec;
  spec.methods = more();
  const BatchRow settings = test::rowOf({});
  const auto batch = Batch::open(scene.tree, spec, settings).take();
  ASSERT_EQ(batch->setMethod(PullOptions{.share = 0.4}), "");
  ASSERT_EQ(batch->solve(0, 5), "");
  const auto model = modelOf(scene.tree, spec).take();
  const Solver solver(model, PullOptions{.share = 0.4}, {.limits = spec.run.limitPolicy});
  for (int i = 0; i < 5; ++i) {
    Restarts restarts = spec.run.restarts;
    restarts.seed = static_cast<std::uint64_t>(batch->draw(i));
    const Vector start = Eigen::Map<const Vector>(batch->start().data(), model->columns());
    std::vector<Goal> goals(spec.targets.size());
    for (size_t k = 0; k < goals.size(); ++k) {
      const double* goal = batch->goals().data() + k * kTargetStride;
      goals[k] = {{goal[0], goal[1], goal[2]}, {goal[6], goal[3], goal[4], goal[5]}};
    }
    const Solution s = solver.solve(start, goals, spec.run.rules, restarts).take();
    EXPECT_EQ(batch->rows()[static_cast<size_t>(i * kBatchStride + kBatchUpdates)], s.updates);
  }
  EXPECT_EQ(batch->setMethod(PullOptions{.share = 2}), "share must be from 0 to 1; got 2");
}

TEST(Registry, RejectsUnknownMethodsAndInvalidPanels) {
  const Scene plain;
  const auto lab = plain.lab({DlsOptions{}});
  EXPECT_EQ(lab->setPanel(0, PullOptions{}), "the registry has no method 'pull'");
  EXPECT_EQ(lab->setPanel(0, TwoStageOptions{.second = PullOptions{}}),
            "the registry has no method 'pull'");
  EXPECT_EQ(lab->setPanel(8, DlsOptions{}), "a panel must be from 0 to 7; got 8");
  EXPECT_EQ(lab->setPanel(-1, DlsOptions{}), "a panel must be from 0 to 7; got -1");
  EXPECT_EQ(lab->setPanel(0, MethodOptions("dsl")), "there is no method 'dsl'");
  EXPECT_EQ(lab->setPanel(0, DlsOptions{}, {.gain = -1}),
            "gain must be above 0 and at most 1e+15; got -1");
  Scene none{MethodRegistry::Pointer()};
  EXPECT_EQ(Lab::open(none.tree, none.spec).reason(), "methods: there is no registry");
}

// The entry of PullOptions, which tests can modify.
struct Changed : MethodEntry {
  Changed() : MethodEntry(describe<PullOptions>()), all(params.begin(), params.end()) {}
  std::vector<Param> all;
};

TEST(Registry, RejectsInvalidEntriesWithAReason) {
  const auto reason = [](auto change) {
    Changed changed;
    change(changed);
    changed.params = changed.all;
    return MethodRegistry::builtIn()->with({std::shared_ptr<void>(), &changed}).reason();
  };
  EXPECT_EQ(reason([](Changed&) {}), "");
  EXPECT_EQ(reason([](Changed& e) { e.id = "dls"; }), "two methods have the id 'dls'");
  for (const char* id : {"", "Pull", "2", "-a", "a\"b", "a b"})
    EXPECT_EQ(
        reason([&](Changed& e) { e.id = id; }),
        "method '" + std::string(id) + "': an id must be of a to z, 0 to 9 and -, a letter first");
  EXPECT_EQ(reason([](Changed& e) { e.make = nullptr; }), "method 'pull': make must be given");
  EXPECT_EQ(reason([](Changed& e) { e.maxStep = NAN; }), "method 'pull': maxStep must be above 0");
  EXPECT_EQ(reason([](Changed& e) { e.group = static_cast<Group>(9); }),
            "method 'pull': group must be from 0 to 5; got 9");
  EXPECT_EQ(reason([](Changed& e) { e.all[1].key = "share"; }),
            "method 'pull': two parameters are 'share'");
  EXPECT_EQ(reason([](Changed& e) { e.all[0].key = "a.b"; }),
            "method 'pull': 'a.b' is no key of a parameter");
  EXPECT_EQ(reason([](Changed& e) { e.all[0].initial = 1.5; }),
            "method 'pull': share.initial must be from 0 to 1; got 1.5");
  EXPECT_EQ(reason([](Changed& e) { e.all[0].initial = NAN; }),
            "method 'pull': share.initial must be from 0 to 1; got nan");
  EXPECT_EQ(reason([](Changed& e) { e.all[0].min = -kInfinity; }),
            "method 'pull': share.min must be from -1e+15 to 1e+15; got -inf");
  EXPECT_EQ(reason([](Changed& e) { e.all[0].scale = static_cast<Scale>(-1); }),
            "method 'pull': share.scale must be from 0 to 6; got -1");
  EXPECT_EQ(reason([](Changed& e) { e.all[1].scale = Scale::choice; }),
            "method 'pull': twice.options must be one for each number from 0 to max; got ''");
  EXPECT_EQ(reason([](Changed& e) {
              static constexpr Observable twice[] = {{"share"}, {"share"}};
              e.observables = twice;
            }),
            "method 'pull': two observables are 'share'");
  const auto staged = [&](const char* id, unsigned traits) {
    return reason([&](Changed& e) {
      e.traits = traits;
      e.all.push_back({.key = "inner", .scale = Scale::method, .stage = id});
    });
  };
  EXPECT_EQ(staged("dls", 0), "");
  EXPECT_EQ(staged("dls", kStage), "method 'pull': a stage must not have stages");
  for (const char* id : {"none", "ccd", "pull"})
    EXPECT_EQ(staged(id, 0),
              "method 'pull': inner.stage must be a method that may be a stage; got '" +
                  std::string(id) + "'");
  EXPECT_EQ(MethodRegistry::make({}).reason(), "there is no method");
  EXPECT_EQ(MethodRegistry::builtIn()->with(MethodEntry::Pointer()).reason(), "method 19 is none");
}

TEST(Registry, InvalidOptionsAreReportedAsAFaultOfTheSolver) {
  const Model::Pointer model = Model::make(Scene().tree, {{Scene().tree.effectors()[0].id}}).take();
  const auto fault = [&](const MethodOptions& options) { return Solver(model, options).fault(); };
  EXPECT_EQ(fault(MethodOptions("weighted-100")), "there is no method 'weighted-100'");
  EXPECT_EQ(fault({MethodEntry::Pointer(), {}}), "there is no method ''");
  EXPECT_EQ(fault({methodOf<PullOptions>(), {0.5, 0}}), "");
  EXPECT_EQ(fault({methodOf<PullOptions>(), {0.5}}), "pull takes 2 numbers; got 1");
  EXPECT_EQ(fault({methodOf<PullOptions>(), {0.5, NAN}}), "twice must be from 0 to 1; got nan");
  const MethodOptions staged = TwoStageOptions{};
  const MethodEntry::Pointer& two = methodOf<TwoStageOptions>();
  EXPECT_EQ(fault({two, staged.numbers(), staged.stages()}), "");
  EXPECT_EQ(fault({two, staged.numbers()}), "two-stage takes 2 stages; got 0");
  EXPECT_EQ(fault({two, staged.numbers(), {DlsOptions{}, MethodOptions("dsl")}}),
            "second must be a method that may be a stage; got dsl");
  MethodOptions inner = TwoStageOptions{};
  EXPECT_EQ(inner.set("second.gammaMax", 0.1), "");
  EXPECT_EQ(inner.stages()[1].as<SdlsOptions>().gammaMax, 0.1);
  EXPECT_EQ(inner.as<TwoStageOptions>().second.numbers()[0], 0.1);
  EXPECT_EQ(inner.set("second.lambda", 0.1), "sdls has no parameter 'lambda'");
  EXPECT_EQ(inner.set("first", 3), "two-stage has no parameter 'first'");
}

TEST(Registry, FactoryThatReturnsNullEndsInABreakdown) {
  const auto nothing = RunTimeMethod("nothing", "", [](const Model&, const MethodOptions&) {
                         return std::unique_ptr<Method>();
                       }).entry();
  const auto model = Model::make(Scene().tree, {{Scene().tree.effectors()[0].id}}).take();
  const auto found = Solver(model, MethodOptions(nothing, {}))
                         .solve(model->tree.rest(), std::vector<Goal>{{.position = {1, 2, 0}}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found.value().stop, Stop::breakdown);
}

TEST(Registry, EveryEntryHasACardWithLabelledParameters) {
  for (const auto& entry : test::methods()) {
    ASSERT_NE(cardOf(*entry), "") << entry->id;
    const test::Json card = test::Json::parse(cardOf(*entry));
    EXPECT_EQ(card["id"], entry->id);
    EXPECT_EQ(card["params"].size(), entry->params.size()) << entry->id;
    for (const Param& each : entry->params)
      EXPECT_TRUE(card["params"][each.key].contains("label")) << entry->id << each.key;
  }
}

}  // namespace
}  // namespace registry_test
}  // namespace iklab
