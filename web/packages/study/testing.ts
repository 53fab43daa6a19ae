export { makeTwoLinkStudy } from './tasks/testTwoLinks.ts';
