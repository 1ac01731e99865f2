import { describe, expect, it } from 'vitest';
import { CEL_STEPS } from '../../../src/olm/dependencies/cel-cost.js';
import { type CelRule, celRule } from '../../../src/olm/dependencies/cel-rule.js';
import { deepFreeze } from '../../support/deep-freeze.js';

const PROPERTIES = deepFreeze([
  { type: 'olm.package', value: { packageName: 'etcd', version: '0.9.4' } },
  { type: 'certified', value: true },
]);

/** Runs a rule with all the steps of a run. */
function run(rule: string, properties: Parameters<CelRule>[0] = PROPERTIES): boolean | undefined {
  return celRule(rule)?.(properties, { celSteps: CEL_STEPS });
}

describe('a rule over properties', () => {
  it.each<[string, boolean]>([
    ['properties.exists(p, p.type == "certified")', true],
    ['properties.exists(p, p.type == "stable")', false],
    ['properties.exists(p, p.type == "certified") && properties.exists(p, p.type == "stable")', false],
    ['properties.exists(p, p.type == "certified") || properties.exists(p, p.type == "stable")', true],
    [
      'properties.exists(p, p.type == "olm.package" && p.value.packageName == "etcd" && (semver_compare(p.value.version, "0.9.0") >= 0))',
      true,
    ],
    ['properties.exists(p, p.type == "olm.package" && (semver_compare(p.value.version, "1.0.0") >= 0))', false],
    ['size(properties) == 2', true],
    ['true', true],
  ])('%s: %s', (rule, met) => {
    expect(run(rule)).toBe(met);
  });

  it.each([
    'properties.all(p, p.value.packageName == "etcd")',
    'properties.exists(p, semver_compare(p.type, "1.0.0") > 0)',
    'properties[7].type == ""',
  ])('is not met where it fails: %s', (rule) => {
    expect(run(rule)).toBe(false);
  });

  it.each<[string, string]>([
    ['no rule', 'properties.exists(p,'],
    ['nothing at all', ''],
    ['no boolean', 'size(properties)'],
    ['an unknown variable', 'bundle.name == "etcd"'],
    ['a function that OLM does not have', 'properties.exists(p, p.type.split(".").size() > 1)'],
    ['a name of this project', 'properties.exists(p, p.type.re2_matches("a"))'],
    ['a regular expression of another type', 'properties.exists(p, "a".matches(1))'],
    ['more than a thousand parts', Array(1001).fill('true').join(' && ')],
    ['brackets without end', '('.repeat(100_000)],
  ])('is not run: %s', (_, rule) => {
    expect(celRule(rule)).toBeUndefined();
  });

  it.each<[string, boolean]>([
    ['properties.exists(p, p.type.matches("^olm[.]"))', true],
    ['properties.exists(p, matches(p.type, "(?i)CERT"))', true],
    ['"ab".matches("^(?:a|ab)$")', true],
    ['properties.exists(p, p.type.matches("^$"))', false],
    // What RE2 does not have, and the expression of another language would.
    ['properties.all(p, p.type.matches("(?=o)"))', false],
    ['"aa".matches("(a)\\\\1")', false],
  ])('matches regular expressions as RE2 does: %s', (rule, met) => {
    expect(run(rule)).toBe(met);
  });

  const list = `[${Array(40).fill('1').join(', ')}]`;
  const nested = (depth: number): string => (depth === 0 ? 'true' : `${list}.all(x${depth}, ${nested(depth - 1)})`);
  it.each<[string, string]>([
    ['loops within each other', `${'properties.all(p, '.repeat(6)}true${')'.repeat(6)}`],
    ['lists of the rule within each other', nested(5)],
    [
      'lists that loops put together',
      '[properties + properties].map(a, [a + a + a + a]).map(b, [b[0] + b[0] + b[0] + b[0]]).all(c, c[0].all(x, c[0].all(y, x != y)))',
    ],
    ['regular expressions that are large', `properties.exists(p, p.type.matches("${'(?:[^a]{0,900}b)'.repeat(100)}"))`],
  ])('is not run beyond the steps of a run: %s', (_, rule) => {
    const many = Array.from({ length: 60 }, (_, index) => ({ type: `some.type.of.many.${index}`, value: 1 }));
    const budget = { celSteps: CEL_STEPS };
    expect([celRule(rule)?.(many, budget), budget.celSteps < 0]).toEqual([false, true]);
  });

  it('takes steps from one budget for all rules of a run', () => {
    const budget = { celSteps: 100 };
    const rule = celRule('properties.all(p, true)');
    const answers = Array.from({ length: 20 }, () => rule?.(PROPERTIES, budget));
    expect([answers[0], answers.at(-1), budget.celSteps < 0]).toEqual([true, false, true]);
  });
});
