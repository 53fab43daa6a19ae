/** Checks every sentence of the page at three moments of a random run. */
import type { Engine } from '@iklab/core/engine';
import { diagnoseSession } from '@iklab/run/explain';
import { RunHistory } from '@iklab/run/history';
import { Session } from '@iklab/run/session';
import type { FuzzFindings } from './judge.ts';
import { judgeWhyExplanations } from './judgeAnswer.ts';
import { judgeOutcomes } from './judgeOutcomes.ts';
import { judgeProofs } from './judgeProofs.ts';
import { judgeStory } from './judgeStory.ts';
import type { Random } from './random.ts';
import { RunRecords } from './runRecords.ts';
import { type CheckedSentenceCounts, SentenceJudge } from './sentenceJudge.ts';
import { applyEdit, makeRandomRunEvent, makeRandomScene } from './wordCases.ts';

const MOMENT_COUNT = 3;
const ADVANCE_COUNTS = [1, 3, 20, 60, 150]; // calls of advance before a moment
const DIAGNOSIS_CHANCE = 0.3; // of the moments
const MAX_ADVANCES = 900; // calls of advance; only for moving targets

/**
 * Checks every sentence that the page shows at three moments of a random run; returns the findings.
 * `tally`: counts the sentences by kind.
 */
export function checkShownSentences(
  random: Random,
  engine: Engine,
  tally: CheckedSentenceCounts = new Map(),
): FuzzFindings {
  const scene = makeRandomScene(random, engine);
  const session = new Session(engine, scene);
  try {
    const history = RunHistory.forScene(scene, session.lab);
    history.record(session.lab);
    const records = new RunRecords(session);
    for (let moment = 0; moment < MOMENT_COUNT; moment++) {
      if (moment > 0) applyEvent(random, engine, session, records, history);
      const judge = new SentenceJudge(session, records, tally);
      const most =
        session.isFollowing && random.chance(0.2) ? MAX_ADVANCES : random.pick(ADVANCE_COUNTS);
      for (let i = 0; i < most && !session.finished; i++) {
        session.advance();
        records.recordUpdates();
        history.record(session.lab);
      }
      session.updateNumbers();
      const diagnosed = random.chance(DIAGNOSIS_CHANCE);
      if (diagnosed) diagnoseSession(session, engine);
      judgeOutcomes(judge, history);
      judgeProofs(judge);
      judgeStory(judge);
      judgeWhyExplanations(judge);
      if (diagnosed) clearVerdicts(session);
      if (judge.found.length > 0)
        return judge.found
          .slice(0, 5)
          .map(
            (finding) =>
              `${finding} (moment ${moment}, ${scene.scenario.name}, ${scene.scenario.run.mode})`,
          );
    }
    return [];
  } finally {
    session.close();
  }
}

/** Removes the verdicts, because the next moment has another pose. */
function clearVerdicts(session: Session): void {
  for (const { verdict } of session.instances) verdict.value = null;
}

function applyEvent(
  random: Random,
  engine: Engine,
  session: Session,
  records: RunRecords,
  history: RunHistory,
): void {
  const event = makeRandomRunEvent(random, session.scene);
  if (event === null) return;
  if (event === 'restart') {
    session.restart();
    history.clear();
    history.record(session.lab);
    records.reset();
    return;
  }
  const next = applyEdit(session.scene, event.change, engine);
  if (!next) return;
  session.applyScene(next);
  records.recordEdit(event.kind === 'slider');
}
