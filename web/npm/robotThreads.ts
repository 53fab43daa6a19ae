/** Workers of a robot, which solve pieces of its rows. They start on demand and end when the robot is freed. */
import { IklabError } from './iklabError.ts';
import type { ManySolutions } from './packageTypes.ts';
import { receivedError } from './sentErrors.ts';
import type { RobotScene, RowsAsked, ThreadAnswer, ThreadAsk } from './threadMessages.ts';
import { type OwnWorker, startThread } from './workerPort.ts';

type Settle = {
  readonly done: (made: ManySolutions) => void;
  readonly fail: (why: unknown) => void;
};

/** A worker, which solves one piece at a time. */
class RobotThread {
  readonly #worker: OwnWorker;
  #asked: Settle | null = null;
  ended = false;

  constructor(wasm: Uint8Array, scene: RobotScene) {
    this.#worker = startThread({
      message: (data) => this.#hear(data as ThreadAnswer),
      end: (why) => this.end(new IklabError('module', `a thread has ended: ${why}`)),
    });
    this.#worker.hold(false);
    this.#post({ wasm, scene });
  }

  solve(rows: RowsAsked): Promise<ManySolutions> {
    return new Promise((done, fail) => {
      this.#asked = { done, fail };
      this.#worker.hold(true);
      this.#post({ rows });
    });
  }

  end(why: IklabError): void {
    if (this.ended) return;
    this.ended = true;
    this.#worker.terminate();
    this.#settle()?.fail(why);
  }

  #post(ask: ThreadAsk): void {
    this.#worker.postMessage(ask, []);
  }

  #hear(answer: ThreadAnswer): void {
    const asked = this.#settle();
    if ('made' in answer) asked?.done(answer.made);
    else asked?.fail(receivedError(answer.fault));
  }

  #settle(): Settle | null {
    const asked = this.#asked;
    this.#asked = null;
    this.#worker.hold(false);
    return asked;
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

  /** `wasm`: bytes of the module. */
  constructor(scene: RobotScene, wasm: () => Promise<Uint8Array>) {
    this.#scene = scene;
    this.#wasm = wasm;
  }

  /** Returns the results of the pieces, by at most `threads` threads; throws the error of the earliest failed piece. */
  async solve(pieces: readonly RowsAsked[], threads: number): Promise<ManySolutions[]> {
    this.#bytes ??= this.#wasm(); // One shared read, so that calls continue in their order.
    const wasm = await this.#bytes.catch((error) => {
      this.#bytes = null;
      throw error;
    });
    const made: ManySolutions[] = [];
    let next = 0;
    const faults: { readonly at: number; readonly error: unknown }[] = [];
    const lane = async (): Promise<void> => {
      while (next < pieces.length && faults.length === 0) {
        const at = next++; // In order, so that every piece before a failed one finishes.
        try {
          made[at] = await this.#solve(pieces[at] as RowsAsked, wasm, threads);
        } catch (error) {
          faults.push({ at, error });
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(threads, pieces.length) }, lane));
    const [earliest] = faults.sort((a, b) => a.at - b.at);
    if (earliest) throw earliest.error;
    return made;
  }

  async #solve(piece: RowsAsked, wasm: Uint8Array, most: number): Promise<ManySolutions> {
    const thread = await this.#take(wasm, most);
    try {
      return await thread.solve(piece);
    } finally {
      if (thread.ended) this.#all = this.#all.filter((each) => each !== thread);
      else this.#idle.push(thread);
      this.#waiting.shift()?.();
    }
  }

  /** Returns an idle or a new worker; waits while `most` workers are busy, perhaps with another call. */
  async #take(wasm: Uint8Array, most: number): Promise<RobotThread> {
    for (;;) {
      if (this.#freed) throw freed();
      const idle = this.#idle.pop();
      if (idle && !idle.ended) return idle;
      if (!idle && this.#all.length < most) return this.#start(wasm);
      if (!idle) await new Promise<void>((go) => this.#waiting.push(go));
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
    for (const thread of this.#all) thread.end(freed());
    for (const go of this.#waiting.splice(0)) go();
    this.#all = [];
    this.#idle = [];
  }
}

const freed = () => new IklabError('freed', 'the robot is freed');
