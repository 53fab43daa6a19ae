import type { PairProposal, SweepPoint } from '@iklab/study';
import { numberText } from 'iklab/format';
import type { LengthUnit } from 'iklab/scenario';
import { measureText, shownAs } from './sweepScale.ts';

interface ProposalProps {
  /** Two parameters with their values. */
  readonly pair: string;
  readonly pairs: number;
  readonly proposal: PairProposal;
  readonly point: SweepPoint;
  readonly unit: LengthUnit;
}

/** The knee of error against shake, and why it is that pair. */
export function KneeWords({ pair, pairs, proposal, point, unit }: ProposalProps) {
  const { error, shake } = point.moving as NonNullable<SweepPoint['moving']>;
  const errs = measureText('error', error.mean, unit);
  const shakes = measureText('shake', shake.mean * shownAs('shake'), unit);
  return (
    <p>
      <b>{pair}</b> is the knee of these {numberText(pairs)} pairs: mean error {errs}, shake{' '}
      {shakes}. {numberText(proposal.front.length)} of them, dotted below, are undercut by no other
      pair in both at once. On logarithmic axes this one lies farthest from the straight line
      between the ends of that front: beyond it little of the one is won for much of the other.
    </p>
  );
}

interface LeastProps {
  readonly pair: string;
  readonly measure: string;
  readonly most: boolean;
  readonly told: string;
  /** Error could be weighed against shake, and has no knee. */
  readonly straight: boolean;
}

/** Where there is no knee: the best of the measure that is coloured. */
export function LeastWords({ pair, measure, most, told, straight }: LeastProps) {
  return (
    <p>
      {straight && 'The front of mean error against shake has no knee between these ends. '}
      <b>{pair}</b> has the {most ? 'largest' : 'least'} {measure.toLowerCase()} of these pairs,{' '}
      {told}.
    </p>
  );
}
