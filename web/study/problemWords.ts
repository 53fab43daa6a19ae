/** What the problems of a benchmark are, for who has not met its words. */
import { length, words } from '../format/figures.ts';
import type { Study } from './study.ts';

const TARGETS: Readonly<Record<string, string>> = {
  reachable: 'Targets stand where random joint values put the tips, so every problem can be solved',
  singular:
    'Targets stand where the tips are in poses near a singular one, so every problem can be solved',
  box: 'Targets stand at random places of the box; some may be out of reach',
};
const STARTS: Readonly<Record<string, string>> = {
  given: 'from the pose of the scene',
  random: 'from a random pose of each problem',
  near: 'from a pose near the solution',
  middle: 'from the middle of the joint limits',
};

/** '' for a sampling that has no form. */
export function problemWords({ scenario, sampling, restarts, count, seed }: Study): string {
  const targets = TARGETS[sampling.kind];
  if (targets === undefined || !('start' in sampling)) return '';
  const { maxUpdates, residual, tolerance, restarts: kept } = scenario.run;
  const within = residual === null ? words(length(tolerance, scenario.unit)) : '';
  const most = (restarts ?? kept)?.most ?? 0;
  const again =
    most > 0 ? `, and begins again from a random pose up to ${times(most)} if it falls short` : '';
  return [
    `${targets}.`,
    `Each method starts ${STARTS[sampling.start]} and has ${maxUpdates} updates to come${within && ` within ${within}`}${again}.`,
    `Seed ${seed} always draws the same ${count} problems, for all methods alike.`,
  ].join(' ');
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
