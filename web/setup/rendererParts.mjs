/**
 * Three.js's renderer without the parts that nothing here asks for: headsets, shadows, environment
 * maps, groups of uniforms, its own pass of output. What stands in for a part does what it does while
 * it is not in use; the shaders that would need one name what they miss (`shaders.mjs`).
 */

const refused = (what) => `{ throw new Error('left out of the renderer: ${what}'); }`;

/** Functions and classes of three.module.js, and what stands in for each. */
const STANDINS = {
  WebXRManager: `class WebXRManager extends EventDispatcher {
	enabled = false;
	isPresenting = false;
	setAnimationLoop() {}
	getEnvironmentBlendMode() {}
	dispose() {}
}`,
  WebGLShadowMap: `function WebGLShadowMap() {
	this.enabled = this.needsUpdate = false;
	this.render = () => {};
}`,
  WebGLEnvironments: `function WebGLEnvironments() {
	return { get: ( texture ) => texture ?? null, dispose: () => {} };
}`,
  WebGLUniformsGroups: `function WebGLUniformsGroups() {
	return { update: () => ${refused('groups of uniforms')}, dispose: () => {} };
}`,
  WebGLOutput: `function WebGLOutput() ${refused('a pass of output')}`,
};

/** The text of three.module.js with the stand-ins. */
export function withoutParts(code) {
  return Object.entries(STANDINS).reduce((text, [name, standIn]) => {
    const whole = new RegExp(`^(?:class|function) ${name}\\b[\\s\\S]*?^}$`, 'gm');
    const found = text.match(whole)?.length ?? 0;
    if (found !== 1) throw new Error(`Three.js has ${found} parts ${name}, not 1`);
    return text.replace(whole, () => standIn);
  }, code);
}

/** For the build of the page. */
export const rendererParts = () => ({
  name: 'iklab:renderer-parts',
  transform: {
    filter: { id: /node_modules\/three\/build\/three\.module\.js$/ },
    handler: (code) => ({ code: withoutParts(code), map: null }),
  },
});
