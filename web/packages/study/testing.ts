/** Test helpers: studies. */
export { makeTwoLinkStudy } from './tasks/testTwoLinks.ts';
