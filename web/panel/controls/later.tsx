import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { missingPart } from '../../format/notices.ts';
import type { Page } from '../page.ts';

type Get = () => Promise<unknown>;

const soon: Get[] = [];
const late: Get[] = [];

/**
 * A part of the page in a script of its own: nothing stands in its place until that is here.
 * `seldom`: others are got before it.
 */
export function later<P extends { page: Page }>(
  load: () => Promise<FunctionComponent<P>>,
  { seldom = false } = {},
): FunctionComponent<P> {
  let Part: FunctionComponent<P> | null = null;
  const get = async (): Promise<void> => {
    Part ??= await load();
  };
  (seldom ? late : soon).push(get);
  return function Later(props) {
    const [, turn] = useState(false);
    useEffect(() => {
      if (Part) return;
      get()
        .then(() => turn(true))
        .catch(() => missing(props.page));
    }, []);
    return Part && <Part {...props} />;
  };
}

function missing({ desk, viewState }: Page): void {
  viewState.asked.value = viewState.inspected.value = viewState.beside.value = null;
  desk.notice.value = missingPart;
}

const all = (parts: readonly Get[]): Promise<unknown> =>
  Promise.allSettled(parts.map((get) => get()));

/** Gets all but what is seldom shown, once the page stands. */
export const allParts = (): Promise<unknown> => all(soon);

/** And that: from then on the page needs no network. */
export const seldomParts = (): Promise<unknown> => all(late);
