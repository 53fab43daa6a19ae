import type { Engine } from 'iklab/engine';
import { type CardResult, cardResult, hasCardResult, type MethodResult } from 'iklab/run';
import {
  type CardScene,
  cardSceneDocument,
  encodeLink,
  parse,
  type Scenario,
} from 'iklab/scenario';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { useInTurn } from '../../ui/inTurn.ts';
import { Mark } from '../../ui/mark.tsx';
import { SketchPicture } from '../../ui/thumbnailPicture.tsx';
import css from './methodsCardScenes.module.css';

const KINDS = {
  shine: { title: 'See it shine', sign: 'check', tone: 'good' },
  fail: { title: 'See it fail', sign: 'alert', tone: 'warn' },
} as const;

interface ShowingsProps {
  readonly kind: keyof typeof KINDS;
  readonly cardScenes: readonly CardScene[];
  readonly engine: Engine;
}

interface Scene {
  readonly cardScene: CardScene;
  readonly scenario: Scenario;
}

/** Scenes that show it beside another method, each a link into Compare. */
export function CardScenes({ kind, cardScenes, engine }: ShowingsProps) {
  const { title, sign, tone } = KINDS[kind];
  const { catalogue } = engine;
  const scenes = useMemo(
    () =>
      cardScenes.flatMap((cardScene): Scene[] => {
        const read = parse(cardSceneDocument(cardScene), catalogue);
        return read.ok ? [{ cardScene, scenario: read.value }] : [];
      }),
    [cardScenes, catalogue],
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
    ({ cardScene }) => hasCardResult(cardScene),
    ({ cardScene, scenario }) => cardResult(engine, cardScene, scenario),
  );
  return (
    <section>
      <h2 class={tone}>
        <Icon name={sign} size={14} />
        {title}
      </h2>
      <ul class={css.failures}>
        {scenes.map((scene, i) => (
          <Row
            key={scene.cardScene.title}
            {...scene}
            link={links[i]}
            known={
              hasCardResult(scene.cardScene)
                ? cardResult(engine, scene.cardScene, scene.scenario)
                : null
            }
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Scene {
  readonly link: string | undefined;
  /** Null: not yet. */
  readonly known: CardResult | null;
}

/** Its picture, which moves once when it is looked at, and what each method comes to. */
function Row({ cardScene, scenario, link, known }: RowProps) {
  const [plays, play] = useState(false);
  const results: readonly (Pick<MethodResult, 'slot' | 'label'> & Partial<MethodResult>)[] =
    known?.results ?? scenario.methods;
  return (
    <li>
      <a
        href={link}
        data-sign={cardScene.sign}
        onPointerEnter={() => play(true)}
        onPointerLeave={() => play(false)}
        onFocus={() => play(true)}
        onBlur={() => play(false)}
      >
        <span class={css.shown}>{known && <SketchPicture of={known.picture} plays={plays} />}</span>
        <b>{cardScene.title}</b>
        <Icon name="open" size={14} />
        <span class={css.what}>{cardScene.text}</span>
        {known?.measure && <span class={css.measure}>{known.measure}</span>}
        <small>
          {results.map(({ slot, label, outcome, detail, score }) => (
            <span key={slot} class={css.methodResult}>
              <Mark slot={slot} />
              <span>{label}</span>
              {outcome && (
                <span class={`${css.cardOutcome} ${outcome.tone}`}>
                  <Icon name={outcome.sign} size={14} />
                  {outcome.words}
                </span>
              )}
              {detail && <span>{detail}</span>}
              {score && <b>{score}</b>}
            </span>
          ))}
        </small>
      </a>
    </li>
  );
}
