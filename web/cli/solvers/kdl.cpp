// Orocos KDL as an external solver of `iklab study --solver`.
//   cmake -S web/cli/solvers -B BUILD && cmake --build BUILD
//   kdl LMA | kdl NR_JL | kdl WDLS       (Debian: liborocos-kdl-dev, nlohmann-json3-dev)
// One effector; LMA also without orientation constraints.
#include <chrono>
#include <cmath>
#include <iostream>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolverpos_nr.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>
#include <kdl/chainiksolvervel_wdls.hpp>
#include <memory>
#include <nlohmann/json.hpp>

using nlohmann::json;

KDL::Vector vector(const json& v) { return {v[0], v[1], v[2]}; }
KDL::Frame frame(const json& of) {
  return {KDL::Rotation::RPY(of["rpy"][0], of["rpy"][1], of["rpy"][2]), vector(of["xyz"])};
}
const json& named(const json& all, const json& id) {
  for (const json& each : all)
    if (each["id"] == id) return each;
  throw std::runtime_error("no " + id.dump());
}

// A KDL segment moves at its beginning, so the origin of a joint is its position in that frame.
KDL::Chain chainOf(const json& robot, std::vector<int>& columns) {
  if (robot["effectors"].size() != 1) throw std::runtime_error("one effector");
  const json& tip = named(robot["tree"]["effectors"], robot["effectors"][0]["name"]);
  std::vector<json> joints;
  for (json at = tip["parent"]; !at.is_null(); at = joints.back()["parent"])
    joints.push_back(named(robot["tree"]["joints"], at));
  KDL::Chain chain;
  for (auto joint = joints.rbegin(); joint != joints.rend(); ++joint) {
    const json& j = *joint;
    if (j.contains("mimic") || j["type"] == "screw") throw std::runtime_error("hinges and slides");
    const KDL::Frame f = frame(j);
    const auto kind = j["type"] == "revolute" ? KDL::Joint::RotAxis : KDL::Joint::TransAxis;
    if (j["type"] == "fixed") {
      chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), f));
      continue;
    }
    const std::string id = j["id"];
    chain.addSegment(KDL::Segment(KDL::Joint(id, f.p, f.M * vector(j["axis"]), kind), f));
    for (size_t c = 0; c < robot["joints"].size(); ++c)
      if (robot["joints"][c] == id) columns.push_back(static_cast<int>(c));
  }
  chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), frame(tip)));
  return chain;
}

class Program {
 public:
  Program(const json& robot, const json& task, const std::string& kind)
      : chain_(chainOf(robot, columns_)), forward_(chain_) {
    const unsigned n = chain_.getNrOfJoints();
    for (KDL::JntArray* each : {&lower_, &upper_, &start_, &end_}) each->resize(n);
    for (unsigned i = 0; i < n; ++i) {
      const json &low = robot["lower"][columns_[i]], &high = robot["upper"][columns_[i]];
      lower_(i) = low.is_null() ? -kFree : low.get<double>();
      upper_(i) = high.is_null() ? kFree : high.get<double>();
    }
    const double eps =
        0.1 * std::min(task["tolerance"].get<double>(), task["orientationTolerance"].get<double>());
    said_ = {{"ready", true},
             {"solver", "orocos-kdl " + kind},
             {"options", {{"eps", eps}}},
             {"threads", 1}};
    if (kind == "LMA") {
      Eigen::Matrix<double, 6, 1> all = Eigen::Matrix<double, 6, 1>::Ones(), place = all;
      place.tail<3>().setZero();
      full_ = std::make_unique<KDL::ChainIkSolverPos_LMA>(chain_, all, eps);
      place_ = std::make_unique<KDL::ChainIkSolverPos_LMA>(chain_, place, eps);
    } else if (kind == "NR_JL") {
      velocity_ = std::make_unique<KDL::ChainIkSolverVel_pinv>(chain_);
      full_ = std::make_unique<KDL::ChainIkSolverPos_NR_JL>(chain_, lower_, upper_, forward_,
                                                            *velocity_, kUpdates, eps);
    } else {
      auto wdls = std::make_unique<KDL::ChainIkSolverVel_wdls>(chain_);
      wdls->setLambda(0.01);
      velocity_ = std::move(wdls);
      full_ =
          std::make_unique<KDL::ChainIkSolverPos_NR>(chain_, forward_, *velocity_, kUpdates, eps);
    }
  }

