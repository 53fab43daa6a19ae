import type { Phrase } from 'iklab/format';
import { Mark } from './mark.tsx';

interface PhrasedProps {
  readonly phrase: Phrase;
  /** Whose methods its panels are. */
  readonly session: { readonly instances: readonly { readonly slot: number }[] };
}

/** A sentence: numbers bold, the names of methods behind their marks. */
export function Phrased({ phrase, session }: PhrasedProps) {
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
