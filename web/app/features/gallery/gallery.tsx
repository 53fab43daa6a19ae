import { withTexts } from 'iklab/engine';
import { countText } from 'iklab/format';
import { deepEqual } from 'iklab/scenario';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { chooseFile } from '../../ui/chooseFile.ts';
import { Finder, Found, useSearch } from '../../ui/finder.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useInTurn } from '../../ui/inTurn.ts';
import { SketchPicture } from '../../ui/thumbnailPicture.tsx';
import { KeptShelf } from '../robots/keptShelf.tsx';
import { DrawDialog, drawing } from './drawDialog.tsx';
import css from './gallery.module.css';
import { type Card, cards, isDrawn, openCard, pictureOf, SHELVES, size } from './galleryCards.ts';

const ROW = 4; // of a shelf, while all of them are shown

interface DialogProps {
  readonly page: Page;
  readonly close: () => void;
}

/** Every scene with its picture, one of them to take the place of that at work; or a sheet for a new one. */
export function Gallery({ page, close }: DialogProps) {
  const drawn = drawing(page);
  if (!drawn.value) return <Scenes page={page} close={close} />;
  const done = (): void => {
    drawn.value = false;
    close();
  };
  return <DrawDialog page={page} close={done} />;
}

function Scenes({ page, close }: DialogProps) {
  const { doc } = page;
  const [all] = useState(() => {
    doc.address.writeNow(); // what is being edited is among them
    return cards(withTexts(doc.catalogue), doc.keptScenes);
  });
  const [keep, setKeep] = useState(false);
  const { hits, asked } = useSearch({
    all,
    shelves: SHELVES,
    textsOf: ({ name, line, words }) => [name, line, ...words],
    shelfOf: ({ shelf }) => shelf,
  });
  const { query, groups, group, choose } = asked;
  const on = (shelf: string) => hits.filter((card) => card.shelf === shelf);
  const whole = group === '' && query.trim() === '';
  const shelves = groups
    .filter(({ id }) => group === '' || id === group)
    .map((shelf) => ({ ...shelf, cards: whole ? on(shelf.id).slice(0, ROW) : on(shelf.id) }));
  useInTurn(
    shelves.flatMap((shelf) => shelf.cards),
    isDrawn,
    (card) => pictureOf(doc.engine, card),
  );
  const open = (card: Card): void => {
    close();
    openCard(page, card, keep);
  };
  return (
    <Finder
      title="Scenes"
      class={css.gallery}
      hint="Search scenes, papers, methods"
      {...asked}
      close={close}
      head={
        <>
          <button
            type="button"
            class="button"
            aria-label="Draw an arm…"
            onClick={() => {
              drawing(page).value = true;
            }}
          >
            <Icon name="trail" />
            <span>
              Draw<span class="wide"> an arm</span>…
            </span>
          </button>
          <button type="button" class="button" onClick={() => chooseFile(page)}>
            <Icon name="open" />
            Open a file…
          </button>
        </>
      }
      footer={<Footer page={page} keep={keep} set={setKeep} />}
    >
      {shelves.map(({ id, name, hint, count: total, cards: shown }) => (
        <section key={id} aria-label={name}>
          <h3>
            {name} <span>{hint}</span>
            {shown.length < total && (
              <button type="button" class="plain" onClick={() => choose(id)}>
                All {total}
              </button>
            )}
          </h3>
          <ul>
            {shown.map((card) => (
              <Tile key={card.id} page={page} card={card} query={query} open={() => open(card)} />
            ))}
          </ul>
        </section>
      ))}
      {whole && <KeptShelf page={page} />}
    </Finder>
  );
}

interface TileProps {
  readonly page: Page;
  readonly card: Card;
  readonly query: string;
  readonly open: () => void;
}

function Tile({ page, card, query, open }: TileProps) {
  const [plays, play] = useState(false);
  const now = !card.address && deepEqual(card.scenario, page.doc.editor.scenario.value);
  const picture = isDrawn(card) ? pictureOf(page.doc.engine, card) : null;
  return (
    <li>
      <button
        type="button"
        class={now ? 'tile on' : 'tile'}
        data-item
        onClick={open}
        onPointerEnter={() => play(true)}
        onPointerLeave={() => play(false)}
        onFocus={() => play(true)}
        onBlur={() => play(false)}
      >
        <span class="pic">
          {picture && <SketchPicture of={picture} plays={plays} />}
          {now && <em>open now</em>}
        </span>
        <b class={css.tileName}>
          <Found text={card.name} query={query} />
        </b>
        <span class="line">
          <Found text={card.line} query={query} />
        </span>
        <span class={`line ${css.size}`}>{size(card)}</span>
      </button>
    </li>
  );
}

function Footer(props: { page: Page; keep: boolean; set: (keep: boolean) => void }) {
  const { methods } = props.page.doc.editor.scenario.value;
  const mine = methods.length === 1 ? 'my method' : `my ${countText(methods.length)} methods`;
  return (
    <>
      <p>
        <Icon name="alert" />
        <span>
          Opening a scene replaces{' '}
          <b>{props.keep ? 'mechanism and targets' : 'mechanism, targets and methods'}</b>. Undo
          brings yours back.
        </span>
      </p>
      <label>
        <input
          type="checkbox"
          checked={props.keep}
          onChange={(event) => props.set(event.currentTarget.checked)}
        />
        Keep {mine}
      </label>
    </>
  );
}
