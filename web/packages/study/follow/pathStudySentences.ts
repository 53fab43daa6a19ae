import { numberOfTimesText, numberText } from '@iklab/core/format';
import {
  joinPhrases,
  joinSentences,
  makePhrase,
  makeStrongPhrase,
  type Phrase,
} from '@iklab/core/format/words';
import { studyCellName } from '../document/studyCellName.ts';
import { isExternalSolverCell } from '../document/withExternalSolvers.ts';
import { formatPathErrorBound, percentText } from './formatPathError.ts';
import type { PathStudy } from './pathStudy.ts';
import type { PathCellSummary } from './summarizePathStudy.ts';

/** Greatest ratio of errors that count as similar. */
const SIMILAR_FACTOR = 2;
/** Least visible shortening of the effector path, relative to the goal path. */
const VISIBLE_SHORTENING = 0.01;
/** Greatest distance of a jump near a singularity from the smallest σ, as a share of a round. */
const NEAR_SINGULARITY = 0.05;
const MAX_NAMES = 3;

/** `panel` of a phrase: index of the cell that the phrase names. */
export function pathStudySentences(study: PathStudy, sums: readonly PathCellSummary[]): Phrase {
  if (sums.length === 0) return [];
  // A solver that never answers does not move.
  const going = sums.filter(({ answered }) => answered.unanswered !== 1);
  return joinSentences(
    steadyPhrase(study, going),
    jumpyPhrase(study, going),
    jumpPhrase(study, going),
    cornerPhrase(study, going),
    singularityPhrase(study, going),
    claimPhrase(study, going),
    silencePhrase(study, sums),
    unaskedPhrase(study, sums),
  );
}

const cellPhrase = (study: PathStudy, { cell }: PathCellSummary): Phrase => [
  { text: studyCellName(study, cell), panel: cell.index },
];

function listCells(names: readonly Phrase[]): Phrase {
  const more = names.length - MAX_NAMES;
  const all = more > 1 ? [...names.slice(0, MAX_NAMES), [{ text: `${more} more` }]] : names;
  return joinPhrases(all, ', ', ' and ');
}

const isPlural = (count: number): boolean => count > 1;

const isSmooth = ({ jumps, jumpy }: PathCellSummary): boolean => jumps === 0 && jumpy === 0;

function findSteady({ scenario }: PathStudy, sums: readonly PathCellSummary[]): PathCellSummary[] {
  const smooth = sums.filter(isSmooth).sort((a, b) => a.largest - b.largest);
  const bound = Math.max(SIMILAR_FACTOR * (smooth[0]?.largest ?? 0), scenario.run.tolerance);
  return smooth.filter(({ largest }) => largest <= bound);
}

function steadyPhrase(study: PathStudy, sums: readonly PathCellSummary[]): Phrase {
  const group = findSteady(study, sums);
  if (group.length === 0)
    return sums.length > 1
      ? makePhrase`${study.solvers ? 'Every solver' : 'Every method'} jumps at least once on this path.`
      : [];
  const most = group.reduce((sum, { largest }) => Math.max(sum, largest), 0);
  const stay = isPlural(group.length) ? 'stay' : 'stays';
  const jump = isPlural(group.length) ? 'jump' : 'jumps';
  const bound = makeStrongPhrase(formatPathErrorBound(most, study.scenario.unit));
  return makePhrase`${listCells(group.map((sum) => cellPhrase(study, sum)))} ${stay} within ${bound} and never ${jump}.`;
}

function jumpyPhrase(study: PathStudy, sums: readonly PathCellSummary[]): Phrase {
  const jumpy = sums.filter((sum) => sum.jumpy > 0).sort((a, b) => b.jumpy - a.jumpy);
  if (jumpy.length === 0) return [];
  const names = jumpy.map((sum) =>
    sum.jumpy === sum.runs
      ? cellPhrase(study, sum)
      : makePhrase`${cellPhrase(study, sum)} in ${String(sum.jumpy)} of ${String(sum.runs)} runs`,
  );
  const low = percentText(Math.min(...jumpy.map(({ jumpyShares }) => jumpyShares[0])));
  const high = percentText(Math.max(...jumpy.map(({ jumpyShares }) => jumpyShares[1])));
  const shares = makeStrongPhrase(low === high ? low : `${low} to ${high}`);
  const jump = isPlural(jumpy.length) ? 'jump' : 'jumps';
  return makePhrase`${listCells(names)} ${jump} throughout: a joint rotates by more than 15° at ${shares} of the points.`;
}

function jumpPhrase(study: PathStudy, sums: readonly PathCellSummary[]): Phrase {
  const jumping = sums.filter(({ jumps }) => jumps > 0).sort((a, b) => b.jumps - a.jumps);
  if (jumping.length === 0) return [];
  const exact = sums.length > 1 ? findMostExact(sums) : null;
  const words = jumping.map((sum) => {
    const best = sum === exact ? makePhrase` has the smallest RMS error, but` : [];
    const otherRuns = sum.runs - sum.jumpy;
    const scope =
      sum.jumpy > 0
        ? ` in ${otherRuns === 1 ? 'its other run' : `its other ${otherRuns} runs`}`
        : '';
    return makePhrase`${cellPhrase(study, sum)}${best} jumps ${makeStrongPhrase(numberOfTimesText(sum.jumps))}${scope}`;
  });
  const runs = Math.max(...jumping.map((sum) => (sum.jumpy > 0 ? 0 : sum.runs)));
  return makePhrase`${listCells(words)}${isPlural(runs) ? `, in ${runs} runs.` : '.'}`;
}

