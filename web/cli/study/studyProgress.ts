/** Reports progress on standard error: a line that is overwritten, or one every 30 s. */

const SHORTLY = 200; // Milliseconds, on a terminal.
const SELDOM = 30_000;

export class StudyProgress {
  readonly #all: number;
  readonly #before: number;
  readonly #begun = performance.now();
  readonly #terminal = process.stderr.isTTY === true;
  #done: number;
  #told = performance.now();

  readonly #what: string;

  /** `before`: problems solved by an earlier run; `what`: their name. */
  constructor(all: number, before: number, what = 'problems') {
    this.#what = what;
    this.#all = all;
    this.#before = before;
    this.#done = before;
  }

  add(problems: number): void {
    this.#done += problems;
    const now = performance.now();
    if (now - this.#told < (this.#terminal ? SHORTLY : SELDOM)) return;
    this.#told = now;
    this.#tell(this.#line());
  }

  end(): void {
    const seconds = this.#seconds();
    const fresh = this.#done - this.#before;
    const again = this.#before > 0 ? `, ${this.#before} from earlier runs` : '';
    this.#tell(
      `${fresh} ${this.#what} in ${timeText(seconds)}, ${rateText(fresh / seconds)}${again}`,
    );
    if (this.#terminal) process.stderr.write('\n');
  }

  #line(): string {
    const rate = (this.#done - this.#before) / this.#seconds();
    const share = Math.floor((100 * this.#done) / this.#all);
    const left = timeText((this.#all - this.#done) / rate);
    return `${share} %: ${this.#done} of ${this.#all}, ${rateText(rate)}, ${left} left`;
  }

  #tell(text: string): void {
    process.stderr.write(this.#terminal ? `\r${text}\u001b[K` : `${text}\n`);
  }

  readonly #seconds = () => Math.max((performance.now() - this.#begun) / 1000, 1e-3);
}

const rateText = (rate: number) => `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`;

export function timeText(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown time';
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
