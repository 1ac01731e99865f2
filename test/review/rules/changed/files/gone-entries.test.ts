/** Entries of a pattern's values that go: what they installed or applied goes, unless it can have been a guard. */
import { describe, expect, it } from 'vitest';
import { NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const REST = 'site:\n  name: hub\n  subscriptions:\n    acm: {name: acm, channel: stable}\n';
const first = (before: string, after: string): string =>
  reviewFiles({ 'ns.yaml': NAMESPACE, 'values-hub.yaml': before }, { 'ns.yaml': NAMESPACE, 'values-hub.yaml': after }).headline;
const entry = (fields: string, name = 'pipelines'): string => `${REST}    ${name}: {${fields}}\n`;

describe('an entry of values', () => {
  it('that goes brings nothing', () => {
    expect(first(entry('name: pipelines, channel: latest, csv: pipelines.v1.5.2'), REST)).toMatch(/^No new permissions\. .*pipelines/);
    const applications = `${REST}  applications:\n    shop: {name: shop, path: charts/shop, project: hub, repoURL: https://example.com/a.git}\n`;
    expect(first(applications, REST)).toMatch(/^No new permissions\. .*shop/);
  });

  it.each([
    ['name: pipelines, channel: latest', 'name: pipelines'],
    ['name: pipelines, csv: pipelines.v1.5.2', 'name: pipelines'],
    ['name: pipelines, channel: latest', 'name: pipelines, channel: stable'],
    ['name: pipelines, channel: latest', 'name: other'],
  ])('that stays in part may bring something: %s → %s', (before, after) => {
    expect(first(entry(before), entry(after))).toMatch(/^Permissions may change/);
  });

  it.each(['kyverno', 'compliance-policies'])('of the guard %s may open something', (name) => {
    expect(first(entry(`name: ${name}, channel: stable`, name), REST)).toMatch(/^Permissions may change/);
  });

  it('that comes may bring something', () => {
    expect(first(REST, entry('name: pipelines, channel: latest'))).toMatch(/^Permissions may change/);
  });
});
