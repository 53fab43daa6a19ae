import { expect, test } from 'vitest';
import { includeFaults } from './includes.mjs';

test('a C++ layer may include itself and lower layers', () => {
  const text =
    '#include "iklab/lab/lab.hpp"\n#include "iklab/core/tree.hpp"\n#include "near.hpp"\n';
  expect(includeFaults('wasm/src/iklab/lab/runner.cpp', text)).toEqual([]);
});

test.each([
  [
    'wasm/src/iklab/core/tree.cpp',
    '#include "iklab/ik/method.hpp"',
    'iklab/core may not include iklab/ik',
  ],
  ['wasm/src/iklab/ik/solver.cpp', '#include "iklab/formula/type.hpp"', 'may not include'],
  ['wasm/src/iklab/lab/lab.cpp', '#include "iklab/formula/type.hpp"', 'may not include'],
  ['wasm/src/iklab/lab/lab.cpp', '# include <emscripten/val.h>', 'only bindings, bench may use'],
  ['wasm/src/iklab/core/tree.cpp', '#include "core/tree.hpp"', 'must be relative to wasm/'],
  ['wasm/bindings/bindings.cpp', '#include "iklab/urdf/reading.hpp"', 'may not include iklab/urdf'],
  ['wasm/src/iklab/urdf/parse.cpp', '#include "iklab/ik/solver.hpp"', 'may not include iklab/ik'],
  ['wasm/other/a.cpp', '', 'wasm/other is not a layer'],
])('C++: reports %s with %s', (path, text, fault) => {
  expect(includeFaults(path, text).join()).toContain(fault);
});
