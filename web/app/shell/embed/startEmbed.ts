import { type EmbedSettings, embedSettings } from '@iklab/element';
import type { Engine } from 'iklab/engine';
import { threadTime } from 'iklab/time';
import { h, render } from 'preact';
import { embedQuery, embedServices, mayBeHeld } from '../../browser/embedServices.ts';
import { CannotRun } from '../cannotRun.tsx';
import { createLab, type LabInElement, type Surface } from '../createLab.ts';
import type { HostSettings } from '../host/hostSettings.ts';
import { NO_EMBEDDER } from '../obstacle.ts';
import { setTheme, standing } from './embedActs.ts';
import { embedApp, strayParams } from './embedApp.tsx';
import { EmbedFrame, warnOf } from './embedFrame.ts';
import { restOutOfSight } from './restOutOfSight.ts';

/**
 * Milliseconds between frames if the browser draws none because the iframe is out of view: the
 * embedding page may still request the state of the run.
 */
const UNSEEN = 300;

/**
 * Starts a run embedded in another page, from the query and fragment of the frame's address.
 * Returns null if the host does not allow that page.
 */
export async function startEmbed(
  root: HTMLElement,
  engine: Engine,
  surface: Surface,
  byHand: boolean,
  host: HostSettings,
): Promise<LabInElement | null> {
  if (!mayBeHeld(host.embedders)) {
    render(h(CannotRun, { obstacle: NO_EMBEDDER }), root);
    return null;
  }
  threadTime.drawUnseen(UNSEEN);
  const settings = settingsHere(host);
  const services = embedServices(engine, byHand, settings.paused);
  const { root: page } = services;
  page.dataset.embed = '';
  page.style.fontSize = `${100 * settings.scale}%`;
  setTheme(page, settings.theme);
  const lab = createLab(root, services, surface, embedApp(settings));
  const faults = [...host.faults, ...settings.faults];
  const stands = async (): Promise<void> => {
    await lab.open(settings.awaits ? () => frame.openFirst() : undefined);
    await standing(lab.page); // Code that draws a robot may load late: requests wait for it.
    if (settings.paused) lab.page.loop.pause();
  };
  // Deferred, because `frame` must exist before the first document is opened.
  const opened = Promise.resolve().then(stands);
  const frame = new EmbedFrame(lab.page, { ...settings, faults }, host.embedders, opened);
  await opened;
  if (!settings.awaits) frame.tellHere();
  // With an origin, the frame is in an element that may send the first scene; its parameters are
  // checked later.
  if (settings.origin === null) warnOf([...faults, ...strayParams(lab.page, settings.params)]);
  if (!byHand) restOutOfSight(lab.page, root);
  return lab;
}

/** The settings of the query, plus what the host always hides. */
function settingsHere({ hide }: HostSettings): EmbedSettings {
  const settings = embedSettings(embedQuery());
  return { ...settings, hidden: new Set([...settings.hidden, ...hide]) };
}
