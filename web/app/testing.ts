/** Helpers of component tests: a window without a browser, and a page with a real run. */
export { type TestPage, TWO_HINGES, testPage } from './testPage.ts';
export * from './testWindow.ts';
