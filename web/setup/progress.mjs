/** Says how far a long piece of work is, and about how long it still takes. */

const QUIET = 1500; // ms; what is done sooner needs no words
const EACH = 0.25; // of the work, between two lines where no terminal rewrites them
const live = process.stdout.isTTY === true;

/** `12 s`, `3 min`. */
export const span = (ms) =>
  ms < 90_000 ? `${Math.max(1, Math.round(ms / 1000))} s` : `${Math.round(ms / 60_000)} min`;

/** Does `work(tell)`, where `tell(share)` says how much of it is done, from 0 to 1. */
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

/** A line that stays, whatever is under way. */
export function say(line) {
  if (live) write('');
  console.log(line);
}

/** The largest share that lines like `[ 42%] Building` have told. */
export function madeShare(text) {
  const shares = [...text.matchAll(/^\[ *(\d+)%\]/gm)].map(([, percent]) => Number(percent) / 100);
  return Math.max(0, ...shares);
}

/** The same of what apt-get says with `APT::Status-Fd`: half for fetching, half for unpacking. */
export function aptShare(text) {
  const last = [...text.matchAll(/^(dl|pm)status:[^:]*:([\d.]+):/gm)].at(-1);
  if (!last) return 0;
  return (last[1] === 'dl' ? 0 : 0.5) + Number(last[2]) / 200;
}
