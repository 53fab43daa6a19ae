/** An edit that might help a run, and whom it is for. */
import type { Change, Draft } from '../document/edits.ts';
import type { Lab } from '../engine/engine.ts';
import { plainText } from '../format/phrase.ts';
import type { Trial } from '../run/trial.ts';
import type { DescribedCatalogue } from '../scenario/catalogue.ts';
import type { Scene } from '../scenario/types.ts';
import { metres } from './facts.ts';

export interface Remedy {
  /** At most one of a kind is offered. */
  readonly kind: string;
  /** What is done, bold: “Damp less”. */
  readonly what: string;
  /** And how: “λ 0.37 m instead of 1.1 m”. */
  readonly how: string;
  /** Its name among the edits that can be undone: `doc.edit(cure.name, cure.change)`. */
  readonly name: string;
  readonly change: Change;
  /** It asks for less: offered after those that do not. */
  readonly asksLess?: true;
  /** What it brings may show late: its first updates do not rule it out. */
  readonly slowToShow?: true;
}

export interface RemedyContext {
  readonly scene: Scene;
  readonly panel: number;
  readonly catalogue: DescribedCatalogue;
  /** As it is, from the start. */
  readonly before: Trial;
  /** In the start pose. */
  readonly lab: Lab;
}

export const limited = ({ scene }: RemedyContext): boolean =>
  scene.scenario.limitPolicy !== 'ignore' &&
  scene.tree.joints.some(({ limits }) => limits !== null);

export const policy = (limitPolicy: string): Pick<Remedy, 'name' | 'change'> => ({
  name: 'Joint limits',
  change: (draft: Draft) => {
    draft.limitPolicy = limitPolicy;
  },
});

export const far = (value: number, { scenario }: Scene): string =>
  plainText(metres(value, scenario.unit));
