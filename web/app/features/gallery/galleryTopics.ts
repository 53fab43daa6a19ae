const SINGULAR = ['wrist-singularity', 'elbow-singularity', 'shoulder-singularity'];
const NEAR_SINGULAR = ['pseudoinverse 1', 'pseudoinverse 2', 'gauss-newton 0', 'transpose 1'];
const STRETCHED = ['transpose 0', 'truncated 1', 'newton 0', 'levenberg-marquardt 1'];
const MOVING = ['double-y', 'double-y-16', 'y', 'planar-3-link', 'spatial-8'];
const LAGGING = ['bfgs 0', 'conjugate-gradient 0', 'dls 0'];
const UNREACHABLE = ['planar-3-link', 'double-y', 'pseudoinverse 0', 'halley 0', 'sdls 0'];
const LONG = ['chain-40', 'spare-joints'];
const SEVEN = ['panda', 'iiwa-14', 'kinova-gen3', 'baxter', 'pr2-arm'];
const FIVE = ['so-101', 'widowx-200', 'scorbot-er-4u'];
const SIX = ['kr6', 'puma-560', 'ur5e', 'ur10', 'arm-6', ...SINGULAR];
const BODIES = ['h1-2', 'torso', 'human-arm', 'human-arm-limits'];

/**
 * Search words and the ids of the found cards: a built-in scene, or `method number` for a scene in
 * which a method fails.
 */
const TOPICS: readonly (readonly [words: string, cards: readonly string[]])[] = [
  ['singularity singularities singular near-singular lost direction', SINGULAR],
  ['near singular singularity singularities', [...NEAR_SINGULAR, ...STRETCHED]],
  [
    'out of reach unreachable beyond workspace boundary',
    [...UNREACHABLE, 'two-stage 0', 'priority 1', 'dls 1', 'gauss-newton 1', 'ccd 1'],
  ],
  [
    'joint limits limited range blocked',
    ['human-arm-limits', 'spatial-8', 'qp 0', 'idls 0', 'idls 1', 'weighted-least-norm 0'],
  ],
  [
    'redundant redundancy null space nullspace extra degrees of freedom',
    ['planar-3-link', 'human-arm', ...LONG, ...SEVEN],
  ],
  ['multiple solutions elbow up down configuration branches', ['two-joints']],
  [
    'multiple targets end effectors',
    ['four-ways', 'double-y', 'y', 'star', 'torso', 'baxter', 'allegro', 'h1-2'],
  ],
  ['moving target tracking follow path trajectory circle curve animated', [...MOVING, ...LAGGING]],
  ['animation animate character figure body skeleton rig BVH mocap motion capture', BODIES],
  ['humanoid legs walking', ['h1-2']],
  ['snake tentacle rope tail continuum hyper-redundant', LONG],
  ['hand fingers grasp', ['allegro']],
  ['damping damped lambda', ['what-lambda-buys', 'dls 0', 'dls 1', 'levenberg-marquardt 0']],
  ['slide linear rail prismatic', ['scara', 'spatial-8', 'pr2-arm']],
  ['industrial manipulator six-axis 6-axis 6 DOF', SIX],
  ['ABB Fanuc Yaskawa Motoman Staubli Denso Kawasaki Epson', ['kr6', 'puma-560', 'scara']],
  ['cobot collaborative', ['ur5e', 'ur10', 'panda', 'iiwa-14', 'kinova-gen3']],
  ['7 DOF seven-axis 7-axis', SEVEN],
  ['5 DOF five-axis', FIVE],
];

/** Returns the search words of a card that the card's texts lack. */
export const findGalleryTopicWords = (card: string): string[] =>
  TOPICS.filter(([, cards]) => cards.includes(card)).map(([words]) => words);

export const GALLERY_TOPIC_CARD_IDS: readonly string[] = TOPICS.flatMap(([, cards]) => cards);
