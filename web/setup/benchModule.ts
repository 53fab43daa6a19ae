/** The module's side of the benchmark, and the scenes that every side runs. */
import { readFileSync } from 'node:fs';
import { type Engine, type Lab, loadEngine } from 'iklab/engine';
import { faultsText, parse, resolve, type Scene, scenarioPreset } from 'iklab/scenario';

const CHECKED = 20;
const SHIFT = 1e-10; // radians or metres
const BURSTS = 16;
const BURST_MS = 1.5;

interface Case {
  readonly scene: string;
  readonly method: string;
  /** The plain step to compare with, where there is one. */
  readonly plain: string | null;
  readonly request: object;
  readonly lab: () => Lab;
  /** How many times larger a difference of the starts is after the updates that are compared. */
  readonly growth: () => number;
}

/** A motion that keeps the arm's target within its reach. */
const sway = { kind: 'sine', amplitude: [3, 3, 3], period: [1.57, 1.26, 2.09] };

function documents() {
  const plain = (id: string) => scenarioPreset(id)?.document as Record<string, unknown>;
  const arm = plain('human-arm');
  const [target] = arm.targets as object[];
  const run = { timeStep: 0.005 };
  return [
    ['Y', { ...plain('y'), run }],
    ['double-Y', { ...plain('double-y'), run }],
    ['7-joint arm', { ...arm, run, targets: [{ ...target, motion: sway }] }],
  ] as const;
}

function sceneOf(document: object, engine: Engine): Scene {
  const parsed = parse(document, engine.catalogue);
  if (!parsed.ok) throw new Error(faultsText(parsed.faults));
  return resolve(parsed.value);
}

/** What the native program is told of a scene with one panel. */
function requestOf(scene: Scene, row: Float64Array): object {
  const { tree, start, scenario } = scene;
  const joints = tree.joints.map(({ limits, ...joint }) => ({
    ...joint,
    ...(limits && { limits }),
  }));
  const targets = scenario.targets.map(({ effector, position, motion }) => ({
    effector,
    position,
    ...(motion && { motion }),
  }));
  const { timeStep } = scenario.run;
  return { tree: { ...tree, joints }, targets, start, timeStep, row: Array.from(row) };
}

function caseOf(scene: string, id: string, document: object, engine: Engine): Case {
  const resolved = sceneOf({ ...document, methods: [{ id }] }, engine);
  const lab = () => engine.open(resolved);
  const first = lab();
  const request = requestOf(resolved, first.instanceNumbers(0));
  first.close();
  const plain = ['transpose', 'dls', 'sdls'].includes(id) ? id : null;
  const end = (shift: number): number[] => {
    const shifted = engine.open({ ...resolved, start: resolved.start.map((x) => x + shift) });
    for (let i = 0; i < CHECKED; i += 1) shifted.advance();
    const angles = [...shifted.angles(0)];
    shifted.close();
    return angles;
  };
  const growth = () => {
    const shifted = end(SHIFT);
    return Math.max(...end(0).map((angle, j) => Math.abs(angle - (shifted[j] ?? 0)))) / SHIFT;
  };
  return { scene, method: id, plain, request, lab, growth };
}

function microseconds(update: () => void): number {
  const burst = (count: number) => {
    const start = performance.now();
    for (let i = 0; i < count; i += 1) update();
    return performance.now() - start;
  };
  let count = 8;
  while (burst(count) < BURST_MS) count *= 2;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < BURSTS; i += 1) least = Math.min(least, burst(count) / count);
  return 1e3 * least;
}

export async function benchModule() {
  const wasmBinary = readFileSync(
    new URL('../packages/iklab/engine/build/iklab.wasm', import.meta.url),
  );
  const engine = await loadEngine({ wasmBinary });
  const ids = engine.catalogue.methods.map((method) => method.id);
  const cases = documents().flatMap(([scene, document]) =>
    ids.map((id) => caseOf(scene, id, document, engine)),
  );
  const ask = ({ lab: open }: Case) => {
    const lab = open();
    for (let i = 0; i < CHECKED; i += 1) lab.advance();
    const sum = lab.angles(0).reduce((total, angle) => total + angle, 0);
    const us = microseconds(() => lab.advance());
    lab.close();
    return { us, sum };
  };
  return { cases, ask };
}
