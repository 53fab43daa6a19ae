import { useState } from 'preact/hooks';
import css from './formulaColumn.module.css';
import { SYMBOLS } from './texNames.ts';

const FEW = 9;

export function SymbolRow({ write }: { readonly write: (sign: string) => void }) {
  const [all, setAll] = useState(false);
  const visible = all ? SYMBOLS : SYMBOLS.slice(0, FEW);
  return (
    <fieldset class={css.signs}>
      <legend>Symbols</legend>
      {visible.map((sign) => (
        <button
          key={sign}
          type="button"
          aria-label={`Insert ${sign}`}
          onPointerDown={(event) => event.preventDefault()} // Keeps the focus in the text.
          onClick={() => write(sign)}
        >
          {sign}
        </button>
      ))}
      <button type="button" class={css.more} aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'fewer' : 'more'}
      </button>
    </fieldset>
  );
}
