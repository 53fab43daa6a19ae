import { toJsonSchema } from '@valibot/to-json-schema';
import { MAX_BUILD_VERSION_CHARACTERS, MAX_FORMULA_BYTES } from './checks/bounds.ts';
import { documentSchema } from './document.ts';
import { FORMULA_LANGUAGE_VERSION, FORMULA_METHOD_ID } from './methods/formula.ts';
import { scenarioPresetIds } from './presets/presets.ts';

export function jsonSchema(): Record<string, unknown> {
  const { required, properties, ...schema } = toJsonSchema(documentSchema, {
    typeMode: 'input',
    ignoreActions: ['finite', 'transform'],
  });
  const needed = (required ?? []).filter((key) => key !== 'iklab');
  const methods = properties?.methods as { readonly items: object };
  return {
    ...schema,
    title: 'IK Lab scenario',
    description:
      'Angles in radians, lengths in metres, time in seconds. The parameters of a method, and ids that must match, are checked when the document is read.',
    properties: {
      ...properties,
      methods: { ...methods, items: { ...methods.items, ...formulaRule } },
      preset: {
        enum: scenarioPresetIds,
        description: 'A scenario of the program: what the document leaves out is taken from it.',
      },
      build: {
        type: 'string',
        maxLength: MAX_BUILD_VERSION_CHARACTERS,
        description: 'The build that made a link.',
      },
    },
    required: ['iklab'],
    anyOf: [{ required: ['preset'] }, { required: needed }],
  };
}

const formulaRule = {
  if: { properties: { id: { const: FORMULA_METHOD_ID } } },
  // biome-ignore lint/suspicious/noThenProperty: a key of JSON Schema
  then: {
    properties: {
      params: {
        properties: {
          text: {
            type: 'string',
            maxLength: MAX_FORMULA_BYTES,
            description: 'The lines of the method.',
          },
          language: { const: FORMULA_LANGUAGE_VERSION },
        },
        required: ['text'],
      },
    },
    required: ['params'],
  },
};
