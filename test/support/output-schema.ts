/** The published JSON Schema of what commands print. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const SCHEMA = join(import.meta.dirname, '../../docs/output.schema.json');

/** Validates what a command prints. */
export function validatorOf(command: 'check' | 'part' | 'review-part' | 'explain' | 'review' | 'who-can' | 'can-i'): ValidateFunction {
  const { anyOf: _, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8')) as { anyOf: unknown };
  return new Ajv2020({ strict: false }).compile({ ...schema, $ref: `#/$defs/${command}` });
}
