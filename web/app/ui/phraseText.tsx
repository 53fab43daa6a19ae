import type { Phrase } from 'iklab/format';
import type { Session } from 'iklab/run';
import { Mark } from './mark.tsx';

/** A sentence: numbers bold, the names of methods behind their marks. */
export function Phrased({ phrase, session }: { phrase: Phrase; session: Session }) {
  return (
    <>
      {phrase.map(({ text, strong, panel }, i) => {
        const slot = session.instances[panel ?? -1]?.slot;
        if (slot === undefined) return strong ? <b key={i}>{text}</b> : text;
        return (
          <b key={i} class="named">
            <Mark slot={slot} />
            {text}
          </b>
        );
      })}
    </>
  );
}
