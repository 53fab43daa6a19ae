import { firstPictures } from '@iklab/scene/dom';
import { missingPartNotice } from 'iklab/format';
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../page.ts';

const parts: (() => Promise<unknown>)[] = [];

/** A part of the page in a script of its own: nothing stands in its place until that is here. */
export function lazyPart<P extends { page: Page }>(
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> {
  let Part: FunctionComponent<P> | null = null;
  const get = async (): Promise<void> => {
    Part ??= await load();
  };
  parts.push(get);
  return function Later(props) {
    const [, turn] = useState(false);
    const stands = Part !== null; // it may come before the effect of this picture
    useEffect(() => {
      if (stands) return;
      firstPictures()
        .then(get)
        .then(() => turn(true))
        .catch(() => missing(props.page));
    }, []);
    return Part && <Part {...props} />;
  };
}

function missing({ doc, viewState }: Page): void {
  viewState.openDialog.value = viewState.inspected.value = viewState.pageBeside.value = null;
  doc.notice.value = missingPartNotice;
}

/** Gets them all, once the page stands: from then on it needs no network. */
export const loadAllParts = (): Promise<unknown> => Promise.allSettled(parts.map((get) => get()));
