/** A Vue page: `ik-lab` is declared to be a custom element, and its events are handled with `@`. */
import { createApp, ref } from 'vue/dist/vue.esm-bundler.js';

const lesson = createApp({
  setup() {
    const [shown, error] = [ref(true), ref(null)];
    const told = ({ detail }) => {
      error.value = detail.results[0].error;
    };
    return { src: window.src, shown, error, told };
  },
  template: `
    <section>
      <ik-lab v-if="shown" :src="src" ui="panes,transport" paused label="Two methods, one arm"
        @iklab-update="told"></ik-lab>
      <output>{{ error === null ? '' : error + ' m' }}</output>
      <button type="button" @click="shown = !shown">Show</button>
    </section>`,
});
lesson.config.compilerOptions.isCustomElement = (tag) => tag === 'ik-lab';
lesson.mount('#place');
