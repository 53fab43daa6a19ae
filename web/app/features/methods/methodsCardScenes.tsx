import { plainText } from 'iklab/format';
import {
  type CardResult,
  cardResult,
  hasCardResult,
  type MethodResult,
  type Verdict,
} from 'iklab/run';
import {
  type CardScene,
  cardSceneDocument,
  encodeLink,
  parse,
  resolve,
  type Scenario,
} from 'iklab/scenario';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { useInTurn } from '../../ui/inTurn.ts';
import { Mark } from '../../ui/mark.tsx';
import { SketchPicture } from '../../ui/thumbnailPicture.tsx';
import { diagnoses } from '../explain/diagnoses.ts';
import css from './methodsCardScenes.module.css';

const KINDS = {
  shine: { title: 'Works well', sign: 'check', tone: 'good' },
  fail: { title: 'Fails', sign: 'alert', tone: 'warn' },
} as const;

interface ShowingsProps {
  readonly kind: keyof typeof KINDS;
  readonly cardScenes: readonly CardScene[];
  readonly page: Page;
}

interface Scene {
  readonly cardScene: CardScene;
  readonly scenario: Scenario;
}

export function CardScenes({ kind, cardScenes, page }: ShowingsProps) {
  const { title, sign, tone } = KINDS[kind];
  const { engine, catalogue } = page.doc;
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
            page={page}
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
  readonly page: Page;
  readonly link: string | undefined;
  /** Null before the result is known. */
  readonly known: CardResult | null;
}

function Row({ cardScene, scenario, link, known, page }: RowProps) {
  const verdicts = useVerdicts(page, scenario, known);
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
          {results.map(({ slot, label, outcome, detail, score }, i) => {
            const shown = verdicts[i]?.outcome ?? outcome;
            return (
              <span
                key={slot}
                class={css.methodResult}
                title={verdicts[i] ? plainText(verdicts[i].shown) : undefined}
              >
                <Mark slot={slot} />
                <span>{label}</span>
                {shown && (
                  <span class={`${css.cardOutcome} ${shown.tone}`}>
                    <Icon name={shown.sign} size={14} />
                    {shown.words}
                  </span>
                )}
                {detail && <span>{detail}</span>}
                {score && <b>{score}</b>}
              </span>
            );
          })}
        </small>
      </a>
    </li>
  );
}

/** Why each method has not reached its targets; null if it has or the cause is not known yet. */
function useVerdicts(
  page: Page,
  scenario: Scenario,
  known: CardResult | null,
): readonly (Verdict | null)[] {
  const [verdicts, setVerdicts] = useState<readonly (Verdict | null)[]>([]);
  useEffect(() => {
    let wanted = true;
    const scene = resolve(scenario);
    const { catalogue } = page.doc;
    const all = (known?.results ?? []).map(async ({ end }, panel) =>
      end ? diagnoses(page).verdict(scene, panel, end, catalogue, () => wanted) : null,
    );
    Promise.all(all).then((found) => wanted && setVerdicts(found));
    return () => {
      wanted = false;
    };
  }, [known]);
  return verdicts;
}
