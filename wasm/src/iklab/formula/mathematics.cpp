#include "iklab/formula/mathematics.hpp"

#include "iklab/math/decimal.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

using namespace detail;

namespace {

// Appends to a text.
class MathematicsPrinter {
 public:
  explicit MathematicsPrinter(std::string& to) : to_(to) {}

  void line(const Line& line) {
    switch (line.kind) {
      case LineKind::keep:
        text("keep ");
        break;
      case LineKind::show:
        text("show ");
        if (!line.curve) return print(*line.value);
        name(line.names[0].name);
        sign("(");
        name(line.names[1].name);
        sign(")");
        sign("=");
        return print(*line.value);
      case LineKind::loop:
        text("for ");
        return range(line.range);
      case LineKind::branch:
        text("if ");
        return print(*line.condition);
      case LineKind::stop:
      case LineKind::next:
        text(line.kind == LineKind::stop ? "stop" : "next");
        if (!line.condition) return;
        text(" if ");
        return print(*line.condition);
      case LineKind::learn:
        return text("learn");
      default:
        break;
    }
    left(line);
    sign(line.add ? "←" : "=");
    if (line.add) {
      left(line);
      sign("+");
    }
    print(*line.value);
  }

 private:
  void element(std::string_view name, std::string_view within) {
    open(name);
    to_ += within;
    close(name);
  }
  void open(std::string_view name) { (to_ += '<').append(name) += '>'; }
  void close(std::string_view name) { to_.append("</").append(name) += '>'; }
  void sign(std::string_view sign) { element("mo", sign); }
  void text(std::string_view text) { element("mtext", text); }
  template <class Within>
  void within(std::string_view name, Within write) {
    open(name);
    write();
    close(name);
  }
  template <class Within>
  void row(Within write) {
    within("mrow", write);
  }
  template <class Within>
  void brackets(std::string_view open, std::string_view close, Within write) {
    row([&] {
      sign(open);
      write();
      sign(close);
    });
  }

  // λ₁ and λ_max end in subscripts.
  void name(std::string_view name) {
    size_t end = name.size();
    const auto digit = [&] {
      return end > 3 && name.substr(end - 3, 2) == "\xe2\x82" &&
             static_cast<unsigned char>(name[end - 1]) - 0x80u < 10;
    };
    while (digit()) end -= 3;
    const size_t at = name.find('_');
    if (end < name.size()) {
      open("msub");
      this->name(name.substr(0, end));
      open("mn");
      for (size_t i = end; i < name.size(); i += 3)
        to_ += static_cast<char>('0' + (name[i + 2] & 15));
      close("mn");
      close("msub");
    } else if (at != std::string_view::npos && at > 0 && at + 1 < name.size()) {
      open("msub");
      element("mi", name.substr(0, at));
      element("mi", name.substr(at + 1));
      close("msub");
    } else {
      element("mi", name);
    }
  }

  void left(const Line& line) {
    const auto names = [&] {
      for (size_t i = 0; i < line.names.size(); ++i) {
        if (i > 0) sign(",");
        name(line.names[i].name);
      }
    };
    if (line.parts.empty()) return names();
    within("msub", [&] {
      row(names);
      row([&] { list(line.parts, 0); });
    });
  }
  void list(const std::vector<NodePointer>& nodes, size_t first) {
    for (size_t i = first; i < nodes.size(); ++i) {
      if (i > first) sign(",");
      print(*nodes[i]);
    }
  }
  void range(const Range& range) {
    static constexpr const char* words[] = {
        "", "joints", "joints outward", "joints inward", "directions", "targets", "rows", "blocks"};
    name(range.loop);
    if (range.over != Over::span) {
      sign("∈");
      return text(words[static_cast<size_t>(range.over)]);
    }
    sign("=");
    print(*range.low);
    sign("…");
    print(*range.high);
  }
  template <class To>
  void raised(const Node& of, To to) {
    const bool simple = of.bracketed || of.kind == Kind::name || of.kind == Kind::number ||
                        of.kind == Kind::length || of.kind == Kind::magnitude ||
                        of.kind == Kind::index;
    within("msup", [&] {
      row([&] {
        if (simple)
          print(of);
        else
          brackets("(", ")", [&] { print(of); });
      });
      row(to);
    });
  }
  void cases(const Node& value, const Node& condition, const Node& other) {
    const auto cell = [&](auto write) { within("mtd", write); };
    row([&] {
      sign("{");
      open("mtable");
      within("mtr", [&] {
        cell([&] { print(value); });
        cell([&] {
          text("if ");
          print(condition);
        });
      });
      within("mtr", [&] {
        cell([&] { print(other); });
        cell([&] { text("else"); });
      });
      close("mtable");
    });
  }
  void between(const Node& node, std::string_view sign, bool words = false) {
    print(*node.kids[0]);
    element(words ? "mtext" : "mo", sign);
    print(*node.kids[1]);
  }

  void print(const Node& node) {
    const bool drawn = node.kind == Kind::choose || isFraction(node);
    if (node.bracketed && !drawn) return brackets("(", ")", [&] { inner(node); });
    inner(node);
  }
  static bool isFraction(const Node& node) {
    return node.kind == Kind::product &&
           (node.sign == Sign::divide || node.sign == Sign::entryDivide);
  }

