import type { Engine } from 'iklab/engine';
import { type Came, came, type Fare, hasCome } from 'iklab/run';
import { encodeLink, parse, type Scenario, type Showing, showingDocument } from 'iklab/scenario';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Icon } from '../controls/icon.tsx';
import { useInTurn } from '../controls/inTurn.ts';
import { Mark } from '../controls/mark.tsx';
import './methodsShowings.css';
import { SketchPicture } from '../controls/thumbnailPicture.tsx';

const KINDS = {
  shine: { title: 'See it shine', sign: 'check', tone: 'good' },
  fail: { title: 'See it fail', sign: 'alert', tone: 'warn' },
} as const;

interface ShowingsProps {
  readonly kind: keyof typeof KINDS;
  readonly showings: readonly Showing[];
  readonly engine: Engine;
}

interface Scene {
  readonly showing: Showing;
  readonly scenario: Scenario;
}

/** Scenes that show it beside another method, each a link into Compare. */
export function Showings({ kind, showings, engine }: ShowingsProps) {
  const { title, sign, tone } = KINDS[kind];
  const { catalogue } = engine;
  const scenes = useMemo(
    () =>
      showings.flatMap((showing): Scene[] => {
        const read = parse(showingDocument(showing), catalogue);
        return read.ok ? [{ showing, scenario: read.value }] : [];
      }),
    [showings, catalogue],
  );
  const [links, setLinks] = useState<readonly string[]>([]);
  useEffect(() => {
    let wanted = true;
    const all = scenes.map(({ scenario }) => encodeLink(scenario, catalogue));
    Promise.all(all).then((made) => wanted && setLinks(made));
    return () => {
      wanted = false;
    };
  }, [scenes, catalogue]);
  useInTurn(
    scenes,
    ({ showing }) => hasCome(showing),
    ({ showing, scenario }) => came(engine, showing, scenario),
  );
  return (
    <section>
      <h2 class={tone}>
        <Icon name={sign} size={14} />
        {title}
      </h2>
      <ul class="failures">
        {scenes.map((scene, i) => (
          <Row
            key={scene.showing.title}
            {...scene}
            link={links[i]}
            known={hasCome(scene.showing) ? came(engine, scene.showing, scene.scenario) : null}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Scene {
  readonly link: string | undefined;
  /** Null: not yet. */
  readonly known: Came | null;
}

/** Its picture, which moves once when it is looked at, and what each method comes to. */
function Row({ showing, scenario, link, known }: RowProps) {
  const [plays, play] = useState(false);
  const fares: readonly (Pick<Fare, 'slot' | 'label'> & Partial<Fare>)[] =
    known?.fares ?? scenario.methods;
  return (
    <li>
      <a
        href={link}
        data-sign={showing.sign}
        onPointerEnter={() => play(true)}
        onPointerLeave={() => play(false)}
        onFocus={() => play(true)}
        onBlur={() => play(false)}
      >
        <span class="shown">{known && <SketchPicture of={known.picture} plays={plays} />}</span>
        <b>{showing.title}</b>
        <Icon name="open" size={14} />
        <span class="what">{showing.text}</span>
        {known?.measure && <span class="measure">{known.measure}</span>}
        <small>
          {fares.map(({ slot, label, outcome, rest, score }) => (
            <span key={slot} class="fare">
              <Mark slot={slot} />
              <span>{label}</span>
              {outcome && (
                <span class={`came ${outcome.tone}`}>
                  <Icon name={outcome.sign} size={14} />
                  {outcome.words}
                </span>
              )}
              {rest && <span>{rest}</span>}
              {score && <b>{score}</b>}
            </span>
          ))}
        </small>
      </a>
    </li>
  );
}
