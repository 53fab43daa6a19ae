/** Summary of a path study in sentences, derived from its statistics. */
import { numberText, type Phrase, say, sentences, strong, timesText } from 'iklab/format';
import { cellName } from '../cellName.ts';
import { isBrought } from '../solvers.ts';
import type { FollowStudy } from './followStudy.ts';
import type { FollowSum } from './followSummary.ts';
import { largestText, percentText } from './pathErrorText.ts';

/**
 * Cells whose largest error is at most this many times the least of those without a jump are named
 * together.
 */
const ALIKE = 2;
/** Relative to the path length: a smaller difference is not visible as a cut corner. */
const CUT = 0.01;
/** Share of a round: within this distance, a jump counts as near the smallest σ. */
const NEAR = 0.05;
/** Maximum number of names in a sentence, unless only one more remains. */
const MOST = 3;

/** Returns the summary; `panel` of a name is the index of its cell. */
export function followStory(study: FollowStudy, sums: readonly FollowSum[]): Phrase {
  if (sums.length === 0) return [];
  // A solver that never answers does not move.
  const going = sums.filter(({ told }) => told.unanswered !== 1);
  return sentences(
    steadyWords(study, going),
    jumpyWords(study, going),
    jumpWords(study, going),
    cornerWords(study, going),
    singularWords(study, going),
    claimWords(study, going),
    silentWords(study, sums),
    unaskedWords(study, sums),
  );
}

const named = (study: FollowStudy, { cell }: FollowSum): Phrase => [
  { text: cellName(study, cell), panel: cell.index },
];

/** Joins names as "A, B and C", or "A, B, C and 2 more". */
function listed(names: readonly Phrase[]): Phrase {
  const more = names.length - MOST;
  const all = more > 1 ? [...names.slice(0, MOST), [{ text: `${more} more` }]] : names;
  return all.flatMap((name, i) => [
    ...(i === 0 ? [] : [{ text: i === all.length - 1 ? ' and ' : ', ' }]),
    ...name,
  ]);
}

const several = (count: number): boolean => count > 1;

const isSmooth = ({ jumps, jumpy }: FollowSum): boolean => jumps === 0 && jumpy === 0;

/** Cells without a jump whose error is close to the least of those, best first. */
function steadyOf({ scenario }: FollowStudy, sums: readonly FollowSum[]): FollowSum[] {
  const smooth = sums.filter(isSmooth).sort((a, b) => a.largest - b.largest);
  const bound = Math.max(ALIKE * (smooth[0]?.largest ?? 0), scenario.run.tolerance);
  return smooth.filter(({ largest }) => largest <= bound);
}

function steadyWords(study: FollowStudy, sums: readonly FollowSum[]): Phrase {
  const group = steadyOf(study, sums);
  if (group.length === 0)
    return sums.length > 1
      ? say`${study.solvers ? 'Every solver' : 'Every method'} jumps at least once on this path.`
      : [];
  const most = group.reduce((sum, { largest }) => Math.max(sum, largest), 0);
  const stay = several(group.length) ? 'stay' : 'stays';
  const jump = several(group.length) ? 'jump' : 'jumps';
  const within = strong(largestText(most, study.scenario.unit));
  return say`${listed(group.map((sum) => named(study, sum)))} ${stay} within ${within} and never ${jump}.`;
}

function jumpyWords(study: FollowStudy, sums: readonly FollowSum[]): Phrase {
  const jumpy = sums.filter((sum) => sum.jumpy > 0).sort((a, b) => b.jumpy - a.jumpy);
  if (jumpy.length === 0) return [];
  const names = jumpy.map((sum) =>
    sum.jumpy === sum.runs
      ? named(study, sum)
      : say`${named(study, sum)} in ${String(sum.jumpy)} of ${String(sum.runs)} runs`,
  );
  const low = percentText(Math.min(...jumpy.map(({ jumpyShares }) => jumpyShares[0])));
  const high = percentText(Math.max(...jumpy.map(({ jumpyShares }) => jumpyShares[1])));
  const shares = strong(low === high ? low : `${low} to ${high}`);
  const jump = several(jumpy.length) ? 'jump' : 'jumps';
  return say`${listed(names)} ${jump} throughout: a joint rotates by more than 15° at ${shares} of the points.`;
}

