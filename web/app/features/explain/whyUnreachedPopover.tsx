import type { OutOfReachProof } from '@iklab/core/engine';
import { outOfReachText, proofMethodText } from '@iklab/core/format';
import { explainPanelStateSliced } from '@iklab/run/explain';
import type { Session, WhyExplanationAnchor } from '@iklab/run/session';
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon, IconButton } from '../../ui/icon.tsx';
import { makeLazyComponent } from '../../ui/makeLazyComponent.tsx';
import { PhraseText } from '../../ui/phraseText.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { useTimeSlicedResult } from '../../ui/useTimeSlicedResult.ts';
import { useUniqueId } from '../../ui/useUniqueId.ts';
import { useWindowEvents } from '../../ui/useWindowEvents.ts';
import { attachPopoverToPane } from './popoverPosition.ts';
import { SingularDirectionErrors } from './singularDirectionErrors.tsx';
import { TestedRemedyList } from './testedRemedyList.tsx';
import css from './why.module.css';

const CertifiedPose = makeLazyComponent(
  async () => (await import('../solutions/certifiedPose.tsx')).CertifiedPose,
);

/** Explains why a panel has not reached its targets. Closes when the scene changes. */
export function WhyUnreachedPopover({ page, asker }: { page: Page; asker: WhyExplanationAnchor }) {
  const session = page.doc.session.value;
  const index = session?.instances.findIndex(({ slot }) => slot === asker.slot) ?? -1;
  const close = (): void => {
    page.viewState.why.value = null;
  };
  const scenario = page.doc.editor.scenario.value;
  const openedFor = useRef(scenario);
  useEffect(() => {
    if (scenario !== openedFor.current) close();
  }, [scenario]);
  usePausedRun(page);
  if (!session || index < 0) return null;
  return (
    <Popover
      key={`${asker.slot} ${asker.location}`}
      page={page}
      session={session}
      index={index}
      asker={asker}
      close={close}
    />
  );
}

interface PopoverProps {
  readonly page: Page;
  readonly session: Session;
  readonly index: number;
  readonly asker: WhyExplanationAnchor;
  readonly close: () => void;
}

function Popover({ page, session, index, asker, close }: PopoverProps) {
  const box = useRef<HTMLElement>(null);
  const panel = session.instances[index];
  useEffect(() => attachPopoverToPane(page.scope.host, box.current as HTMLElement, asker), []);
  const question = useUniqueId();
  useFocus(box);
  useOutside(box, page.scope.services.eventTarget, close);
  // Computed again after each update.
  const verdict = panel?.verdict.value ?? null;
  const why = useTimeSlicedResult(
    [session, index],
    [panel?.updates.value, session.scene, verdict],
    () => explainPanelStateSliced(session.instanceRun(index)),
  );
  const blocking = why?.problem === 'reach' ? why.blocking : null;
  const direction = blocking === null ? null : (why?.blockingVector ?? null);
  const blockingName = why?.blockingName ?? '';
  useEffect(
    () => page.showDirection(index, direction, blockingName),
    [direction?.join(), blockingName],
  );
  useEffect(() => () => page.showDirection(index, null), []);
  return (
    <section
      class="why"
      role="dialog"
      aria-labelledby={question}
      tabIndex={-1}
      onKeyDown={moveFocus}
      ref={box}
    >
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: in a section with a role it would be the banner of the page */}
      <header role="none">
        <SlotMarkIcon slot={asker.slot} />
        <h2 id={question}>{why?.question ?? `Why? ${session.label(index)}`}</h2>
        <IconButton name="Close" icon="close" small press={close} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
      <section class="inside" aria-label="Explanation" tabIndex={0}>
        <p class="answer" aria-busy={!why}>
          {why ? <PhraseText phrase={why.answer} session={session} /> : 'Analysing…'}
        </p>
        {why && why.evidence.length > 0 && (
          <p class="answer">
            <PhraseText phrase={why.evidence} session={session} />
          </p>
        )}
        {verdict?.proof && <ProofText proof={verdict.proof} session={session} />}
        {panel?.outcome.value.tone === 'good' && (
          <CertifiedPose {...{ page, session, index }} updates={panel.updates.value} />
        )}
        {why?.problem === 'reach' && (
          <SingularDirectionErrors
            directions={why.directions}
            blocking={blocking}
            scene={session.scene.scenario.unit}
          />
        )}
        {why?.problem && (
          <TestedRemedyList
            page={page}
            session={session}
            index={index}
            lacks={why.problem}
            verdict={verdict}
          />
        )}
      </section>
    </section>
  );
}

/** States that the target is out of reach, and how that was proved. */
const ProofText = ({ proof, session }: { proof: OutOfReachProof; session: Session }) => (
  <p class={`answer ${css.proven}`}>
    <Icon name="seal" />
    <span>
      {outOfReachText(proof, session.scene.scenario)} {proofMethodText(proof)}
    </span>
  </p>
);

/**
 * Pauses the run while the popover is open. Then resumes the run, unless the visitor has started
 * it.
 */
function usePausedRun(page: Page): void {
  const wasPlaying = useSignal(false);
  const playing = page.playing.value;
  useEffect(() => {
    page.timeline.peek()?.goLive();
    wasPlaying.value = page.playing.peek();
    if (wasPlaying.peek()) page.togglePlaying();
    return () => {
      if (wasPlaying.peek() && !page.playing.peek()) page.togglePlaying();
    };
  }, []);
  // The visitor has started the run.
  useEffect(() => {
    if (playing) wasPlaying.value = false;
  }, [playing]);
}

function useFocus(box: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const word = document.activeElement as HTMLElement | null;
    box.current?.focus({ preventScroll: true });
    return () => {
      const inside = box.current?.contains(document.activeElement);
      if (inside || document.activeElement === document.body) word?.focus();
    };
  }, []);
}

function moveFocus(event: KeyboardEvent): void {
  const box = event.currentTarget as HTMLElement;
  const all = [...box.querySelectorAll<HTMLElement>(`.${css.cures} button`)];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || all.length === 0) return;
  event.preventDefault();
  const index = all.indexOf(document.activeElement as HTMLElement);
  all[(Math.max(index, step < 0 ? 0 : -1) + step + all.length) % all.length]?.focus();
}

function useOutside(
  box: { readonly current: HTMLElement | null },
  reach: EventTarget,
  close: () => void,
): void {
  useWindowEvents(
    ['pointerdown'],
    ({ target }) => {
      if (!(target instanceof Element) || box.current?.contains(target)) return;
      if (!target.closest('.panes, .transport, .state')) close();
    },
    reach,
  );
  useWindowEvents(
    ['keydown'],
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close();
    },
    reach,
  );
}
