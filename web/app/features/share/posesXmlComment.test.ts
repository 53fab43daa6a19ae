import { expect, test } from 'vitest';
import { posesXmlComment } from './posesXmlComment.ts';

test('writes one comment line per method, with joint names and all digits', () => {
  const poses = [
    { label: 'DLS', values: [0.1, -2.5e-7] },
    { label: 'S', values: [1 / 3, 0] },
  ];
  expect(posesXmlComment(['pan', 'lift'], poses)).toBe(
    '<!-- Pose of DLS, rad and m: pan 0.1, lift -2.5e-7 -->\n<!-- Pose of S, rad and m: pan 0.3333333333333333, lift 0 -->\n',
  );
});

test.each(['a--b', '-->', '---', 'x-'])('a label of %j does not end the comment early', (label) => {
  const line = posesXmlComment([label], [{ label, values: [1] }]);
  const inside = line.slice('<!--'.length, -'-->\n'.length);
  expect(inside).not.toMatch(/--|-$/);
});
