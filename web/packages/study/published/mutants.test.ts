// @module-tag full
/**
 * Verdicts can turn: a table that is made by its own code, but with an error seeded into what its method
 * is given, has a number fewer that comes out. Only tables that run scenes in a lab can be reached so;
 * the batches of others have their methods to themselves.
 */
import type { Engine, Lab } from 'iklab/engine';
import { testEngine } from 'iklab/engine/testing';
import type { MethodPanel, Scene } from 'iklab/scenario';
import { describe, expect, it } from 'vitest';
import { bussKimShares } from './bussKimShares.ts';
import { kinematicDesign } from './kinematicDesign.ts';
import { naYangJiaTables } from './naYangJiaTables.ts';
import type { PublishedTable } from './publishedTable.ts';
import { tabaczynskiCounts } from './tabaczynskiCounts.ts';
import { scoreOf } from './verdict.ts';

const engine = await testEngine();
const FEW = 100; // runs: a number that is lost by an error is so by much

interface Mutant {
  /** Of the methods that a scene runs. */
  panel?(panel: MethodPanel): MethodPanel;
  scene?(scene: Scene): Scene;
  /** Of a lab that is open. */
  lab?(lab: Lab): void;
}

/** The engine, with the error in every scene that it opens. */
const withMutant = ({ panel, scene, lab }: Mutant): Engine =>
  new Proxy(engine, {
    get(target, key) {
      if (key !== 'open') return Reflect.get(target, key, target);
      return (given: Scene): Lab => {
        const { scenario } = given;
        const methods = scenario.methods.map((each) => panel?.(each) ?? each);
        const changed = { ...given, scenario: { ...scenario, methods } };
        const opened = target.open(scene?.(changed) ?? changed);
        lab?.(opened);
        return opened;
      };
    },
  });

/** How many printed numbers come out. */
function outOf(table: PublishedTable, by: Engine): number {
  const variant = table.variants[0]?.id ?? '';
  const parts = table.parts(variant, table.sample.quick && FEW);
  return scoreOf(
    table.figures(
      variant,
      parts.map((part) => table.work(part, by)),
    ),
  ).out;
}

const sound = new Map<PublishedTable, number>();
/** Without an error; made once. */
function soundOf(table: PublishedTable): number {
  const known = sound.get(table) ?? outOf(table, engine);
  sound.set(table, known);
  return known;
}

const scaled =
  (name: string, by: number) =>
  (panel: MethodPanel): MethodPanel => {
    const value = panel.params[name];
    return typeof value === 'number'
      ? { ...panel, params: { ...panel.params, [name]: by * value } }
      : panel;
  };

const UNCLAMPED: Mutant = {
  panel: (panel) => ({ ...panel, targetClamp: { ...panel.targetClamp, mode: 'off' } }),
};

describe('an error turns a verdict', () => {
  it.each<[string, PublishedTable, Mutant]>([
    [
      'λ off by 1 %: the trace of DLS has other digits',
      tabaczynskiCounts,
      { panel: scaled('lambda', 1.01) },
    ],
    [
      'λ off by 1 %: SDLS is nearer than DLS′ in other updates',
      bussKimShares,
      { panel: scaled('lambda', 1.01) },
    ],
    ['Δe not clamped: DLS of five links takes another way', tabaczynskiCounts, UNCLAMPED],
    [
      'Δθ not scaled to π/4: the truncated pseudoinverse jumps',
      tabaczynskiCounts,
      { panel: (panel) => ({ ...panel, maxStep: null }) },
    ],
    ['targets not clamped: no share comes out', bussKimShares, UNCLAMPED],
    ['e not clamped: the human arm ends elsewhere', naYangJiaTables, UNCLAMPED],
    [
      'joints not clamped to their limits: KDL’s share is another',
      kinematicDesign,
      {
        scene: (scene) =>
          ({ ...scene, scenario: { ...scene.scenario, limitPolicy: 'ignore' } }) as Scene,
      },
    ],
    [
      'the target’s block of rotation transposed: few poses are reached',
      kinematicDesign,
      {
        lab(lab) {
          const turn = lab.turnTarget.bind(lab);
          lab.turnTarget = (target, [x, y, z, w]) => turn(target, [-x, -y, -z, w]);
        },
      },
    ],
  ])('%s', (_, table, mutant) => {
    const wrong = outOf(table, withMutant(mutant));
    expect(wrong).toBeLessThan(soundOf(table));
  });
});
