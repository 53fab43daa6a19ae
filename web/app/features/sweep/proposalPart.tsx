import type { Proposal, SweepPoint } from '@iklab/study';
import { plainText } from 'iklab/format';
import type { Page } from '../../page.ts';
import { proposalText } from './proposalText.ts';
import { applySweepValues, nameOf, roundedValue, sceneValues, valueText } from './sweepApply.ts';
import type { ShownSweep } from './sweepState.ts';
import css from './sweeps.module.css';

interface PartProps {
  readonly page: Page;
  readonly shown: ShownSweep;
  readonly proposal: Proposal | null;
  readonly points: readonly SweepPoint[];
  readonly values: readonly (readonly number[])[];
}

/** The proposal in words, with a button that applies it unless the scene's own values are as good. */
export function ProposalPart({ page, shown, proposal, points, values }: PartProps) {
  const pairs = shown.choice.keys.length > 1;
  const text = (each: readonly number[]): string =>
    each
      .map((value, axis) =>
        `${pairs ? nameOf(page, shown, axis) : ''} ${valueText(page, shown, axis, value)}`.trim(),
      )
      .join(', ');
  const own = sceneValues(page, shown);
  const at = own && values.findIndex((each) => each.every((v, i) => isSameValue(v, own[i])));
  const { phrase, applied } = proposalText(proposal, {
    unit: shown.study.scenario.unit,
    points,
    values: values.map(text),
    name: pairs ? '' : nameOf(page, shown, 0),
    pairs,
    own: own && { text: text(own), at: at === null || at < 0 ? null : at },
  });
  return (
    <div class={css.proposal} role="status">
      <p>
        {phrase.map((piece) =>
          piece.strong ? <b key="value">{piece.text}</b> : plainText([piece]),
        )}
      </p>
      {applied !== null && (
        <button
          type="button"
          class="button primary"
          onClick={() => applySweepValues(page, shown, (values[applied] ?? []).map(roundedValue))}
        >
          Apply to the scene
        </button>
      )}
    </div>
  );
}

/** Compares values as they are rounded when they are applied to the scene. */
const isSameValue = (a: number, b: number | undefined): boolean =>
  b !== undefined && roundedValue(a) === roundedValue(b);
