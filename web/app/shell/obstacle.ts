/** Why the page cannot run, and what would help, in words. */
export interface Obstacle {
  readonly reason: string;
  readonly help: string;
}

export const NO_WEBASSEMBLY: Obstacle = {
  reason: 'This browser does not run WebAssembly, which the solvers are compiled to.',
  help: 'Browsers made since 2021 run it. Some turn it off in a strict security mode: allow it for this page and load it again.',
};

export const NO_WEBGL: Obstacle = {
  reason: 'This browser gives no WebGL 2, which the mechanisms are drawn with.',
  help: 'Turn on hardware acceleration in the settings of the browser, update the graphics driver, or try another browser.',
};

export const NO_EMBEDDER: Obstacle = {
  reason:
    'This host shows its runs in the pages that its iklab.json names under embedders; this page is none of them.',
  help: 'Who has the host may add it there.',
};

export const notLoaded = (reason: string): Obstacle => ({
  reason: `The solver module could not be loaded: ${reason.replace(/^the solver module did not load: |\.$/g, '')}.`,
  help: 'Check the connection and load the page again.',
});
