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
  type EmbeddedRunSource,
  findAttributeFaults,
  getFrameLabel,
  OBSERVED_ATTRIBUTES,
  parseScenarioJson,
  readEmbeddedRunSource,
  readLoadingMode,
  readThemeAttribute,
} from './elementAttributes.ts';
import { getElementStyle } from './elementStyle.ts';
import { makeEmbedAddress } from './embedAddress.ts';
import { EmbeddedRunError, FrameConnection, makeRunRemovedError } from './frameConnection.ts';
import type { EmbedRequest, EmbedResult, EmbedState, FrameEventMessage } from './frameMessages.ts';
import { releaseEmbeddedFrame, reserveEmbeddedFrame } from './reserveEmbeddedFrame.ts';

const NEAR_MARGIN = '300px 0px'; // Distance from the window at which the frame is created.
const DEFAULT_TIMEOUT = 10_000; // Milliseconds until a silent frame counts as failed.
const SAVE_TIMEOUT = 2000; // Milliseconds for a frame to report its state.
const FAR_MARGIN = '500% 0px'; // Distance from the window at which the frame is removed.

interface SavedState {
  readonly scenario: unknown;
  readonly update: number;
  readonly playing: boolean;
}

function createFrame(address: URL, title: string): HTMLIFrameElement {
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

/** Creates a promise that can only reject. Its rejection ends all waiting requests. */
function createFailure(): {
  readonly promise: Promise<never>;
  readonly reject: (why: Error) => void;
} {
  let reject: (why: Error) => void = () => {};
  const promise = new Promise<never>((_, fail) => {
    reject = fail;
  });
  promise.catch(() => {}); // Prevents an unhandled rejection without pending requests.
  return { promise, reject };
}

const makeTimeoutError = ({ host, pathname }: URL): EmbeddedRunError =>
  new EmbeddedRunError([
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
      throw new EmbeddedRunError([
        { path: 'src', reason: `${file.href}: HTTP status ${answer.status}` },
      ]);
    return await answer.text();
  } catch (error) {
    throw signal.aborted ? makeTimeoutError(file) : error;
  }
}

const playIcon =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4 2.5v11l9-5.5z" fill="currentColor"/></svg>';

// The module is also loaded without a DOM, for example on a server.
const BaseElement: typeof HTMLElement =
  globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

export class IkLabElement extends BaseElement {
  static readonly observedAttributes = OBSERVED_ATTRIBUTES;
  /**
   * Time after which a silent frame counts as failed, milliseconds. A run that loads later is still
   * shown.
   */
  static patience = DEFAULT_TIMEOUT;

  readonly #root = this.attachShadow({ mode: 'closed' });
  readonly #posterBox = document.createElement('div');
  readonly #failed = document.createElement('div');
  #isActive = false;
  #frame: HTMLIFrameElement | null = null;
  #link: FrameConnection | null = null;
  #waiting = new AbortController();
  #failure = createFailure();
  #started: Promise<void> = Promise.resolve();
  readonly #pendingRequests = new Set<Promise<unknown>>();
  /** Resolves when the frame has been removed; null if no removal is in progress. */
  #resting: Promise<void> | null = null;
  #state: EmbedState = 'loading';
  #update = 0;
  /** State from which a new frame continues the run; null for the start. */
  #moment: SavedState | null = null;
  #picture = '';
  #sights: IntersectionObserver[] = [];
  #isNear = false;
  #isFar = false;
  /**
   * Invisible element for observing the color scheme: a change starts a transition of its colour.
   */
  readonly #scheme = document.createElement('i');
  /** Names of attributes that changed in the current task. They are handled together afterwards. */
  #changed = new Set<string>();
  readonly #live = {
    of: this as IkLabElement,
    get distance(): number {
      const { top, bottom } = this.of.getBoundingClientRect();
      return Math.abs((top + bottom) / 2 - innerHeight / 2);
    },
    takeDown: () => this.#suspend(),
  };

  constructor() {
    super();
    this.#posterBox.className = 'still';
    this.#posterBox.innerHTML = `<slot></slot><button type="button" part="play">${playIcon}</button>`;
    this.#posterBox.querySelector('button')?.addEventListener('click', () => this.#activate(true));
    this.#root.adoptedStyleSheets = [getElementStyle()];
    this.#scheme.addEventListener('transitionrun', () => this.#sendTheme());
    this.#failed.className = 'failed';
    this.#failed.setAttribute('role', 'status');
    this.#failed.part.add('failed');
    this.#failed.hidden = true;
    this.#root.append(this.#posterBox, this.#scheme, this.#failed);
  }

  connectedCallback(): void {
    this.#updateLabels();
    this.#observeVisibility();
  }

  disconnectedCallback(): void {
    for (const sight of this.#sights) sight.disconnect();
    this.#sights = [];
    this.#isNear = this.#isFar = false;
    this.#removeFrame();
    this.#releasePicture();
    this.#moment = null;
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected) return;
    this.#changed.add(name);
    if (this.#changed.size === 1) queueMicrotask(() => this.#applyChanges());
  }

  // --- Requests of a page

  /**
   * Promise of the scenario document. Setting the property opens a document; the previous run is
   * visible until the new run is ready.
   */
  get scenario(): Promise<unknown> {
    return this.#sendRequest({ op: 'get' });
  }

  set scenario(scenario: unknown) {
    this.open(scenario).catch((error) => this.#reportError(error));
  }

  /** Opens a scenario document in the frame. Resolves when the run is ready. */
  async open(scenario: unknown): Promise<void> {
    this.#moment = null;
    await this.#sendRequest({ op: 'set', scenario });
  }

  get state(): EmbedState {
    return this.#state;
  }

  /**
   * Number of the displayed clock frame, or of the displayed update if methods run until they stop.
   */
  get update(): number {
    return this.#update;
  }

  async play(): Promise<void> {
    await this.#sendRequest({ op: 'play' });
  }

  async pause(): Promise<void> {
    await this.#sendRequest({ op: 'pause' });
  }

  /**
   * Moves the run by `n` updates (negative: backwards). Resolves to the number of the displayed
   * update.
   */
  async step(n = 1): Promise<number> {
    return (await this.#sendRequest({ op: 'step', n })) as number;
  }

  async seek(update: number): Promise<number> {
    return (await this.#sendRequest({ op: 'seek', update })) as number;
  }

  /** Returns the run to its start. */
  async reset(): Promise<void> {
    await this.#sendRequest({ op: 'reset' });
  }

  /**
   * Resolves to a PNG image of the panes, `width` pixels wide; by default in the displayed size.
   */
  async snapshot({ width }: { width?: number } = {}): Promise<Blob> {
    return (await this.#sendRequest({ op: 'snapshot', width: width ?? null })) as Blob;
  }

  async results(): Promise<readonly EmbedResult[]> {
    return (await this.#sendRequest({ op: 'results' })) as readonly EmbedResult[];
  }

  /** Resolves to the replay hash. Runs that are identical bit for bit have equal hashes. */
  async hash(): Promise<string> {
    return (await this.#sendRequest({ op: 'hash' })) as string;
  }

  async #sendRequest(message: EmbedRequest): Promise<unknown> {
    // Attributes that changed in this task are applied first.
    if (this.#changed.size > 0) await null;
    const answer = this.#answer(message);
    this.#pendingRequests.add(answer);
    try {
      return await answer;
    } finally {
      this.#pendingRequests.delete(answer);
    }
  }

  async #answer(message: EmbedRequest): Promise<unknown> {
    if (this.#resting) await this.#resting; // The frame would be removed before it answers.
    if (!this.isConnected)
      throw new EmbeddedRunError([{ path: '', reason: 'the element is not in a document' }]);
    this.#activate();
    return Promise.race([this.#answerWhenReady(message), this.#failure.promise]);
  }

  async #answerWhenReady(message: EmbedRequest): Promise<unknown> {
    const started = this.#started;
    await started;
    // The frame was replaced meanwhile.
    if (started !== this.#started) return this.#answerWhenReady(message);
    if (this.#link) return this.#link.send(message);
    const faults = findAttributeFaults(this);
    throw faults.length > 0 ? new EmbeddedRunError(faults) : makeRunRemovedError();
  }

  // --- Creating and removing the frame

  #observeVisibility(): void {
    const near = new IntersectionObserver(
      ([entry]) => {
        this.#isNear = entry?.isIntersecting === true;
        if (this.#isNear) this.#activateIfWanted();
      },
      { rootMargin: NEAR_MARGIN },
    );
    const far = new IntersectionObserver(
      ([entry]) => {
        this.#isFar = entry?.isIntersecting === false;
        // A frame that gets requests while it is out of sight is kept for the next request.
        if (this.#isFar && this.#pendingRequests.size === 0) this.#suspend(() => this.#isFar);
      },
      { rootMargin: FAR_MARGIN },
    );
    this.#sights = [near, far];
    for (const sight of this.#sights) sight.observe(this);
    this.#activateIfWanted();
    this.#posterBox.dataset.poster = this.getAttribute('poster') ?? 'auto';
    this.#showPoster();
  }

  #activateIfWanted(): void {
    const loading = readLoadingMode(this);
    const isWanted = loading === 'eager' ? !this.#isFar : loading === 'lazy' && this.#isNear;
    if (isWanted) this.#activate();
  }

  /**
   * Creates the frame if there is none. With `pressed` (play button), the run plays despite the
   * attribute `paused`.
   */
  #activate(pressed = false): void {
    if (this.#isActive || !this.isConnected) return;
    const faults = findAttributeFaults(this);
    if (faults.length > 0) this.#dispatch('error', { faults });
    const source = readEmbeddedRunSource(this);
    if (!source) {
      if (this.#state !== 'failed') this.#setState('failed');
      return;
    }
    this.#state = 'loading';
    this.#isActive = true;
    const started: Promise<void> = reserveEmbeddedFrame(this.#live)
      // The frame may have been removed and created again meanwhile.
      .then(() =>
        this.#isActive && started === this.#started ? this.#createRun(source, pressed) : undefined,
      )
      .catch((error) => this.#reportError(error));
    this.#started = started;
  }

  #restart(): void {
    this.#removeFrame();
    this.#activate();
  }

  async #createRun(source: EmbeddedRunSource, pressed: boolean): Promise<void> {
    const { page, file, text } = source;
    const moment = this.#moment;
    const hasDocument = file !== null || text !== null;
    const address = makeEmbedAddress(page, {
      ui: this.getAttribute('ui'),
      hide: this.getAttribute('hide'),
      theme: readThemeAttribute(this),
      scale: this.getAttribute('scale'),
      paused: (this.hasAttribute('paused') && !pressed) || moment !== null,
      awaits: hasDocument || moment !== null,
      origin: location.origin,
    });
    this.#frame = createFrame(address, getFrameLabel(this));
    this.#link = new FrameConnection(this.#frame, (message) => this.#onMessage(message));
    this.#watchForFailure(address, hasDocument ? null : page);
    this.#root.append(this.#frame);
    await this.#startRun(this.#link, source, moment);
  }

  /**
   * Waits for the first message of the frame at `address`; shows a link after a failure. `run` is
   * the link target; null for the start page of IK Lab.
   */
  #watchForFailure(address: URL, run: URL | null): void {
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    const link = document.createElement('a');
    link.href = (run ?? new URL('./', address)).href;
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = run ? 'Open the run in a new tab' : 'Open IK Lab in a new tab';
    const fail = (error: EmbeddedRunError): void => {
      this.#waiting.abort();
      this.#failed.replaceChildren('The run did not load. ', link);
      this.#failed.hidden = false;
      this.#reportError(error);
      this.#failure.reject(error);
    };
    const timer = setTimeout(() => fail(makeTimeoutError(address)), IkLabElement.patience);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const violated = (event: SecurityPolicyViolationEvent): void => {
      const { disposition, effectiveDirective, blockedURI } = event;
      if (disposition !== 'enforce' || !/^(frame|child)-src$/.test(effectiveDirective)) return;
      const isThis = blockedURI === address.origin || blockedURI.startsWith(`${address.origin}/`);
      const reason = `the policy of this page forbids frames of ${address.origin} (frame-src)`;
      if (isThis) fail(new EmbeddedRunError([{ path: 'src', reason }]));
    };
    document.addEventListener('securitypolicyviolation', violated, { signal });
  }

  /** Ends the wait for the frame, even for one that counted as failed. */
  #onListening(): void {
    this.#waiting.abort();
    if (this.#failed.hidden) return;
    this.#failed.hidden = true;
    this.#failure = createFailure();
    this.#setState('loading');
  }

  async #startRun(
    link: FrameConnection,
    { file, text }: EmbeddedRunSource,
    moment: SavedState | null,
  ): Promise<void> {
    if (moment) {
      await link.requestFirst({ op: 'set', scenario: moment.scenario });
      await link.send({ op: 'seek', update: moment.update });
      if (moment.playing) await link.send({ op: 'play' });
    } else if (file)
      await link.requestFirst({
        op: 'set',
        scenario: parseScenarioJson(await fetchText(file), 'src'),
      });
    else if (text !== null)
      await link.requestFirst({ op: 'set', scenario: parseScenarioJson(text) });
    else await link.requestFirst({ op: 'hello' });
    this.#posterBox.hidden = true;
    if (this.#state === 'loading') this.#setState('ready');
  }

  /**
   * Saves the run and removes the frame after the answers to all requests. Keeps the frame if
   * `wanted` returns false then.
   */
  #suspend(wanted?: () => boolean): Promise<void> {
    const started = this.#started;
    const rest = Promise.allSettled(this.#pendingRequests)
      // Otherwise it was created again.
      .then(() => (started === this.#started ? this.#saveAndRemove(wanted) : undefined))
      .finally(() => {
        if (this.#resting === rest) this.#resting = null;
      });
    this.#resting = rest;
    return rest;
  }

  async #saveAndRemove(wanted = () => true): Promise<void> {
    const link = this.#link;
    if (!link?.listens || this.#state === 'loading') return this.#removeFrame();
    const playing = this.#state === 'playing';
    const save = async (): Promise<void> => {
      const scenario = await link.send({ op: 'get' });
      this.#moment = { scenario, update: this.#update, playing };
      const picture = (await link.send({ op: 'snapshot', width: null })) as Blob;
      if (link !== this.#link) return;
      this.#releasePicture();
      this.#picture = URL.createObjectURL(picture);
    };
    const late = new Promise<void>((resolve) => setTimeout(resolve, SAVE_TIMEOUT));
    // A state that is not reported in time is lost.
    await Promise.race([save().catch(() => {}), late]);
    if (link === this.#link && wanted()) this.#removeFrame();
  }

  #removeFrame(): void {
    this.#waiting.abort();
    if (!this.#failed.hidden) this.#failure = createFailure();
    this.#failed.hidden = true;
    this.#link?.close();
    this.#frame?.remove();
    this.#link = this.#frame = null;
    this.#isActive = false;
    releaseEmbeddedFrame(this.#live);
    this.#posterBox.hidden = false;
    this.#state = 'loading';
    this.#showPoster();
  }

  #releasePicture(): void {
    if (this.#picture) URL.revokeObjectURL(this.#picture);
    this.#picture = '';
  }

  #showPoster(): void {
    const poster = this.getAttribute('poster') ?? 'auto';
    const address = this.#picture || (poster === 'auto' || poster === 'none' ? '' : poster);
    this.#posterBox.style.backgroundImage = address ? `url(${JSON.stringify(address)})` : '';
    this.#posterBox.dataset.bare = String(poster !== 'auto' || this.#picture !== '');
  }

  // --- Changes of attributes

  async #applyChanges(): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#updateLabels();
    this.#showPoster();
    // The state is saved first, and discarded if the run is another.
    if (this.#resting) await this.#resting;
    const hasChanged = (...names: string[]) => names.some((name) => changed.has(name));
    const isOther = hasChanged('src', 'scenario');
    if (isOther) this.#moment = null;
    const isOtherFrame = hasChanged('ui', 'hide', 'scale', 'host');
    const hasBegun = this.#posterBox.hidden;
    if (!this.#isActive) {
      if (isOther || hasChanged('host', 'loading')) this.#activateIfWanted();
    } else if ((isOther || isOtherFrame) && (!hasBegun || (isOther && isOtherFrame)))
      this.#restart();
    else if (isOtherFrame) {
      await this.#suspend();
      this.#activate(); // Continues from the saved state.
    } else {
      if (changed.has('theme')) this.#sendTheme();
      if (isOther) await this.#openOther().catch((error) => this.#reportError(error));
    }
  }

  /**
   * Opens the run of the attributes. A frame with the right page is kept; otherwise a new frame is
   * created.
   */
  async #openOther(): Promise<void> {
    const source = readEmbeddedRunSource(this);
    if (!source) return this.#dispatch('error', { faults: findAttributeFaults(this) });
    const { page, file, text } = source;
    const [link, current] = [this.#link, new URL(this.#frame?.src ?? page)];
    const isHere = current.origin === page.origin && current.pathname === page.pathname;
    if (!link || !isHere || file) return this.#restart();
    if (text !== null) await link.send({ op: 'set', scenario: parseScenarioJson(text) });
    else if (page.hash) await link.send({ op: 'open', fragment: page.hash });
    else this.#restart();
  }

  #sendTheme(): void {
    this.#link?.send({ op: 'theme', theme: readThemeAttribute(this) }).catch(() => {});
  }

  #updateLabels(): void {
    this.#posterBox
      .querySelector('button')
      ?.setAttribute('aria-label', `Run: ${getFrameLabel(this)}`);
    if (this.#frame) this.#frame.title = getFrameLabel(this);
  }

  // --- Messages of the frame

  #onMessage(message: FrameEventMessage): void {
    const { event, detail } = message;
    if (event === 'here') this.#onListening();
    if (event === 'update') this.#update = detail.update;
    if (event === 'state') this.#setState(detail.state);
    else if (event !== 'here') this.#dispatch(event, detail);
  }

  #setState(state: EmbedState): void {
    this.#state = state;
    if (state !== 'ready') this.#dispatch('state', { state });
  }

  #reportError(error: unknown): void {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#state === 'loading') this.#setState('failed');
    const faults = error instanceof EmbeddedRunError ? error.faults : [{ path: '', reason }];
    this.#dispatch('error', { faults });
  }

  #dispatch(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`iklab-${name}`, { detail, bubbles: true, composed: true }));
  }
}

if (globalThis.customElements && !customElements.get('ik-lab'))
  customElements.define('ik-lab', IkLabElement);
