/** What is said of a run, held against its records; each sentence that is judged counts. */
import type { Session } from 'iklab/run';
import type { Scene } from 'iklab/scenario';
import type { RunRecords } from './runRecords.ts';

/** Sentences judged, by their kind. */
export type SentenceTally = Map<string, number>;

export class SentenceJudge {
  readonly session: Session;
  readonly records: RunRecords;
  readonly found: string[] = [];
  readonly #tally: SentenceTally;

  constructor(session: Session, records: RunRecords, tally: SentenceTally) {
    this.session = session;
    this.records = records;
    this.#tally = tally;
  }

  get scene(): Scene {
    return this.session.scene;
  }

  get unit(): string {
    return this.scene.scenario.unit;
  }

  /** `holds`: what the sentence says is so. */
  judge(kind: string, said: string, holds: boolean, because = ''): void {
    this.#tally.set(kind, (this.#tally.get(kind) ?? 0) + 1);
    if (!holds) this.found.push(`${kind}: “${said}” is not so${because && `: ${because}`}`);
  }

  /** Nothing that is said may go unjudged. */
  refuseUnknown(said: string): void {
    this.found.push(`nobody judges “${said}”`);
  }
}
