import { threadActivity } from '@iklab/core/time';
import type { DiagnosisAnswer, DiagnosisRequest } from '@iklab/run/explain';

interface PendingDiagnosis {
  readonly request: DiagnosisRequest;
  readonly wanted: () => boolean;
  readonly answer: (found: DiagnosisAnswer | null) => void;
}

export class DiagnosisQueue {
  #worker: Worker | null = null;
  #workerUnavailable = false;
  #current: PendingDiagnosis | null = null;
  #waiting: PendingDiagnosis[] = [];

  /** Requests a diagnosis. Resolves with null for no finding, an unwanted answer, or no worker. */
  enqueue(request: DiagnosisRequest, wanted: () => boolean): Promise<DiagnosisAnswer | null> {
    const answer = new Promise<DiagnosisAnswer | null>((resolve) => {
      this.#waiting.push({ request, wanted, answer: resolve });
    });
    this.#startNext();
    return threadActivity.track('worker task', answer);
  }

  end(): void {
    this.#workerUnavailable = true;
    this.#disableWorker();
  }

  #startNext(): void {
    while (!this.#current) {
      const next = this.#waiting.shift();
      if (!next) return;
      const worker = next.wanted() ? this.#getWorker() : null;
      if (!worker) {
        next.answer(null);
        continue;
      }
      this.#current = next;
      worker.postMessage(next.request);
    }
  }

  #finishCurrent(found: DiagnosisAnswer | null): void {
    const { answer } = this.#current ?? {};
    this.#current = null;
    answer?.(found);
    this.#startNext();
  }

  #disableWorker(): void {
    this.#workerUnavailable = true;
    this.#worker?.terminate();
    this.#worker = null;
    this.#finishCurrent(null);
  }

  #getWorker(): Worker | null {
    if (this.#worker || this.#workerUnavailable) return this.#worker;
    try {
      const worker = new Worker(new URL('./diagnosisWorker.ts', import.meta.url), {
        type: 'module',
      });
      worker.onmessage = ({ data }: MessageEvent<DiagnosisAnswer | null>) =>
        this.#finishCurrent(data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.#disableWorker();
      };
      this.#worker = worker;
    } catch {
      this.#workerUnavailable = true; // Workers are not allowed: the page shows only what was measured.
    }
    return this.#worker;
  }
}
