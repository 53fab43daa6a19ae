import { phrasePlainText } from '@iklab/core/format/words';
import type { Study } from '@iklab/study/document';
import type { SweepPoint, SweepProposal } from '@iklab/study/sweeps';
import type { Page } from '../../page.ts';
import {
  applySweepValues,
  getSweptSceneValues,
  roundSweptValue,
  sweptParamName,
  sweptValueText,
} from './applySweepValues.ts';
import { sweepProposalText } from './sweepProposalText.ts';
import css from './sweeps.module.css';

interface PartProps {
  readonly page: Page;
  readonly study: Study;
  readonly proposal: SweepProposal | null;
  readonly points: readonly SweepPoint[];
  readonly values: readonly (readonly number[])[];
}

export function SweepProposalSection({ page, study, proposal, points, values }: PartProps) {
  const pairs = study.sweep.length > 1;
  const text = (each: readonly number[]): string =>
    each
      .map((value, axis) =>
        `${pairs ? sweptParamName(page, study, axis) : ''} ${sweptValueText(page, study, axis, value)}`.trim(),
      )
      .join(', ');
  const currentValues = getSweptSceneValues(page, study);
  const index =
    currentValues &&
    values.findIndex((each) => each.every((v, i) => isSameValue(v, currentValues[i])));
  const { phrase, applied } = sweepProposalText(proposal, {
    unit: study.scenario.unit,
    points,
    values: values.map(text),
    name: pairs ? '' : sweptParamName(page, study, 0),
    pairs,
    sceneValue: currentValues && {
      text: text(currentValues),
      point: index === null || index < 0 ? null : index,
    },
  });
  return (
    <div class={css.proposal} role="status">
      <p>
        {phrase.map((piece) =>
          piece.strong ? <b key="value">{piece.text}</b> : phrasePlainText([piece]),
        )}
      </p>
      {applied !== null && (
        <button
          type="button"
          class="button primary"
          onClick={() =>
            applySweepValues(page, study, (values[applied] ?? []).map(roundSweptValue))
          }
        >
          Apply to the scene
        </button>
      )}
    </div>
  );
}

const isSameValue = (a: number, b: number | undefined): boolean =>
  b !== undefined && roundSweptValue(a) === roundSweptValue(b);
