import { momentLink } from 'iklab/document';
import { bytesText } from 'iklab/format';
import { resolve } from 'iklab/scenario';
import { threadTime } from 'iklab/time';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Copy } from '../../ui/copy.tsx';
import { Segments } from '../../ui/segmentedControl.tsx';
import { useOnWindow } from '../../ui/useOnWindow.ts';
import {
  EMBED_SIZES,
  EMBED_STARTS,
  type EmbedChoice,
  type EmbedSize,
  type EmbedStart,
  embedSnippet,
  frameAddress,
  posterAddress,
} from './embedSnippet.ts';
import css from './embedTab.module.css';
import { momentOf } from './sharedMoment.ts';

const STARTS: Readonly<Record<EmbedStart, string>> = {
  picture: 'On click',
  paused: 'Paused',
  playing: 'Playing',
};

const SHOWN = [
  ['transport', 'Playback and timeline'],
  ['charts', 'Error chart'],
  ['story', 'Story'],
  ['params', 'Parameters'],
] as const;
const ALLOWED = [
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
  const [starts, start] = useState<EmbedStart>('playing');
  const [theme, paint] = useState<'auto' | 'light' | 'dark'>('auto');
  const [poster, draw] = useState<'drawn' | 'none'>('drawn');
  const [asFrame, frame] = useState(false);
  const { scope, doc } = page;
  useEffect(() => {
    const scenario = doc.editor.scenario.peek();
    const moment = momentOf(page);
    momentLink(scenario, moment, moment.viewpoint ? ['camera'] : [], doc.catalogue).then(
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
    poster === 'drawn' ? posterAddress(resolve(doc.editor.scenario.value), page.sight(), size) : '';
  const choice: EmbedChoice = {
    ...{ base, fragment, name, size, ui, hide, starts, theme, asFrame },
    poster: drawn,
  };
  const snippet = embedSnippet(choice);
  return (
    <div class={css.embed}>
      <figure class={css.preview} data-size={size}>
        <Preview key={frameAddress(choice)} address={frameAddress(choice)} poster={drawn} />
        <figcaption>Preview. No data is sent anywhere.</figcaption>
      </figure>
      <div class={css.choices}>
        <Pick name="Size" value={size} options={EMBED_SIZES} choose={resize} />
        <Many name="Show" all={SHOWN} chosen={ui} choose={show} />
        <Many
          name="Readers may"
          all={ALLOWED}
          chosen={ALLOWED.map(([key]) => key).filter((key) => !hide.includes(key))}
          choose={(may) => forbid(ALLOWED.map(([key]) => key).filter((key) => !may.includes(key)))}
        />
        <Pick
          name="Starts"
          value={starts}
          options={EMBED_STARTS}
          nameOf={(each) => STARTS[each]}
          choose={start}
        />
        <Pick
          name="Theme"
          value={theme}
          options={['auto', 'light', 'dark']}
          nameOf={(each) => (each === 'auto' ? 'system' : each)}
          choose={paint}
        />
        {!asFrame && (
          <Pick name="Poster" value={poster} options={['drawn', 'none']} choose={draw} />
        )}
        {!asFrame && drawn && (
          <figure class={css.poster}>
            <img alt="Preview of the run" src={drawn} />
            <figcaption>
              Shown until the run starts, in print and without scripts (adds{' '}
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
        <Copy class="button primary" name="Copy embed code" text={async () => snippet} />
      </div>
      <p class={css.fine}>
        No account or key needed: the code contains the run and this address, {new URL(base).host}.
        Hiding controls only simplifies the view; all data in the code stays readable.
      </p>
    </div>
  );
}

interface PreviewProps {
  readonly address: string;
  /** '' for none. */
  readonly poster: string;
}

const LONGEST = 8000; // Milliseconds until the poster is removed if the frame sends no message.

/** The run, behind its poster until the frame reports that it is ready. */
function Preview({ address, poster }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [here, come] = useState(false);
  useOnWindow(['message'], ({ source }) => {
    if (source === frame.current?.contentWindow) come(true);
  });
  useEffect(() => threadTime.after(LONGEST, () => come(true)), []);
  return (
    <div>
      <iframe title="Preview" src={address} ref={frame} />
      {!here && poster && <img alt="" src={poster} />}
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

const Pick = <T extends string>({ name, value, options, nameOf, choose }: PickProps<T>) => (
  <div class={css.pick}>
    <h3>{name}</h3>
    <Segments
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

function Many({ name, all, chosen, choose }: ManyProps) {
  const turn = (key: string): void =>
    choose(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]);
  return (
    <fieldset class={css.many}>
      <legend>{name}</legend>
      {all.map(([key, text]) => (
        <label key={key}>
          <input type="checkbox" checked={chosen.includes(key)} onChange={() => turn(key)} /> {text}
        </label>
      ))}
    </fieldset>
  );
}
