/** Test helpers: studies. */
export { twoLinkStudy } from './tasks/testTwoLinks.ts';
