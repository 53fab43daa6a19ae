import type { DiagnosisAnswer, DiagnosisRequest } from 'iklab/explain';
import { threadActivity } from 'iklab/time';

interface Waiting {
  readonly request: DiagnosisRequest;
  readonly wanted: () => boolean;
  readonly answer: (found: DiagnosisAnswer | null) => void;
}

export class DiagnosisQueue {
  #worker: Worker | null = null;
  /** Workers are not allowed, or the worker's script failed to load. */
  #missing = false;
  #atWork: Waiting | null = null;
  #waiting: Waiting[] = [];

  /** Returns null if nothing was found or the answer is no longer wanted. */
  ask(request: DiagnosisRequest, wanted: () => boolean): Promise<DiagnosisAnswer | null> {
    const answer = new Promise<DiagnosisAnswer | null>((resolve) => {
      this.#waiting.push({ request, wanted, answer: resolve });
    });
    this.#next();
    return threadActivity.during('worker task', answer);
  }

  end(): void {
    this.#missing = true;
    this.#lost();
  }

  #next(): void {
    while (!this.#atWork) {
      const next = this.#waiting.shift();
      if (!next) return;
      const worker = next.wanted() ? this.#started() : null;
      if (!worker) {
        next.answer(null);
        continue;
      }
      this.#atWork = next;
      worker.postMessage(next.request);
    }
  }

  #answered(found: DiagnosisAnswer | null): void {
    const { answer } = this.#atWork ?? {};
    this.#atWork = null;
    answer?.(found);
    this.#next();
  }

  #lost(): void {
    this.#missing = true;
    this.#worker?.terminate();
    this.#worker = null;
    this.#answered(null);
  }

  #started(): Worker | null {
    if (this.#worker || this.#missing) return this.#worker;
    try {
      const worker = new Worker(new URL('./diagnosisWorker.ts', import.meta.url), {
        type: 'module',
      });
      worker.onmessage = ({ data }: MessageEvent<DiagnosisAnswer | null>) => this.#answered(data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.#lost();
      };
      this.#worker = worker;
    } catch {
      this.#missing = true; // Workers are not allowed: the page shows only what was measured.
    }
    return this.#worker;
  }
}
