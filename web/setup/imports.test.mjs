import { expect, test } from 'vitest';
import { circles, cppFaults, labFaults, tsFaults, tsLayers, twins } from './imports.mjs';

const CORE = 'web/packages/core';
const SCENE = 'web/packages/scene';

test('a C++ layer may include itself and lower layers', () => {
  const text =
    '#include "iklab/lab/lab.hpp"\n#include "iklab/core/tree.hpp"\n#include "near.hpp"\n';
  expect(cppFaults('wasm/src/iklab/lab/runner.cpp', text)).toEqual([]);
});

test.each([
  [
    'wasm/src/iklab/core/tree.cpp',
    '#include "iklab/ik/method.hpp"',
    'iklab/core may not include iklab/ik',
  ],
  ['wasm/src/iklab/lab/lab.cpp', '# include <emscripten/val.h>', 'only bindings may use'],
  ['wasm/src/iklab/core/tree.cpp', '#include "core/tree.hpp"', 'must be written from wasm/'],
  ['wasm/bindings/bindings.cpp', '#include "iklab/urdf/reading.hpp"', 'may not include iklab/urdf'],
  ['wasm/src/iklab/urdf/parse.cpp', '#include "iklab/ik/solver.hpp"', 'may not include iklab/ik'],
  ['wasm/other/a.cpp', '', 'wasm/other is no layer'],
])('C++: reports %s with %s', (path, text, fault) => {
  expect(cppFaults(path, text).join()).toContain(fault);
});

test('a page layer may import lower layers, and a test may import its libraries', () => {
  const text = "import { a } from '@iklab/core/engine';\nimport * as THREE from 'three';\n";
  expect(tsFaults(`${SCENE}/picture/stage.ts`, text)).toEqual([]);
  const libraries = "import { test } from 'vitest';\nimport { readFileSync } from 'node:fs';\n";
  expect(tsFaults(`${CORE}/scenario/parse.test.ts`, libraries)).toEqual([]);
  expect(tsFaults(`${CORE}/scenario/testDocuments.ts`, libraries)).toEqual([]);
});

test.each([
  [
    `${SCENE}/picture/stage.ts`,
    "import { a } from '../../../app/features/scene/card.tsx';",
    'entered by its door',
  ],
  [`${CORE}/engine/engine.ts`, "export * from '@iklab/run/session';", 'may not import session'],
  [
    'web/app/ui/a.ts',
    "import {\n  b,\n} from 'three/addons/b.js';",
    'only drawn, picture, gestures may use',
  ],
  [
    'web/cli/main.ts',
    "await import('../packages/core/engine/build/iklab.js');",
    'only engine may import',
  ],
  [
    'web/packages/run/playback/loop.ts',
    "import '@iklab/scene/picture';",
    'session may not import picture',
  ],
  [
    `${SCENE}/picture/stage.ts`,
    "import { SceneInput } from '../gestures/sceneInput.ts';",
    'picture may not import gestures',
  ],
  [
    `${SCENE}/gestures/pointer.ts`,
    "import { Session } from '@iklab/run/session';",
    'gestures may not import session',
  ],
  ['web/app/a.ts', "import '../packages/run/playback/loop.ts';", 'entered by its door'],
  ['web/app/a.ts', "import { a } from '@iklab/run/loop';", 'no door'],
  ['web/app/a.ts', "import { a } from '@iklab/core/engine/testing';", 'only a test may import'],
  [`${CORE}/scenario/codec.ts`, "import { gzipSync } from 'node:zlib';", 'may use'],
  [
    `${SCENE}/chart/a.ts`,
    "new Worker(new URL('../../study/worker.ts', import.meta.url))",
    'entered by its door',
  ],
  [
    `${CORE}/scenario/parse.ts`,
    "import { a } from './testDocuments.ts';",
    'only a test may import',
  ],
  [
    'web/app/features/map/a.ts',
    "import '../sweep/sweepKind.tsx';",
    'may not import features/sweep',
  ],
  ['web/app/features/map/a.ts', "import '../../shell/app.tsx';", 'may not import shell'],
  ['web/app/ui/a.ts', "import '../features/scene/card.tsx';", 'may not import features/scene'],
  ['web/other/a.ts', '', 'web/other is no layer'],
])('TypeScript: reports %s with %s', (path, text, fault) => {
  expect(tsFaults(path, text).join()).toContain(fault);
});

test('layers are listed after the layers that they may import', () => {
  const layers = Object.keys(tsLayers);
  expect(layers).toContain('features/studies');
  for (const [at, layer] of layers.entries())
    for (const below of tsLayers[layer]) expect(layers.slice(0, at), layer).toContain(below);
});

test('reports files that import each other in a circle, including type imports', () => {
  const texts = new Map([
    ['web/run/a.ts', "import type { B } from '../panel/b.ts';"],
    ['web/panel/b.ts', "import { c } from './c.ts';\nimport { d } from './d.ts';"],
    ['web/panel/c.ts', "import { a } from '../run/a.ts';"],
    ['web/panel/d.ts', "import { c } from './c.ts';"],
  ]);
  expect(circles(texts)).toEqual([
    'a circle: web/run/a.ts -> web/panel/b.ts -> web/panel/c.ts -> web/run/a.ts',
  ]);
});

test('reports two files with the same name', () => {
  expect(twins(['web/run/a.ts', 'web/view/b.ts', 'web/setup/ab.mjs'])).toEqual([]);
  expect(twins(['web/run/a.ts', 'web/view/b.ts', 'web/panel/scene/a.tsx'])).toEqual([
    'one name for two files: web/run/a.ts, web/panel/scene/a.tsx',
  ]);
});

test.each([
  ['const at = location.hash;', 'location.hash'],
  ["history.replaceState(null, '', link);", 'history.replaceState'],
  ['const { hash } = location;', 'location'],
  ['window.location = to;', 'window.location'],
  ["document.title = 'IK Lab';", 'document.title'],
  ["localStorage.getItem('a');", 'localStorage'],
  ["useOnWindow(['hashchange'], again);", 'hashchange'],
  ['export const chosen = signal(0);', 'labs would share'],
  ['const all: Signal<number> = computed(() => 1);', 'labs would share'],
])('reports %s in code of a lab', (text, fault) => {
  expect(labFaults('web/app/ui/a.ts', text).join()).toContain(fault);
  expect(labFaults('web/app/browser/pageServices.ts', text)).toEqual([]);
});

test('ignores comments, local variables named history, and signals inside a lab', () => {
  const text =
    '// location.hash\nconst { last } = history;\nconst from = history.first;\n' +
    'const open = perLab(() => signal(false));\nclass A {\n  readonly b = signal(0);\n}\n';
  expect(labFaults('web/app/ui/a.ts', text)).toEqual([]);
});

test.each([
  ['document.documentElement.dataset.theme = "dark";', 'finds what is of another lab'],
  ["document.querySelector('.pane')?.focus();", 'finds what is of another lab'],
  ['const a = <p id="reading" />;', 'labs would share id="reading"'],
  ['const a = <p aria-describedby="reading" />;', 'labs would share aria-describedby'],
])('reports access outside of the element of a lab: %s', (text, fault) => {
  expect(labFaults('web/panel/a.tsx', text).join()).toContain(fault);
  expect(labFaults('web/panel/a.tsx', 'host.querySelector("b"); const a = <p id={id} />;')).toEqual(
    [],
  );
});
