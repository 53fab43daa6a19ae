/** The published schema, made from the one that `parse` reads by. For editors, not for the page. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { MAX_BUILD } from './bounds.ts';
import { documentSchema } from './document.ts';
import { scenarioPresetIds } from './presets.ts';

export function jsonSchema(): Record<string, unknown> {
  const { required, properties, ...schema } = toJsonSchema(documentSchema, {
    typeMode: 'input',
    ignoreActions: ['finite', 'transform'],
  });
  const needed = (required ?? []).filter((key) => key !== 'iklab');
  return {
    ...schema,
    title: 'IK Lab scenario',
    description:
      'Angles in radians, lengths in metres, time in seconds. The parameters of a method, and ids that must match, are checked when the document is read.',
    properties: {
      ...properties,
      preset: {
        enum: scenarioPresetIds,
        description: 'A scenario of the program: what the document leaves out is taken from it.',
      },
      build: { type: 'string', maxLength: MAX_BUILD, description: 'The build that made a link.' },
    },
    required: ['iklab'],
    anyOf: [{ required: ['preset'] }, { required: needed }],
  };
}
