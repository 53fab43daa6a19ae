import { replayHash } from '@iklab/core/engine';
import { STOPS } from '@iklab/core/engine/protocol';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { rowFieldIndex } from '../rows/rowFields.ts';
import { StudySolver } from '../tasks/studySolver.ts';
import { makeProblemDocument } from './makeProblemDocument.ts';
import { parseStudy } from './parseStudy.ts';

const engine = await testEngine();

test.each([
  ['with restarts', 'ur5e', { most: 4 }, {}],
  [
    'with solutions outside limits rejected',
    'panda',
    { most: 9, outside: 'wrap' },
    { limitPolicy: 'ignore' },
  ],
  [
    'with angles shifted into limits',
    'panda',
    { most: 2, outside: 'turn' },
    { limitPolicy: 'ignore' },
  ],
])(
  'a problem %s opens as a scene whose panels repeat the updates of its rows',
  (_, preset, restarts, more) => {
    const scenario = {
      preset,
      ...more,
      methods: [
        { id: 'dls', params: { lambda: 0.05 } },
        { id: 'sdls' },
        { id: 'levenberg-marquardt' },
        { id: 'transpose' },
      ],
      run: { mode: 'converge', maxUpdates: 60, maxSlow: 20, slowShare: 0.02 },
    };
    const document = { iklabStudy: 1, scenario, restarts, count: 20, seed: 3 };
    const read = parseStudy(document, engine.catalogue);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const solver = new StudySolver(engine, read.value);
    for (const index of [0, 7, 19]) {
      const opened = makeProblemDocument(engine, read.value, index);
      // the robot keeps its name; the note says which problem it is
      expect([opened.name, opened.note]).toEqual([
        read.value.scenario.name,
        `Problem ${index} of 20, random seed 3.`,
      ]);
      const scene = makeTestScene(opened, engine);
      const lab = engine.open(scene);
      while (!lab.advance()) {}
      const cells = [0, 1, 2, 3];
      const rows = cells.map((cell) => solver.solve({ cell, first: index, count: 1 }));
      const of = (field: 'updates' | 'restarts' | 'error' | 'stop') =>
        rows.map((row) => row[rowFieldIndex(field)]);
      expect(cells.map((panel) => lab.status(panel).updates)).toEqual(of('updates'));
      expect(cells.map((panel) => lab.status(panel).restarts)).toEqual(of('restarts'));
      expect(cells.map((panel) => STOPS.indexOf(lab.status(panel).stop ?? 'none'))).toEqual(
        of('stop'),
      );
      expect(cells.map((panel) => lab.status(panel).error)).toEqual(of('error'));
      lab.close();
      expect(replayHash(engine, scene)).toMatch(/^[0-9a-f]{16}$/);
    }
    solver.close();
  },
);
