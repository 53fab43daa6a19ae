#include <fstream>
#include <gtest/gtest.h>
#include <iklab/solver.hpp>
#include <iklab/urdf.hpp>
#include <nlohmann/json.hpp>

namespace iklab::urdf_test {
namespace {

using nlohmann::json;

std::string robotOf(const std::string& body) {
  return "<robot name='made'>\n" + body + "\n</robot>";
}

std::string said(const urdf::Note& note) {
  return std::to_string(note.line) + " " + note.element + ": " + note.reason;
}

// The faults of a text, one per line; empty if it is a robot.
std::string faults(std::string_view text, const urdf::Options& options = {}) {
  const urdf::Reading read = urdf::parse(text, options);
  EXPECT_EQ(static_cast<bool>(read), read.faults().empty());
  std::string all;
  for (const urdf::Note& each : read.faults()) {
    EXPECT_EQ(each.kind, urdf::NoteKind::fault);
    EXPECT_FALSE(each.grave);
    all += (all.empty() ? "" : "\n") + said(each);
  }
  return all;
}

json vectorOf(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

// Like in the table: zero and absent values are omitted.
template <class Spec>
json rowOf(const Spec& spec) {
  json row = {{"id", spec.id}};
  if (!spec.parent.empty()) row["parent"] = spec.parent;
  if (!spec.xyz.isZero(0)) row["xyz"] = vectorOf(spec.xyz);
  if (!spec.rpy.isZero(0)) row["rpy"] = vectorOf(spec.rpy);
  return row;
}

json jointRowOf(const JointSpec& spec) {
  json row = rowOf(spec);
  row["type"] = kJointKinds[static_cast<size_t>(spec.kind)];
  if (spec.kind != JointKind::fixed) row["axis"] = vectorOf(spec.axis);
  if (spec.upper < kInfinity) row["limits"] = {spec.lower, spec.upper};
  if (spec.pitch != 0) row["pitch"] = spec.pitch;
  if (spec.mimics()) row["mimic"] = {spec.mimic.joint, spec.mimic.multiplier, spec.mimic.offset};
  return row;
}

std::string linesOf(const json& lines) {
  std::string text;
  for (const json& each : lines) text += (text.empty() ? "" : "\n") + each.get<std::string>();
  return text;
}

std::string textOf(const json& row) {
  if (!row.contains("text")) return robotOf(linesOf(row.at("body")));
  std::string text;
  for (size_t i = 0; i < row.at("text").size(); ++i)
    text += (i > 0 ? "\n" : "") + row.at("text")[i].get<std::string>();
  return text;
}

void check(const json& row) {
  const json asked = row.value("options", json::object());
  const urdf::Options options{asked.value("effectors", std::vector<std::string>()),
                              asked.value("leaves", false), asked.value("root", std::string()),
                              asked.value("allJoints", false), asked.value("freeRoot", false)};
  const urdf::Reading read = urdf::parse(textOf(row), options);
  ASSERT_EQ(faults(textOf(row), options), linesOf(row.value("faults", json::array())));
  if (!read) return;
  const urdf::Robot& robot = read.value();
  json joints = json::array(), effectors = json::array(), remarks = json::array();
  for (const JointSpec& each : robot.joints) joints.push_back(jointRowOf(each));
  for (const EffectorSpec& each : robot.effectors) effectors.push_back(rowOf(each));
  for (const urdf::Note& each : robot.remarks) {
    const std::string kind = each.kind == urdf::NoteKind::leftOut ? "left-out" : "changed";
    remarks.push_back(kind + (each.grave ? "! " : " ") + said(each));
  }
  EXPECT_EQ(joints, row.at("joints"));
  EXPECT_EQ(effectors, row.at("effectors"));
  EXPECT_EQ(remarks, row.at("remarks"));
  EXPECT_EQ(robot.tree.joints().size(), robot.joints.size());
  EXPECT_EQ(robot.tree.effectors().size(), robot.effectors.size());
}

// The page is tested with the same table: web/packages/robots/urdfCases.test.ts.
TEST(Urdf, MatchesTheSharedTableOfCases) {
  std::ifstream file(IKLAB_DATA_DIR "/urdf.json");
  const json rows = json::parse(file);
  ASSERT_GT(rows.size(), 85u);
  for (const json& row : rows) {
    SCOPED_TRACE(row.at("name"));
    check(row);
  }
}

const std::string kArm = robotOf(R"(
<link name="base"/><link name="upper"/><link name="lower"/><link name="tool0"/>
<joint name="yaw" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
  <origin xyz="0 0 0.4"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><axis xyz="0 1 0"/>
  <origin xyz="0.5 0 0"/><limit lower="-2" upper="2"/></joint>
<joint name="tool" type="fixed"><parent link="lower"/><child link="tool0"/>
  <origin xyz="0.3 0 0"/></joint>)");

TEST(Urdf, GivesATreeThatASolverCanUse) {
  const urdf::Reading robot = urdf::parse(kArm);
  ASSERT_TRUE(robot) << robot.reason();
  EXPECT_EQ(robot.value().name, "made");
  EXPECT_EQ(robot.value().leaves, std::vector<std::string>{"tool0"});
  const auto model = Model::make(robot.value().tree, {{.effector = "tool0"}});
  ASSERT_TRUE(model) << model.reason();
  // Yaw and elbow at 90 degrees: the tool is below the elbow, which is on the y axis.
  const std::vector<Goal> goals = {{.position = {0, 0.5, 0.1}}};
  const Vector start = Vector::Constant(2, 0.5);
  const auto found = Solver(model.value(), DlsOptions{.lambda = 0.05}).solve(start, goals);
  ASSERT_TRUE(found) << found.reason();
  EXPECT_TRUE(found.value().reached());
  EXPECT_NEAR(found.value().theta[0], EIGEN_PI / 2, 0.02);
  EXPECT_NEAR(found.value().theta[1], EIGEN_PI / 2, 0.02);
}

TEST(Urdf, ReasonListsAllFaults) {
  const urdf::Reading read = urdf::parse("<robot>\n<link/>\n<joint/>\n</robot>");
  EXPECT_EQ(read.reason(), "2: <link>: must have a name\n3: <joint>: must have a name");
  EXPECT_EQ(urdf::parse("<robot/>").reason(), "robot: <robot>: must have at least one link");
  std::string many;
  for (int i = 0; i < 100; ++i) many += "<link/>";
  EXPECT_EQ(urdf::parse(robotOf(many)).faults().size(), 20u);
}

TEST(Urdf, IsReadInItsDeclaredEncoding) {
  using namespace std::string_view_literals;
  const std::string text =
      "<robot><link name='\u00e9'/><link name='b'/><joint name='j' "
      "type='continuous'><parent link='\u00e9'/><child link='b'/></joint></robot>";
  const auto base = [](std::string_view bytes) {
    const urdf::Reading read = urdf::parse(bytes, {.effectors = {"\u00e9", "b"}});
    return read ? read.value().tree.effectors()[0].id : read.reason();
  };
  std::string little = "\xff\xfe", big = "\xfe\xff",
              latin = "<?xml version='1.0' encoding='latin1'?>";
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] == '\xc3' ? text[i + 1] + 0x40 : text[i];
    if (text[i] == '\xc3') ++i;
    little += {c, '\0'};
    big += {'\0', c};
    latin += c;
  }
  for (const std::string& bytes : {text, "\ufeff" + text, little, big, latin})
    EXPECT_EQ(base(bytes), "\u00e9");
  EXPECT_EQ(faults(latin.substr(latin.find("<robot"))),
            "1 document: some bytes are not valid UTF-8");
  EXPECT_EQ(faults("\xff\xfe<\0\x00\xd8"sv), "1 document: some bytes are not valid UTF-16LE");
  EXPECT_EQ(faults("<?xml version='1.0' encoding='Klingon'?><robot/>"),
            "1 document: unknown encoding \"klingon\"");
  for (const char* overlong :
       {"<a b='\xc0\xaf'/>", "<a b='\xed\xa0\x80'/>", "<a b='\xf5\x80\x80\x80'/>"})
    EXPECT_EQ(faults(overlong), "1 document: some bytes are not valid UTF-8");
}

TEST(Urdf, ReportsTheLineOfXacroElements) {
  EXPECT_EQ(faults(robotOf("<link name='a'/>\n<xacro:macro name='m'/>")),
            "3 <xacro:macro>: unexpanded xacro element; expand the file first");
  EXPECT_EQ(faults(robotOf("<link name='a'>\n<xacro:inertia/></link>")),
            "3 <xacro:inertia>: unexpanded xacro element; expand the file first");
  std::string left = kArm;
  const urdf::Reading read = urdf::parse(left.insert(left.rfind('<'), "<xacro:hand/>"));
  ASSERT_TRUE(read) << read.reason();
  ASSERT_EQ(read.value().remarks.size(), 1u);
  EXPECT_EQ(read.value().remarks[0].element, "<xacro:hand>");
}

// A chain with this number of joints.
std::string chainOf(int count, const char* type = "continuous") {
  std::string body = "<link name='l0'/>";
  for (int i = 1; i <= count; ++i) {
    const std::string n = std::to_string(i), before = std::to_string(i - 1);
    body += "<link name='l" + n + "'/><joint name='j" + n + "' type='" + type +
            "'><parent link='l" + before + "'/><child link='l" + n + "'/></joint>";
  }
  return robotOf(body);
}

std::string repeated(const std::string& text, size_t count) {
  std::string all;
  all.reserve(text.size() * count);
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST(Urdf, ReportsFilesBeyondTheSizeLimits) {
  EXPECT_EQ(faults(chainOf(256)), "");
  EXPECT_EQ(faults(chainOf(257)),
            "2 <robot>: 257 movable joints; the maximum is 256 (choose fewer effectors)");
  EXPECT_EQ(faults(chainOf(3999, "fixed")), "2 <robot>: must have a joint that moves; got none");
  EXPECT_EQ(faults(chainOf(4000)),
            "2 <robot>: 4001 links and 4000 joints; the maximum is 4000 each");
  std::string fan = "<link name='l'/>";
  for (int i = 0; i < 65; ++i) {
    const std::string n = std::to_string(i);
    fan += "<link name='l" + n + "'/><joint name='j" + n +
           "' type='continuous'><parent link='l'/><child link='l" + n + "'/></joint>";
  }
  const urdf::Reading read = urdf::parse(robotOf(fan), {.leaves = true});
  ASSERT_TRUE(read) << read.reason();
  EXPECT_EQ(read.value().effectors.size(), 64u);
  ASSERT_EQ(read.value().remarks.size(), 1u);
  EXPECT_EQ(read.value().remarks[0].text(),
            "robot: effectors: links beyond the maximum of 64 are left out: \"l64\"");
  EXPECT_EQ(faults(repeated("<a>", 500) + repeated("</a>", 500)),
            "1 <a>: not a robot description: its root element is <a>; expected <robot> for URDF");
  EXPECT_EQ(faults(repeated("<a>", 5000)), "1 a: more than 500 levels of nested elements");
  EXPECT_EQ(faults("<a>" + repeated("<b/>", 50'000) + "</a>"), "1 a: more than 50000 elements");
  EXPECT_EQ(faults("<a>" + repeated(" ", 8'000'000) + "</a>"),
            "1 document: 8.0 MB of XML; the maximum is 8 MB");
  EXPECT_EQ(faults("<a>" + repeated(" ", 8'250'000 - 7) + "</a>"),
            "1 document: 8.3 MB of XML; the maximum is 8 MB");
}

TEST(Urdf, ReportsFaultsForHugeMalformedInput) {
  using namespace std::string_view_literals;
  EXPECT_EQ(faults("<robot>\0</robot>"sv), "1 robot: not well-formed XML: disallowed character");
  EXPECT_EQ(faults(std::string(1000, '\0')).substr(0, 27), "1 document: not an XML file");
  EXPECT_EQ(faults("<!--" + repeated("-", 7'000'000)),
            "1 document: the comment that begins here is not closed");
  EXPECT_EQ(faults("<robot>" + repeated("&amp;", 1'000'000)),
            "1 robot: <robot> in line 1 is not closed");
  EXPECT_EQ(faults("<robot>" + repeated("&", 1'000'000)),
            "1 text: not well-formed XML: an unescaped &; write it as &amp;");
  EXPECT_EQ(faults("<robot " + repeated("a", 7'000'000)),
            "1 robot: not well-formed XML: unexpected end of file");
  std::string attributes;
  for (int i = 0; i <= 200'000; ++i) attributes += " a" + std::to_string(i) + "=''";
  EXPECT_EQ(faults("<robot" + attributes + "/>"), "1 robot: more than 200000 attributes");
  const std::string numbers =
      "<joint name='j'><origin xyz='" + repeated("1 ", 1'000'000) + "'/></joint>";
  EXPECT_NE(faults(robotOf(numbers)).find("…\" (1000000)"), std::string::npos);
}

// The result is a robot or faults, never a crash; run with sanitizers.
void read(const std::string& text) {
  const urdf::Reading read = urdf::parse(text);
  ASSERT_EQ(static_cast<bool>(read), read.faults().empty());
  if (read) {
    ASSERT_GT(read.value().tree.columns(), 0);
  }
}

TEST(Urdf, IsRejectedWhenTruncatedAnywhere) {
  for (size_t cut = 0; cut < kArm.size(); ++cut) {
    const urdf::Reading read = urdf::parse(kArm.substr(0, cut));
    ASSERT_FALSE(read) << cut;
    ASSERT_FALSE(read.faults().empty()) << cut;
  }
}

TEST(Urdf, IsReadOrRejectedWithAnyByteChanged) {
  const std::string small =
      "<robot name='r'><!-- c --><link name='a'/><link name='b'/><joint name='j' "
      "type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>"
      "<limit lower='-1' upper='1e0'/></joint>&#x41;<![CDATA[x]]></robot>";
  ASSERT_EQ(faults(small), "");
  for (size_t at = 0; at < small.size(); ++at) {
    std::string text = small;
    for (int byte = 0; byte < 256; ++byte) {
      text[at] = static_cast<char>(byte);
      read(text);
    }
    read(std::string(small).erase(at, 1));
    read(std::string(small).insert(at, 1, small[at]));
  }
}

}  // namespace
}  // namespace iklab::urdf_test
