/** The published JSON schema of a study, for editors; generated from the schema of `parseStudy`. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { pathSamplingSchema } from '../follow/pathSampling.ts';
import { studySchema } from './studyDocument.ts';

const options = { typeMode: 'input' as const, ignoreActions: ['finite', 'transform'] };

export function studyJsonSchema(): Record<string, unknown> {
  const { properties, ...schema } = toJsonSchema(studySchema, options);
  const { $schema: _, ...follow } = toJsonSchema(pathSamplingSchema, options);
  const { anyOf = [], ...sampling } = (properties?.sampling ?? {}) as {
    readonly anyOf?: readonly object[];
  };
  return {
    ...schema,
    title: 'IK Lab study',
    description:
      'Angles in radians, lengths in metres. The scenario has its own schema; paths of the sweep are checked when the document is read.',
    properties: {
      ...properties,
      sampling: { anyOf: [...anyOf, follow], ...sampling },
      scenario: {
        type: 'object',
        description: 'A scenario document; its iklab may be left out: {"preset": "ur5e"} is one.',
      },
    },
  };
}
