import { useState } from 'preact/hooks';
import css from './formulaColumn.module.css';
import { ROW_OF_SIGNS } from './texNames.ts';

const FEW = 9;

export function SignRow({ write }: { readonly write: (sign: string) => void }) {
  const [all, turn] = useState(false);
  const shown = all ? ROW_OF_SIGNS : ROW_OF_SIGNS.slice(0, FEW);
  return (
    <fieldset class={css.signs}>
      <legend>Symbols</legend>
      {shown.map((sign) => (
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
      <button type="button" class={css.more} aria-expanded={all} onClick={() => turn(!all)}>
        {all ? 'fewer' : 'more'}
      </button>
    </fieldset>
  );
}
