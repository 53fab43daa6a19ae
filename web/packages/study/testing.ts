/** For tests: studies. */
export { twoLinkStudy } from './tasks/testTwoLinks.ts';
