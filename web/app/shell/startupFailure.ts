export interface StartupFailure {
  readonly reason: string;
  readonly help: string;
}

export const NO_WEBASSEMBLY_FAILURE: StartupFailure = {
  reason: 'IK Lab needs WebAssembly, which this browser does not run.',
  help: 'All browsers since 2021 support it. If a strict security mode disables it, allow it for this page and reload.',
};

export const NO_WEBGL_FAILURE: StartupFailure = {
  reason: 'IK Lab needs WebGL 2, which this browser does not provide.',
  help: 'Enable hardware acceleration in the browser settings, update the graphics driver, or use another browser.',
};

export const EMBEDDER_FORBIDDEN_FAILURE: StartupFailure = {
  reason: 'This site is not allowed to embed IK Lab runs from this host.',
  help: 'The owner of the host can add this site to “embedders” in iklab.json.',
};

export const makeModuleLoadFailure = (reason: string): StartupFailure => ({
  reason: `The solver module could not be loaded: ${reason.replace(/^the solver module did not load: |\.$/g, '')}.`,
  help: 'Check the connection and reload the page.',
});
