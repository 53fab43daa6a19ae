/** Reports progress on standard error: a line that is overwritten, or one every 30 s. */

const TERMINAL_INTERVAL = 200; // Milliseconds, on a terminal.
const LOG_INTERVAL = 30_000;

export class StudyProgress {
  readonly #all: number;
  readonly #before: number;
  readonly #startTime = performance.now();
  readonly #terminal = process.stderr.isTTY === true;
  #finished: number;
  #lastReport = performance.now();

  readonly #noun: string;

  constructor(all: number, before: number, noun = 'problems') {
    this.#noun = noun;
    this.#all = all;
    this.#before = before;
    this.#finished = before;
  }

  add(problems: number): void {
    this.#finished += problems;
    const time = performance.now();
    if (time - this.#lastReport < (this.#terminal ? TERMINAL_INTERVAL : LOG_INTERVAL)) return;
    this.#lastReport = time;
    this.#write(this.#line());
  }

  end(): void {
    const seconds = this.#seconds();
    const fresh = this.#finished - this.#before;
    const earlierText = this.#before > 0 ? `, ${this.#before} from earlier runs` : '';
    this.#write(
      `${fresh} ${this.#noun} in ${formatDuration(seconds)}, ${formatRate(fresh / seconds)}${earlierText}`,
    );
    if (this.#terminal) process.stderr.write('\n');
  }

  #line(): string {
    const rate = (this.#finished - this.#before) / this.#seconds();
    const share = Math.floor((100 * this.#finished) / this.#all);
    const timeLeft = formatDuration((this.#all - this.#finished) / rate);
    return `${share} %: ${this.#finished} of ${this.#all}, ${formatRate(rate)}, ${timeLeft} left`;
  }

  #write(text: string): void {
    process.stderr.write(this.#terminal ? `\r${text}\u001b[K` : `${text}\n`);
  }

  readonly #seconds = () => Math.max((performance.now() - this.#startTime) / 1000, 1e-3);
}

const formatRate = (rate: number) => `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`;

function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown time';
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
