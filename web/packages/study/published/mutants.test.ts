// @module-tag full
/**
 * Verdicts can change: with an error seeded into the input of its methods, a table reproduces
 * fewer numbers. This covers only tables that run scenes in a lab; batches of the other tables use
 * their methods directly.
 */
import type { Engine, Lab } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import type { MethodPanel, Scene } from '@iklab/core/scenario';
import { describe, expect, it } from 'vitest';
import { bussKimSharesTable } from './bussKimSharesTable.ts';
import { kinematicDesignTable } from './kinematicDesignTable.ts';
import { naYangJiaTables } from './naYangJiaTables.ts';
import type { PublishedTable } from './publishedTable.ts';
import { countReplicationScore } from './replicationVerdict.ts';
import { tabaczynskiCountsTable } from './tabaczynskiCountsTable.ts';

const engine = await testEngine();
const FEW = 100; // runs: enough to see a number lost through an error

interface Mutant {
  /** Changes each method of a scene. */
  panel?(panel: MethodPanel): MethodPanel;
  scene?(scene: Scene): Scene;
  /** Changes an open lab. */
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

/** How many printed numbers are reproduced. */
function outOf(table: PublishedTable, by: Engine): number {
  const variant = table.variants[0]?.id ?? '';
  const parts = table.parts(variant, table.sample.quick && FEW);
  return countReplicationScore(
    table.figures(
      variant,
      parts.map((part) => table.work(part, by)),
    ),
  ).out;
}

const sound = new Map<PublishedTable, number>();
/** Returns how many printed numbers are reproduced without an error; computed once. */
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

describe('fewer numbers are reproduced with', () => {
  it.each<[string, PublishedTable, Mutant]>([
    [
      'λ 1 % larger: digits of the DLS trace',
      tabaczynskiCountsTable,
      { panel: scaled('lambda', 1.01) },
    ],
    [
      'λ 1 % larger: shares of SDLS against DLS′',
      bussKimSharesTable,
      { panel: scaled('lambda', 1.01) },
    ],
    ['unclamped Δe: DLS with five links', tabaczynskiCountsTable, UNCLAMPED],
    [
      'unclamped Δθ: the truncated pseudoinverse',
      tabaczynskiCountsTable,
      { panel: (panel) => ({ ...panel, maxStep: null }) },
    ],
    ['unclamped targets: shares of Buss & Kim', bussKimSharesTable, UNCLAMPED],
    ['unclamped e: the human arm', naYangJiaTables, UNCLAMPED],
    [
      'ignored joint limits: the share of KDL',
      kinematicDesignTable,
      {
        scene: (scene) =>
          ({ ...scene, scenario: { ...scene.scenario, limitPolicy: 'ignore' } }) as Scene,
      },
    ],
    [
      'inverted target orientations: the share of KDL',
      kinematicDesignTable,
      {
        lab(lab) {
          const turn = lab.setTargetOrientation.bind(lab);
          lab.setTargetOrientation = (target, [x, y, z, w]) => turn(target, [-x, -y, -z, w]);
        },
      },
    ],
  ])('%s', (_, table, mutant) => {
    const wrong = outOf(table, withMutant(mutant));
    expect(wrong).toBeLessThan(soundOf(table));
  });
});
