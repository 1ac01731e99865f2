/** The table of rules in CEL, and what they give. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CEL_STEPS } from '../../../src/olm/dependencies/cel-cost.js';
import { celRule, ENVIRONMENT, FUNCTIONS } from '../../../src/olm/dependencies/cel-rule.js';
import type { Property } from '../../../src/olm/model/catalog.js';

interface Case {
  readonly rule: string;
  readonly is: 'yes' | 'no' | 'fails' | 'refused';
  readonly budget?: number;
  readonly here?: Case['is'];
}

const { properties, cases } = parse(readFileSync(join(import.meta.dirname, 'cel-conformance.yaml'), 'utf8'), { intAsBigInt: false }) as {
  properties: Property[];
  cases: Record<string, Case[]>;
};
const all = Object.values(cases).flat();

/** Whether a rule that is not met says no, or ends in an error: only its opposite tells, which is met for no alone. */
function outcome({ rule, budget = CEL_STEPS }: Case): Case['is'] {
  const run = (text: string): boolean | undefined => celRule(text)?.(properties, { celSteps: budget });
  const met = run(rule);
  if (met === undefined) return 'refused';
  if (met) return 'yes';
  return run(`!(${rule})`) ? 'no' : 'fails';
}

describe.each(Object.entries(cases))('rules of %s', (_, list) => {
  it.each(list)('$rule: $is', (one) => {
    expect(outcome(one)).toBe(one.here ?? one.is);
  });
});

it('every function and operator is in the table, and gives yes at least once', () => {
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const part of node) visit(part);
    else if (typeof node === 'object' && node !== null && 'op' in node) {
      const { op, args } = node as unknown as { op: string; args: unknown };
      used.add(op === 'call' || op === 'rcall' ? String((args as unknown[])[0]) : op);
      visit(args);
    }
  };
  for (const { rule } of all.filter(({ is }) => is === 'yes')) visit(ENVIRONMENT.parse(rule).ast);
  const operators = [
    '&&',
    '||',
    '==',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    '+',
    '-',
    '*',
    '/',
    '%',
    'in',
    '?:',
    '.',
    '[]',
    '!_',
    '-_',
    'list',
    'map',
  ];
  expect([...FUNCTIONS, ...operators].filter((name) => !used.has(name))).toEqual([]);
});
