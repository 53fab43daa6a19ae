import { expect, test } from 'vitest';
import { findFaultLine, findJsonLines } from './lineNumbers.ts';

const text = `{
  "iklab": 1,
  "name": "a, {b}: [c] \\" d",
  "tree": { "preset": "y" },
  "targets": [
    { "effector": "left", "position": [0, 1, 2] },
    {
      "effector": "right",
      "position": [
        0,
        1
      ]
    }
  ],
  "methods": [{ "id": "dls", "params": { "lambda": -3, "a.b": [] } }]
}`;

test.each([
  ['', 1],
  ['iklab', 2],
  ['name', 3],
  ['tree.preset', 4],
  ['targets[0].position[2]', 6],
  ['targets[1]', 7],
  ['targets[1].effector', 8],
  ['targets[1].position[1]', 11],
  ['methods[0].params.lambda', 15],
  ['methods[0].params.a.b', 15],
])('finds "%s" in line %i', (path, line) => {
  expect(findJsonLines(text).get(path)).toBe(line);
});

test('a missing field gets the line of its nearest parent', () => {
  const lines = findJsonLines(text);
  expect(findFaultLine('targets[1].motion.period', lines)).toBe(7);
  expect(findFaultLine('methods[0].params.gammaMax', lines)).toBe(15);
  expect(findFaultLine('run.mode', lines)).toBe(1);
  expect(findFaultLine('', lines)).toBe(1);
});