function jumpWords(study: FollowStudy, sums: readonly FollowSum[]): Phrase {
  const jumping = sums.filter(({ jumps }) => jumps > 0).sort((a, b) => b.jumps - a.jumps);
  if (jumping.length === 0) return [];
  const exact = sums.length > 1 ? mostExact(sums) : null;
  const words = jumping.map((sum) => {
    const best = sum === exact ? say` has the smallest RMS error, but` : [];
    const others = sum.runs - sum.jumpy;
    const where =
      sum.jumpy > 0 ? ` in ${others === 1 ? 'its other run' : `its other ${others} runs`}` : '';
    return say`${named(study, sum)}${best} jumps ${strong(timesText(sum.jumps))}${where}`;
  });
  const runs = Math.max(...jumping.map((sum) => (sum.jumpy > 0 ? 0 : sum.runs)));
  return say`${listed(words)}${several(runs) ? `, in ${runs} runs.` : '.'}`;
}

/** The cell with the least rms error; null if that is not a single cell. */
function mostExact(sums: readonly FollowSum[]): FollowSum | null {
  const least = Math.min(...sums.map(({ rms }) => rms));
  const found = sums.filter(({ rms }) => rms === least);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * Of the cells that neither jump nor stay near the path: which cut corners, and which deviate
 * otherwise.
 */
function cornerWords(study: FollowStudy, sums: readonly FollowSum[]): Phrase {
  const { unit, run } = study.scenario;
  const steady = steadyOf(study, sums);
  const smooth = sums
    .filter((sum) => isSmooth(sum) && sum.largest > run.tolerance)
    .sort((a, b) => b.largest - a.largest);
  const cutting = smooth.filter(({ shorter }) => shorter >= CUT);
  const erring = smooth.filter((sum) => !cutting.includes(sum) && !steady.includes(sum));
  const cut = cutting.map(
    (sum) =>
      say`${named(study, sum)} (error up to ${strong(largestText(sum.largest, unit))}, path ${strong(percentText(sum.shorter))} too short)`,
  );
  const err = erring.map(
    (sum) =>
      say`${named(study, sum)} has an error of up to ${strong(largestText(sum.largest, unit))}`,
  );
  return sentences(
    cut.length > 0 ? say`Cutting corners: ${listed(cut)}.` : null,
    err.length > 0 ? say`${listed(err)}.` : null,
  );
}

function singularWords(study: FollowStudy, sums: readonly FollowSum[]): Phrase {
  const known = sums.filter(({ sigma }) => Number.isFinite(sigma));
  const least = known.sort((a, b) => a.sigma - b.sigma)[0];
  if (!least) return [];
  const at = least.sigmaAt;
  const jumps = sums.flatMap(({ jumpsAt }) => jumpsAt);
  const near = jumps.filter((share) => apart(share, at) <= NEAR).length;
  const alone = known.every(
    (sum) => sum === least || numberText(sum.sigma) !== numberText(least.sigma),
  );
  const whose = alone && several(known.length) ? say` of ${named(study, least)}` : [];
  const where = say`The smallest σ is ${strong(numberText(least.sigma))},${whose} at ${strong(at.toFixed(2))} of the path`;
  if (jumps.length === 0) return say`${where}.`;
  const all = jumps.length === 1 ? 'the only jump is' : `${near} of ${jumps.length} jumps are`;
  if (near === 0) return say`${where}; no jump is near it.`;
  return say`${where}; ${all} within ${String(NEAR)} of it.`;
}

/** External solvers that claim points solved which are not, most such points first. */
function claimWords(study: FollowStudy, sums: readonly FollowSum[]): Phrase {
  const wrong = sums
    .filter(({ told }) => told.refused > 0)
    .sort((a, b) => b.told.refused - a.told.refused)
    .map(
      (sum) =>
        say`${named(study, sum)} claims ${percentText(sum.told.claimed)} of the points, ${strong(percentText(sum.told.refused))} of all points incorrectly`,
    );
  return wrong.length > 0 ? say`${listed(wrong)}.` : [];
}

function silentWords(study: FollowStudy, sums: readonly FollowSum[]): Phrase {
  const silent = sums
    .filter(({ told }) => told.unanswered > 0)
    .sort((a, b) => b.told.unanswered - a.told.unanswered)
    .map(
      (sum) =>
        say`${named(study, sum)} at ${strong(percentText(sum.told.unanswered))} of the points`,
    );
  return silent.length > 0 ? say`No answer in time: ${listed(silent)}.` : [];
}

/** External solvers without a run. */
function unaskedWords(study: FollowStudy, sums: readonly FollowSum[]): Phrase {
  const silent = study.cells.filter(
    (cell) => isBrought(cell) && sums.every((sum) => sum.cell !== cell),
  );
  if (silent.length === 0) return [];
  const names = silent.map((cell): Phrase => [{ text: cellName(study, cell), panel: cell.index }]);
  return say`${listed(names)} ${several(silent.length) ? 'refuse' : 'refuses'} every point.`;
}

/** Distance between two positions on a round (shares), along the shorter direction. */
const apart = (a: number, b: number): number => {
  const way = Math.abs(a - b) % 1;
  return Math.min(way, 1 - way);
};
