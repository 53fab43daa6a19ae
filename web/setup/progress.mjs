/** Reports the progress of long work, and an estimate of the remaining time. */

const QUIET = 1500; // Milliseconds: shorter work is not reported.
const EACH = 0.25; // Fraction of the work between two lines if there is no terminal.
const live = process.stdout.isTTY === true;

/** Formats `12 s` or `3 min`. */
export const span = (ms) =>
  ms < 90_000 ? `${Math.max(1, Math.round(ms / 1000))} s` : `${Math.round(ms / 60_000)} min`;

/** Calls `work(tell)`; `tell(share)` reports the finished fraction, from 0 to 1. */
export async function progress(title, work) {
  const start = performance.now();
  const passed = () => performance.now() - start;
  let said = 0;
  const tell = (share) => {
    if (passed() < QUIET || share <= 0 || share >= 1) return;
    if (!live && share < said + EACH) return;
    said = share;
    const left = span((passed() / share) * (1 - share));
    write(`${title}: ${Math.floor(100 * share)} %, about ${left} left`);
  };
  if (live) write(title);
  const result = await work(tell);
  if (live) write('');
  if (passed() >= QUIET) console.log(`${title}: ${span(passed())}`);
  return result;
}

function write(line) {
  if (live) process.stdout.write(`\r${line}\x1b[K`);
  else console.log(line);
}

/** Prints a line that is not overwritten by the progress. */
export function say(line) {
  if (live) write('');
  console.log(line);
}

/** The largest fraction in lines such as `[ 42%] Building`. */
export function madeShare(text) {
  const shares = [...text.matchAll(/^\[ *(\d+)%\]/gm)].map(([, percent]) => Number(percent) / 100);
  return Math.max(0, ...shares);
}

/** The fraction in apt-get's `APT::Status-Fd`: half for downloading, half for unpacking. */
export function aptShare(text) {
  const last = [...text.matchAll(/^(dl|pm)status:[^:]*:([\d.]+):/gm)].at(-1);
  if (!last) return 0;
  return (last[1] === 'dl' ? 0 : 0.5) + Number(last[2]) / 200;
}
