import { withCardTexts } from '@iklab/core/engine';
import { countWord } from '@iklab/core/format';
import { deepEqual } from '@iklab/core/scenario';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { chooseFile } from '../../ui/chooseFile.ts';
import { FinderDialog, MatchHighlight, useFinderSearch } from '../../ui/finder.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useIdleQueue } from '../../ui/useIdleQueue.ts';
import { deleteSavedFormula } from '../formula/savedFormulas.ts';
import { SavedRobotsShelf } from '../robots/savedRobotsShelf.tsx';
import { DrawRobotDialog, isDrawingRobot } from './drawRobotDialog.tsx';
import css from './gallery.module.css';
import {
  GalleryCardPicture,
  type GalleryCardRenderer,
  useGalleryCardRenderer,
} from './galleryCardPicture.tsx';
import {
  computeGalleryCardPicture,
  GALLERY_SHELVES,
  type GalleryCard,
  galleryCards,
  hasGalleryCardPicture,
  openGalleryCard,
  sceneSizeText,
} from './galleryCards.ts';
import { SAVED_METHODS_SHELF, type SavedMethodCard, savedMethodCards } from './savedMethodCards.ts';
import { SavedMethodTile } from './savedMethodTile.tsx';

const ROW = 4; // Cards per shelf while all shelves are shown.
const [YOURS, ...OTHERS] = GALLERY_SHELVES;
const ALL_SHELVES = [YOURS, SAVED_METHODS_SHELF, ...OTHERS];

const isMethod = (card: GalleryCard | SavedMethodCard): card is SavedMethodCard =>
  card.shelf === SAVED_METHODS_SHELF.id;
const isScene = (card: GalleryCard | SavedMethodCard): card is GalleryCard => !isMethod(card);
const textsOf = (card: GalleryCard | SavedMethodCard): readonly string[] =>
  isMethod(card) ? [card.name, card.line, card.text] : [card.name, card.line, ...card.words];

interface DialogProps {
  readonly page: Page;
  readonly close: () => void;
}

/** Dialog with scenes and stored methods. Scenes replace the current scene; methods are added. */
export function Gallery({ page, close }: DialogProps) {
  const drawn = isDrawingRobot(page);
  if (!drawn.value) return <SceneFinder page={page} close={close} />;
  const finish = (): void => {
    drawn.value = false;
    close();
  };
  return <DrawRobotDialog page={page} close={finish} />;
}

function SceneFinder({ page, close }: DialogProps) {
  const { doc } = page;
  const { services } = page.scope;
  const [methods, list] = useState(() => savedMethodCards(services));
  const [scenes] = useState(() => {
    doc.address.writeNow(); // Stores the current edits, so that they are listed.
    return galleryCards(withCardTexts(doc.catalogue), doc.savedScenes);
  });
  const [keep, setKeep] = useState(false);
  const renderer = useGalleryCardRenderer(page);
  const { hits, searchProps } = useFinderSearch<GalleryCard | SavedMethodCard>({
    all: [...scenes, ...methods],
    shelves: ALL_SHELVES,
    textsOf,
    shelfOf: ({ shelf }) => shelf,
  });
  const { query, groups, group, choose } = searchProps;
  const on = (shelf: string) => hits.filter((card) => card.shelf === shelf);
  const isUnfiltered = group === '' && query.trim() === '';
  const shelves = groups
    .filter(({ id }) => group === '' || id === group)
    .map((shelf) => ({
      ...shelf,
      cards: isUnfiltered ? on(shelf.id).slice(0, ROW) : on(shelf.id),
    }));
  const incomplete = useIdleQueue(
    shelves.flatMap((shelf) => shelf.cards.filter(isScene)),
    hasGalleryCardPicture,
    (card) => computeGalleryCardPicture(doc.engine, card),
  );
  const open = (card: GalleryCard): void => {
    close();
    openGalleryCard(page, card, keep);
  };
  const forget = ({ savedId }: SavedMethodCard): void => {
    deleteSavedFormula(services, savedId);
    list(savedMethodCards(services));
  };
  return (
    <FinderDialog
      title="Scenes"
      class={css.gallery}
      hint="Search scenes, papers, methods"
      {...searchProps}
      close={close}
      head={
        <>
          <button
            type="button"
            class="button"
            aria-label="Draw an arm…"
            onClick={() => {
              isDrawingRobot(page).value = true;
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
      {shelves.map(({ id, name, hint, count: total, cards: visible }) => (
        <section key={id} aria-label={name}>
          <h3>
            {name} <span>{hint}</span>
            {visible.length < total && (
              <button type="button" class="plain" onClick={() => choose(id)}>
                All {total}
              </button>
            )}
          </h3>
          <ul>
            {visible.map((card) =>
              isMethod(card) ? (
                <SavedMethodTile
                  key={card.id}
                  {...{ page, card, query, close }}
                  forget={() => forget(card)}
                />
              ) : (
                <Tile
                  key={card.id}
                  {...{ page, card, query }}
                  renderer={incomplete ? null : renderer} // All cards get their line drawings first.
                  open={() => open(card)}
                />
              ),
            )}
          </ul>
        </section>
      ))}
      {isUnfiltered && <SavedRobotsShelf page={page} />}
    </FinderDialog>
  );
}

interface TileProps {
  readonly page: Page;
  readonly card: GalleryCard;
  readonly query: string;
  readonly renderer: GalleryCardRenderer | null;
  readonly open: () => void;
}

function Tile({ page, card, query, renderer, open }: TileProps) {
  const [plays, play] = useState(false);
  const isOpen = !card.address && deepEqual(card.scenario, page.doc.editor.scenario.value);
  const picture = hasGalleryCardPicture(card)
    ? computeGalleryCardPicture(page.doc.engine, card)
    : null;
  return (
    <li>
      <button
        type="button"
        class={isOpen ? 'tile on' : 'tile'}
        data-item
        onClick={open}
        onPointerEnter={() => play(true)}
        onPointerLeave={() => play(false)}
        onFocus={() => play(true)}
        onBlur={() => play(false)}
      >
        <span class="pic">
          {picture && <GalleryCardPicture {...picture} renderer={renderer} plays={plays} />}
          {isOpen && <em>open now</em>}
        </span>
        <b class={css.tileName}>
          <MatchHighlight text={card.name} query={query} />
        </b>
        <span class="line">
          <MatchHighlight text={card.line} query={query} />
        </span>
        <span class={`line ${css.size}`}>{sceneSizeText(card)}</span>
      </button>
    </li>
  );
}

function Footer(props: { page: Page; keep: boolean; set: (keep: boolean) => void }) {
  const { methods } = props.page.doc.editor.scenario.value;
  const mine = methods.length === 1 ? 'my method' : `my ${countWord(methods.length)} methods`;
  return (
    <>
      <p>
        <Icon name="alert" />
        <span>
          Opening a scene replaces{' '}
          <b>{props.keep ? 'mechanism and targets' : 'mechanism, targets and methods'}</b>. Undo
          restores yours.
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
