import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { MatchHighlight } from '../../ui/finder.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyCaps } from '../../ui/keyCaps.tsx';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import { takeEarlyPaletteInput } from './earlyPaletteInput.ts';
import css from './palette.module.css';
import { findPaletteGroups, type PaletteEntry, paletteEntries } from './paletteEntries.ts';

export function CommandPalette({ page, close }: { page: Page; close: () => void }) {
  const [all] = useState(() => paletteEntries(page));
  const [ahead] = useState(() => takeEarlyPaletteInput(page));
  const [query, search] = useState(ahead.text);
  const [selected, setSelected] = useState(0);
  const id = useUniqueId();
  const list = useRef<HTMLDivElement>(null);
  const groups = findPaletteGroups(query, all);
  const hits = groups.flatMap((group) => group.entries);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected, query]);
  const take = (entry: PaletteEntry | undefined): void => {
    if (!entry) return;
    close();
    entry.act(page);
  };
  useLayoutEffect(() => {
    if (ahead.entered) take(hits[0]);
  }, []);
  const keys = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setSelected((selected + step + hits.length) % Math.max(1, hits.length));
    else if (event.key === 'Enter') take(hits[selected]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Find" class={css.palette} close={close}>
      <label class="find">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          placeholder="Search commands, scenes and methods"
          aria-label="Search commands, scenes and methods"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={hits[selected] && `${id}-${selected}`}
          autocomplete="off"
          value={query}
          onInput={(event) => {
            search(event.currentTarget.value);
            setSelected(0);
          }}
          onKeyDown={keys}
          autofocus
        />
      </label>
      <div class={css.options} id={id} role="listbox" aria-label="Results" ref={list}>
        {groups.map(({ heading, entries: found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={heading} role="group" aria-label={heading}>
            <p class={css.heading} aria-hidden="true">
              {heading}
            </p>
            {found.map((entry) => {
              const i = hits.indexOf(entry);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys
                <div
                  key={`${entry.kind} ${entry.name}`}
                  id={`${id}-${i}`}
                  class={`list-row ${css.option}`}
                  role="option"
                  aria-selected={i === selected}
                  tabIndex={-1}
                  onClick={() => take(entry)}
                >
                  <span class="one-line">
                    <MatchHighlight text={entry.name} query={query} />
                    {entry.note && (
                      <small>
                        <MatchHighlight text={entry.note} query={query} />
                      </small>
                    )}
                  </span>
                  {entry.keys && <KeyCaps keys={entry.keys} />}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {hits.length === 0 && <p role="status">No results for “{query.trim()}”.</p>}
    </Dialog>
  );
}
