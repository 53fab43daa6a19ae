import { encodeViewLink } from '@iklab/core/document';
import { bytesText } from '@iklab/core/format';
import { resolveScenario } from '@iklab/core/scenario';
import { threadTime } from '@iklab/core/time';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { CopyButton } from '../../ui/copyButton.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { useWindowEvents } from '../../ui/useWindowEvents.ts';
import { currentViewSettings } from './currentViewSettings.ts';
import {
  EMBED_SIZES,
  EMBED_START_MODES,
  type EmbedChoice,
  type EmbedSize,
  type EmbedStartMode,
  embedFrameUrl,
  embedPosterUrl,
  embedSnippet,
} from './embedSnippet.ts';
import css from './embedTab.module.css';
import shareCss from './shareDialog.module.css';

const STARTS: Readonly<Record<EmbedStartMode, string>> = {
  picture: 'On click',
  paused: 'Paused',
  playing: 'Playing',
};

const SHOW_OPTIONS = [
  ['transport', 'Playback and timeline'],
  ['charts', 'Error chart'],
  ['story', 'Story'],
  ['params', 'Parameters'],
] as const;
const PERMISSIONS = [
  ['targets', 'drag targets'],
  ['camera', 'rotate the view'],
  ['why', 'ask why a method failed'],
  ['open', 'open the run in IK Lab'],
] as const;

export function EmbedTab({ page, toFile }: { page: Page; toFile: () => void }) {
  const [fragment, set] = useState<string | null>(null);
  const [fault, find] = useState('');
  const [size, resize] = useState<EmbedSize>('column');
  const [ui, show] = useState<readonly string[]>(['panes', 'transport']);
  const [hide, forbid] = useState<readonly string[]>([]);
  const [starts, start] = useState<EmbedStartMode>('playing');
  const [theme, paint] = useState<'auto' | 'light' | 'dark'>('auto');
  const [poster, draw] = useState<'drawn' | 'none'>('drawn');
  const [asFrame, frame] = useState(false);
  const { scope, doc } = page;
  useEffect(() => {
    const scenario = doc.editor.scenario.peek();
    const moment = currentViewSettings(page);
    encodeViewLink(scenario, moment, moment.viewpoint ? ['camera'] : [], doc.catalogue).then(
      set,
      (error: Error) => find(error.message),
    );
  }, []);
  if (fault)
    return (
      <p>
        This scene is too large for a link: it {fault}.{' '}
        <button type="button" class="link" onClick={toFile}>
          Save scene file
        </button>{' '}
        next to your page and set src to its name.
      </p>
    );
  if (fragment === null) return null;
  const { base } = scope.services.address;
  const name = doc.editor.scenario.value.name || 'An inverse-kinematics run';
  const drawn =
    poster === 'drawn'
      ? embedPosterUrl(resolveScenario(doc.editor.scenario.value), page.currentCamera(), size)
      : '';
  const choice: EmbedChoice = {
    ...{ base, fragment, name, size, ui, hide, starts, theme, asIframe: asFrame },
    poster: drawn,
  };
  const snippet = embedSnippet(choice);
  return (
    <div class={css.embed}>
      <figure class={css.preview} data-size={size}>
        <Preview key={embedFrameUrl(choice)} address={embedFrameUrl(choice)} poster={drawn} />
        <figcaption>Preview. No data is sent anywhere.</figcaption>
      </figure>
      <div class={css.choices}>
        <ChoiceSegments name="Size" value={size} options={EMBED_SIZES} choose={resize} />
        <CheckList name="Show" all={SHOW_OPTIONS} chosen={ui} choose={show} />
        <CheckList
          name="Readers may"
          all={PERMISSIONS}
          chosen={PERMISSIONS.map(([key]) => key).filter((key) => !hide.includes(key))}
          choose={(allowed) =>
            forbid(PERMISSIONS.map(([key]) => key).filter((key) => !allowed.includes(key)))
          }
        />
        <ChoiceSegments
          name="Starts"
          value={starts}
          options={EMBED_START_MODES}
          nameOf={(each) => STARTS[each]}
          choose={start}
        />
        <ChoiceSegments
          name="Theme"
          value={theme}
          options={['auto', 'light', 'dark']}
          nameOf={(each) => (each === 'auto' ? 'system' : each)}
          choose={paint}
        />
        {!asFrame && (
          <ChoiceSegments name="Poster" value={poster} options={['drawn', 'none']} choose={draw} />
        )}
        {!asFrame && drawn && (
          <figure class={css.poster}>
            <img alt="Preview of the run" src={drawn} />
            <figcaption>
              Shown until the run starts, in print, and if scripts are disabled (adds{' '}
              {bytesText(drawn.length)}).
            </figcaption>
          </figure>
        )}
      </div>
      <textarea class={css.snippet} readOnly rows={7} aria-label="Embed code" value={snippet} />
      <div class={css.foot}>
        <label>
          <input type="checkbox" checked={asFrame} onChange={() => frame(!asFrame)} /> Use an iframe
          instead of a script
        </label>
        <CopyButton class="button primary" name="Copy embed code" text={async () => snippet} />
      </div>
      <p class={`${shareCss.fine} fine-print`}>
        No account or key needed: the code contains the run and this address, {new URL(base).host}.
        Hiding controls only simplifies the view; all data in the code stays readable.
      </p>
    </div>
  );
}

interface PreviewProps {
  readonly address: string;
  readonly poster: string;
}

const POSTER_TIMEOUT = 8000; // Milliseconds until the poster is removed if the frame sends no message.

function Preview({ address, poster }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  useWindowEvents(['message'], ({ source }) => {
    if (source === frame.current?.contentWindow) setReady(true);
  });
  useEffect(() => threadTime.schedule(POSTER_TIMEOUT, () => setReady(true)), []);
  return (
    <div>
      <iframe title="Preview" src={address} ref={frame} />
      {!ready && poster && <img alt="" src={poster} />}
    </div>
  );
}

interface PickProps<T extends string> {
  readonly name: string;
  readonly value: T;
  readonly options: readonly T[];
  readonly nameOf?: (value: T) => string;
  readonly choose: (value: T) => void;
}

const ChoiceSegments = <T extends string>({
  name,
  value,
  options,
  nameOf,
  choose,
}: PickProps<T>) => (
  <div class={css.pick}>
    <h3>{name}</h3>
    <SegmentedControl
      name={name}
      value={value}
      options={options.map((each) => [each, nameOf?.(each) ?? each] as const)}
      choose={choose}
    />
  </div>
);

interface ManyProps {
  readonly name: string;
  readonly all: readonly (readonly [string, string])[];
  readonly chosen: readonly string[];
  readonly choose: (chosen: readonly string[]) => void;
}

function CheckList({ name, all, chosen, choose }: ManyProps) {
  const toggle = (key: string): void =>
    choose(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]);
  return (
    <fieldset class={css.many}>
      <legend>{name}</legend>
      {all.map(([key, text]) => (
        <label key={key}>
          <input type="checkbox" checked={chosen.includes(key)} onChange={() => toggle(key)} />{' '}
          {text}
        </label>
      ))}
    </fieldset>
  );
}
