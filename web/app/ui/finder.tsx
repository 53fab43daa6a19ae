import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { matchesQuery, splitIntoMatchPieces } from './search.ts';
import './finder.css';
import { Icon } from './icon.tsx';

export interface FinderGroup {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly count: number;
}

interface Search {
  readonly query: string;
  readonly search: (query: string) => void;
  readonly groups: readonly FinderGroup[];
  /** Id of the chosen group; '' for all groups. */
  readonly group: string;
  readonly choose: (group: string) => void;
}

interface SearchSource<T> {
  readonly all: readonly T[];
  readonly shelves: readonly Omit<FinderGroup, 'count'>[];
  textsOf(each: T): readonly string[];
  shelfOf(each: T): string;
}

export function useFinderSearch<T>({ all, shelves, textsOf, shelfOf }: SearchSource<T>) {
  const [query, search] = useState('');
  const [group, choose] = useState('');
  const hits = all.filter((each) => matchesQuery(query, textsOf(each)));
  const groups = shelves
    .map((shelf) => ({ ...shelf, count: hits.filter((each) => shelfOf(each) === shelf.id).length }))
    .filter(({ id, count }) => count > 0 || (id === group && query !== ''));
  return { hits, searchProps: { query, search, groups, group, choose } satisfies Search };
}

interface FinderProps extends Search {
  readonly title: string;
  readonly class: string | undefined;
  readonly hint: string;
  readonly close: () => void;
  readonly head?: ComponentChildren;
  /** Content below the list of groups. */
  readonly aside?: ComponentChildren;
  readonly footer: ComponentChildren;
  readonly children: ComponentChildren;
}

export function FinderDialog(props: FinderProps) {
  const { title, class: className, hint, query, search, groups, group, footer, children } = props;
  const field = useRef<HTMLInputElement>(null);
  const shelf = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // On touch screens the keyboard would cover the results.
    if (matchMedia('(hover: hover)').matches) field.current?.focus();
    else shelf.current?.focus();
  }, []);
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      // Otherwise a search field would handle Escape itself.
      event.preventDefault();
      field.current?.closest('dialog')?.close();
    } else if (event.key === '/' && event.target !== field.current) {
      event.preventDefault();
      field.current?.focus();
    } else moveFocus(event, field.current, shelf.current);
  };
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  const box = (
    <>
      <label class="find">
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          placeholder={hint}
          aria-label={hint}
          value={query}
          onInput={(event) => search(event.currentTarget.value)}
          onKeyDown={keys}
        />
        <kbd>/</kbd>
      </label>
      <span class="beside-find">{props.head}</span>
    </>
  );
  return (
    <Dialog title={title} class={`finder ${className}`} close={props.close} head={box}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the elements inside take the focus */}
      <div class="finder-body" onKeyDown={keys}>
        <nav aria-label="Groups">
          {[{ id: '', name: 'All', count: all }, ...groups].map(({ id, name, count }) => (
            <button
              key={id}
              type="button"
              class="list-row"
              aria-current={id === group ? 'true' : undefined}
              onClick={() => props.choose(id)}
            >
              {name} <span>{count}</span>
            </button>
          ))}
          {props.aside}
        </nav>
        <div class="shelves" ref={shelf} tabIndex={-1}>
          {children}
          {all === 0 && (
            <p class="nothing" role="status">
              No results for “{query.trim()}”.
              <button type="button" class="button" onClick={() => search('')}>
                Clear
              </button>
            </p>
          )}
        </div>
        <footer>{footer}</footer>
      </div>
    </Dialog>
  );
}

export function MatchHighlight({ text, query }: { text: string; query: string }) {
  return (
    <>
      {splitIntoMatchPieces(text, query).map(({ text: piece, hit }, i) =>
        hit ? <mark key={`${i} ${piece}`}>{piece}</mark> : piece,
      )}
    </>
  );
}

function moveFocus(
  event: KeyboardEvent,
  field: HTMLElement | null,
  shelf: HTMLElement | null,
): void {
  const items = [...(shelf?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  const from = document.activeElement as HTMLElement;
  if (from === field) {
    if (event.key === 'ArrowDown') focusItem(event, items[0]);
    if (event.key === 'Enter') items[0]?.click();
    return;
  }
  const index = items.indexOf(from);
  if (index < 0) return;
  if (event.key === 'ArrowRight') focusItem(event, items[index + 1]);
  if (event.key === 'ArrowLeft') focusItem(event, items[index - 1]);
  if (event.key === 'ArrowDown') focusItem(event, nextRow(items, from, 1));
  if (event.key === 'ArrowUp') focusItem(event, nextRow(items, from, -1) ?? field ?? undefined);
  if (event.key === 'Home') focusItem(event, items[0]);
  if (event.key === 'End') focusItem(event, items.at(-1));
}

function focusItem(event: KeyboardEvent, to: HTMLElement | undefined): void {
  event.preventDefault();
  to?.focus();
  to?.scrollIntoView({ block: 'nearest' });
}

/** Returns the horizontally nearest item in the row below (1) or above (−1). */
function nextRow(items: readonly HTMLElement[], from: HTMLElement, direction: 1 | -1) {
  const box = from.getBoundingClientRect();
  const candidates = items
    .map((item) => ({ item, rect: item.getBoundingClientRect() }))
    .filter(({ rect }) => direction * (rect.top - box.top) > 4);
  const row = Math.min(...candidates.map(({ rect }) => direction * rect.top));
  const off = ({ rect }: (typeof candidates)[number]) => Math.abs(rect.left - box.left);
  return candidates
    .filter(({ rect }) => direction * rect.top - row < 4)
    .sort((a, b) => off(a) - off(b))[0]?.item;
}
