/** User programs with the package `iklab`. Each prints the joint values of a solve. */

export const PACKAGE = 'iklab';

const SOLVE = `
const robot = await Robot.fromDh({ rows: [{ a: 1 }, { a: 0.5, limits: [-2, 2] }, { a: 0.25 }] });
const { position } = robot.pose([0.3, 0.4, 0.5]);
const solution = robot.solve({ position }, { method: dls(), start: [0, 0.1, 0] });
if (!solution.reached) throw new Error(solution.reason);
const result = JSON.stringify([...solution.q]);`;

const FROM_PACKAGE = `import { dls, Robot } from '${PACKAGE}';`;

export const underNode = `${FROM_PACKAGE}${SOLVE}
console.log(result);
`;

export const inThread = `import { isMainThread, parentPort, Worker } from 'node:worker_threads';
${FROM_PACKAGE}
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  worker.on('message', (result) => console.log(result));
} else {${SOLVE}
  parentPort.postMessage(result);
}
`;

/** A program for a page bundled by Vite. */
export const bundled = `${FROM_PACKAGE}${SOLVE}
globalThis.result = result;
`;

/** A program for a page of static files and for the page's worker. */
export const inPage = `import { dls, Robot } from './node_modules/${PACKAGE}/index.js';${SOLVE}
globalThis.document ? (globalThis.result = result) : postMessage(result);
`;

/** A program that only imports the element. Under Node, the program does nothing. */
export const elementAlone = `import { IkLabElement } from '${PACKAGE}/element';
console.log(typeof IkLabElement, typeof globalThis.HTMLElement);
`;

/**
 * Returns a program for a bundled page with `<ik-lab>`. The page reports the first method's result
 * and the URL. `ours`: URL of an IK Lab page.
 */
export const bundledElement = (ours) => `import '${PACKAGE}/element';
const run = document.createElement('ik-lab');
run.setAttribute('host', ${JSON.stringify(ours)});
run.setAttribute('scenario', JSON.stringify({
  iklab: 1,
  tree: { planar: { links: [1, 0.5] } },
  start: [0.3, 0.4],
  targets: [{ effector: 'tip', position: [0.9, 0.6, 0] }],
  methods: [{ id: 'sdls' }],
  run: { mode: 'converge' },
}));
run.setAttribute('paused', '');
const ready = new Promise((done, fail) => {
  run.addEventListener('iklab-ready', ({ detail }) => done(typeof detail.version));
  run.addEventListener('iklab-error', ({ detail }) => fail(new Error(JSON.stringify(detail))));
});
document.body.append(run);
run.scrollIntoView();
const version = await ready;
const { methods } = await run.scenario;
await run.seek(100);
const [{ reached, theta }] = await run.results();
globalThis.result = JSON.stringify([version, methods[0].id, reached, theta]);
`;

/** Tests of the types: each line below a mark must be a compile error. */
export const typed = `import { dls, formula, IklabError, type PoseCertificate, Robot, type Solution, Stepper, study, twoStage } from '${PACKAGE}';

export async function solve(text: string): Promise<Solution> {
  const robot = await Robot.fromUrdf(text, { effector: ['left', 'right'] });
  const limits: readonly [number, number] | null | undefined = robot.joints[0]?.limits;
  const many = robot.solveMany(new Float64Array(7), { restarts: { most: 2 }, first: limits ? 1 : 0 });
  const stepper = new Stepper(robot, twoStage({ first: dls({ lambda: 0.1 }), switchAt: 0.01 }));
  stepper.update([{ position: many.q, quaternion: [0, 0, 0, 1] }]).free();
  const [row] = await study('{}', { signal: AbortSignal.timeout(1), onProgress: (done) => void (done / 2) });
  const fault = new IklabError('range', String(row?.solved));
  const motion: string = await robot.motionFile('bvh', robot.start, 0.1);
  const bytes: Uint8Array = await robot.motionFile('glb', robot.start, motion.length);
  const [first]: Uint8Array = (await robot.solveMany([0, 0, 1], { threads: 2, asks: 'position' })).reached;
  const { kind, solutions } = robot.solutions({ position: [0, 0, 1] }, { start: 'zeros', withinLimits: true });
  const proof: PoseCertificate | null = robot.certify(solutions[0]?.q ?? robot.start, { position: [0, 0, 1] });
  // @ts-expect-error no such kind
  kind === 'none' || proof?.radius;
  // @ts-expect-error threads are waited for
  robot.solveMany([], { threads: Number(first) + bytes.length }).reached;
  // @ts-expect-error no such parameter
  dls({ lamda: fault.path });
  // @ts-expect-error no such policy
  robot.solve({ position: [0, 0, 0] }, { limits: 'hold' });
  // @ts-expect-error a goal has a position
  robot.solve({ quaternion: [0, 0, 0, 1] });
  // @ts-expect-error it is read alone
  robot.name = '';
  return robot.solve({ position: [0, 0, 1] }, { method: formula('Δθ = Jᵀ e'), tolerance: 1e-3 });
}
`;

/** A typed program that uses the element in a page. */
export const typedElement = `import { type EmbedResult, IkLabElement } from '${PACKAGE}/element';

export async function lead(): Promise<readonly EmbedResult[]> {
  const run: IkLabElement = document.createElement('ik-lab');
  run.addEventListener('iklab-stop', ({ detail }) => console.log(detail.results[0]?.theta[0]?.toFixed()));
  run.addEventListener('iklab-error', ({ detail }) => console.log(detail.faults[0]?.reason.length));
  document.querySelector('ik-lab')?.scenario.then((document) => run.open(document));
  run.scenario = { iklab: 1 };
  const updates: number = await run.step(2);
  const picture: Blob = await run.snapshot({ width: updates });
  // @ts-expect-error a state has no such word
  run.state === 'idle' || picture.size;
  // @ts-expect-error it is read alone
  run.update = 3;
  return run.results();
}
`;
