/**
 * A run in a notebook: the front end of `iklab.show`, a module as anywidget takes it. `model` has what Python
 * has: `host`, `ui`, `label` to begin with; `scenario`, `q` and `results` both ways.
 */

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

async function render({ model, el }) {
  const said = document.createElement('p');
  said.setAttribute('role', 'status');
  said.hidden = true;
  const tell = (text) => {
    said.textContent = text;
    said.hidden = text === '';
  };
  const host = new URL(model.get('host'), document.baseURI);
  if (!/^https?:$/.test(host.protocol)) {
    tell(`host: must be an http or https address; got ${JSON.stringify(host.href)}`);
    el.append(said);
    return;
  }
  try {
    await import(new URL('ik-lab.js', host).href);
  } catch {
    tell(`No page of IK Lab at ${host.origin}${host.pathname}`);
    el.append(said);
    return;
  }
  const run = document.createElement('ik-lab');
  for (const name of ['ui', 'label']) if (model.get(name)) run.setAttribute(name, model.get(name));
  run.setAttribute('host', host.href);
  run.setAttribute('scenario', JSON.stringify(model.get('scenario')));
  run.setAttribute('paused', '');

  /** What came from the frame, so that it is not sent back to it. */
  const heard = { scenario: model.get('scenario'), q: model.get('q') };
  const send = (values) => {
    Object.assign(heard, values);
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  };
  let posing = 0; // Number of poses in progress: messages from before a pose are ignored.
  const results = ({ detail }) => {
    if (posing > 0) return;
    send({ results: detail.results, q: detail.results[0]?.theta ?? heard.q });
  };
  run.addEventListener('iklab-update', results);
  run.addEventListener('iklab-stop', results);
  run.addEventListener('iklab-change', ({ detail }) => send({ scenario: detail.scenario }));
  run.addEventListener('iklab-error', ({ detail }) =>
    tell(
      detail.faults.map(({ path, reason }) => (path ? `${path}: ${reason}` : reason)).join('; '),
    ),
  );

  const told = (error) => tell(error.message);
  const open = async (scenario) => {
    heard.scenario = scenario;
    tell('');
    await run.open(scenario);
  };
  const onScenario = () => {
    const scenario = model.get('scenario');
    if (!same(scenario, heard.scenario)) open(scenario).catch(told);
  };
  // Shows a pose: the run stays paused there.
  const pose = async (q) => {
    heard.q = q;
    posing++;
    try {
      const scenario = { ...model.get('scenario'), start: q };
      await open(scenario);
      await run.pause();
      await run.seek(0);
      send({ scenario, results: await run.results() });
    } finally {
      posing--;
    }
  };
  const onPose = () => {
    const q = model.get('q');
    if (!same(q, heard.q)) pose(q).catch(told);
  };
  model.on('change:scenario', onScenario);
  model.on('change:q', onPose);
  el.append(run, said);
  return () => {
    model.off('change:scenario', onScenario);
    model.off('change:q', onPose);
    run.remove();
  };
}

export default { render };
