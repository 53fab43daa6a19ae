/**
 * Writes hostile numbers to each input cell of a pose solver. Either a fault is reported, or the
 * solve and a step end. With the valid number again, the answer is the same as before.
 */
import {
  ModuleBuffers,
  type PoseBufferName,
  type RawPoseSolver,
  type Registry,
  type SolverModule,
  writeInstanceRow,
} from '@iklab/core/engine';
import { ANSWER } from '@iklab/core/engine/protocol';
import { buildModuleObject, HOSTILE_NUMBERS, parseValidScene } from './hostileNumbers.ts';

export function* checkPoseSolverBuffers(glue: SolverModule, methods: Registry): Generator<string> {
  const run = { mode: 'converge', maxUpdates: 20, restarts: { most: 1 } };
  const document = { iklab: 1, preset: 'y', run, methods: [{ id: 'dls' }] };
  const scene = parseValidScene(document, methods);
  const solver = buildModuleObject(scene, glue, (builder) => builder.poseSolver() as RawPoseSolver);
  const buffers = new ModuleBuffers<PoseBufferName>(glue, solver);
  const address = solver.address();
  if (glue._stepPose(address)) yield 'a step runs before it is begun';
  for (const panel of scene.scenario.methods)
    writeInstanceRow(panel, methods, buffers.get('params'));
  for (const updates of [0, -1, 2 ** 30])
    if (solver.begin(updates)) yield `${updates} updates per step are accepted`;
  const solveAndStep = () => {
    const solved = glue._solvePose(address, -1, true);
    const stepped = Number(solver.begin(2)) && glue._stepPose(address);
    return { done: solved, stepped, answer: [...buffers.get('answer')].join() };
  };
  const sound = solveAndStep();
  if (!sound.done || !sound.stepped) yield solver.fault();
  for (const name of ['goals', 'start', 'params', 'rules'] as const)
    for (let cell = 0; cell < buffers.get(name).length; cell++)
      for (const value of HOSTILE_NUMBERS) {
        const label = `${name}[${cell}] = ${value}`;
        const was = buffers.get(name)[cell] as number;
        buffers.get(name)[cell] = value;
        const { done: solved } = solveAndStep();
        if (!solved && solver.fault() === '') yield `${label}: no fault is reported`;
        const updates = buffers.get('outcome')[ANSWER.updates] as number;
        if (!(updates >= 0)) yield `${label}: ${updates} updates`;
        glue._lookAtPose(address);
        buffers.get(name)[cell] = was;
        if (solveAndStep().answer !== sound.answer) yield `${label} changes later answers`;
      }
  solver.delete();
}
