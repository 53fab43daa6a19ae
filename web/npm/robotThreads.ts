/** Workers that solve rows for a robot. They start on demand and end with the robot. */
import { IklabError } from './iklabError.ts';
import type { ManySolutions } from './packageTypes.ts';
import { fromSentError } from './sentError.ts';
import type {
  RobotScene,
  SolveRowsAnswer,
  SolveRowsRequest,
  ThreadRequest,
} from './threadMessages.ts';
import { type OwnWorker, startSolverThread } from './workerPort.ts';

type PendingRows = {
  readonly resolve: (made: ManySolutions) => void;
  readonly fail: (why: unknown) => void;
};

class RobotThread {
  readonly #worker: OwnWorker;
  #pending: PendingRows | null = null;
  isEnded = false;

  constructor(wasm: Uint8Array, scene: RobotScene) {
    this.#worker = startSolverThread({
      message: (data) => this.#onAnswer(data as SolveRowsAnswer),
      end: (why) => this.end(new IklabError('module', `a thread has ended: ${why}`)),
    });
    this.#worker.hold(false);
    this.#post({ wasm, scene });
  }

  solve(rows: SolveRowsRequest): Promise<ManySolutions> {
    return new Promise((resolve, fail) => {
      this.#pending = { resolve, fail };
      this.#worker.hold(true);
      this.#post({ rows });
    });
  }

  end(why: IklabError): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.#worker.terminate();
    this.#takePending()?.fail(why);
  }

  #post(message: ThreadRequest): void {
    this.#worker.postMessage(message, []);
  }

  #onAnswer(answer: SolveRowsAnswer): void {
    const pending = this.#takePending();
    if ('made' in answer) pending?.resolve(answer.made);
    else pending?.fail(fromSentError(answer.fault));
  }

  #takePending(): PendingRows | null {
    const pending = this.#pending;
    this.#pending = null;
    this.#worker.hold(false);
    return pending;
  }
}

export class RobotThreads {
  readonly #scene: RobotScene;
  readonly #wasm: () => Promise<Uint8Array>;
  #bytes: Promise<Uint8Array> | null = null;
  #all: RobotThread[] = [];
  #idle: RobotThread[] = [];
  #waiting: (() => void)[] = [];
  #freed = false;

  /** `wasm` returns the bytes of the module. */
  constructor(scene: RobotScene, wasm: () => Promise<Uint8Array>) {
    this.#scene = scene;
    this.#wasm = wasm;
  }

  /** Solves pieces in at most `threads` threads. Throws the error of the earliest failed piece. */
  async solve(pieces: readonly SolveRowsRequest[], threads: number): Promise<ManySolutions[]> {
    this.#bytes ??= this.#wasm(); // One shared read, so that calls continue in their order.
    const wasm = await this.#bytes.catch((error) => {
      this.#bytes = null;
      throw error;
    });
    const made: ManySolutions[] = [];
    let next = 0;
    const faults: { readonly index: number; readonly error: unknown }[] = [];
    const lane = async (): Promise<void> => {
      while (next < pieces.length && faults.length === 0) {
        const index = next++; // In order, so that every piece before a failed one finishes.
        try {
          made[index] = await this.#solve(pieces[index] as SolveRowsRequest, wasm, threads);
        } catch (error) {
          faults.push({ index, error });
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(threads, pieces.length) }, lane));
    const [earliest] = faults.sort((a, b) => a.index - b.index);
    if (earliest) throw earliest.error;
    return made;
  }

  async #solve(piece: SolveRowsRequest, wasm: Uint8Array, most: number): Promise<ManySolutions> {
    const thread = await this.#take(wasm, most);
    try {
      return await thread.solve(piece);
    } finally {
      if (thread.isEnded) this.#all = this.#all.filter((each) => each !== thread);
      else this.#idle.push(thread);
      this.#waiting.shift()?.();
    }
  }

  async #take(wasm: Uint8Array, most: number): Promise<RobotThread> {
    for (;;) {
      if (this.#freed) throw makeFreedError();
      const idle = this.#idle.pop();
      if (idle && !idle.isEnded) return idle;
      if (!idle && this.#all.length < most) return this.#start(wasm);
      if (!idle) await new Promise<void>((resume) => this.#waiting.push(resume));
    }
  }

  #start(wasm: Uint8Array): RobotThread {
    try {
      const thread = new RobotThread(wasm, this.#scene);
      this.#all.push(thread);
      return thread;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new IklabError('module', `could not start a thread: ${why}`);
    }
  }

  end(): void {
    this.#freed = true;
    for (const thread of this.#all) thread.end(makeFreedError());
    for (const resume of this.#waiting.splice(0)) resume();
    this.#all = [];
    this.#idle = [];
  }
}

const makeFreedError = () => new IklabError('freed', 'the robot is freed');
