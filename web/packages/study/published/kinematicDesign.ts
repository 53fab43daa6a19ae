/** KDL's column of TRAC-IK's benchmark: the pseudoinverse with joints clamped to their limits. */
import { type DrawnProblem, type Engine, type Lab, openBatch } from 'iklab/engine';
import { type ScenarioPreset, scenarioPreset } from 'iklab/scenario';
import 'iklab/scenario/robotShelf';
import { shareInterval } from '../shareInterval.ts';

import {
  type Cause,
  type Figure,
  type Part,
  type PublishedTable,
  split,
} from './publishedTable.ts';
import { caseOf, inLab, sceneOf } from './scenes.ts';

interface Chain {
  readonly id: string;
  readonly name: string;
  /** Solved, %: as printed, and by KDL itself on the same descriptions. */
  readonly printed: number;
  readonly measured: number;
  readonly updates: number;
}

const CHAINS: readonly Chain[] = [
  { id: 'iiwa-14', name: 'KUKA iiwa 14', printed: 37.64, measured: 38.59, updates: 500 },
  { id: 'panda', name: 'Franka Panda', printed: 61.77, measured: 62.43, updates: 500 },
  { id: 'pr2-arm', name: 'PR2, arm', printed: 83.18, measured: 83.45, updates: 350 },
  { id: 'baxter', name: 'Baxter, arm', printed: 61.07, measured: 60.68, updates: 500 },
];

/** KDL itself, measured again, is off by as much from what is printed. */
const OTHER_MACHINE: Cause = {
  words: 'theirs ends after 5 ms, ours after a count',
  most: Math.max(...CHAINS.map(({ printed, measured }) => Math.abs(printed - measured))),
};

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

/** The chain of the benchmark out of the robot of the gallery. */
function treeOf(id: string): object {
  const robot = scenarioPreset(id) as ScenarioPreset;
  const { joints, effectors } = robot.document.tree as TreeNumbers;
  if (id === 'baxter')
    return {
      joints: joints.filter((joint) => joint.id.startsWith('left')),
      effectors: effectors.filter((effector) => effector.id.startsWith('left')),
    };
  if (id !== 'pr2-arm') return { joints, effectors };
  // from the torso on, to the link of the last joint
  const arm = joints.slice(1);
  const last = arm.at(-1)?.id ?? '';
  return {
    joints: arm.map(({ parent, ...joint }, i) => (i === 0 ? joint : { parent, ...joint })),
    effectors: [{ id: 'wrist_roll_link', parent: last }],
  };
}

export function kdlDocument(id: string): object {
  const chain = CHAINS.find((each) => each.id === id) as Chain;
  const tree = treeOf(id) as TreeNumbers;
  const middle = tree.joints.map(({ limits }) => (limits ? (limits[0] + limits[1]) / 2 : 0));
  return {
    iklab: 1,
    name: `${chain.name}: KDL’s solver`,
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

/** Of one chain. */
interface Solved {
  readonly solved: number;
  readonly count: number;
  readonly opens: object;
}

function work({ first, count }: Part, engine: Engine): Solved[] {
  return CHAINS.map(({ id, updates }) => {
    const document = kdlDocument(id);
    const scene = sceneOf(document, engine);
    const batch = openBatch(engine, scene, { sampling: { kind: 'reachable' }, seed: 2015 });
    try {
      const opens = { ...caseOf(document, scene, batch, first), run: { mode: 'track' } };
      let solved = 0;
      inLab(document, engine, (lab) => {
        for (let i = first; i < first + count; ++i)
          if (reaches(lab, batch.draw(i), updates)) solved += 1;
      });
      return { solved, count, opens };
    } finally {
      batch.delete();
    }
  });
}

/** Update by update and whatever the joints do: KDL gives up at its count alone. */
function reaches(lab: Lab, { targets }: DrawnProblem, updates: number): boolean {
  const [target] = targets;
  if (target) lab.targets().set([...target.position, ...target.orientation]);
  lab.restart();
  for (let k = 0; k < updates; ++k) {
    lab.advance();
    if (lab.status(0).within) return true;
  }
  return false;
}

function figures(_variant: string, results: readonly unknown[]): Figure[] {
  const parts = results as Solved[][];
  return CHAINS.flatMap(({ name, printed, measured }, c): Figure[] => {
    const sum = (of: 'solved' | 'count') =>
      parts.reduce((all, each) => all + (each[c]?.[of] ?? 0), 0);
    const [solved, n] = [sum('solved'), sum('count')];
    const { low, high } = shareInterval(solved, n);
    const common = {
      row: name,
      unit: '%',
      decimals: 2,
      ours: (100 * solved) / n,
      low: 100 * low,
      high: 100 * high,
      cause: OTHER_MACHINE,
      sample: n,
      opens: parts[0]?.[c]?.opens ?? {},
    };
    return [
      { ...common, column: 'solved, as printed', paper: printed },
      { ...common, column: 'solved by KDL itself', paper: measured },
    ];
  });
}

export const kinematicDesign: PublishedTable = {
  id: 'trac-ik-kdl',
  title: 'TRAC-IK, KDL’s column',
  source: {
    type: 'inproceedings',
    author: 'Beeson, P. and Ames, B.',
    title: 'TRAC-IK: an open-source library for improved solving of generic inverse kinematics',
    booktitle: 'IEEE-RAS International Conference on Humanoid Robots',
    year: 2015,
    pages: '928-935',
    doi: '10.1109/HUMANOIDS.2015.7363472',
  },
  about:
    'Share of random poses that the pseudoinverse with joints clamped to their limits reaches from the middle of the limits, on four robots.',
  known: [
    'the table is that of the library’s own benchmark',
    'poses of random joint values within the limits; start in their middle; each axis of the twist within 10⁻⁵',
  ],
  recovered: [
    'KDL goes on where every joint stands on a limit: so nothing but the count ends a run here either',
  ],
  assumed: [
    'as many updates as 5 ms allow on one machine are counted as 500 (PR2: 350): what another machine does in 5 ms is another number',
    'singular values below 10⁻⁵ are dropped, as KDL does; joints without limits are drawn within ±π',
  ],
  lost: [],
  slips: [],
  spread: '95 % interval',
  variants: [{ id: 'kdl', label: 'KDL', about: 'Newton-Raphson with joint limits.' }],
  sample: { full: 10_000, quick: 1000 },
  seconds: 5,
  parts: (variant, sample) => split(variant, sample, 100),
  work,
  figures,
};
