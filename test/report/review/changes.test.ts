import { describe, expect, it } from 'vitest';
import { NO_PAINT } from '../../../src/base/manifest/format-problem.js';
import { htmlReport } from '../../../src/report/html/page.js';
import { jsonReport } from '../../../src/report/json.js';
import { markdownReport } from '../../../src/report/markdown.js';
import { reviewDocument } from '../../../src/report/review/document.js';
import { summarise } from '../../../src/report/summary.js';
import { reportText } from '../../../src/report/text/render.js';
import type { Changed } from '../../../src/review/compare/review.js';
import { reviewOf } from '../../support/hand-made-review.js';

const deployment = (name: string, before = 'a:1', after = 'a:2'): Changed => ({
  object: { kind: 'Deployment', namespace: 'op', name },
  fields: [{ field: 'image', before, after }],
});
const text = (differing: readonly Changed[], all = false): string =>
  reportText(reviewDocument(reviewOf({ differing })), { paint: NO_PAINT, width: 120, all });
const many = (count: number, kind = 'ConfigMap'): Changed[] =>
  Array.from({ length: count }, (_, index) => ({
    object: { kind, name: `one-${index}` },
    fields: [{ field: `data.key${index}`, before: `was ${index}`, after: `is ${index}` }],
  }));

describe('the section of changes', () => {
  it('has no heading if nothing differs', () => {
    expect(text([])).not.toContain('Changes');
  });

  it('has one line for alike changes, with their names, and one for each other change', () => {
    const lines = text([deployment('a'), deployment('b'), deployment('c', 'a:1', 'a:3')]);
    expect(lines).toContain('2 Deployments: image a:1 → a:2: op/a and op/b');
    expect(lines).toContain('Deployment op/c: image a:1 → a:3');
  });

  it('has the objects of a bundle under their operator', () => {
    expect(text([{ ...deployment('a'), operator: 'etcd' }])).toContain('Operator etcd\n    Deployment op/a: image a:1 → a:2');
  });

  it('has at most 40 lines in a text, and counts the others by kind; --all and the other formats have all', () => {
    const differing = [...many(60), ...many(3, 'Service')];
    const lines = text(differing).split('\n');
    expect(lines.filter((line) => /^ {2}(?:ConfigMap|Service) /.test(line))).toHaveLength(39);
    expect(lines).toContain('  and 21 ConfigMaps and 3 Services; --all shows them');
    const background = { reachGraph: { groups: [], namespaces: [], apis: [], ties: [] }, held: [] };
    const review = reviewOf({ differing });
    for (const whole of [text(differing, true), markdownReport(review), htmlReport(review, background)])
      for (const { object } of differing) expect(whole.replaceAll('<wbr>', '').replaceAll('\\', '')).toContain(object.name);
    expect(jsonReport(review).changes).toEqual(differing);
  });

  it('has every field in the details of Markdown', () => {
    const fields = Array.from({ length: 9 }, (_, index) => ({ field: `spec.f${index}`, before: '1', after: '2' }));
    const one = [{ object: { kind: 'Thing', name: 'x' }, fields }];
    expect(text(one)).toContain('spec.f0 1 → 2; spec.f1 1 → 2; spec.f2 1 → 2; and 6 more fields');
    for (const { field } of fields) expect(markdownReport(reviewOf({ differing: one }))).toContain(field);
  });

  it('escapes what an adversary writes into names and values', () => {
    const evil = '\u001b[2J\n# Approved</details><script>alert(1)</script>\u202e';
    const differing = [
      { object: { kind: evil, name: evil }, fields: [{ field: evil, before: evil, after: `${evil}x` }], operator: evil },
      { object: { kind: 'File', name: evil }, fields: [] },
    ];
    const review = reviewOf({ differing });
    expect(text(differing)).not.toMatch(/[\u001b\u202e]|\n# Approved/);
    const markdown = markdownReport(review);
    expect(markdown).not.toMatch(/[\u001b\u202e]|\n# Approved|<script|Approved<\/details>/);
    expect(htmlReport(review, { reachGraph: { groups: [], namespaces: [], apis: [], ties: [] }, held: [] })).not.toContain('<script>alert');
  });
});

describe('the first line about an upgraded operator', () => {
  const csv: Changed = {
    object: { kind: 'ClusterServiceVersion', namespace: 'op', name: 'grafana-operator.v5.24.0' },
    fields: [{ field: 'spec.install.spec.deployments[a].spec.template.spec.containers[m].image', before: 'g:5.22.2', after: 'g:5.24.0' }],
    operator: 'grafana-operator',
  };
  const crd: Changed = { object: { kind: 'CustomResourceDefinition', name: 'a' }, fields: [], operator: 'grafana-operator' };
  const operator = (before: string, after: string) => ({ operator: csv.object, name: 'grafana-operator', before, after, objects: [] });

  it.each([
    ['5.22.2', '5.24.0', 'is upgraded'],
    ['5.24.0', '5.22.2', 'is downgraded'],
    ['one', 'two', 'is changed'],
  ])('says from which version to which: %s, %s', (before, after, how) => {
    const headlineOf = (differing: readonly Changed[]) => summarise(reviewOf({ differing, operators: [operator(before, after)] })).headline;
    const start = `No new permissions. Changes: grafana-operator ${how} from ${before} to ${after}`;
    expect(headlineOf([csv])).toMatch(new RegExp(`^${start}: .*image g:5`));
    expect(headlineOf([csv, crd])).toBe(`${start}: 1 ClusterServiceVersion, 1 CustomResourceDefinition`);
    expect(headlineOf([csv, csv])).toBe(`${start}: 1 image`);
  });
});
