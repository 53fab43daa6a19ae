/** The published schema of a study, made from the one that `parseStudy` reads by. For editors. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { studySchema } from './studyDocument.ts';

export function studyJsonSchema(): Record<string, unknown> {
  const { properties, ...schema } = toJsonSchema(studySchema, {
    typeMode: 'input',
    ignoreActions: ['finite', 'transform'],
  });
  return {
    ...schema,
    title: 'IK Lab study',
    description:
      'Angles in radians, lengths in metres. The scenario is checked by its own schema, paths of the sweep when the document is read.',
    properties: {
      ...properties,
      scenario: {
        type: 'object',
        description: 'A scenario document; its iklab may be left out: {"preset": "ur5e"} is one.',
      },
    },
  };
}
