import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Page } from './page.ts';

/** The page that a component is drawn in, for those that nobody hands it to. */
export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('a component of the lab is drawn outside of it');
  return page;
}
