import type { DocumentDraft, DocumentEdit } from '@iklab/core/document/edits';
import type { Lab } from '@iklab/core/engine';
import { phrasePlainText } from '@iklab/core/format/words';
import type { Scene } from '@iklab/core/scenario';
import type { DescribedCatalogue } from '@iklab/core/scenario/methods';
import type { TrialResult } from '../session/trialLab.ts';
import { formatMetres } from './runFacts.ts';

export interface Remedy {
  /** Identifier of the edit's kind; at most one edit of each kind is offered. */
  readonly kind: string;
  readonly action: string;
  /** Details of the edit: "0.37 m instead of 1.1 m". */
  readonly how: string;
  readonly name: string;
  readonly change: DocumentEdit;
  /** True if the edit relaxes requirements. Such edits are offered last. */
  readonly relaxes?: true;
  /** True if the edit may take effect late. The first updates then do not rule it out. */
  readonly slowToShow?: true;
}

export interface RemedyContext {
  readonly scene: Scene;
  readonly panel: number;
  readonly catalogue: DescribedCatalogue;
  readonly before: TrialResult;
  readonly lab: Lab;
}

export const hasActiveJointLimits = ({ scene }: RemedyContext): boolean =>
  scene.scenario.limitPolicy !== 'ignore' &&
  scene.tree.joints.some(({ limits }) => limits !== null);

export const limitPolicyEdit = (limitPolicy: string): Pick<Remedy, 'name' | 'change'> => ({
  name: 'Joint limits',
  change: (draft: DocumentDraft) => {
    draft.limitPolicy = limitPolicy;
  },
});

export const remedyLengthText = (value: number, { scenario }: Scene): string =>
  phrasePlainText(formatMetres(value, scenario.unit));
