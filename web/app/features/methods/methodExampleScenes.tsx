import { phrasePlainText } from '@iklab/core/format/words';
import { resolveScenario, type Scenario } from '@iklab/core/scenario';
import { encodeLink } from '@iklab/core/scenario/link/encodeLink';
import { cardSceneDocument, type MethodCardScene } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import {
  computeSceneCardResult,
  type DiagnosisVerdict,
  hasSceneCardResult,
  type MethodResult,
  type SceneCardResult,
} from '@iklab/run/session';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { SketchPicture } from '../../ui/sketchPicture.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { useIdleQueue } from '../../ui/useIdleQueue.ts';
import { panelDiagnoses } from '../explain/panelDiagnoses.ts';
import css from './methodExampleScenes.module.css';

const KINDS = {
  shine: { title: 'Works well', sign: 'check', tone: 'good' },
  fail: { title: 'Fails', sign: 'alert', tone: 'warn' },
} as const;

interface CardScenesProps {
  readonly kind: keyof typeof KINDS;
  readonly cardScenes: readonly MethodCardScene[];
  readonly page: Page;
}

interface Scene {
  readonly cardScene: MethodCardScene;
  readonly scenario: Scenario;
}

export function MethodExampleScenes({ kind, cardScenes, page }: CardScenesProps) {
  const { title, sign, tone } = KINDS[kind];
  const { engine, catalogue } = page.doc;
  const scenes = useMemo(
    () =>
      cardScenes.flatMap((cardScene): Scene[] => {
        const read = parseScenarioDocument(cardSceneDocument(cardScene), catalogue);
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
  useIdleQueue(
    scenes,
    ({ cardScene }) => hasSceneCardResult(cardScene),
    ({ cardScene, scenario }) => computeSceneCardResult(engine, cardScene, scenario),
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
            result={
              hasSceneCardResult(scene.cardScene)
                ? computeSceneCardResult(engine, scene.cardScene, scene.scenario)
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
  readonly result: SceneCardResult | null;
}

function Row({ cardScene, scenario, link, result, page }: RowProps) {
  const verdicts = useVerdicts(page, scenario, result);
  const [plays, play] = useState(false);
  const results: readonly (Pick<MethodResult, 'slot' | 'label'> & Partial<MethodResult>)[] =
    result?.results ?? scenario.methods;
  return (
    <li>
      <a
        class="list-row"
        href={link}
        data-sign={cardScene.sign}
        onPointerEnter={() => play(true)}
        onPointerLeave={() => play(false)}
        onFocus={() => play(true)}
        onBlur={() => play(false)}
      >
        <span class={css.shown}>
          {result && <SketchPicture sketch={result.picture} plays={plays} />}
        </span>
        <b>{cardScene.title}</b>
        <Icon name="open" size={14} />
        <span class={`${css.what} small`}>{cardScene.text}</span>
        {result?.measure && <span class={css.measure}>{result.measure}</span>}
        <small>
          {results.map(({ slot, label, outcome, detail, score }, i) => {
            const shownOutcome = verdicts[i]?.outcome ?? outcome;
            return (
              <span
                key={slot}
                class={css.methodResult}
                title={verdicts[i] ? phrasePlainText(verdicts[i].evidence) : undefined}
              >
                <SlotMarkIcon slot={slot} />
                <span>{label}</span>
                {shownOutcome && (
                  <span class={`${css.cardOutcome} ${shownOutcome.tone}`}>
                    <Icon name={shownOutcome.sign} size={14} />
                    {shownOutcome.words}
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

function useVerdicts(
  page: Page,
  scenario: Scenario,
  result: SceneCardResult | null,
): readonly (DiagnosisVerdict | null)[] {
  const [verdicts, setVerdicts] = useState<readonly (DiagnosisVerdict | null)[]>([]);
  useEffect(() => {
    let wanted = true;
    const scene = resolveScenario(scenario);
    const { catalogue } = page.doc;
    const all = (result?.results ?? []).map(async ({ end }, panel) =>
      end ? panelDiagnoses(page).verdict(scene, panel, end, catalogue, () => wanted) : null,
    );
    Promise.all(all).then((found) => wanted && setVerdicts(found));
    return () => {
      wanted = false;
    };
  }, [result]);
  return verdicts;
}
