import { MAX_METHODS } from '@iklab/core/scenario/checks';
import type { TargetedMouseEvent } from 'preact';
import type { Page } from '../../page.ts';
import { MatchHighlight } from '../../ui/finder.tsx';
import { addFormulaToPage } from '../formula/formulaPanelAccess.ts';
import css from './gallery.module.css';
import type { SavedMethodCard } from './savedMethodCards.ts';

const MAX_LINES = 6; // Lines of a text.

interface TileProps {
  readonly page: Page;
  readonly card: SavedMethodCard;
  readonly query: string;
  readonly close: () => void;
  readonly forget: () => void;
}

export function SavedMethodTile({ page, card, query, close, forget }: TileProps) {
  const { name, line, text, lines } = card;
  const full = page.doc.editor.scenario.value.methods.length >= MAX_METHODS;
  const open = (): void => {
    close();
    addFormulaToPage(page, { label: name, text });
  };
  return (
    <li>
      <button
        type="button"
        class="tile"
        data-item={full ? undefined : true}
        disabled={full}
        onClick={open}
      >
        <span class="pic" aria-hidden="true">
          <code class={css.written}>{excerpt(text)}</code>
        </span>
        <b class={css.tileName}>
          <MatchHighlight text={name} query={query} />
        </b>
        {line && (
          <span class="line">
            <MatchHighlight text={line} query={query} />
          </span>
        )}
        <span class={`line ${css.size}`}>
          {lines} · {full ? 'the scene is full' : 'adds a panel'}
        </span>
      </button>
      <button
        type="button"
        class={`plain ${css.delete}`}
        aria-label={`Delete ${name}`}
        onClick={(event) => {
          focusNextTile(event);
          forget();
        }}
      >
        Delete
      </button>
    </li>
  );
}

const excerpt = (text: string): string =>
  text
    .split('\n')
    .filter((line) => /^\s*[^\s#]/.test(line))
    .slice(0, MAX_LINES)
    .join('\n');

/** Focuses the next tile, else the previous tile, else the search. Call before removing a tile. */
function focusNextTile({ currentTarget }: TargetedMouseEvent<HTMLElement>): void {
  const tile = currentTarget.closest('li');
  const next = tile?.nextElementSibling ?? tile?.previousElementSibling;
  const to =
    next?.querySelector<HTMLElement>('[data-item]') ??
    tile?.closest('dialog')?.querySelector<HTMLElement>('[type=search]');
  to?.focus();
}
