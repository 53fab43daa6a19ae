import type { Engine } from '@iklab/core/engine';
import { threadTime } from '@iklab/core/time';
import { type EmbedSettings, parseEmbedSettings } from '@iklab/element';
import { h, render } from 'preact';
import {
  createEmbedServices,
  getEmbedQuery,
  isEmbeddingAllowed,
} from '../../browser/embedServices.ts';
import { createLab, type DrawingSurface, type LabInElement } from '../createLab.ts';
import type { HostSettings } from '../host/hostSettings.ts';
import { EMBEDDER_FORBIDDEN_FAILURE } from '../startupFailure.ts';
import { StartupFailurePage } from '../startupFailurePage.tsx';
import { setTheme, waitUntilSessionMounted } from './answerEmbedRequest.ts';
import { EmbedRequestListener, logMessageFaults } from './embedRequestListener.ts';
import { findUnmatchedParams, makeEmbedApp } from './makeEmbedApp.tsx';
import { pauseOffscreen } from './pauseOffscreen.ts';

/**
 * Milliseconds between frames while the iframe is out of view. The browser then draws no frames,
 * but the embedding page may request the state.
 */
const OFFSCREEN_INTERVAL = 300;

/** Returns null if the host does not allow the embedding page. */
export async function startEmbed(
  root: HTMLElement,
  engine: Engine,
  surface: DrawingSurface,
  isManual: boolean,
  host: HostSettings,
): Promise<LabInElement | null> {
  if (!isEmbeddingAllowed(host.embedders)) {
    render(h(StartupFailurePage, { obstacle: EMBEDDER_FORBIDDEN_FAILURE }), root);
    return null;
  }
  threadTime.forceFrames(OFFSCREEN_INTERVAL);
  const settings = frameSettings(host);
  const services = createEmbedServices(engine, isManual, settings.paused);
  const { root: page } = services;
  page.dataset.embed = '';
  page.style.fontSize = `${100 * settings.scale}%`;
  setTheme(page, settings.theme);
  const lab = createLab(root, services, surface, makeEmbedApp(settings));
  const faults = [...host.faults, ...settings.faults];
  const openLab = async (): Promise<void> => {
    await lab.open(settings.awaits ? () => frame.openFirst() : undefined);
    await waitUntilSessionMounted(lab.page); // Code that draws a robot may load late: requests wait for it.
    if (settings.paused) lab.page.loop.pause();
  };
  // Deferred, because `frame` must exist before the first document is opened.
  const mounted = Promise.resolve().then(openLab);
  const frame = new EmbedRequestListener(
    lab.page,
    { ...settings, faults },
    host.embedders,
    mounted,
  );
  await mounted;
  if (!settings.awaits) frame.announce();
  if (!isManual) pauseOffscreen(lab.page, root);
  await lab.loadDeferredParts();
  // With an origin, the frame is in an element that may send the first scene; its parameters are
  // checked later.
  if (settings.origin === null)
    logMessageFaults([...faults, ...(await findUnmatchedParams(lab.page, settings.params))]);
  return lab;
}

function frameSettings({ hide }: HostSettings): EmbedSettings {
  const settings = parseEmbedSettings(getEmbedQuery());
  return { ...settings, hidden: new Set([...settings.hidden, ...hide]) };
}