  const json& said() const { return said_; }

  json answerTo(const json& problem) try {
    const json& goal = problem["targets"][0];
    const bool turns = goal.contains("orientation");
    if (goal.contains("free")) return refused(problem, "a target of which a part is free");
    if (!turns && !place_) return refused(problem, "a target without orientation");
    KDL::Frame wanted(vector(goal["position"]));
    if (turns) {
      const json& q = goal["orientation"];
      wanted.M = KDL::Rotation::Quaternion(q[0], q[1], q[2], q[3]);
    }
    for (unsigned i = 0; i < start_.rows(); ++i) start_(i) = problem["start"][columns_[i]];
    const auto begun = std::chrono::steady_clock::now();
    const int code = (turns ? full_ : place_)->CartToJnt(start_, wanted, end_);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    json q = problem["start"];
    bool finite = true;
    for (unsigned i = 0; i < end_.rows(); ++i) {
      const double value = wrapped(i);
      finite &= std::isfinite(value);
      q[columns_[i]] = value;
    }
    json answer{{"id", problem["id"]},
                {"claim", code >= 0 && finite ? "solved" : "unsolved"},
                {"time", took.count()}};
    if (finite) answer["q"] = q;
    return answer;
  } catch (const json::exception& error) {
    return refused(problem, error.what());
  }

 private:
  static constexpr double kFree = 1e3;  // In rad or m: no limit.
  static constexpr unsigned kUpdates = 500;

  static json refused(const json& problem, const std::string& why) {
    return {{"id", problem["id"]}, {"refuse", why}};
  }

  // Adds or subtracts full turns of a revolute joint if that brings it within its limits.
  double wrapped(unsigned i) const {
    double value = end_(i);
    if (!isHinge(i)) return value;
    while (value > upper_(i) && value - 2 * M_PI >= lower_(i)) value -= 2 * M_PI;
    while (value < lower_(i) && value + 2 * M_PI <= upper_(i)) value += 2 * M_PI;
    return value;
  }
  bool isHinge(unsigned joint) const {
    unsigned at = 0;
    for (const KDL::Segment& each : chain_.segments)
      if (each.getJoint().getType() != KDL::Joint::Fixed && at++ == joint)
        return each.getJoint().getType() == KDL::Joint::RotAxis;
    return false;
  }

  std::vector<int> columns_;
  KDL::Chain chain_;
  KDL::JntArray lower_, upper_, start_, end_;
  KDL::ChainFkSolverPos_recursive forward_;
  std::unique_ptr<KDL::ChainIkSolverVel> velocity_;
  std::unique_ptr<KDL::ChainIkSolverPos> full_, place_;
  json said_;
};

int main(int, char** words) {
  std::unique_ptr<Program> program;
  for (std::string text; std::getline(std::cin, text);) {
    const json line = json::parse(text);
    if (line.contains("robot")) {
      json said;
      try {
        program =
            std::make_unique<Program>(line["robot"], line["task"], words[1] ? words[1] : "LMA");
        said = program->said();
      } catch (const std::runtime_error& error) {
        said = {{"ready", false}, {"reason", error.what()}};
      }
      std::cout << said << std::endl;
    } else if (line.contains("problems")) {
      json answers = json::array();
      for (const json& each : line["problems"]) answers.push_back(program->answerTo(each));
      std::cout << json{{"answers", answers}} << std::endl;
    }
  }
}