function findMostExact(sums: readonly PathCellSummary[]): PathCellSummary | null {
  const least = Math.min(...sums.map(({ rms }) => rms));
  const found = sums.filter(({ rms }) => rms === least);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Names the runs that follow the path without jumps but not exactly; first those that cut corners. */
function cornerPhrase(study: PathStudy, sums: readonly PathCellSummary[]): Phrase {
  const { unit, run } = study.scenario;
  const steady = findSteady(study, sums);
  const smooth = sums
    .filter((sum) => isSmooth(sum) && sum.largest > run.tolerance)
    .sort((a, b) => b.largest - a.largest);
  const cutting = smooth.filter(({ shorter }) => shorter >= VISIBLE_SHORTENING);
  const erring = smooth.filter((sum) => !cutting.includes(sum) && !steady.includes(sum));
  const cut = cutting.map(
    (sum) =>
      makePhrase`${cellPhrase(study, sum)} (error up to ${makeStrongPhrase(formatPathErrorBound(sum.largest, unit))}, path ${makeStrongPhrase(percentText(sum.shorter))} too short)`,
  );
  const err = erring.map(
    (sum) =>
      makePhrase`${cellPhrase(study, sum)} has an error of up to ${makeStrongPhrase(formatPathErrorBound(sum.largest, unit))}`,
  );
  return joinSentences(
    cut.length > 0 ? makePhrase`Cutting corners: ${listCells(cut)}.` : null,
    err.length > 0 ? makePhrase`${listCells(err)}.` : null,
  );
}

function singularityPhrase(study: PathStudy, sums: readonly PathCellSummary[]): Phrase {
  const finite = sums.filter(({ sigma }) => Number.isFinite(sigma));
  const least = finite.sort((a, b) => a.sigma - b.sigma)[0];
  if (!least) return [];
  const position = least.sigmaAt;
  const jumps = sums.flatMap(({ jumpsAt }) => jumpsAt);
  const near = jumps.filter((share) => roundDistance(share, position) <= NEAR_SINGULARITY).length;
  const alone = finite.every(
    (sum) => sum === least || numberText(sum.sigma) !== numberText(least.sigma),
  );
  const whose = alone && isPlural(finite.length) ? makePhrase` of ${cellPhrase(study, least)}` : [];
  const location = makePhrase`The smallest σ is ${makeStrongPhrase(numberText(least.sigma))},${whose} at ${makeStrongPhrase(position.toFixed(2))} of the path`;
  if (jumps.length === 0) return makePhrase`${location}.`;
  const all = jumps.length === 1 ? 'the only jump is' : `${near} of ${jumps.length} jumps are`;
  if (near === 0) return makePhrase`${location}; no jump is near it.`;
  return makePhrase`${location}; ${all} within ${String(NEAR_SINGULARITY)} of it.`;
}

/** Names the external solvers with false claims, by their number of false claims. */
function claimPhrase(study: PathStudy, sums: readonly PathCellSummary[]): Phrase {
  const wrong = sums
    .filter(({ answered }) => answered.refused > 0)
    .sort((a, b) => b.answered.refused - a.answered.refused)
    .map(
      (sum) =>
        makePhrase`${cellPhrase(study, sum)} claims ${percentText(sum.answered.claimed)} of the points, ${makeStrongPhrase(percentText(sum.answered.refused))} of all points incorrectly`,
    );
  return wrong.length > 0 ? makePhrase`${listCells(wrong)}.` : [];
}

function silencePhrase(study: PathStudy, sums: readonly PathCellSummary[]): Phrase {
  const silent = sums
    .filter(({ answered }) => answered.unanswered > 0)
    .sort((a, b) => b.answered.unanswered - a.answered.unanswered)
    .map(
      (sum) =>
        makePhrase`${cellPhrase(study, sum)} at ${makeStrongPhrase(percentText(sum.answered.unanswered))} of the points`,
    );
  return silent.length > 0 ? makePhrase`No answer in time: ${listCells(silent)}.` : [];
}

function unaskedPhrase(study: PathStudy, sums: readonly PathCellSummary[]): Phrase {
  const silent = study.cells.filter(
    (cell) => isExternalSolverCell(cell) && sums.every((sum) => sum.cell !== cell),
  );
  if (silent.length === 0) return [];
  const names = silent.map(
    (cell): Phrase => [{ text: studyCellName(study, cell), panel: cell.index }],
  );
  return makePhrase`${listCells(names)} ${isPlural(silent.length) ? 'refuse' : 'refuses'} every point.`;
}

const roundDistance = (a: number, b: number): number => {
  const difference = Math.abs(a - b) % 1;
  return Math.min(difference, 1 - difference);
};
