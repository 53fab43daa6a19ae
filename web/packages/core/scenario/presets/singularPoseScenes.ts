/**
 * A UR5e in each kind of singular pose of a six-joint arm. The target is a small displacement with
 * the start's orientation, mostly along the direction that is lost in the pose.
 */
import ur5e from './shelf/ur5e.json' with { type: 'json' };

const QUARTER = 1.5707963267948966;

interface SingularScene {
  readonly id: string;
  readonly name: string;
  readonly line: string;
  readonly note: string;
  readonly start: readonly number[];
  readonly position: readonly [number, number, number];
  readonly orientation: readonly [number, number, number, number];
}

const scenes: readonly SingularScene[] = [
  {
    id: 'wrist-singularity',
    name: 'Wrist singularity',
    line: 'UR5e, wrist_2 at 0: two wrist axes are parallel',
    note: 'Joint wrist_2 is at 0, so the axes of wrist_1 and wrist_3 are parallel: one direction is lost, σ₆ = 0. The target is 100 mm to the side. DLS reaches it in 28 updates with joint steps of at most 10°, SDLS in 153 with at most 7°. The pseudoinverse, without a step limit, rotates a joint by 720° in one update and has not arrived after 500 updates. The transpose has not either: it closes the error along the other directions and is still 26 mm away.',
    start: [0, -1.4, 1.6, -0.2 - QUARTER, 0, 0],
    position: [0.5563, 0.3329, 0.5034],
    orientation: [-0.5, 0.5, 0.5, 0.5],
  },
  {
    id: 'elbow-singularity',
    name: 'Elbow singularity',
    line: 'UR5e, stretched: it cannot move straight back',
    note: 'Joint elbow is at 0: the arm is stretched, and no joint moves the wrist towards the shoulder, σ₆ = 0. The target is 90 mm closer to the shoulder. DLS reaches it in 5 updates with joint steps of at most 26°, SDLS in 31 with at most 5°, the transpose in 129. The pseudoinverse, without a step limit, rotates a joint by 720° in one update and has not arrived after 500 updates.',
    start: [0, -1, 0, 1 - QUARTER, -QUARTER, 0],
    position: [0.4926, 0.1333, 0.675],
    orientation: [Math.SQRT1_2, -Math.SQRT1_2, 0, 0],
  },
  {
    id: 'shoulder-singularity',
    name: 'Shoulder singularity',
    line: 'UR5e, the wrist above the base: it cannot move sideways',
    note: 'The point where the axes of wrist_2 and wrist_3 meet lies above the base, in the plane of the first two axes: the tool cannot move sideways without rotating, σ₆ = 0. The target is 100 mm to the side. DLS reaches it in 12 updates with joint steps of at most 23°, SDLS in 67 with at most 5°, the transpose in 179. The pseudoinverse, without a step limit, rotates a joint by 667° in one update and has not arrived after 500 updates.',
    start: [0, -1.2, -1.0742679724672655, 0.7034716456723689, -QUARTER, 0],
    position: [0, 0.2333, 0.7581],
    orientation: [Math.SQRT1_2, -Math.SQRT1_2, 0, 0],
  },
];

export const singularPoseScenes = scenes.map(
  ({ id, name, line, note, start, position, orientation }) => ({
    id,
    line,
    document: {
      iklab: 1,
      name,
      note: `${note} ${ur5e.note}`,
      tree: ur5e.tree,
      start,
      limitPolicy: 'clamp',
      targets: [{ effector: 'tool0', position, orientation, orientationWeight: 0.35 }],
      methods: [
        { id: 'pseudoinverse', maxStep: null },
        { id: 'transpose' },
        { id: 'dls', params: { lambda: 0.052, lambdaMax: 0.052, errorBias: 0.0011 } },
        { id: 'sdls' },
      ],
      run: {
        mode: 'converge',
        tolerance: 0.001,
        orientationTolerance: 0.01,
        maxUpdates: 500,
        maxRises: null,
        minImprovement: 0,
      },
    },
  }),
);
