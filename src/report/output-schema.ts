/** Makes the JSON Schema of all JSON outputs, for docs/output.schema.json. */
import { z } from 'zod';
import { partSchema, reviewPartSchema } from './part.js';
import {
  canIOutput,
  checkOutput,
  explainOutput,
  finding,
  findingInUnits,
  grant,
  path,
  place,
  problem,
  reference,
  request,
  reviewOutput,
  ruleId,
  step,
  subject,
  unreadFile,
  verdict,
  versions,
  whoCanOutput,
} from './schema.js';

/** One definition for each command, and one for each shape that they share. */
export function outputJsonSchema(): object {
  const definitions = z.registry<{ id: string }>();
  const shapes = {
    reference,
    place,
    path,
    grant,
    request,
    step,
    subject,
    'unread-file': unreadFile,
    'rule-id': ruleId,
    finding,
    'finding-in-units': findingInUnits,
    verdict,
    versions,
    problem,
  };
  const outputs = {
    check: checkOutput,
    part: partSchema,
    'review-part': reviewPartSchema,
    explain: explainOutput,
    review: reviewOutput,
    'who-can': whoCanOutput,
    'can-i': canIOutput,
  };
  for (const [id, schema] of Object.entries({ ...shapes, ...outputs })) definitions.add(schema, { id });
  const { schemas } = z.toJSONSchema(definitions, { uri: (id) => `#/$defs/${id}` });
  const plain = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The JSON output of cdk8s-olm',
    anyOf: Object.keys(outputs).map((id) => ({ $ref: `#/$defs/${id}` })),
    $defs: Object.fromEntries(plain),
  };
}
