/** Slides of reveal.js. The run is on the second slide and exists only while that is shown. */
import 'reveal.js/reveal.css';
import Reveal from 'reveal.js';

document.getElementById('place').innerHTML = `
  <div class="reveal" style="height: 600px"><div class="slides">
    <section><h2>Two methods</h2></section>
    <section>
      <ik-lab ui="panes,transport" paused scale="1.5" label="Two methods, one arm"></ik-lab>
      <output></output>
    </section>
  </div></div>`;
const run = document.querySelector('ik-lab');
run.setAttribute('src', window.src);
run.addEventListener('iklab-update', ({ detail }) => {
  document.querySelector('output').textContent = `${detail.results[0].error} m`;
});
new Reveal(document.querySelector('.reveal'), { embedded: true, hash: false }).initialize();
