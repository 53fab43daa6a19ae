import {
  linkableParts,
  linkCosts,
  type Moment,
  type MomentPart,
  momentLink,
  neededParts,
} from 'iklab/document';
import { linkLength } from 'iklab/run';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Copy } from '../../ui/copy.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { useReplayHash } from './replayHash.ts';
import { meshesText, robotText } from './robotText.ts';
import css from './shareDialog.module.css';
import { momentOf } from './sharedMoment.ts';

const LinkCode = lazyPart(async () => (await import('./linkCode.tsx')).LinkCode);

/** The scene in an address, with as much of this moment as is wanted. */
export function LinkTab({ page, toFile }: { page: Page; toFile: () => void }) {
  const [moment] = useState(() => momentOf(page));
  const [parts, take] = useState(() => neededParts(moment));
  const [cost, weigh] = useState<ReadonlyMap<MomentPart, number>>(new Map());
  const [link, set] = useState('');
  const [fault, find] = useState('');
  useEffect(() => {
    // what no link can hold is told below
    linkCosts(page.doc.editor.scenario.peek(), moment, page.doc.catalogue).then(weigh, () => {});
  }, []);
  useEffect(() => {
    let wanted = true;
    const { editor, catalogue } = page.doc;
    momentLink(editor.scenario.peek(), moment, parts, catalogue).then(
      (fragment) => {
        if (!wanted) return;
        // what stands in the query is a setting of this page alone
        set(`${page.scope.services.address.base}${fragment}`);
        find('');
      },
      (error: Error) => wanted && find(error.message),
    );
    return () => {
      wanted = false;
    };
  }, [parts]);
  const turn = (part: MomentPart): void =>
    take(parts.includes(part) ? parts.filter((each) => each !== part) : [...parts, part]);
  const { tone, words, share } = linkLength(link.length);
  if (fault) return <TooLong fault={fault} toFile={toFile} />;
  return (
    <>
      <h3>What the link carries</h3>
      <p class={css.carried}>
        The mechanism, the start pose, the targets and how they move, the methods with their
        parameters, and how updates are taken.
      </p>
      <LeftOut page={page} toFile={toFile} />
      <ul class={css.carries} aria-label="Of this moment">
        {linkableParts(moment).map((part) => (
          <li key={part}>
            <label>
              <input type="checkbox" checked={parts.includes(part)} onChange={() => turn(part)} />
              <span>{sayPart(part, moment, page)}</span>
              {cost.has(part) && <small>+{cost.get(part)} characters</small>}
            </label>
          </li>
        ))}
      </ul>
      <div class={css.copyline}>
        <input
          readOnly
          aria-label="Link"
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Copy class="button primary" name="Copy link" text={async () => link} />
      </div>
      <p class={`lengthline ${tone}`}>
        <span class="light" aria-hidden="true">
          <i style={{ left: `${100 * share}%` }} />
        </span>
        <span>
          <b>{link.length.toLocaleString('en')} characters</b>, {words}
        </span>
      </p>
      <Replay page={page} />
      {link && <LinkCode page={page} link={link} />}
      <p class={css.fine}>
        {!page.doc.session.value?.targetsGiven &&
          'The other person sees the same run, to the bit. '}
        Whoever has the link can read it; nothing is stored on a server.
      </p>
    </>
  );
}

/** What stays here of a robot that was dropped. */
function LeftOut({ page, toFile }: { page: Page; toFile: () => void }) {
  const robot = page.robot.value;
  const { meshes } = page.doc.editor.scenario.value.view;
  if (robot)
    return (
      <p class={css.carried}>
        Without {robotText(robot)}: whoever opens it sees it drawn from its numbers.{' '}
        <button type="button" class="link" onClick={toFile}>
          The file can carry them
        </button>
      </p>
    );
  return meshes > 0 ? (
    <p class={css.carried}>
      Without the {meshesText(meshes)} of its robot, which are not here either.
    </p>
  ) : null;
}

function TooLong({ fault, toFile }: { fault: string; toFile: () => void }) {
  return (
    <>
      <p class={css.carried}>
        This scene is too large for a link: it {fault}. The file holds the same at any size, and
        opens here and on the command line.
      </p>
      <p class={css.ways}>
        <button type="button" class="button primary" onClick={toFile}>
          Share as a file
        </button>
      </p>
    </>
  );
}

const LAYOUT_NAMES = { grid: 'grid', overlay: 'overlay', one: 'one pane' } as const;

function sayPart(part: MomentPart, moment: Moment, { doc, history }: Page): string {
  const { layout, paused, frame, hidden } = moment;
  const { methods, run } = doc.editor.scenario.peek();
  if (part === 'camera') return 'Camera, as it is turned now';
  if (part === 'layout') return `Layout: ${LAYOUT_NAMES[layout]}`;
  if (part === 'pause') return paused ? 'Starts paused' : 'Starts running';
  if (part === 'update') {
    const waits = run.mode === 'converge';
    // a link has the targets as they stand, and not where they stood before
    const drags = waits && (history?.approachStart ?? 0) > 0 ? ', without the drags before' : '';
    return `From the start to ${waits ? 'update' : 'frame'} ${frame} at once${drags}`;
  }
  const names = methods.flatMap(({ slot, label }) => (hidden.includes(slot) ? [label] : []));
  return `Hidden: ${names.join(', ')}`;
}

/** The hash of the run, by which two people know that theirs are the same. */
function Replay({ page }: { page: Page }) {
  const hash = useReplayHash(page);
  return (
    <p class={css.replay}>
      <span>Replay hash</span> <code>{hash ?? 'computing'}</code>
      <small>
        build {page.doc.catalogue.build}: two runs with the same hash are the same to the bit
      </small>
    </p>
  );
}
