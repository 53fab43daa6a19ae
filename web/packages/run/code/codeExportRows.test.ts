import { testEngine } from '@iklab/core/engine/testing';
import { compactDocument } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { describe, expect, test } from 'vitest';
import { codeExportRows } from './codeExportRows.ts';
import { quoteAscii, toCodeCommentLine, writeCodeComment } from './codeText.ts';
import { quoteCppText } from './cppText.ts';
import { quotePythonText } from './pythonCodeRow.ts';
import { CODE_INJECTION_TEXTS } from './testCodeInjection.ts';
import { makeTestCodeRun } from './testPrograms.ts';
import { codeTestScenes, makeCodeTestScene } from './testScenes.ts';

const { catalogue } = await testEngine();
const runOf = (name: string) => makeTestCodeRun(makeCodeTestScene(name, catalogue));

const MARKS: Readonly<Record<string, string>> = {
  python: '#',
  numpy: '#',
  cpp: '//',
  javascript: '//',
  command: '#',
};

describe('exported code', () => {
  test.each(Object.keys(codeTestScenes))(
    'contains its units and the replay hash: %s',
    async (name) => {
      const run = await runOf(name);
      for (const row of codeExportRows) {
        const refused = row.refusal(run);
        expect(row.does(run)).toMatch(/^[A-Z].*\.$/);
        if (refused !== null) {
          expect(refused).toMatch(/^[A-Z].*\.$/);
          continue;
        }
        const text = row.write(run, '');
        const mark = MARKS[row.id];
        expect(text.trimEnd().split('\n').at(-1)).toBeTruthy();
        if (mark === undefined) expect(() => JSON.parse(text)).not.toThrow();
        else {
          expect(text.startsWith(`${mark} `)).toBe(true);
          expect(text.trimEnd().split('\n').at(-1)?.startsWith(mark)).toBe(true);
        }
        expect(text).toMatch(/metres, radians, quaternions/i);
        expect(text.replaceAll(/\n\S+ /g, ' ')).toContain(`Replay hash ${run.hash}`);
      }
    },
  );

  test('contains the source of the robot model and the licence of its package', async () => {
    const run = await runOf('dls, an arm and its turn');
    for (const row of codeExportRows) {
      const text = row.write(run, 'BSD-3-Clause').replaceAll(/\n\S+ /g, ' ');
      expect(text).toContain('ur_description, Universal Robots');
      expect(text).toContain("The robot's package says: BSD-3-Clause.");
    }
  });

  test('omits the scene note when the scene has none', async () => {
    const run = await runOf('transpose, planar');
    const texts = codeExportRows.flatMap((row) => (row.refusal(run) ? [] : [row.write(run, '')]));
    for (const text of texts) expect(text).not.toMatch(/The scene's note/);
  });
});

describe('refusal of unsupported runs', () => {
  const refusals = async (name: string) => {
    const run = await runOf(name);
    return Object.fromEntries(codeExportRows.map((row) => [row.id, row.refusal(run)]));
  };

  test('each format refuses the free axes, moving targets or waiting it cannot express', async () => {
    const cone = await refusals('five joints, a cone');
    expect([cone.python, cone.cpp, cone.javascript]).toEqual([null, null, null]);
    expect(cone.numpy).toMatch(/free axes/);
    const moving = await refusals('sdls follows, rules by hand');
    expect(moving.python).toMatch(/targets move/);
    expect([moving.cpp, moving.numpy, moving.javascript, moving.command, moving.json]).toEqual(
      Array(5).fill(null),
    );
    const waits = await refusals('dls follows within tolerances');
    expect(waits.numpy).toMatch(/while it waits within its tolerances/);
  });

  test('JavaScript refuses motion paths, several updates per frame, and converging on moving targets', async () => {
    const scene = compactDocument(
      makeCodeTestScene('sdls follows, rules by hand', catalogue),
      catalogue,
    );
    const told = async (changes: object) => {
      const parsed = parseScenarioDocument({ ...scene, ...changes }, catalogue);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
      const run = await makeTestCodeRun(parsed.value);
      return codeExportRows.find(({ id }) => id === 'javascript')?.refusal(run) ?? null;
    };
    expect(await told({ run: { mode: 'track', updatesPerFrame: 3 } })).toMatch(/not the last/);
    expect(await told({ run: { mode: 'converge' } })).toMatch(/every method has stopped/);
    const [target] = scene.targets as object[];
    const motion = {
      kind: 'path',
      period: 4,
      points: [
        [0, 0, 0],
        [0.1, 0, 0],
      ],
    };
    expect(await told({ targets: [{ ...target, motion }] })).toMatch(/path of points/);
  });

  test('Python refuses residual rules and wrapped restarts', async () => {
    const scene = compactDocument(
      makeCodeTestScene('dls, an arm and its turn', catalogue),
      catalogue,
    );
    const [target] = scene.targets as object[];
    const told = async (changes: object) => {
      const parsed = parseScenarioDocument({ ...scene, ...changes }, catalogue);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
      const run = await makeTestCodeRun(parsed.value);
      return codeExportRows.find(({ id }) => id === 'python')?.refusal(run) ?? null;
    };
    const run = scene.run as object;
    expect(await told({})).toBeNull();
    const tolerance = { position: 1, rotation: 1 };
    expect(await told({ targets: [{ ...target, tolerance }] })).toBeNull();
    expect(await told({ run: { ...run, residual: 1e-6 } })).toMatch(/residual/);
    const restarts = { most: 2, every: 5 };
    expect(await told({ run: { ...run, restarts } })).toBeNull();
    const wrapped = { ...restarts, outside: 'wrap' };
    expect(await told({ run: { ...run, restarts: wrapped } })).toMatch(/restarts/);
    const givesUp = { ...run, restarts: { ...restarts, maxSlow: 3 } };
    expect(await told({ run: givesUp })).toBeNull();
    expect(await told({ run: { ...givesUp, slowShare: 0.2 } })).toMatch(/slow updates/);
  });
});

test('programs give up restarts like the run, with its share', async () => {
  const scene = makeCodeTestScene('dls, restarts that are given up', catalogue);
  const run = { ...scene.run, slowShare: 0.2 };
  const made = await makeTestCodeRun({ ...scene, run });
  expect(made.restarts).toBeGreaterThan(0);
  const written = (id: string) => codeExportRows.find((row) => row.id === id)?.write(made, '');
  expect(written('cpp')).toMatch(/\.slowShare = 0\.2[\s\S]*\.maxSlow = 1/);
  expect(written('javascript')).toMatch(/slowShare: 0\.2[\s\S]*maxSlow: 1/);
  expect(JSON.parse(written('json') ?? '').rules).toMatchObject({
    slowShare: 0.2,
    restarts: { most: 12, maxSlow: 1 },
  });
  expect(written('python')).toContain('restart_max_slow=1');
});

describe('neutral JSON', () => {
  test.each(Object.keys(codeTestScenes))(
    'holds everything needed to reproduce the run exactly: %s',
    async (name) => {
      const scenario = makeCodeTestScene(name, catalogue);
      const run = await makeTestCodeRun(scenario);
      const text = codeExportRows.find(({ id }) => id === 'json')?.write(run, '');
      const said = JSON.parse(text ?? '');
      const read = parseScenarioDocument(documentOf(said), catalogue);
      if (!read.ok) throw new Error(JSON.stringify(read.faults));
      const again = await makeTestCodeRun(read.value);
      expect(again.updates.map(({ angles }) => angles)).toEqual(
        said.updates.map(({ joints }: { joints: number[] }) => joints),
      );
      expect(again.stop).toBe(said.stop);
    },
  );
});

/** Builds a document from the neutral JSON alone. */
// biome-ignore lint/suspicious/noExplicitAny: whatever was written
function documentOf(said: any): object {
  const { id, parameters, limits, maxStep, ...around } = said.method;
  return {
    iklab: 1,
    tree: {
      // biome-ignore lint/suspicious/noExplicitAny: likewise
      joints: said.joints.map(({ name, kind, origin, ...joint }: any) => ({
        ...{ id: name, type: kind, ...origin, ...joint },
      })),
      // biome-ignore lint/suspicious/noExplicitAny: likewise
      effectors: said.effectors.map(({ name, parent, origin }: any) => ({
        ...{ id: name, parent, ...origin },
      })),
    },
    start: said.start,
    limitPolicy: limits,
    // biome-ignore lint/suspicious/noExplicitAny: likewise
    targets: said.goals.map(({ quaternion, ...goal }: any) => ({
      ...goal,
      orientation: quaternion,
    })),
    methods: [
      { id, params: parameters, ...around, ...(typeof maxStep !== 'string' && { maxStep }) },
    ],
    run: said.rules,
  };
}

describe('escaping of hostile text', () => {
  test.each(CODE_INJECTION_TEXTS)('%j stays inside a string literal', (text) => {
    expect(JSON.parse(quoteAscii(text))).toBe(text);
    expect(quoteAscii(text)).toMatch(/^"(?:[ !#-[\]-~]|\\["\\nrtbf]|\\u[0-9a-f]{4})*"$/);
    expect(quoteCppText(text)).toMatch(/^"(?:[ !#-[\]-~]|\\["\\n?]|\\[0-7]{3})*"$/);
    expect(quoteCppText(text)).not.toMatch(/\?\?/);
  });

  test('Python literals escape astral characters as one code point and keep backslashes literal', () => {
    expect(quotePythonText('é 😀')).toBe('"\\u00e9 \\U0001f600"');
    expect(quotePythonText('\\ud83d\\ude00')).toBe('"\\\\ud83d\\\\ude00"');
  });

  test.each(CODE_INJECTION_TEXTS)('%j stays inside a comment', (text) => {
    for (const mark of ['#', '//']) {
      const lines = writeCodeComment(mark, `${text} ${text}`).split(/[\n\r\u0085\u2028\u2029]/);
      for (const line of lines) {
        expect(line.startsWith(`${mark} `)).toBe(true);
        expect(line).not.toMatch(/[\\\u202e]/);
      }
    }
    expect(toCodeCommentLine(text)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test.each(['\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0', '\u202e'])(
    '%j in a label, name, note or licence adds no line and no invisible character',
    async (end) => {
      const plain = makeCodeTestScene('dls, an arm and its turn', catalogue);
      const named = (text: string) => {
        const document = compactDocument(plain, catalogue) as { methods: object[] };
        const method = { ...document.methods[0], label: `Mine${text}label` };
        return { ...document, name: `Mine${text}name`, note: `Mine${text}note`, methods: [method] };
      };
      const linesOf = async (text: string) => {
        const parsed = parseScenarioDocument(named(text), catalogue);
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
        const run = await makeTestCodeRun(parsed.value);
        return codeExportRows.flatMap((row) =>
          row.refusal(run) ? [] : [[row.id, row.write(run, `Mine${text}licence`)] as const],
        );
      };
      const usual = new Map<string, string>(await linesOf(' '));
      for (const [id, text] of await linesOf(end)) {
        expect([id, text.split('\n').length]).toEqual([id, usual.get(id)?.split('\n').length]);
        expect([id, /(?!\n)[\p{Cc}\u2028\u2029\u202e]/u.test(text)]).toEqual([id, false]);
      }
    },
  );

  test('hostile names never form a line of their own in exported code', async () => {
    const run = await runOf('hostile names');
    for (const row of codeExportRows) {
      if (row.refusal(run)) continue;
      // web/setup/codeRuns.mjs runs the code; this checks that no line consists of a hostile name
      const lines = row.write(run, CODE_INJECTION_TEXTS.join('\n')).split('\n');
      expect(lines).not.toContain('echo SPOKEN');
      expect(lines.filter((line) => line === 'JSON')).toHaveLength(row.id === 'command' ? 1 : 0);
    }
  });
});

test('the closing comment says when a run ends late or is only the start of a longer run', async () => {
  const planar = compactDocument(makeCodeTestScene('transpose, planar', catalogue), catalogue);
  const late = {
    ...planar,
    targets: [{ effector: 'tip', position: [5, 0, 0] }],
    run: { mode: 'converge', minImprovement: 0, maxUpdates: 30_000 },
  };
  const told = async (document: object) => {
    const parsed = parseScenarioDocument(document, catalogue);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
    const run = await makeTestCodeRun(parsed.value);
    const text = codeExportRows.find(({ id }) => id === 'command')?.write(run, '') ?? '';
    return { run, end: text.slice(text.lastIndexOf('JSON\n')).replaceAll(/\n# /g, ' ') };
  };
  const first = await told({ ...late, methods: [{ id: 'transpose', params: { alpha: 1e-5 } }] });
  expect(first.end).toContain('does not end within 20000 updates.');
  expect(codeExportRows.find(({ id }) => id === 'json')?.refusal(first.run)).toMatch(
    /20000 updates/,
  );
  const follows = compactDocument(
    makeCodeTestScene('sdls follows, rules by hand', catalogue),
    catalogue,
  );
  const held = await told({ ...follows, run: { mode: 'converge' } });
  expect(held.end).toMatch(/The first hold of the moving targets in IK Lab ends after \d+ updates/);
  const on = await told(follows);
  expect(on.end).toContain('The first 100 updates of a longer run in IK Lab.');
});
