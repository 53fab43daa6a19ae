#include "iklab/urdf/xml.hpp"

#include "iklab/urdf/encoding.hpp"
#include "iklab/urdf/numerals.hpp"
#include "iklab/urdf/phrases.hpp"
#include "iklab/urdf/prolog.hpp"
#include "iklab/urdf/unicode.hpp"
#include "iklab/urdf/xml_scanner.hpp"

namespace iklab::urdf {
namespace {

constexpr size_t kMaxBytes = 8'000'000;

std::string explainNoXml(std::string_view text) {
  const std::string_view start = trim(takeHead(text, 4096).text);
  if (start.empty()) return trim(text).empty() ? "the file is empty" : "";
  if (start[0] == '<') return {};
  return "not an XML file: must begin with \"<\"; got " + jsonText(start, 24);
}

}  // namespace

const std::string* XmlElement::attribute(std::string_view key) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? nullptr : &found->second;
}

const XmlElement* XmlElement::child(std::string_view wanted) const {
  for (const XmlElement& each : children)
    if (each.name == wanted) return &each;
  return nullptr;
}

std::optional<XmlElement> readXml(std::string_view bytes, Notes& notes) {
  const auto refused = [&](std::string reason) {
    notes.addFault(1, "document", std::move(reason));
    return std::nullopt;
  };
  if (bytes.size() > kMaxBytes) {
    const std::string size = fixedText(static_cast<double>(bytes.size()) / 1e6, 1);
    return refused(size + " MB of XML; the maximum is 8 MB");
  }
  auto [text, reason] = decode(bytes);
  if (!reason.empty()) return refused(reason);
  readProlog(text, notes);
  if (!notes.faults.empty()) return std::nullopt;
  if (std::string why = explainNoXml(text); !why.empty()) return refused(std::move(why));
  blankBadComments(text, notes);
  if (!notes.faults.empty()) return std::nullopt;
  XmlScanner scanner(text, notes);
  std::optional<XmlElement> root = scanner.read();
  if (root && root->name.size() == 4 && matchesAt(root->name, 0, "html")) {
    notes.addFault(root->line, "html", kHtmlPage);
    return std::nullopt;
  }
  return root;
}

}  // namespace iklab::urdf
