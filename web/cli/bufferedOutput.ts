const FLUSH_SIZE = 1 << 16;

export class OutputError extends Error {}

/** Writes standard output in large pieces; a reader may close the pipe (`| head`). */
export class BufferedOutput {
  /** True if the reader has closed the pipe. */
  closed = false;
  private fault: Error | null = null;
  private waiting: string[] = [];
  private size = 0;

  constructor() {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      this.closed = true;
      if (error.code !== 'EPIPE') this.fault = error;
    });
  }

  line(text: string): void {
    this.write(`${text}\n`);
  }

  write(text: string): void {
    this.waiting.push(text);
    this.size += text.length;
  }

  get full(): boolean {
    return this.size >= FLUSH_SIZE;
  }

  async flush(): Promise<void> {
    const piece = this.waiting.join('');
    this.waiting = [];
    this.size = 0;
    if (piece === '' || this.closed) return;
    await new Promise<void>((resolve) => {
      // The listener above gets a write error only after this turn of the event loop.
      process.stdout.write(piece, () => setImmediate(resolve));
    });
    if (this.fault) throw new OutputError(`cannot write: ${this.fault.message}`);
  }
}
