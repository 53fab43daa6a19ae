import { scenarioPreset } from '@iklab/core/scenario/presets';
import '@iklab/core/scenario/presets/robotShelf';

/** A motion of the target within reach of the arm. */
const sway = { kind: 'sine', amplitude: [3, 3, 3], period: [1.57, 1.26, 2.09] };

/** Motion of targets for arms of about one metre. */
const small = { ...sway, amplitude: [0.05, 0.05, 0.05] };
export const BENCH_RUN_SETTINGS = { timeStep: 0.005 };

export const getPresetDocument = (id: string) =>
  scenarioPreset(id)?.document as Record<string, unknown>;

function swaying(id: string, motion: object): object {
  const document = getPresetDocument(id);
  const [target] = document.targets as object[];
  return { ...document, run: BENCH_RUN_SETTINGS, targets: [{ ...target, motion }] };
}

/**
 * Returns a document with snakes of two metres, each with a target at its end. Joints rotate
 * alternately about y and z. All snakes start at the first joint of the first snake.
 */
function snakes(count: number, joints: number): object {
  const link = [2 / joints, 0, 0];
  const heads = Array.from({ length: count }, (_, k) => k);
  const all = heads.flatMap((k) =>
    Array.from({ length: joints }, (_, i) => ({
      id: `${k}-${i}`,
      ...(i > 0 ? { parent: `${k}-${i - 1}`, xyz: link } : k > 0 && { parent: '0-0' }),
      axis: i % 2 ? [0, 0, 1] : [0, 1, 0],
    })),
  );
  const effectors = heads.map((k) => ({ id: `${k}`, parent: `${k}-${joints - 1}`, xyz: link }));
  const targets = heads.map((k) => {
    const angle = (2 * Math.PI * k) / count;
    const position = [1, 0.6 * Math.cos(angle), 0.3 + 0.6 * Math.sin(angle)];
    return { effector: `${k}`, position, motion: small };
  });
  const start = all.map((_, i) => 0.1 * Math.sin(i));
  return {
    iklab: 1,
    name: 'Snake',
    tree: { joints: all, effectors },
    start,
    targets,
    run: BENCH_RUN_SETTINGS,
  };
}

export function listBenchDocuments(): readonly (readonly [string, object])[] {
  return [
    ['Y', { ...getPresetDocument('y'), run: BENCH_RUN_SETTINGS }],
    ['double-Y', { ...getPresetDocument('double-y'), run: BENCH_RUN_SETTINGS }],
    ['7-joint arm', swaying('human-arm', sway)],
    ['UR5e', swaying('ur5e', small)],
    ['PR2 arm', swaying('pr2-arm', small)],
    ['50-joint snake', snakes(1, 50)],
  ];
}

/**
 * Returns scenes of growing size: a snake with more and more joints, and more and more snakes with
 * four joints.
 */
export function listScenesOfGrowingSize() {
  return [
    ...[4, 16, 64, 256].map((size) => ({ along: 'joints', size, document: snakes(1, size) })),
    ...[1, 8, 16, 32, 64].map((size) => ({ along: 'targets', size, document: snakes(size, 4) })),
  ];
}
