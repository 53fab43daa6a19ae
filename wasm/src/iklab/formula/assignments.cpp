#include <algorithm>

#include "iklab/formula/checker.hpp"

// Not part of an update: optimised for size, not for speed.
#ifdef __clang__
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

namespace iklab::formula {

using namespace detail;

bool Checker::mayBeSet(const Named& name, const Symbol* known) {
  if (known && known->role == Role::given && static_cast<Given>(known->index) == Given::answer) {
    if (!learning_) return true;
    return fault(name.place,
                 "**Δθ** cannot be assigned in **learn**: the step was already applied."),
           false;
  }
  if (isReserved(name)) return false;
  if (!known || known->role == Role::variable) {
    if (!known || !learning_ || known->ofLearn) return true;
    return fault(name.place, "**%1** was assigned before **learn**: here it can only be read.",
                 {name.name}),
           false;
  }
  if (known->role == Role::kept) {
    if (learning_) return true;
    return fault(name.place,
                 formatSentence("**%1** is persistent: it can only be assigned in **learn**.",
                                {name.name}),
                 suggestMoveToLearn(name.place)),
           false;
  }
  if (known->role == Role::loop)
    return fault(name.place, "**%1** is a loop variable: it cannot be assigned.", {name.name}),
           false;
  return fault(name.place, "**%1** is a parameter: it cannot be assigned. Choose another name.",
               {name.name}),
         false;
}

void Checker::bind(Named& name, Type type, const Node* value) {
  Symbol* known = find(name.name);
  if (type.is(Form::identity)) {
    const bool given = known && !known->type.unknown();
    if (!given || !known->type.is(Form::matrix))
      return fault(name.place,
                   "The size of **I** is not known here. Use **eye(joints)** or **eye(rows)**.",
                   value ? suggestSizedIdentity(*value) : std::vector<Fix>{}),
             void();
  }
  if (type.is(Form::inverse)) return fault(name.place, kLoneInverse), void();
  if (type.is(Form::choice)) return fault(name.place, kLoneChoice), void();
  if (!known) {  // The name was set where it is not visible from here: reuse its symbol.
    const std::vector<Symbol*>& all = named(name.name);
    for (auto each = all.rbegin(); each != all.rend() && !known; ++each)
      if ((*each)->name == name.name && (*each)->role == Role::variable &&
          (*each)->ofLearn == learning_ && (isSameType((*each)->type, type) || type.unknown()))
        known = *each;
    if (known) known->isReadable = true;
  }
  if (!known) {
    Type kept = type;
    kept.counts = {};
    const size_t place = to_.symbols.size();
    if (place >= asymmetric_.size()) asymmetric_.resize(place + 1, 0);
    if (asymmetric_[place]) kept.symmetric = false;
    name.symbol = declare({name.name, Role::variable, kept, 0, name.place, {}, true, learning_});
    return;
  }
  name.symbol = known->id;
  const Type& was = known->type;
  if (type.unknown() || type.is(Form::identity)) return;
  if (was.unknown()) {
    known->type = type;
    return;
  }
  if (!isSameType(was, type)) {
    const bool answer = known->role == Role::given;
    fault(name.place,
          answer ? "**%1** is %2, the right side gives %3."
                 : "**%1** is already %2, the right side gives %3. Choose another name.",
          {name.name, was, type});
    return;
  }
  if (was.symmetric && !type.symmetric && was.is(Form::matrix)) {
    const size_t place = static_cast<size_t>(name.symbol);
    if (place >= asymmetric_.size()) asymmetric_.resize(place + 1, 0);
    again_ = again_ || !asymmetric_[place];
    asymmetric_[place] = 1;
    known->type.symmetric = false;
  }
}

void Checker::set(Line& line) {
  std::vector<Type> types;
  if (line.names.size() > 1) {
    if (line.add)
      return fault(line.place, "Several names can only be assigned with **=**."), void();
    types = several(*line.value);
    if (types.empty()) return;
    if (types.size() != line.names.size())
      return expected(line.value->place, concatenate({std::to_string(types.size()), " names"}),
                      std::to_string(line.names.size())),
             void();
  } else {
    types.push_back(type(*line.value));
  }
  if (!line.parts.empty()) return setPart(line, types[0]);
  if (line.add) {
    const Symbol* known = find(line.names[0].name);
    if (!known)
      return fault(line.names[0].place, "**%1** needs a value before **+=**.",
                   {line.names[0].name}),
             void();
    if (!mayBeSet(line.names[0], known)) return;
    Node left;
    left.kind = Kind::name;
    left.name = line.names[0].name;
    left.place = line.names[0].place;
    left.type = known->type;
    const Type made = add(*line.value, known->type, types[0], left, *line.value);
    if (!made.unknown()) bind(line.names[0], made);
    return;
  }
  setNames(line, types);
}

void Checker::setNames(Line& line, const std::vector<Type>& types) {
  for (size_t i = 0; i < line.names.size(); ++i)
    if (mayBeSet(line.names[i], find(line.names[i].name)))
      bind(line.names[i], types[i], line.value.get());
}

void Checker::setPart(Line& line, const Type& found) {
  Named& name = line.names[0];
  Symbol* known = find(name.name);
  if (!known)
    return fault(name.place, "**%1** needs a value first, for example **%1 = zeros(joints)**.",
                 {name.name}),
           void();
  if (!mayBeSet(name, known)) return;
  name.symbol = known->id;
  const Type of = known->type;
  Node whole;
  whole.kind = Kind::name;
  whole.name = name.name;
  whole.place = name.place;
  whole.type = of;
  const bool vector = of.is(Form::vector), matrix = of.is(Form::matrix);
  if (of.unknown()) return;
  if (!vector && !matrix)
    return fault(name.place, "**%1** is %2: it cannot be indexed.", {name.name, of}), void();
  if (line.parts.size() != (vector ? 1u : 2u))
    return fault(name.place, vector ? kOneIndex : kTwoIndices), void();
  const Type first = part(*line.parts[0], of.rows, whole);
  const Type second = matrix ? part(*line.parts[1], of.columns, whole) : numberType();
  if (first.unknown() || second.unknown() || found.unknown()) return;
  if (line.add && (of.truth || found.truth))
    return fault(line.value->place, "**+=** needs numbers, not yes/no values."), void();
  Type wanted = numberType();
  if (first.is(Form::vector) && second.is(Form::vector))
    wanted = matrixType(first.rows, second.rows);
  else if (first.is(Form::vector) || second.is(Form::vector))
    wanted = vectorType(first.is(Form::vector) ? first.rows : second.rows);
  wanted.truth = of.truth;
  Type given = found;
  if (given.is(Form::row) && second.is(Form::vector)) given = transposed(given);
  const bool spread = given.is(Form::number) && given.truth == of.truth;
  if (!isSameType(given, wanted) && !spread) expected(line.value->place, wanted, found);
  if (matrix && of.symmetric) {
    const size_t place = static_cast<size_t>(name.symbol);
    if (place >= asymmetric_.size()) asymmetric_.resize(place + 1, 0);
    again_ = again_ || !asymmetric_[place];
    asymmetric_[place] = 1;
    known->type.symmetric = false;
  }
}

}  // namespace iklab::formula

#ifdef __clang__
#pragma clang attribute pop
#endif
