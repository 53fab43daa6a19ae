import type { Phrase } from '@iklab/core/format/words';
import { SlotMarkIcon } from './slotMarkIcon.tsx';

interface PhrasedProps {
  readonly phrase: Phrase;
  readonly session: { readonly instances: readonly { readonly slot: number }[] };
}

export function PhraseText({ phrase, session }: PhrasedProps) {
  return (
    <>
      {phrase.map(({ text, strong, panel }, i) => {
        const slot = session.instances[panel ?? -1]?.slot;
        if (slot === undefined) return strong ? <b key={i}>{text}</b> : text;
        return (
          <b key={i} class="named">
            <SlotMarkIcon slot={slot} />
            {text}
          </b>
        );
      })}
    </>
  );
}
