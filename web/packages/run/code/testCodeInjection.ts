/** Test helpers: a scene whose texts print SPOKEN if one of them is executed instead of quoted. */

/** Texts that try to end a string, comment or document in code and then execute a command. */
export const CODE_INJECTION_TEXTS: readonly string[] = [
  '"); print("SPOKEN"); ("',
  "'); console.log('SPOKEN'); ('",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: so it stands in a program
  '`${console.log("SPOKEN")}`$(echo SPOKEN)`echo SPOKEN`',
  '*/ std::puts("SPOKEN"); /* ??/ \\',
  '\nJSON\necho SPOKEN\n',
  '\r\u2028\u2029print("SPOKEN")\u0085\u202e',
  '"""SPOKEN\'\'\' {SPOKEN} %s %n __proto__ \\u{41} é 😀 \\',
];

const joints = CODE_INJECTION_TEXTS.slice(0, 4).map((id, i) => ({
  ...{ id, axis: [0, i % 2, 1 - (i % 2)], ...(i > 0 && { parent: CODE_INJECTION_TEXTS[i - 1] }) },
  xyz: [i > 0 ? 0.4 : 0, 0, 0.1],
}));

const effectors = CODE_INJECTION_TEXTS.slice(4).map((id) => ({
  ...{ id, parent: CODE_INJECTION_TEXTS[3], xyz: [0.3, 0, 0] },
}));

export const codeInjectionScene: Readonly<Record<string, unknown>> = {
  ...{
    iklab: 1,
    name: CODE_INJECTION_TEXTS.join(' ').slice(0, 120),
    note: CODE_INJECTION_TEXTS.join('\n'),
  },
  tree: { joints, effectors },
  ...{ start: [0.1, 0.2, 0.3, 0.4], run: { mode: 'converge', maxUpdates: 400 } },
  targets: [{ effector: CODE_INJECTION_TEXTS[4], position: [0.6, 0.5, 0.3] }],
  methods: [
    { id: 'dls', label: CODE_INJECTION_TEXTS.join(' ').slice(0, 60), params: { lambda: 0.1 } },
  ],
};
