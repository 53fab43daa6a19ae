/** Cells of an Observable notebook: one contains the element, another a number from its events. */
import { Runtime } from '@observablehq/runtime';

const section = document.createElement('section');
document.getElementById('place').append(section);

/** Shows the value of a cell, as a notebook does. */
function inCell(element) {
  return {
    pending() {},
    fulfilled: (value) => element.replaceChildren(value instanceof Node ? value : `${value}`),
    rejected: (error) => element.replaceChildren(String(error)),
  };
}

const [box, output, button] = ['div', 'output', 'button'].map((name) =>
  section.appendChild(document.createElement(name)),
);
button.textContent = 'Show';

const notebook = new Runtime().module();
notebook.define('shown', [], () => true);
notebook.variable(inCell(box)).define('run', ['shown'], (shown) => {
  if (!shown) return '';
  const run = document.createElement('ik-lab');
  const said = {
    src: window.src,
    ui: 'panes,transport',
    paused: '',
    label: 'Two methods, one arm',
  };
  for (const [name, value] of Object.entries(said)) run.setAttribute(name, value);
  return run;
});
notebook.variable(inCell(output)).define('error', ['run'], async function* (run) {
  yield '';
  if (!run) return;
  for (;;) {
    const { detail } = await new Promise((heard) =>
      run.addEventListener('iklab-update', heard, { once: true }),
    );
    yield `${detail.results[0].error} m`;
  }
});
let shown = true;
button.onclick = () => {
  shown = !shown;
  notebook.redefine('shown', [], () => shown);
};
