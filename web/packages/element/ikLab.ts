/**
 * `<ik-lab>`: a run of IK Lab in any page.
 *
 *     <script type="module" src="https://host/iklab/ik-lab.js"></script>
 *     <ik-lab src="https://host/iklab/#preset=ur5e" ui="panes,transport"></ik-lab>
 *
 * The element has one frame, which is created when the element comes near the window, and removed
 * far from it, with its state saved. Until then, and where scripts do not run, the content of the
 * element is shown.
 */

import {
  attributeFaults,
  labelOf,
  loadingOf,
  OBSERVED,
  parsedText,
  type RunSource,
  sourceOf,
  themeOf,
} from './elementAttributes.ts';
import { elementStyle } from './elementStyle.ts';
import { embedAddress } from './embedAddress.ts';
import { FrameLink, RunError, takenDown } from './frameLink.ts';
import type { Ask, EmbedResult, EmbedState, Told } from './frameMessages.ts';
import { leaveRoom, roomFor } from './liveRuns.ts';

const NEAR = '300px 0px'; // Distance from the window at which the frame is created.
const PATIENCE = 10_000; // Milliseconds until a silent frame counts as failed.
const KEEPING = 2000; // Milliseconds for a frame to report its state.
const FAR = '500% 0px'; // Distance from the window at which the frame is removed.

interface Moment {
  readonly scenario: unknown;
  readonly update: number;
  readonly playing: boolean;
}

function newFrame(address: URL, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('allow', 'fullscreen; clipboard-write');
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-downloads allow-popups allow-popups-to-escape-sandbox',
  );
  frame.src = address.href;
  return frame;
}

/** A promise that only rejects; requests wait for it and for their answer. */
function newFailure(): { readonly promise: Promise<never>; readonly reject: (why: Error) => void } {
  let reject: (why: Error) => void = () => {};
  const promise = new Promise<never>((_, fail) => {
    reject = fail;
  });
  promise.catch(() => {}); // Prevents an unhandled rejection without pending requests.
  return { promise, reject };
}

const lateError = ({ host, pathname }: URL): RunError =>
  new RunError([
    {
      path: 'src',
      reason: `${host || pathname} did not answer within ${IkLabElement.patience / 1000} s`,
    },
  ]);

async function fetchText(file: URL): Promise<string> {
  const signal = AbortSignal.timeout(IkLabElement.patience);
  try {
    const answer = await fetch(file, { signal });
    if (!answer.ok)
      throw new RunError([{ path: 'src', reason: `${file.href}: HTTP status ${answer.status}` }]);
    return await answer.text();
  } catch (error) {
    throw signal.aborted ? lateError(file) : error;
  }
}

const icon =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4 2.5v11l9-5.5z" fill="currentColor"/></svg>';

// The module is also loaded without a DOM, for example on a server.
const Base: typeof HTMLElement =
  globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

export class IkLabElement extends Base {
  static readonly observedAttributes = OBSERVED;
  /** Milliseconds until a silent frame counts as failed; a run that loads later still appears. */
  static patience = PATIENCE;

