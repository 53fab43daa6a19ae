/** For tests of components: a window without a browser, and a page whose run is real. */
export { type TestPage, testPage } from './testPage.ts';
export * from './testWindow.ts';
