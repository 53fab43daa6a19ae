// Describes a formula to an editor, as JSON.
#include <algorithm>
#include <cmath>
#include <map>

#include "iklab/formula/formula.hpp"
#include "iklab/formula/mathematics.hpp"
#include "iklab/formula/program.hpp"
#include "iklab/math/concatenate.hpp"
#include "iklab/math/json.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab {

using namespace detail;

namespace formula {
namespace {

enum class WordKind {
  name,
  given,
  param,
  kept,
  function,
  word,
  number,
  string,
  comment,
  sign,
  unit
};
constexpr const char* kWordKinds[] = {"name",   "given",  "param",   "kept", "function", "word",
                                      "number", "string", "comment", "sign", "unit"};

// "4 620"
std::string formatCount(double count) {
  if (!(count < 1e15)) return "more than 10¹⁵";
  std::string digits = std::to_string(static_cast<long long>(count));
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<size_t>(at), "\u2009");
  return digits;
}

class Description {
 public:
  Description(std::string text, const Model* model)
      : text_(check(std::move(text))), model_(model) {}

  std::string write() {
    to_.open('{');
    faults();
    tokens();
    lines();
    names();
    list("functions", functions(), [&](const Function& each) {
      to_.string("name", each.name);
      to_.string("signature", each.signature);
      to_.string("gives", each.gives);
    });
    list("shows", text_.shown, [&](const ShownValue& each) {
      to_.number("line", each.line->place.line);
      to_.string("key", each.key);
      to_.boolean("curve", each.curve);
    });
    list("params", text_.params, [&](const ParamText& each) {
      to_.string("key", each.key);
      to_.number("line", each.place.line);
      to_.number("from", each.place.from);
      to_.number("to", each.place.to);
    });
    cost();
    to_.close('}');
    return to_.text();
  }

 private:
  template <class All, class Each>
  void list(const char* name, const All& all, Each each) {
    to_.key(name);
    to_.open('[');
    for (const auto& one : all) {
      to_.open('{');
      each(one);
      to_.close('}');
    }
    to_.close(']');
  }

  void faults() {
    // Whether a scene exceeds a limit is only known after compilation.
    if (text_.isValid() && model_) {
      Place where;
      const Result<Program> program = compile(text_, *model_, &where);
      if (program) {
        work_ = program.value().work;
        mostWork_ = program.value().mostWork;
      } else
        text_.faults.push_back({where, program.reason()});
    }
    list("faults", text_.faults, [&](const TextFault& each) {
      to_.number("from", each.place.from);
      to_.number("to", each.place.to);
      to_.number("line", each.place.line);
      to_.number("column", each.place.column);
      to_.string("message", each.sentence);
      list("fixes", each.fixes, [&](const Fix& fix) {
        to_.string("label", fix.label);
        to_.number("from", fix.from);
        to_.number("to", fix.to);
        to_.string("text", fix.text);
      });
    });
  }

  WordKind kindOf(const Coloured& coloured) const {
    if (coloured.comment) return WordKind::comment;
    const Token& token = text_.source.tokens[coloured.token];
    switch (token.kind) {
      case TokenKind::word:
        return WordKind::word;
      case TokenKind::number:
        return WordKind::number;
      case TokenKind::string:
        return WordKind::string;
      case TokenKind::sign:
        return WordKind::sign;
      case TokenKind::unit:
        return WordKind::unit;
      case TokenKind::option:
        return WordKind::name;
      default:
        break;
    }
    const auto known = kinds_.find(token.name);
    return known == kinds_.end() ? WordKind::name : known->second;
  }

  // If a name has several meanings, the last one counts.
  void sortNames() {
    for (const Symbol& each : text_.symbols)
      if (each.role == Role::param || each.role == Role::kept)
        kinds_[each.name] = each.role == Role::param ? WordKind::param : WordKind::kept;
    for (const Function& each : functions()) kinds_[each.name] = WordKind::function;
    for (const GivenName& each : givenNames()) kinds_[each.name] = WordKind::given;
  }

