/** For tests: studies. */
export { twoLinkStudy } from './testTwoLinks.ts';
