/** Checks every sentence of the page at three moments of a random run. */
import type { Engine } from 'iklab/engine';
import { diagnoseSession } from 'iklab/explain';
import { History, Session } from 'iklab/run';
import type { Findings } from './judge.ts';
import { judgeAnswers } from './judgeAnswer.ts';
import { judgeOutcomes } from './judgeOutcomes.ts';
import { judgeStory } from './judgeStory.ts';
import type { Random } from './random.ts';
import { RunRecords } from './runRecords.ts';
import { SentenceJudge, type SentenceTally } from './sentenceJudge.ts';
import { edited, eventOf, wordScene } from './wordCases.ts';

const MOMENTS = 3;
const LONG = [1, 3, 20, 60, 150]; // calls of advance before a moment
const DIAGNOSED = 0.3; // of the moments
const LONGEST = 900; // calls of advance; only for moving targets

/** Returns the findings of one run. `tally` counts the sentences. */
export function wordFindings(
  random: Random,
  engine: Engine,
  tally: SentenceTally = new Map(),
): Findings {
  const scene = wordScene(random, engine);
  const session = new Session(engine, scene);
  try {
    const history = History.forScene(scene, session.lab);
    history.record(session.lab);
    const records = new RunRecords(session);
    for (let moment = 0; moment < MOMENTS; moment++) {
      if (moment > 0) happen(random, engine, session, records, history);
      const heard = new SentenceJudge(session, records, tally);
      const most = session.isFollowing && random.chance(0.2) ? LONGEST : random.pick(LONG);
      for (let i = 0; i < most && !session.finished; i++) {
        session.advance();
        records.recordUpdates();
        history.record(session.lab);
      }
      session.updateNumbers();
      const diagnosed = random.chance(DIAGNOSED);
      if (diagnosed) diagnoseSession(session, engine);
      judgeOutcomes(heard, history);
      judgeStory(heard);
      judgeAnswers(heard);
      if (diagnosed) forget(session);
      if (heard.found.length > 0)
        return heard.found
          .slice(0, 5)
          .map(
            (what) =>
              `${what} (moment ${moment}, ${scene.scenario.name}, ${scene.scenario.run.mode})`,
          );
    }
    return [];
  } finally {
    session.close();
  }
}

/** Removes the verdicts, because the next moment has another pose. */
function forget(session: Session): void {
  for (const { verdict } of session.instances) verdict.value = null;
}

function happen(
  random: Random,
  engine: Engine,
  session: Session,
  records: RunRecords,
  history: History,
): void {
  const event = eventOf(random, session.scene);
  if (event === null) return;
  if (event === 'restart') {
    session.restart();
    history.clear();
    history.record(session.lab);
    records.startOver();
    return;
  }
  const next = edited(session.scene, event.change, engine);
  if (!next) return;
  session.applyScene(next);
  records.edit(event.kind === 'slider');
}