  void tokens() {
    sortNames();
    to_.key("tokens");
    to_.open('[');
    for (const Coloured& each : text_.source.coloured) {
      to_.open('[');
      to_.number(each.place.from);
      to_.number(each.place.to);
      to_.number(static_cast<int>(kindOf(each)));
      to_.close(']');
    }
    to_.close(']');
  }

  std::string sizeOf(const Type& type) const {
    if (!model_ || type.unknown()) return {};
    const Sizes sizes(*model_);
    const auto count = [&](const Size& size) {
      const double most = sizes.most(size, text_);
      const bool fixed = size.kind != SizeKind::rank && size.kind != SizeKind::rowsOf &&
                         size.kind != SizeKind::span;
      return concatenate({fixed ? "" : "≤ ", std::to_string(static_cast<int>(most))});
    };
    switch (type.form) {
      case Form::vector:
      case Form::diagonal:
        return count(type.rows);
      case Form::row:
        return count(type.columns);
      case Form::matrix:
        return concatenate({count(type.rows), " × ", count(type.columns)});
      default:
        return {};
    }
  }

  void shape(const Line& line, std::string_view shape, std::string_view size) {
    if (shape.empty()) return;
    to_.open('{');
    to_.number("line", line.place.line);
    to_.string("shape", shape);
    to_.string("size", size);
    to_.close('}');
  }
  void shape(const Line& line, const Type& type) { shape(line, formatShape(type), sizeOf(type)); }
  void shapes(const std::vector<Line>& lines) {
    for (const Line& each : lines) {
      if (each.kind == LineKind::set || each.kind == LineKind::keep) {
        if (each.names.size() == 1 && each.names[0].symbol >= 0)
          shape(each, each.parts.empty()
                          ? text_.symbols[static_cast<size_t>(each.names[0].symbol)].type
                          : each.value->type);
      } else if (each.kind == LineKind::show && each.value) {
        const Type& type = each.value->type;
        shape(each,
              each.curve              ? "filter"
              : type.is(Form::vector) ? formatPer(type.rows)
                                      : formatShape(type),
              "");
      }
      shapes(each.block);
      shapes(each.otherwise);
    }
  }
  void lines() {
    to_.key("lines");
    to_.open('[');
    shapes(text_.lines);
    to_.close(']');
  }

  void names() {
    list("names", text_.symbols, [&](const Symbol& each) {
      static constexpr WordKind kinds[] = {WordKind::given, WordKind::param, WordKind::kept,
                                           WordKind::name,  WordKind::name,  WordKind::name};
      to_.string("name", each.name);
      to_.string("kind", kWordKinds[static_cast<size_t>(kinds[static_cast<size_t>(each.role)])]);
      to_.string("shape", formatShape(each.type));
      to_.string("help", each.role == Role::given
                             ? givenNames()[static_cast<size_t>(each.index)].help
                             : "");
    });
  }

  void cost() {
    to_.key("cost");
    if (work_ < 0) return to_.null();
    to_.open('{');
    to_.string("operations", formatCount(work_));
    to_.string("allowed", formatCount(mostWork_));
    to_.close('}');
  }

  Checked text_;
  std::map<std::string_view, WordKind> kinds_ = {};
  const Model* model_;
  JsonWriter to_;
  double work_ = -1, mostWork_ = 0;
};

}  // namespace
}  // namespace formula

std::string describeFormula(std::string text, const Model* model) {
  return formula::Description(std::move(text), model).write();
}

std::string formulaMathematics(std::string text) {
  const formula::Checked checked = formula::check(std::move(text));
  JsonWriter to;
  to.open('[');
  if (checked.isValid()) formula::mathematicsOf(checked, to);
  to.close(']');
  return to.text();
}

}  // namespace iklab

#ifdef __clang__
#pragma clang attribute pop
#endif