  void inner(const Node& node) {
    const auto kid = [&](size_t i) -> const Node& { return *node.kids[i]; };
    switch (node.kind) {
      case Kind::number:
        if (node.value != 0.5) return element("mn", decimal(node.value));
        to_ += "<mfrac><mn>1</mn><mn>2</mn></mfrac>";
        return;
      case Kind::name:
        return name(node.name);
      case Kind::truth:
        return text(node.value != 0 ? "yes" : "no");
      case Kind::call:
        return call(node);
      case Kind::list:
        return brackets("[", "]", [&] { list(node.kids, 0); });
      case Kind::each:
        return brackets("[", "]", [&] {
          print(kid(0));
          text(" for ");
          range(node.range);
        });
      case Kind::index:
        return within("msub", [&] {
          row([&] { print(kid(0)); });
          row([&] { list(node.kids, 1); });
        });
      case Kind::all:
        return sign(":");
      case Kind::span:
        return between(node, "…");
      case Kind::transpose:
        return raised(kid(0), [&] { element("mi", "T"); });
      case Kind::pseudoinverse:
        return raised(kid(0), [&] { sign("+"); });
      case Kind::power:
        return raised(kid(0), [&] { print(kid(1)); });
      case Kind::entryPower:
        return raised(kid(0), [&] {
          sign("∘");
          print(kid(1));
        });
      case Kind::degree:
        print(kid(0));
        return sign("°");
      case Kind::negate:
        sign("−");
        return print(kid(0));
      case Kind::sum:
        for (size_t i = 0; i < node.kids.size(); ++i) {
          if (i > 0) sign(node.signs[i] == '-' ? "−" : "+");
          print(kid(i));
        }
        return;
      case Kind::beside:
        return row([&] {
          for (size_t i = 0; i < node.kids.size(); ++i) {
            if (i > 0) to_ += "<mspace width=\"0.15em\"/>";
            print(kid(i));
          }
        });
      case Kind::product:
        if (isFraction(node))
          return within("mfrac", [&] {
            row([&] { inner(kid(0)); });
            row([&] { inner(kid(1)); });
          });
        return between(node, node.sign == Sign::entry ? "∘" : node.sign == Sign::cross ? "×" : "·");
      case Kind::compare: {
        static constexpr const char* signs[] = {"&lt;", "≤", ">", "≥", "=", "≠"};
        return between(node, signs[static_cast<int>(node.sign) - static_cast<int>(Sign::less)]);
      }
      case Kind::is:
        print(kid(0));
        text(" is ");
        return text(node.name);
      case Kind::both:
        return between(node, " and ", true);
      case Kind::either:
        return between(node, " or ", true);
      case Kind::no:
        text("not ");
        return print(kid(0));
      case Kind::choose:
        return cases(kid(0), kid(1), kid(2));
      case Kind::length:
        return brackets("‖", "‖", [&] { print(kid(0)); });
      case Kind::magnitude:
        return brackets("|", "|", [&] { print(kid(0)); });
    }
  }

  void call(const Node& node) {
    const Node& first = *node.kids[0];
    if (node.range.over != Over::none) {
      within("munder", [&] {
        if (node.name == "sum" || node.name == "prod")
          sign(node.name == "sum" ? "∑" : "∏");
        else
          element("mi", node.name);
        row([&] { range(node.range); });
      });
      return print(first);
    }
    if (node.name == "sqrt") return within("msqrt", [&] { print(first); });
    if (node.name == "norm") return brackets("‖", "‖", [&] { print(first); });
    if (node.name == "abs") return brackets("|", "|", [&] { print(first); });
    if (node.name == "where") return cases(*node.kids[1], first, *node.kids[2]);
    if (node.name == "pinv" && node.kids.size() == 1) return raised(first, [&] { sign("+"); });
    if (node.name == "solve") {
      raised(first, [&] { to_ += "<mo>−</mo><mn>1</mn>"; });
      return print(*node.kids[1]);
    }
    name(node.name);
    brackets("(", ")", [&] { list(node.kids, 0); });
  }

  std::string& to_;
};

void mathematicsOf(const std::vector<Line>& lines, int depth, std::string& room, JsonWriter& to) {
  const auto write = [&](int number, auto print) {
    room = "<math><mrow>";
    print();
    room += "</mrow></math>";
    to.open('{');
    to.number("line", number);
    to.number("depth", depth);
    to.string("mathml", room);
    to.close('}');
  };
  MathematicsPrinter printer(room);
  for (const Line& each : lines) {
    if (each.kind != LineKind::param) write(each.place.line, [&] { printer.line(each); });
    mathematicsOf(each.block, depth + 1, room, to);
    if (each.otherwise.empty()) continue;
    write(each.otherwise[0].place.line, [&] { room += "<mtext>else</mtext>"; });
    mathematicsOf(each.otherwise, depth + 1, room, to);
  }
}

}  // namespace

void mathematicsOf(const Checked& text, JsonWriter& to) {
  std::string room;
  mathematicsOf(text.lines, 0, room, to);
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