  readonly #root = this.attachShadow({ mode: 'closed' });
  readonly #still = document.createElement('div');
  /** States that the run did not load, with a link to it. */
  readonly #failed = document.createElement('div');
  /** True if the element has a frame or waits for one. */
  #stands = false;
  #frame: HTMLIFrameElement | null = null;
  #link: FrameLink | null = null;
  /** Ends the wait for the frame. */
  #waiting = new AbortController();
  /** Rejects when the frame counts as failed. */
  #failure = newFailure();
  /** Resolves when the frame shows its run. */
  #begun: Promise<void> = Promise.resolve();
  /** Pending requests. */
  readonly #asks = new Set<Promise<unknown>>();
  /** Resolves when the frame is removed; null unless that is in progress. */
  #resting: Promise<void> | null = null;
  #state: EmbedState = 'loading';
  #update = 0;
  /** The state from which a new frame continues; null to start at the beginning. */
  #moment: Moment | null = null;
  #picture = '';
  #sights: IntersectionObserver[] = [];
  #isNear = false;
  #isFar = false;
  /**
   * Its colour depends on the color scheme here, so any change of the scheme starts a transition.
   */
  readonly #scheme = document.createElement('i');
  /** Attributes that change in the same task are handled together. */
  #changed = new Set<string>();
  readonly #live = {
    of: this as IkLabElement,
    get distance(): number {
      const { top, bottom } = this.of.getBoundingClientRect();
      return Math.abs((top + bottom) / 2 - innerHeight / 2);
    },
    takeDown: () => this.#rest(),
  };

  constructor() {
    super();
    this.#still.className = 'still';
    this.#still.innerHTML = `<slot></slot><button type="button" part="play">${icon}</button>`;
    this.#still.querySelector('button')?.addEventListener('click', () => this.#make(true));
    this.#root.adoptedStyleSheets = [elementStyle()];
    this.#scheme.addEventListener('transitionrun', () => this.#follow());
    this.#failed.className = 'failed';
    this.#failed.setAttribute('role', 'status');
    this.#failed.part.add('failed');
    this.#failed.hidden = true;
    this.#root.append(this.#still, this.#scheme, this.#failed);
  }

  connectedCallback(): void {
    this.#name();
    this.#watch();
  }

  disconnectedCallback(): void {
    for (const sight of this.#sights) sight.disconnect();
    this.#sights = [];
    this.#isNear = this.#isFar = false;
    this.#takeDown();
    this.#forgetPicture();
    this.#moment = null;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.isConnected) return;
    this.#changed.add(name);
    if (this.#changed.size === 1) queueMicrotask(() => this.#takeChanges());
  }

  // --- Requests of a page

  /**
   * A promise of the document. Setting it opens another document; the previous run stays until that
   * is ready.
   */
  get scenario(): Promise<unknown> {
    return this.#ask({ op: 'get' });
  }

  set scenario(scenario: unknown) {
    this.open(scenario).catch((error) => this.#fail(error));
  }

  /** Opens a document; resolves when its run is ready. */
  async open(scenario: unknown): Promise<void> {
    this.#moment = null;
    await this.#ask({ op: 'set', scenario });
  }

  get state(): EmbedState {
    return this.#state;
  }

  /** The displayed frame; if methods run until they stop, the displayed update. */
  get update(): number {
    return this.#update;
  }

  async play(): Promise<void> {
    await this.#ask({ op: 'play' });
  }

  async pause(): Promise<void> {
    await this.#ask({ op: 'pause' });
  }

  /** Moves by `n` updates, backwards if `n` is negative; resolves to the update then displayed. */
  async step(n = 1): Promise<number> {
    return (await this.#ask({ op: 'step', n })) as number;
  }

  async seek(update: number): Promise<number> {
    return (await this.#ask({ op: 'seek', update })) as number;
  }

  /** Returns to the start. */
  async reset(): Promise<void> {
    await this.#ask({ op: 'reset' });
  }

  /** A PNG of the panes, `width` pixels wide; by default in the current size. */
  async snapshot({ width }: { width?: number } = {}): Promise<Blob> {
    return (await this.#ask({ op: 'snapshot', width: width ?? null })) as Blob;
  }

  async results(): Promise<readonly EmbedResult[]> {
    return (await this.#ask({ op: 'results' })) as readonly EmbedResult[];
  }

  /** The replay hash, equal for runs that are identical bit for bit. */
  async hash(): Promise<string> {
    return (await this.#ask({ op: 'hash' })) as string;
  }

  async #ask(ask: Ask): Promise<unknown> {
    // Attributes that changed in this task are applied first.
    if (this.#changed.size > 0) await null;
    const answer = this.#answer(ask);
    this.#asks.add(answer);
    try {
      return await answer;
    } finally {
      this.#asks.delete(answer);
    }
  }

  async #answer(ask: Ask): Promise<unknown> {
    if (this.#resting) await this.#resting; // The frame would be removed before it answers.
    if (!this.isConnected)
      throw new RunError([{ path: '', reason: 'the element is not in a document' }]);
    this.#make();
    return Promise.race([this.#answerOnceBegun(ask), this.#failure.promise]);
  }

  async #answerOnceBegun(ask: Ask): Promise<unknown> {
    const begun = this.#begun;
    await begun;
    // The frame was replaced meanwhile.
    if (begun !== this.#begun) return this.#answerOnceBegun(ask);
    if (this.#link) return this.#link.ask(ask);
    const faults = attributeFaults(this);
    throw faults.length > 0 ? new RunError(faults) : takenDown();
  }

  // --- Creating and removing the frame

  #watch(): void {
    const near = new IntersectionObserver(
      ([entry]) => {
        this.#isNear = entry?.isIntersecting === true;
        if (this.#isNear) this.#makeIfWanted();
      },
      { rootMargin: NEAR },
    );
    const far = new IntersectionObserver(
      ([entry]) => {
        this.#isFar = entry?.isIntersecting === false;
        // A frame that gets requests while it is out of sight is kept for the next request.
        if (this.#isFar && this.#asks.size === 0) this.#rest(() => this.#isFar);
      },
      { rootMargin: FAR },
    );
    this.#sights = [near, far];
    for (const sight of this.#sights) sight.observe(this);
    this.#makeIfWanted();
    this.#still.dataset.poster = this.getAttribute('poster') ?? 'auto';
    this.#showPoster();
  }

  #makeIfWanted(): void {
    const loading = loadingOf(this);
    const isWanted = loading === 'eager' ? !this.#isFar : loading === 'lazy' && this.#isNear;
    if (isWanted) this.#make();
  }

  /** `pressed`: by a user who wants to see it play. */
  #make(pressed = false): void {
    if (this.#stands || !this.isConnected) return;
    const faults = attributeFaults(this);
    if (faults.length > 0) this.#send('error', { faults });
    const source = sourceOf(this);
    if (!source) {
      if (this.#state !== 'failed') this.#stand('failed');
      return;
    }
    this.#state = 'loading';
    this.#stands = true;
    const begun: Promise<void> = roomFor(this.#live)
      // The frame may have been removed and created again meanwhile.
      .then(() =>
        this.#stands && begun === this.#begun ? this.#putUp(source, pressed) : undefined,
      )
      .catch((error) => this.#fail(error));
    this.#begun = begun;
  }

  #makeAgain(): void {
    this.#takeDown();
    this.#make();
  }

  async #putUp(source: RunSource, pressed: boolean): Promise<void> {
    const { page, file, text } = source;
    const moment = this.#moment;
    const hasDocument = file !== null || text !== null;
    const address = embedAddress(page, {
      ui: this.getAttribute('ui'),
      hide: this.getAttribute('hide'),
      theme: themeOf(this),
      scale: this.getAttribute('scale'),
      paused: (this.hasAttribute('paused') && !pressed) || moment !== null,
      awaits: hasDocument || moment !== null,
      origin: location.origin,
    });
    this.#frame = newFrame(address, labelOf(this));
    this.#link = new FrameLink(this.#frame, (message) => this.#told(message));
    this.#waitFor(address, hasDocument ? null : page);
    this.#root.append(this.#frame);
    await this.#begin(this.#link, source, moment);
  }

  /** `run`: the address that the link opens; null if it does not contain the run. */
  #waitFor(address: URL, run: URL | null): void {
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    const link = document.createElement('a');
    link.href = (run ?? new URL('./', address)).href;
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = run ? 'Open the run in a new tab' : 'Open IK Lab in a new tab';
    const fail = (error: RunError): void => {
      this.#waiting.abort();
      this.#failed.replaceChildren('The run did not load. ', link);
      this.#failed.hidden = false;
      this.#fail(error);
      this.#failure.reject(error);
    };
    const due = setTimeout(() => fail(lateError(address)), IkLabElement.patience);
    signal.addEventListener('abort', () => clearTimeout(due));
    const violated = (event: SecurityPolicyViolationEvent): void => {
      const { disposition, effectiveDirective, blockedURI } = event;
      if (disposition !== 'enforce' || !/^(frame|child)-src$/.test(effectiveDirective)) return;
      const isThis = blockedURI === address.origin || blockedURI.startsWith(`${address.origin}/`);
      const reason = `the policy of this page forbids frames of ${address.origin} (frame-src)`;
      if (isThis) fail(new RunError([{ path: 'src', reason }]));
    };
    document.addEventListener('securitypolicyviolation', violated, { signal });
  }

  /** The frame listens, however late. */
  #heardFrom(): void {
    this.#waiting.abort();
    if (this.#failed.hidden) return;
    this.#failed.hidden = true;
    this.#failure = newFailure();
    this.#stand('loading');
  }

  /** Continues from a saved state, or opens the run of the attributes. */
  async #begin(link: FrameLink, { file, text }: RunSource, moment: Moment | null): Promise<void> {
    if (moment) {
      await link.askFirst({ op: 'set', scenario: moment.scenario });
      await link.ask({ op: 'seek', update: moment.update });
      if (moment.playing) await link.ask({ op: 'play' });
    } else if (file)
      await link.askFirst({ op: 'set', scenario: parsedText(await fetchText(file), 'src') });
    else if (text !== null) await link.askFirst({ op: 'set', scenario: parsedText(text) });
    else await link.askFirst({ op: 'hello' });
    this.#still.hidden = true;
    if (this.#state === 'loading') this.#stand('ready');
  }

  /**
   * Removes the frame once all requests are answered; its last picture and its state are kept.
   * `wanted`: tested again before the frame is removed.
   */
  #rest(wanted?: () => boolean): Promise<void> {
    const begun = this.#begun;
    const rest = Promise.allSettled(this.#asks)
      // Otherwise it was created again.
      .then(() => (begun === this.#begun ? this.#putAway(wanted) : undefined))
      .finally(() => {
        if (this.#resting === rest) this.#resting = null;
      });
    this.#resting = rest;
    return rest;
  }

  async #putAway(wanted = () => true): Promise<void> {
    const link = this.#link;
    if (!link?.listens || this.#state === 'loading') return this.#takeDown();
    const playing = this.#state === 'playing';
    const kept = async (): Promise<void> => {
      const scenario = await link.ask({ op: 'get' });
      this.#moment = { scenario, update: this.#update, playing };
      const picture = (await link.ask({ op: 'snapshot', width: null })) as Blob;
      if (link !== this.#link) return;
      this.#forgetPicture();
      this.#picture = URL.createObjectURL(picture);
    };
    const late = new Promise<void>((done) => setTimeout(done, KEEPING));
    // A state that is not reported in time is lost.
    await Promise.race([kept().catch(() => {}), late]);
    if (link === this.#link && wanted()) this.#takeDown();
  }

  #takeDown(): void {
    this.#waiting.abort();
    if (!this.#failed.hidden) this.#failure = newFailure();
    this.#failed.hidden = true;
    this.#link?.close();
    this.#frame?.remove();
    this.#link = this.#frame = null;
    this.#stands = false;
    leaveRoom(this.#live);
    this.#still.hidden = false;
    this.#state = 'loading';
    this.#showPoster();
  }

  #forgetPicture(): void {
    if (this.#picture) URL.revokeObjectURL(this.#picture);
    this.#picture = '';
  }

  #showPoster(): void {
    const poster = this.getAttribute('poster') ?? 'auto';
    const address = this.#picture || (poster === 'auto' || poster === 'none' ? '' : poster);
    this.#still.style.backgroundImage = address ? `url(${JSON.stringify(address)})` : '';
    this.#still.dataset.bare = String(poster !== 'auto' || this.#picture !== '');
  }

  // --- Changes of attributes

  async #takeChanges(): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#name();
    this.#showPoster();
    // The state is saved first, and discarded if the run is another.
    if (this.#resting) await this.#resting;
    const hasChanged = (...names: string[]) => names.some((name) => changed.has(name));
    const isOther = hasChanged('src', 'scenario');
    if (isOther) this.#moment = null;
    const isOtherFrame = hasChanged('ui', 'hide', 'scale', 'host');
    const hasBegun = this.#still.hidden;
    if (!this.#stands) {
      if (isOther || hasChanged('host', 'loading')) this.#makeIfWanted();
    } else if ((isOther || isOtherFrame) && (!hasBegun || (isOther && isOtherFrame)))
      this.#makeAgain();
    else if (isOtherFrame) {
      await this.#rest();
      this.#make(); // Continues from the saved state.
    } else {
      if (changed.has('theme')) this.#follow();
      if (isOther) await this.#openAnew().catch((error) => this.#fail(error));
    }
  }

  /** Opens another run in the frame, if it shows the right page. */
  async #openAnew(): Promise<void> {
    const source = sourceOf(this);
    if (!source) return this.#send('error', { faults: attributeFaults(this) });
    const { page, file, text } = source;
    const [link, now] = [this.#link, new URL(this.#frame?.src ?? page)];
    const isHere = now.origin === page.origin && now.pathname === page.pathname;
    if (!link || !isHere || file) return this.#makeAgain();
    if (text !== null) await link.ask({ op: 'set', scenario: parsedText(text) });
    else if (page.hash) await link.ask({ op: 'open', fragment: page.hash });
    else this.#makeAgain();
  }

  #follow(): void {
    this.#link?.ask({ op: 'theme', theme: themeOf(this) }).catch(() => {});
  }

  #name(): void {
    this.#still.querySelector('button')?.setAttribute('aria-label', `Run: ${labelOf(this)}`);
    if (this.#frame) this.#frame.title = labelOf(this);
  }

  // --- Messages of the frame

  #told(message: Told): void {
    const { event, detail } = message;
    if (event === 'here') this.#heardFrom();
    if (event === 'update') this.#update = detail.update;
    if (event === 'state') this.#stand(detail.state);
    else if (event !== 'here') this.#send(event, detail);
  }

  #stand(state: EmbedState): void {
    this.#state = state;
    if (state !== 'ready') this.#send('state', { state });
  }

  #fail(error: unknown): void {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#state === 'loading') this.#stand('failed');
    const faults = error instanceof RunError ? error.faults : [{ path: '', reason }];
    this.#send('error', { faults });
  }

  #send(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`iklab-${name}`, { detail, bubbles: true, composed: true }));
  }
}

if (globalThis.customElements && !customElements.get('ik-lab'))
  customElements.define('ik-lab', IkLabElement);
