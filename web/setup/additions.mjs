/** The additions of `adding.mjs`: one of each kind in docs/adding.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, SetupError } from './tools.mjs';

/** Word for each addition in documents; TEXT is the name on the page. */
export const WORD = 'throw-away';
const TEXT = 'to be thrown away';
const texts = 'web/packages/core/format/words/choiceTexts.ts';

/** Adds a value to the end of an enum, and its word after the `last` value's word. */
function value(file, type, last, word = last) {
  const [body = ''] =
    new RegExp(`enum class ${type}\\b[^{]*{[^}]*`).exec(readFileSync(join(root, file), 'utf8')) ??
    [];
  const more = body.endsWith('\n') ? '  throwAway,\n' : ', throwAway ';
  return [
    { file, from: body, to: body.replace(/ $/, '') + more },
    { file, from: `words<${type}::${last}>`, to: `words<${type}::throwAway>` },
    { file, from: `"${word}");`, to: `"${word}", "${WORD}");` },
  ];
}
const text = (from) => ({ file: texts, from, to: `${from}, '${WORD}': '${TEXT}'` });

const data = (name) => readFileSync(join(root, 'wasm/tests/data', name), 'utf8');
const family = 'wasm/src/iklab/ik/methods/spectral';

/**
 * Additions to the checkout. `whole`: text of a new file. Otherwise, `to` replaces the only `from`
 * in the file.
 */
export const additions = [
  {
    what: 'a method with an observable',
    edits: [
      { file: `${family}/throw_away.cpp`, whole: data('throw_away.cpp') },
      { file: `${family}/throw_away.json`, whole: data('throw_away.json') },
      {
        file: 'wasm/src/iklab/ik/methods/methods.def',
        from: 'METHOD(TwoStageOptions)\n',
        to: 'METHOD(TwoStageOptions)\nMETHOD(ThrowAwayOptions)\n',
      },
      {
        file: 'wasm/src/iklab/ik/methods/observables.json',
        from: '  "lambda": {\n',
        to: `  "throwAway": { "label": "${TEXT}", "symbol": "φ", "help": "Its factor." },
  "lambda": {
`,
      },
    ],
  },
  {
    what: 'a limit policy',
    edits: [
      ...value('wasm/src/iklab/ik/settings.hpp', 'LimitPolicy', 'wrap'),
      text("wrap: 'wrapped, else clamped'"),
      {
        file: 'web/packages/run/code/numpyCodeRow.ts',
        from: "wrap: 'wrapped(q + dq)',",
        to: `wrap: 'wrapped(q + dq)',\n  '${WORD}': 'q + dq',`,
      },
    ],
  },
  {
    what: 'a clamp rule',
    edits: [
      ...value('wasm/src/iklab/ik/target_clamp.hpp', 'ClampRule', 'repaired'),
      text("repaired: 'corrected program'"),
    ],
  },
  {
    what: 'a secondary goal',
    edits: [
      ...value('wasm/src/iklab/ik/settings.hpp', 'SecondaryKind', 'clearance'),
      {
        file: 'wasm/src/iklab/ik/secondary.cpp',
        from: '    case SecondaryKind::rest:\n',
        to: '    case SecondaryKind::throwAway:\n    case SecondaryKind::rest:\n',
      },
      text("clearance: 'clearance'"),
    ],
  },
  {
    what: 'an end of solutions outside the limits',
    edits: [
      ...value('wasm/src/iklab/ik/restarts.hpp', 'Outside', 'turn'),
      text("turn: 'rejected, unless full turns help'"),
    ],
  },
  {
    what: 'a stop rule',
    edits: [
      ...value('wasm/src/iklab/ik/settings.hpp', 'Stop', 'outside', 'outside-limits'),
      {
        file: 'wasm/src/iklab/ik/stopping.cpp',
        from: '  if (now.memory.updatesInAttempt >= rules.maxUpdates) return Stop::iterationLimit;\n',
        to: `  if (now.memory.updatesInAttempt == 3) return Stop::throwAway;
  if (now.memory.updatesInAttempt >= rules.maxUpdates) return Stop::iterationLimit;
`,
      },
      {
        file: texts,
        from: "  'iteration-limit': {",
        to: `  '${WORD}': { sign: 'dots', words: '${TEXT}', tone: 'warn' },
  'iteration-limit': {`,
      },
    ],
  },
  {
    what: 'a kind of joint',
    edits: [
      ...value('wasm/src/iklab/core/tree.hpp', 'JointKind', 'fixed'),
      {
        file: 'wasm/src/iklab/core/tree.hpp',
        from: 'kind == JointKind::screw; }',
        to: 'kind == JointKind::screw || kind == JointKind::throwAway; }',
      },
    ],
  },
];

/** Throws if a text to replace is missing or not unique. */
export function withAdditions(files) {
  const added = new Map(files);
  for (const { what, edits } of additions)
    for (const { file, whole, from, to } of edits) {
      const now = whole ? '' : (added.get(file) ?? '');
      if (!whole && now.split(from).length !== 2)
        throw new SetupError(
          `${what}: ${file} must have ${JSON.stringify(from)} once; additions.mjs`,
        );
      added.set(file, whole ?? now.replace(from, () => to));
    }
  return added;
}

/** Returns one line per addition, such as "a method: methods.def, throw_away.cpp". */
export const touched = () =>
  additions.map(({ what, edits }) => {
    const files = [...new Set(edits.map(({ file }) => file))];
    return `${what}: ${files.join(', ')}`;
  });
