/** Standard output in large pieces. A reader that goes away (`| head`) ends it without a fault. */
const PIECE = 1 << 16;

export class Output {
  /** The reader has gone: nothing more need be made. */
  closed = false;
  private waiting: string[] = [];
  private size = 0;

  constructor() {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      this.closed = true;
    });
  }

  line(text: string): void {
    this.waiting.push(text);
    this.size += text.length;
  }

  /** It is time to `flush`. */
  get full(): boolean {
    return this.size >= PIECE;
  }

  async flush(): Promise<void> {
    const piece = this.waiting.map((line) => `${line}\n`).join('');
    this.waiting = [];
    this.size = 0;
    if (piece === '' || this.closed) return;
    await new Promise<void>((resolve) => {
      // a fault of the writing is told to the listener above, after this turn
      process.stdout.write(piece, () => setImmediate(resolve));
    });
  }
}
