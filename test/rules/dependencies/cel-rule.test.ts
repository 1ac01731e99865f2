import { describe, expect, it } from 'vitest';
import { celRule } from '../../../src/rules/dependencies/cel-rule.js';
import { deepFreeze } from '../../support/deep-freeze.js';

const PROPERTIES = deepFreeze([
  { type: 'olm.package', value: { packageName: 'etcd', version: '0.9.4' } },
  { type: 'certified', value: true },
]);

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
    expect(celRule(rule)?.(PROPERTIES)).toBe(met);
  });

  it.each([
    'properties.all(p, p.value.packageName == "etcd")',
    'properties.exists(p, semver_compare(p.type, "1.0.0") > 0)',
    'properties[7].type == ""',
  ])('is not met where it fails: %s', (rule) => {
    expect(celRule(rule)?.(PROPERTIES)).toBe(false);
  });

  it.each<[string, string]>([
    ['no rule', 'properties.exists(p,'],
    ['nothing at all', ''],
    ['no boolean', 'size(properties)'],
    ['an unknown variable', 'bundle.name == "etcd"'],
    ['a regular expression', 'properties.exists(p, p.type.matches("(a+)+b"))'],
    ['four loops within each other', `${'properties.all(p, '.repeat(4)}true${')'.repeat(4)}`],
    ['more than a thousand parts', Array(1001).fill('true').join(' && ')],
    ['brackets without end', '('.repeat(100_000)],
  ])('is not run: %s', (_, rule) => {
    expect(celRule(rule)).toBeUndefined();
  });

  it('is not met where its loops would not end in time', () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ type: `${index}`, value: 1 }));
    expect(celRule('properties.all(p, properties.all(q, true))')?.(many)).toBe(false);
  });
});
