import {
  changedViewSettings,
  encodeViewLink,
  linkableViewSettings,
  type ViewSettingName,
  type ViewSettings,
  viewSettingLinkLengths,
} from '@iklab/core/document';
import { rateShareUrlLength } from '@iklab/run/session/share';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { CopyButton } from '../../ui/copyButton.tsx';
import { makeLazyComponent } from '../../ui/makeLazyComponent.tsx';
import { currentViewSettings } from './currentViewSettings.ts';
import { meshCountText, robotFilesText } from './robotFilesText.ts';
import css from './shareDialog.module.css';
import { useReplayHash } from './useReplayHash.ts';

const LinkQrCode = makeLazyComponent(async () => (await import('./linkQrCode.tsx')).LinkQrCode);

export function LinkTab({ page, toFile }: { page: Page; toFile: () => void }) {
  const [moment] = useState(() => currentViewSettings(page));
  const [parts, take] = useState(() => changedViewSettings(moment));
  const [cost, weigh] = useState<ReadonlyMap<ViewSettingName, number>>(new Map());
  const [link, set] = useState('');
  const [fault, find] = useState('');
  useEffect(() => {
    // Shown below if the scene is too large for a link.
    viewSettingLinkLengths(page.doc.editor.scenario.peek(), moment, page.doc.catalogue).then(
      weigh,
      () => {},
    );
  }, []);
  useEffect(() => {
    let wanted = true;
    const { editor, catalogue } = page.doc;
    encodeViewLink(editor.scenario.peek(), moment, parts, catalogue).then(
      (fragment) => {
        if (!wanted) return;
        // Without the query, which has settings of this page only.
        set(`${page.scope.services.address.base}${fragment}`);
        find('');
      },
      (error: Error) => wanted && find(error.message),
    );
    return () => {
      wanted = false;
    };
  }, [parts]);
  const togglePart = (part: ViewSettingName): void =>
    take(parts.includes(part) ? parts.filter((each) => each !== part) : [...parts, part]);
  const { tone, words, share } = rateShareUrlLength(link.length);
  if (fault) return <TooLong fault={fault} toFile={toFile} />;
  return (
    <>
      <h3>Contents of the link</h3>
      <p class={css.carried}>
        The mechanism, start pose, targets and their paths, methods with parameters, and update
        settings.
      </p>
      <NotIncluded page={page} toFile={toFile} />
      <ul class={css.carries} aria-label="Optional contents">
        {linkableViewSettings(moment).map((part) => (
          <li key={part}>
            <label>
              <input
                type="checkbox"
                checked={parts.includes(part)}
                onChange={() => togglePart(part)}
              />
              <span>{partText(part, moment, page)}</span>
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
        <CopyButton class="button primary" name="Copy link" text={async () => link} />
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
      {link && <LinkQrCode page={page} link={link} />}
      <p class={`${css.fine} fine-print`}>
        {!page.doc.session.value?.targetsAreExternal &&
          'The recipient sees the same run, bit for bit. '}
        Anyone with the link can open it. Nothing is stored on a server.
      </p>
    </>
  );
}

function NotIncluded({ page, toFile }: { page: Page; toFile: () => void }) {
  const robot = page.robot.value;
  const { meshes } = page.doc.editor.scenario.value.view;
  if (robot)
    return (
      <p class={css.carried}>
        The link does not include {robotFilesText(robot)}. It shows the robot as capsules.{' '}
        <button type="button" class="link" onClick={toFile}>
          Use a file to include them
        </button>
      </p>
    );
  return meshes > 0 ? (
    <p class={css.carried}>
      The link does not include the {meshCountText(meshes)} of its robot, which are not loaded here
      either.
    </p>
  ) : null;
}

function TooLong({ fault, toFile }: { fault: string; toFile: () => void }) {
  return (
    <>
      <p class={css.carried}>
        This scene is too large for a link: it {fault}. A file has no size limit, and opens here and
        on the command line.
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

function partText(part: ViewSettingName, moment: ViewSettings, { doc, history }: Page): string {
  const { layout, paused, frame, hidden } = moment;
  const { methods, run } = doc.editor.scenario.peek();
  if (part === 'camera') return 'Current camera view';
  if (part === 'layout') return `Layout: ${LAYOUT_NAMES[layout]}`;
  if (part === 'pause') return paused ? 'Starts paused' : 'Starts running';
  if (part === 'update') {
    const waits = run.mode === 'converge';
    // A link has the current targets but not their earlier positions.
    const drags = waits && (history?.approachStart ?? 0) > 0 ? ', without earlier drags' : '';
    return `Opens at ${waits ? 'update' : 'frame'} ${frame}${drags}`;
  }
  const names = methods.flatMap(({ slot, label }) => (hidden.includes(slot) ? [label] : []));
  return `Hidden: ${names.join(', ')}`;
}

function Replay({ page }: { page: Page }) {
  const hash = useReplayHash(page);
  return (
    <p class={css.replay}>
      <span>Replay hash</span> <code>{hash ?? 'computing'}</code>
      <small class="fine-print">
        build {page.doc.catalogue.build}: two runs with the same hash are identical bit for bit
      </small>
    </p>
  );
}
