/** Checks sentences about a run against its records, and counts them. */

import type { Scene } from '@iklab/core/scenario';
import type { Session } from '@iklab/run/session';
import type { RunRecords } from './runRecords.ts';

/** Numbers of checked sentences, by kind of sentence. */
export type CheckedSentenceCounts = Map<string, number>;

export class SentenceJudge {
  readonly session: Session;
  readonly records: RunRecords;
  readonly found: string[] = [];
  readonly #tally: CheckedSentenceCounts;

  constructor(session: Session, records: RunRecords, tally: CheckedSentenceCounts) {
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

  /** Counts a sentence, and records a finding unless it `holds`. */
  check(kind: string, sentence: string, holds: boolean, because = ''): void {
    this.#tally.set(kind, (this.#tally.get(kind) ?? 0) + 1);
    if (!holds) this.found.push(`${kind}: “${sentence}” is false${because && `: ${because}`}`);
  }

  /** Records a sentence without a rule as a finding. */
  reportUnknown(sentence: string): void {
    this.found.push(`no rule checks “${sentence}”`);
  }
}
