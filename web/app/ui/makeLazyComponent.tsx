import { unloadedScriptNotice } from '@iklab/core/format/words';
import { whenFirstDrawn } from '@iklab/scene/dom';
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../page.ts';

const parts: (() => Promise<unknown>)[] = [];

/** Makes a component whose script is loaded separately. Until then, the component is empty. */
export function makeLazyComponent<P extends { page: Page }>(
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> {
  let Part: FunctionComponent<P> | null = null;
  const get = async (): Promise<void> => {
    Part ??= await load();
  };
  parts.push(get);
  return function Later(props) {
    const [, setLoaded] = useState(false);
    const isLoaded = Part !== null; // The script may arrive before the effect of this rendering.
    useEffect(() => {
      if (isLoaded) return;
      whenFirstDrawn()
        .then(get)
        .then(() => setLoaded(true))
        .catch(() => reportMissingPart(props.page));
    }, []);
    return Part && <Part {...props} />;
  };
}

function reportMissingPart({ doc, viewState }: Page): void {
  viewState.openDialog.value = viewState.inspected.value = viewState.openPage.value = null;
  doc.notice.value = unloadedScriptNotice;
}

/** Loads the scripts of all components. The page then needs no network. */
export const loadAllLazyComponents = (): Promise<unknown> =>
  Promise.allSettled(parts.map((get) => get()));
