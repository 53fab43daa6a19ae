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

/**
 * What would keep the page waiting for the graphics process when it begins: extensions that nothing
 * here asks for, and what a shader's compiler says of one that has compiled.
 */
const SPARED = {
  'an extension to begin with': [/^\t\t\tgetExtension\( '\w+' \);\n/gm, '', 6],
  'a check of shaders': [
    'if ( renderer.debug.checkShaderErrors ) {',
    'if ( gl.getProgramParameter( program, gl.LINK_STATUS ) === false ) {',
    1,
  ],
};

/** The text of three.module.js with the stand-ins. */
export function withoutParts(code) {
  const lean = Object.entries(STANDINS).reduce((text, [name, standIn]) => {
    const whole = new RegExp(`^(?:class|function) ${name}\\b[\\s\\S]*?^}$`, 'gm');
    const found = text.match(whole)?.length ?? 0;
    if (found !== 1) throw new Error(`Three.js has ${found} parts ${name}, not 1`);
    return text.replace(whole, () => standIn);
  }, code);
  return Object.entries(SPARED).reduce((text, [name, [what, standIn, count]]) => {
    const found = text.split(what).length - 1;
    if (found !== count) throw new Error(`Three.js has ${found} times ${name}, not ${count}`);
    return text.replaceAll(what, standIn);
  }, lean);
}

/** For the build of the page. */
export const rendererParts = () => ({
  name: 'iklab:renderer-parts',
  transform: {
    filter: { id: /node_modules\/three\/build\/three\.module\.js$/ },
    handler: (code) => ({ code: withoutParts(code), map: null }),
  },
});
