import { expect, test } from 'vitest';
import { sameNames, tsFaults, tsLayers } from './imports.mjs';

const CORE = 'web/packages/core';
const SCENE = 'web/packages/scene';

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
    "import { a } from '../../../app/features/scene/methodPanelCard.tsx';",
    'through its entry points',
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
    'web/packages/run/playback/playbackLoop.ts',
    "import '@iklab/scene/picture';",
    'session may not import picture',
  ],
  [
    `${SCENE}/picture/stage.ts`,
    "import { SceneInput } from '../gestures/sceneInput.ts';",
    'picture may not import gestures',
  ],
  [
    `${SCENE}/gestures/pointerInput.ts`,
    "import { Session } from '@iklab/run/session';",
    'gestures may not import session',
  ],
  [
    'web/app/a.ts',
    "import '../packages/run/playback/playbackLoop.ts';",
    'through its entry points',
  ],
  ['web/app/a.ts', "import { a } from '@iklab/run/loop';", 'not an entry point'],
  ['web/app/a.ts', "import { a } from '@iklab/core/engine/testing';", 'only a test may import'],
  [`${CORE}/scenario/codec.ts`, "import { gzipSync } from 'node:zlib';", 'may use'],
  [
    `${SCENE}/chart/a.ts`,
    "new Worker(new URL('../../study/worker.ts', import.meta.url))",
    'through its entry points',
  ],
  [
    `${CORE}/scenario/parse.ts`,
    "import { a } from './testDocuments.ts';",
    'only a test may import',
  ],
  [
    'web/app/features/map/a.ts',
    "import '../sweep/sweepStudyKind.tsx';",
    'may not import features/sweep',
  ],
  ['web/app/features/map/a.ts', "import '../../shell/app.tsx';", 'may not import shell'],
  [
    'web/app/ui/a.ts',
    "import '../features/scene/methodPanelCard.tsx';",
    'may not import features/scene',
  ],
  ['web/other/a.ts', '', 'web/other is not a layer'],
])('TypeScript: reports %s with %s', (path, text, fault) => {
  expect(tsFaults(path, text).join()).toContain(fault);
});

test('layers are listed after the layers that they may import', () => {
  const layers = Object.keys(tsLayers);
  expect(layers).toContain('features/studies');
  for (const [at, layer] of layers.entries())
    for (const below of tsLayers[layer]) expect(layers.slice(0, at), layer).toContain(below);
});

test('reports two files with the same name', () => {
  expect(sameNames(['web/run/a.ts', 'web/view/b.ts', 'web/setup/ab.mjs'])).toEqual([]);
  expect(sameNames(['web/run/a.ts', 'web/view/b.ts', 'web/panel/scene/a.tsx'])).toEqual([
    'files with the same name: web/run/a.ts, web/panel/scene/a.tsx',
  ]);
});
