/** Reports the progress of long work, and an estimate of the remaining time. */

const MIN_REPORTED = 1500; // Milliseconds: shorter work is not reported.
const LINE_STEP = 0.25; // Fraction of the work between two lines if there is no terminal.
const live = process.stdout.isTTY === true;

/** Formats a duration in milliseconds as `12 s` or `3 min`. */
export const formatDuration = (ms) =>
  ms < 90_000 ? `${Math.max(1, Math.round(ms / 1000))} s` : `${Math.round(ms / 60_000)} min`;

/**
 * Calls `work(onShare)` and shows the progress. `onShare(share)` reports the finished fraction,
 * from 0 to 1.
 */
export async function progress(title, work) {
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  let printed = 0;
  const onShare = (share) => {
    if (elapsed() < MIN_REPORTED || share <= 0 || share >= 1) return;
    if (!live && share < printed + LINE_STEP) return;
    printed = share;
    const remaining = formatDuration((elapsed() / share) * (1 - share));
    write(`${title}: ${Math.floor(100 * share)} %, about ${remaining} left`);
  };
  if (live) write(title);
  const result = await work(onShare);
  if (live) write('');
  if (elapsed() >= MIN_REPORTED) console.log(`${title}: ${formatDuration(elapsed())}`);
  return result;
}

function write(line) {
  if (live) process.stdout.write(`\r${line}\x1b[K`);
  else console.log(line);
}

export function printLine(line) {
  if (live) write('');
  console.log(line);
}

/** Returns the largest fraction, from 0 to 1, in lines of make such as `[ 42%] Building`. */
export function madeShare(text) {
  const shares = [...text.matchAll(/^\[ *(\d+)%\]/gm)].map(([, percent]) => Number(percent) / 100);
  return Math.max(0, ...shares);
}

/**
 * Returns the fraction, from 0 to 1, in apt-get's `APT::Status-Fd`. Half is for downloading, half
 * for unpacking.
 */
export function aptShare(text) {
  const last = [...text.matchAll(/^(dl|pm)status:[^:]*:([\d.]+):/gm)].at(-1);
  if (!last) return 0;
  return (last[1] === 'dl' ? 0 : 0.5) + Number(last[2]) / 200;
}
