/**
 * Buss & Kim 2004, figure 1: two nearly straight links with one of three targets. t1: only a large
 * rotation of both joints leads nearer. t1': beside the arm. Third: very close, in the direction of
 * t1. The figure has no numbers: lengths, bend and positions are chosen so that the statements of
 * the text can be observed.
 */
const BEND = 0.3; // Rad, at b.
const tip = 1.9775421558720845; // 2 cos(BEND / 2) from a, which is at the origin.

const targets = [
  ['buss-kim-figure-1', 't1', [0.6, 0]],
  ['buss-kim-figure-1-beside', 't1′', [-0.02, 0.4]],
  ['buss-kim-figure-1-near', 'near the tip', [0.005, 0]],
] as const;

const notes = {
  t1: 'Ahead of the arm: the pseudoinverse turns a counterclockwise and b clockwise, each by more than a quarter turn, and the tip goes elsewhere. SDLS keeps little of that step.',
  't1′':
    'Beside the arm: both joints turn counterclockwise, and the first step brings the tip close to the target. SDLS keeps all of it.',
  'near the tip':
    'Ahead of the arm as t1, but 5 mm away: a small turn suffices. SDLS keeps all of it; DLS damps it as much as t1.',
};

export const bussKimFigureScenes = targets.map(([id, target, [dx, dy]]) => ({
  id,
  target,
  document: {
    iklab: 1,
    name: `Figure 1, ${target}`,
    note: `Buss & Kim 2004, figure 1. ${notes[target]} The figure has no numbers: lengths and places are ours.`,
    tree: { planar: { links: [1, 1] } },
    start: [-BEND / 2, BEND],
    targets: [{ effector: 'tip', position: [tip + dx, dy, 0] }],
    methods: [
      { id: 'pseudoinverse', maxStep: null },
      { id: 'dls', label: 'DLS, λ 0.3', params: { lambda: 0.3 } },
      { id: 'sdls' },
    ],
    run: { mode: 'converge', maxUpdates: 300 },
  },
}));
