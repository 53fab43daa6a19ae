// Orocos KDL follows a figure eight with a UR5, one step of its pseudoinverse per row, and writes
// kdlEight.csv.
//   g++ kdl_eight.cpp -I/usr/include/eigen3 -lorocos-kdl -o kdl_eight    (Debian: liborocos-kdl-dev,
//   ./kdl_eight < ../../core/scenario/presets/trees/ur5.json > kdlEight.csv       nlohmann-json3-dev)
#include <cmath>
#include <cstdio>
#include <iostream>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>
#include <nlohmann/json.hpp>
#include <vector>

using nlohmann::json;

KDL::Vector vector(const json& v) { return {v[0], v[1], v[2]}; }
KDL::Frame frame(const json& of) {
  const json none = {0, 0, 0};
  const json xyz = of.value("xyz", none), rpy = of.value("rpy", none);
  return {KDL::Rotation::RPY(rpy[0], rpy[1], rpy[2]), vector(xyz)};
}

int main() {
  const json tree = json::parse(std::cin);
  KDL::Chain chain;
  std::printf("header.stamp.sec,header.stamp.nanosec");
  for (const json& j : tree["joints"]) {
    const KDL::Frame f = frame(j);
    const std::string id = j["id"];
    const KDL::Vector axis = f.M * vector(j.value("axis", json{0, 0, 1}));
    chain.addSegment(KDL::Segment(KDL::Joint(id, f.p, axis, KDL::Joint::RotAxis), f));
    std::printf(",%s/pos", id.c_str());
  }
  chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::Fixed), frame(tree["effectors"][0])));
  std::printf(
      ",goal_pose.position.x,goal_pose.position.y,goal_pose.position.z,goal_pose.orientation.x,"
      "goal_pose.orientation.y,goal_pose.orientation.z,goal_pose.orientation.w,error,angle\n");
  KDL::ChainFkSolverPos_recursive forward(chain);
  KDL::ChainIkSolverVel_pinv inverse(chain);
  KDL::JntArray q(chain.getNrOfJoints()), step(q);
  const double start[] = {0.2, -1.3, 1.5, -1.7, -1.5, 0.2};
  for (unsigned i = 0; i < q.rows(); ++i) q(i) = start[i];
  KDL::Frame home, tip;
  forward.JntToCart(q, home);
  for (int row = 0; row < 150; ++row) {
    const double turn = 2 * M_PI * row / 150;
    KDL::Frame goal = home;
    goal.p += KDL::Vector(0.12 * std::sin(turn), 0, 0.07 * std::sin(2 * turn));
    goal.M = goal.M * KDL::Rotation::RotZ(0.2 * std::sin(turn));
    forward.JntToCart(q, tip);
    if (row > 0) {
      inverse.CartToJnt(q, KDL::diff(tip, goal), step);
      for (unsigned i = 0; i < q.rows(); ++i) q(i) += 0.6 * step(i);
      forward.JntToCart(q, tip);
    }
    const KDL::Twist off = KDL::diff(tip, goal);
    double x, y, z, w;
    goal.M.GetQuaternion(x, y, z, w);
    std::printf("%d,%d", 1'764'160'000 + row / 50, row % 50 * 20'000'000);
    for (unsigned i = 0; i < q.rows(); ++i) std::printf(",%.17g", q(i));
    for (const double each :
         {goal.p.x(), goal.p.y(), goal.p.z(), x, y, z, w, off.vel.Norm(), off.rot.Norm()})
      std::printf(",%.17g", each);
    std::printf("\n");
  }
}
