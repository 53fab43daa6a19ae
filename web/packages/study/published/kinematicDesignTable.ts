/** KDL's column of the TRAC-IK benchmark: the pseudoinverse with joints clamped to their limits. */
import { type Engine, type Lab, openProblemBatch, type SampledProblem } from '@iklab/core/engine';
import { type ScenarioPreset, scenarioPreset } from '@iklab/core/scenario/presets';
import '@iklab/core/scenario/presets/robotShelf';
import { proportionInterval } from '../results/proportionInterval.ts';
import { parsePrintedPaper, requireTableSeed } from './parsePrintedPaper.ts';
import file from './printed/kinematicDesign.json' with { type: 'json' };
import {
  type PublishedFigure,
  type PublishedTable,
  type PublishedTablePart,
  splitRunsIntoTableParts,
} from './publishedTable.ts';
import { makeBatchProblemDocument, parseTableScene, withLabOnDocument } from './tableScenes.ts';

const { about, grids } = parsePrintedPaper(file, ['solved']);
const SEED = requireTableSeed(about);

/** Rows of the table: robot id in the gallery, and KDL's number of updates. */
const CHAINS = [
  { id: 'iiwa-14', updates: 500 },
  { id: 'panda', updates: 500 },
  { id: 'pr2-arm', updates: 350 },
  { id: 'baxter', updates: 500 },
];

interface JointNumbers {
  readonly id: string;
  readonly parent?: string;
  readonly xyz?: readonly number[];
  readonly limits?: readonly [number, number];
}
interface TreeNumbers {
  readonly joints: readonly JointNumbers[];
  readonly effectors: readonly { readonly id: string; readonly parent: string }[];
}

function benchmarkChain(id: string): object {
  const robot = scenarioPreset(id) as ScenarioPreset;
  const { joints, effectors } = robot.document.tree as TreeNumbers;
  if (id === 'baxter')
    return {
      joints: joints.filter((joint) => joint.id.startsWith('left')),
      effectors: effectors.filter((effector) => effector.id.startsWith('left')),
    };
  if (id !== 'pr2-arm') return { joints, effectors };
  // From the torso to the link of the last joint.
  const arm = joints.slice(1);
  const last = arm.at(-1)?.id ?? '';
  return {
    joints: arm.map(({ parent, ...joint }, i) => (i === 0 ? joint : { parent, ...joint })),
    effectors: [{ id: 'wrist_roll_link', parent: last }],
  };
}

function kdlDocument(id: string): object {
  const { name } = grids.solved[CHAINS.findIndex((each) => each.id === id)] ?? {};
  const tree = benchmarkChain(id) as TreeNumbers;
  const middle = tree.joints.map(({ limits }) => (limits ? (limits[0] + limits[1]) / 2 : 0));
  return {
    iklab: 1,
    name: `${name}: KDL’s solver`,
    note: 'A random pose within the limits, from the middle of the limits; twist within 10⁻⁵ on each axis.',
    tree,
    start: middle,
    limitPolicy: 'clamp',
    targets: [
      {
        effector: tree.effectors[0]?.id,
        position: [0.4, 0.2, 0.3],
        orientation: [0, 0, 0, 1],
        tolerance: { position: 1e-5, rotation: 1e-5 },
      },
    ],
    methods: [
      {
        id: 'truncated',
        label: 'Pseudoinverse',
        params: { cutoff: 1e-5, cutoffIs: 'absolute' },
        maxStep: null,
      },
    ],
    run: { mode: 'track' },
  };
}

interface Solved {
  readonly solved: number;
  readonly count: number;
  readonly opens: object;
}

function work({ first, count }: PublishedTablePart, engine: Engine): Solved[] {
  return CHAINS.map(({ id, updates }) => {
    const document = kdlDocument(id);
    const scene = parseTableScene(document, engine);
    const batch = openProblemBatch(engine, scene, { sampling: { kind: 'reachable' }, seed: SEED });
    try {
      const opens = {
        ...makeBatchProblemDocument(document, scene, batch, first),
        run: { mode: 'track' },
      };
      let solved = 0;
      withLabOnDocument(document, engine, (lab) => {
        for (let i = first; i < first + count; ++i)
          if (reachesTarget(lab, batch.draw(i), updates)) solved += 1;
      });
      return { solved, count, opens };
    } finally {
      batch.delete();
    }
  });
}

/** Returns whether any update reaches the target. KDL stops only at the update limit. */
function reachesTarget(lab: Lab, { targets }: SampledProblem, updates: number): boolean {
  const [target] = targets;
  if (target) {
    lab.setTarget(0, ...target.position);
    lab.setTargetOrientation(0, target.orientation);
  }
  lab.restart();
  for (let k = 0; k < updates; ++k) {
    lab.advance();
    if (lab.status(0).within) return true;
  }
  return false;
}

function figures(_variant: string, results: readonly unknown[]): PublishedFigure[] {
  const parts = results as Solved[][];
  return grids.solved.flatMap(({ numbers }, c): PublishedFigure[] => {
    const sum = (key: 'solved' | 'count') =>
      parts.reduce((all, each) => all + (each[c]?.[key] ?? 0), 0);
    const [solved, n] = [sum('solved'), sum('count')];
    const { low, high } = proportionInterval(solved, n);
    return numbers.map(({ row, unit, decimals, ...number }) => ({
      ...{ row, unit, decimals },
      ours: (100 * solved) / n,
      low: 100 * low,
      high: 100 * high,
      sample: n,
      opens: parts[0]?.[c]?.opens ?? {},
      ...number,
    }));
  });
}

export const kinematicDesignTable: PublishedTable = {
  ...about,
  parts: (variant, sample) => splitRunsIntoTableParts(variant, sample, 100),
  work,
  figures,
};
