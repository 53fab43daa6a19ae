/** Programs of others, which have the package `iklab` installed: each prints the joint values of one solve. */

/** As it is called where it is installed. */
export const PACKAGE = 'iklab';

const SOLVE = `
const robot = await Robot.fromDh({ rows: [{ a: 1 }, { a: 0.5, limits: [-2, 2] }, { a: 0.25 }] });
const { position } = robot.pose([0.3, 0.4, 0.5]);
const found = robot.solve({ position }, { method: dls(), start: [0, 0.1, 0] });
if (!found.reached) throw new Error(found.reason);
const said = JSON.stringify([...found.q]);`;

const FROM_PACKAGE = `import { dls, Robot } from '${PACKAGE}';`;

export const underNode = `${FROM_PACKAGE}${SOLVE}
console.log(said);
`;

export const inThread = `import { isMainThread, parentPort, Worker } from 'node:worker_threads';
${FROM_PACKAGE}
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  worker.on('message', (said) => console.log(said));
} else {${SOLVE}
  parentPort.postMessage(said);
}
`;

/** In a page that Vite makes. */
export const bundled = `${FROM_PACKAGE}${SOLVE}
globalThis.said = said;
`;

/** In a page that was served from a folder, and in a worker of it. */
export const inPage = `import { dls, Robot } from './node_modules/${PACKAGE}/index.js';${SOLVE}
globalThis.document ? (globalThis.said = said) : postMessage(said);
`;

/** What the types allow and what not: each line below a mark must be a mistake to the compiler. */
export const typed = `import { dls, formula, IklabError, Robot, type Solution, Stepper, study, twoStage } from '${PACKAGE}';

export async function solve(text: string): Promise<Solution> {
  const robot = await Robot.fromUrdf(text, { effector: ['left', 'right'] });
  const limits: readonly [number, number] | null | undefined = robot.joints[0]?.limits;
  const many = robot.solveMany(new Float64Array(7), { restarts: { most: 2 }, first: limits ? 1 : 0 });
  const stepper = new Stepper(robot, twoStage({ first: dls({ lambda: 0.1 }), switchAt: 0.01 }));
  stepper.update([{ position: many.q, quaternion: [0, 0, 0, 1] }]).free();
  const [row] = await study('{}', { signal: AbortSignal.timeout(1), onProgress: (done) => void (done / 2) });
  const fault = new IklabError('range', String(row?.solved));
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
