import { addMethod, replaceMethod } from '@iklab/core/document/edits';
import { withCardTexts } from '@iklab/core/engine';
import type { MethodPanel } from '@iklab/core/scenario';
import { MAX_METHODS } from '@iklab/core/scenario/checks';
import { type MethodGlyph, makeMethodGlyph } from '@iklab/run/drawing';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { FinderDialog, MatchHighlight, useFinderSearch } from '../../ui/finder.tsx';
import { GlyphPicture } from '../../ui/glyphPicture.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { addNewFormula } from '../formula/formulaPanelAccess.ts';
import css from './methodPicker.module.css';
import {
  findPickerEntry,
  getMethodSearchTexts,
  listMethodPickerEntries,
  METHOD_PICKER_GROUPS,
  type MethodPickerEntry,
  slotOfPickerEntry,
} from './methodPickerEntries.ts';

export function MethodPicker({ page, close }: { page: Page; close: () => void }) {
  const { catalogue, engine, editor } = page.doc;
  const { methods } = editor.scenario.value;
  const all = useMemo(() => listMethodPickerEntries(withCardTexts(catalogue)), [catalogue]);
  const drawn = useMemo(
    () => new Map(all.map(({ id }) => [id, makeMethodGlyph(engine, id)])),
    [all],
  );
  const { hits, searchProps } = useFinderSearch({
    all,
    shelves: METHOD_PICKER_GROUPS,
    textsOf: getMethodSearchTexts,
    shelfOf: ({ row }) => row.group,
  });
  const { query, groups, group } = searchProps;
  const [waiting, wait] = useState<MethodPickerEntry | null>(null);
  const changed = methods.find(({ slot }) => slot === page.viewState.replacedPanel.value) ?? null;
  const take = (pick: MethodPickerEntry, from: MethodPanel | null = changed): void => {
    if (!from && methods.length >= MAX_METHODS) {
      wait(pick);
      return;
    }
    close();
    const scenario = editor.scenario.peek();
    if (from) {
      const label = `Replace ${from.label} with ${pick.name}`;
      page.doc.edit(label, replaceMethod(methods.indexOf(from), pick.id, scenario, catalogue));
    } else page.doc.edit(`Add ${pick.name}`, addMethod(pick.id, scenario, catalogue));
  };
  const write = (): void => {
    close();
    addNewFormula(page, changed?.slot ?? null);
  };
  const act = (pick: MethodPickerEntry) => {
    const slot = changed?.slot ?? slotOfPickerEntry(pick, methods);
    if (!changed && methods.length >= MAX_METHODS) return <>Replace …</>;
    return (
      <>
        <SlotMarkIcon slot={slot} />
        {changed ? 'Use' : 'Add'}
      </>
    );
  };
  return (
    <FinderDialog
      title={changed ? `Replace ${changed.label}` : 'Add a method'}
      class={css.picker}
      hint="Search by name, idea or paper"
      {...searchProps}
      close={close}
      head={
        <>
          {`${methods.length} of ${MAX_METHODS} in the scene`}
          <button
            type="button"
            class="button"
            disabled={!changed && methods.length >= MAX_METHODS}
            onClick={write}
          >
            <Icon name="pen" />
            Write your own
          </button>
        </>
      }
      aside={<Guide />}
      footer={
        <p>
          {changed
            ? 'The new method keeps the colour and symbol, and starts from the same pose. λ and other lengths are scaled to this mechanism.'
            : 'The new method gets the symbol shown on the Add button and starts from the same pose. λ and other lengths are scaled to this mechanism.'}
        </p>
      }
    >
      {waiting ? (
        <ReplaceChoice pick={waiting} methods={methods} take={(from) => take(waiting, from)} />
      ) : (
        groups
          .filter(({ id }) => group === '' || id === group)
          .map(({ id, name, hint }) => (
            <section key={id} aria-label={name}>
              <h3>
                {name} <span>{hint}</span>
              </h3>
              <ul>
                {hits
                  .filter(({ row }) => row.group === id)
                  .map((pick) => (
                    <Row
                      key={pick.id}
                      pick={pick}
                      query={query}
                      drawn={drawn.get(pick.id)}
                      slots={methods
                        .filter((m) => findPickerEntry(m, all) === pick)
                        .map((m) => m.slot)}
                      act={act(pick)}
                      take={() => take(pick)}
                    />
                  ))}
              </ul>
            </section>
          ))
      )}
    </FinderDialog>
  );
}

interface RowProps {
  readonly pick: MethodPickerEntry;
  readonly query: string;
  readonly drawn: MethodGlyph | undefined;
  readonly slots: readonly number[];
  readonly act: ComponentChildren;
  readonly take: () => void;
}

function Row({ pick, query, drawn, slots, act, take }: RowProps) {
  const { name, line } = pick;
  const [first] = slots;
  return (
    <li>
      <button type="button" class={css.pick} data-item onClick={take}>
        <GlyphPicture drawn={drawn} slot={first ?? null} size={36} />
        <span class={css.pickWords}>
          <b>
            <MatchHighlight text={name} query={query} />
          </b>{' '}
          <span class={css.full}>
            <MatchHighlight text={longName(pick)} query={query} />
          </span>
          <span class="line fine-print">
            <MatchHighlight text={line} query={query} />
          </span>
        </span>
        <span class={css.here}>
          {slots.length > 0 ? (
            <>
              {slots.map((slot) => (
                <SlotMarkIcon key={slot} slot={slot} />
              ))}
              in scene
            </>
          ) : (
            <Icon name="plus" />
          )}
        </span>
        <span class={`button primary ${css.act}`}>{act}</span>
      </button>
    </li>
  );
}

function longName({ name, row: { fullName }, preset }: MethodPickerEntry): string {
  if (preset) return '';
  const begins = fullName.replaceAll('-', ' ').startsWith(name.replaceAll('-', ' '));
  return begins ? fullName.slice(name.length).trim() : fullName;
}

function ReplaceChoice(props: {
  pick: MethodPickerEntry;
  methods: readonly MethodPanel[];
  take: (from: MethodPanel) => void;
}) {
  return (
    <section aria-label="Replace which method">
      <h3>
        Replace which method with {props.pick.name}? <span>maximum {MAX_METHODS}</span>
      </h3>
      <ul>
        {props.methods.map((panel) => (
          <li key={panel.slot}>
            <button type="button" class={css.pick} data-item onClick={() => props.take(panel)}>
              <SlotMarkIcon slot={panel.slot} />
              <b>{panel.label}</b>
              <span class={`button primary ${css.act}`}>Replace</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Guide() {
  return (
    <figure class={css.guide}>
      <svg viewBox="0 0 116 72" aria-hidden="true">
        <path class={css.ax} d="M2.5 2v58h112" />
        <path d="M6 52C24 34 38 22 52 32S92 50 110 56" />
      </svg>
      <figcaption>
        Curve: filter τ(σ), the joint response to an error along each singular direction. For
        methods without a filter: path of an end effector, one dot per update.
      </figcaption>
    </figure>
  );
}
