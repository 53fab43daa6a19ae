/**
 * Writes hostile numbers to each input cell of a pose solver. Either a fault is reported, or the
 * solve and a step end. With the valid number again, the answer is the same as before.
 */
import {
  Buffers,
  describeScene,
  type Glue,
  type PoseBufferName,
  type RawPoseSolver,
  type Registry,
  writeInstance,
} from '@iklab/core/engine';
import { ANSWER } from '@iklab/core/engine/protocol';
import { resolve } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { parse } from '@iklab/core/scenario/parse';

const { NaN: NONE, POSITIVE_INFINITY: MOST } = Number;
const HOSTILE_VALUES = [NONE, MOST, -MOST, 1e300, -1e300, -1, 1e9, 0.5, 5e-324];

export function* checkPoseSolver(glue: Glue, methods: Registry): Generator<string> {
  const run = { mode: 'converge', maxUpdates: 20, restarts: { most: 1 } };
  const document = { iklab: 1, preset: 'y', run, methods: [{ id: 'dls' }] };
  const read = parse(document, methods.catalogue);
  if (!read.ok) throw new Error(faultsText(read.faults));
  const builder = new glue.LabBuilder();
  describeScene(resolve(read.value), builder, glue);
  const solver = builder.poseSolver() as RawPoseSolver;
  builder.delete();
  const buffers = new Buffers<PoseBufferName>(glue, solver);
  const address = solver.address();
  if (glue._stepPose(address)) yield 'a step runs before it is begun';
  for (const panel of read.value.methods) writeInstance(panel, methods, buffers.get('params'));
  for (const updates of [0, -1, 2 ** 30])
    if (solver.begin(updates)) yield `${updates} updates per step are accepted`;
  const solveAndStep = () => {
    const solved = glue._solvePose(address, -1);
    const stepped = Number(solver.begin(2)) && glue._stepPose(address);
    return { done: solved, stepped, answer: [...buffers.get('answer')].join() };
  };
  const sound = solveAndStep();
  if (!sound.done || !sound.stepped) yield solver.fault();
  for (const name of ['goals', 'start', 'params', 'rules'] as const)
    for (let cell = 0; cell < buffers.get(name).length; cell++)
      for (const value of HOSTILE_VALUES) {
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
