import { bytesOf, type RobotAtWork } from '@iklab/robots';
import {
  linkableParts,
  linkCosts,
  type Moment,
  type MomentPart,
  momentLink,
  neededParts,
} from 'iklab/document';
import { withTexts } from 'iklab/engine';
import { bytesText } from 'iklab/format';
import { linkLength } from 'iklab/run';
import { bibliography, distinctReferences, papersOf } from 'iklab/scenario';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Copy } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { download, savedName } from '../../ui/saveFile.ts';
import { saveScene, sceneText } from '../../ui/saveScene.ts';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import css from './shareDialog.module.css';

const TABS = ['Link', 'File', 'Cite'] as const;
type ShareTab = (typeof TABS)[number];

/** What leaves the page: a link, a file, the papers. */
export function ShareDialog({ page, close }: { page: Page; close: () => void }) {
  const id = useUniqueId();
  const [tab, turn] = useState<ShareTab>('Link');
  const walk = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] as ShareTab;
    turn(next);
    const tabs = (event.currentTarget as HTMLElement).children;
    (tabs[TABS.indexOf(next)] as HTMLElement).focus();
  };
  return (
    <Dialog title="Share this run" class="share" close={close}>
      <div class="tabs" role="tablist" aria-label="Ways to share" onKeyDown={walk}>
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === tab}
            aria-controls={id}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => turn(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${tab}`}>
        {tab === 'Link' && <Link page={page} toFile={() => turn('File')} />}
        {tab === 'File' && <File page={page} />}
        {tab === 'Cite' && <Papers page={page} />}
      </div>
    </Dialog>
  );
}

function Link({ page, toFile }: { page: Page; toFile: () => void }) {
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
      <p class={css.fine}>
        The other person sees the same run, to the bit. Whoever has the link can read it; nothing is
        stored on a server.
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
        Without {robotText(robot)}: whoever opens it sees capsules.{' '}
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

const meshesText = (count: number): string => (count === 1 ? '1 mesh' : `${count} meshes`);

/** `its 7 meshes (2.1 MB) and its report` */
function robotText({ meshes, source }: RobotAtWork): string {
  const size = bytesText(bytesOf(source.folder, meshes.paths));
  const count = meshes.named - meshes.missing.length;
  return count > 0
    ? `its ${meshesText(count)} (${size}) and its report`
    : 'its files and its report';
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

/** What is shown now. */
function momentOf(page: Page): Moment {
  const { doc, viewState, playing, timeline } = page;
  const back = (timeline.peek()?.entry.peek() ?? null) !== null;
  const ended = doc.session.peek()?.finished ?? false;
  return {
    viewpoint: page.viewpoint(),
    layout: viewState.layout.peek(),
    paused: back || (!playing.peek() && !ended),
    frame: page.framesShown(),
    hidden: viewState.hidden.peek(),
  };
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
  const [hash, set] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    page.doc
      .replayHash(() => wanted)
      .then((value) => {
        if (wanted) set(value);
      });
    return () => {
      wanted = false;
    };
  }, []);
  return (
    <p class={css.replay}>
      <span>Replay hash</span> <code>{hash ?? 'computing'}</code>
      <small>
        build {page.doc.catalogue.build}: two runs with the same hash are the same to the bit
      </small>
    </p>
  );
}

function File({ page }: { page: Page }) {
  const scenario = page.doc.editor.scenario.value;
  const robot = page.robot.value;
  const [said, say] = useState('');
  const [whole, take] = useState(true);
  const saveRobot = async (): Promise<void> => {
    if (!robot) return;
    const archive = await robot.packFiles(sceneText(page));
    download(
      new Blob([archive as BlobPart], { type: 'application/zip' }),
      `${savedName(scenario.name)}.iklab.zip`,
    );
  };
  const savePicture = async (): Promise<void> => {
    try {
      download(await page.takePicture(), `${savedName(scenario.name)}.png`);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <p class={css.carried}>
        The scene as a file holds what the link carries, at any size. Open it here by dropping it on
        the page, or with <code>iklab run</code> on the command line.
      </p>
      {robot && (
        <ul class={css.carries} aria-label="With the scene">
          <li>
            <label>
              <input type="checkbox" checked={whole} onChange={() => take(!whole)} />
              <span>With {robotText(robot)}: a zip, dropped on the page as any other</span>
            </label>
            <small>
              {whole && 'The command line takes the scene.iklab.json in it. '}
              {robot.licence && `The package of the robot says: ${robot.licence}.`}
            </small>
          </li>
        </ul>
      )}
      <p class={css.ways}>
        <button
          type="button"
          class="button primary"
          onClick={() => (robot && whole ? saveRobot() : saveScene(page))}
        >
          <Icon name="save" />
          Save the scene
        </button>
        <button type="button" class="button" onClick={savePicture}>
          <Icon name="save" />
          Save a picture
        </button>
      </p>
      {said && <p class="fault">{said}</p>}
    </>
  );
}

/** The papers of exactly the methods shown. */
function Papers({ page }: { page: Page }) {
  const { methods } = page.doc.editor.scenario.value;
  const papers = distinctReferences(
    methods.flatMap((method) => papersOf(method, withTexts(page.doc.catalogue))),
  );
  const entries = bibliography(papers);
  return (
    <>
      <textarea class={css.bibtex} aria-label="BibTeX" readOnly rows={12} value={entries} />
      <p class={css.ways}>
        <Copy class="button primary" name="Copy BibTeX" text={async () => entries} />
      </p>
    </>
  );
}
