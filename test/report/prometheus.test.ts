/** The metrics of a check, read as Prometheus reads them, and the dashboard that asks for them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckedJson } from '../../src/report/check-json.js';
import { prometheusMetrics } from '../../src/report/prometheus.js';
import { cliToEnd } from '../support/cli-to-end.js';
import { cli } from '../support/command-line.js';
import { ownEnvironment } from '../support/fake-registry.js';
import { folderOf } from '../support/files.js';
import { committed, git } from '../support/git.js';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"/g;

/** The samples of a text in the exposition format; anything else in it is an error. */
function samplesIn(text: string): Sample[] {
  const typed = new Set<string>();
  const seen = new Set<string>();
  return text.split('\n').flatMap((line, index, lines): Sample[] => {
    if (line === '' && index === lines.length - 1) return [];
    const [, described] = /^# (?:HELP (\w+) \S.*|TYPE \w+ gauge)$/.exec(line) ?? [];
    if (line.startsWith('# TYPE ')) typed.add(line.split(' ')[2] ?? '');
    if (described !== undefined || line.startsWith('# TYPE ')) return [];
    const [, name = '', labels = '', value] = /^([a-zA-Z_]\w*)\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\} (-?\d+)$/.exec(line) ?? [];
    expect(value, line).toBeDefined();
    expect(typed.has(name), line).toBe(true);
    expect(seen.has(`${name}{${labels}`), line).toBe(false);
    seen.add(`${name}{${labels}`);
    return [
      { name, labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key, text = '']) => [key, text])), value: Number(value) },
    ];
  });
}

const total = (samples: readonly Sample[], name: string): number =>
  samples.filter((one) => one.name === name).reduce((sum, { value }) => sum + value, 0);

const NONE: CheckedJson = { operators: [], verdicts: [], unknownOperators: [], inventory: [], findings: [], problems: [] };
const operatorWith = (fields: object) =>
  ({
    namespace: 'a',
    name: 'b',
    package: null,
    channel: null,
    source: null,
    version: null,
    approval: null,
    verdict: 'Succeeded',
    power: null,
    ...fields,
  }) as CheckedJson['operators'][number];

const CATALOG = ['--catalog', `my-catalog=${join(import.meta.dirname, '../../examples/gitops/catalog')}`];

/** Two clusters with a lock each; the second stays behind its channel, and waits. */
async function lockedFleet(): Promise<string> {
  const cluster = (spec: string): string => `apiVersion: operators.coreos.com/v1
kind: OperatorGroup
metadata: {name: own, namespace: stonedb}
---
apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata: {name: stonedb, namespace: stonedb}
spec: {name: stonedb, channel: fast, source: my-catalog, sourceNamespace: olm${spec}}
`;
  const folder = committed({
    '.cdk8s-olm.yaml': 'clusters:\n  - {name: one, paths: [clusters/one]}\n  - {name: two, paths: [clusters/two]}\n',
    'clusters/one/a.yaml': cluster(''),
    'clusters/two/a.yaml': cluster(', startingCSV: stonedb.v1.8.2, installPlanApproval: Manual'),
  });
  await cliToEnd(['lock', folder, ...CATALOG], ownEnvironment());
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'lock');
  return folder;
}

describe('metrics', () => {
  it('tell what a lock names, what waits, and the age of locks, from one machine and from two', async () => {
    const folder = await lockedFleet();
    const valuesOf = (text: string, name: string): unknown[] =>
      samplesIn(text).flatMap((one) => (one.name === name ? [[one.labels.unit, one.value]] : []));
    const { out } = cli(['check', folder, '-o', 'prometheus']);
    const time = Number(git(folder, 'log', '-1', '--format=%ct'));
    expect(valuesOf(out, 'cdk8s_olm_operator_locked')).toEqual(['one', 'two'].map((unit) => [unit, 1]));
    expect(valuesOf(out, 'cdk8s_olm_lock_commit_seconds')).toEqual(['one', 'two'].map((unit) => [unit, time]));
    const files = samplesIn(out).flatMap(({ labels: { unit, file } }) => (file === undefined ? [] : [[unit, file]]));
    expect(files).toEqual(['one', 'two'].map((unit) => [unit, join(folder, 'clusters', unit, 'olm-lock.yaml')]));
    const beside = cli(['check', folder, ...CATALOG, '-o', 'prometheus']).out;
    expect(valuesOf(beside, 'cdk8s_olm_operator_locked')).toEqual(['one', 'two'].map((unit) => [unit, 0]));
    expect(valuesOf(beside, 'cdk8s_olm_operator_waiting')).toEqual([
      ['one', 0],
      ['two', 1],
    ]);
    const parts = [1, 2].map((index) => {
      const file = join(folderOf(), 'part.json');
      cli(['check', folder, '--shard', `${index}/2`, '-o', file]);
      return file;
    });
    for (const format of ['prometheus', 'json'])
      expect(cli(['report', 'merge', ...parts, '-o', format]).out).toBe(cli(['check', folder, '-o', format]).out);
  });

  it('have no age of a lock whose commit is not in the clone', async () => {
    const [folder, clone] = [await lockedFleet(), join(folderOf(), 'clone')];
    git(folder, 'clone', '--quiet', '--depth', '1', `file://${folder}`, clone);
    const metrics = samplesIn(cli(['check', clone, '-o', 'prometheus']).out);
    expect(total(metrics, 'cdk8s_olm_operator_locked')).toBe(2);
    expect(metrics.filter(({ name }) => name === 'cdk8s_olm_lock_commit_seconds')).toEqual([]);
  });

  it.each(['examples/gitops', 'examples/tenants', 'examples/conflict', 'examples/approvals'])('count what JSON lists: %s', (input) => {
    const samples = samplesIn(cli(['check', input, '-o', 'prometheus']).out);
    const json = JSON.parse(cli(['check', input, '-o', 'json']).out) as CheckedJson;
    expect(total(samples, 'cdk8s_olm_operator')).toBe(json.operators.length);
    expect(samples.filter(({ name }) => name === 'cdk8s_olm_operator_worst_risk')).toHaveLength(json.operators.length);
    expect(total(samples, 'cdk8s_olm_findings')).toBe(json.findings.length);
    expect(total(samples, 'cdk8s_olm_problems')).toBe(json.problems.length);
  });

  it.each([
    ['error secrets-read +6', 3],
    ['warning secrets-read', 2],
    ['info pods-read', 1],
    [null, 0],
    ['not known', -1],
    ['refused', -1],
  ])('give a number for the worst risk: %s', (power, value) => {
    const samples = samplesIn(prometheusMetrics({ ...NONE, operators: [operatorWith({ power })] }));
    expect(total(samples, 'cdk8s_olm_operator_worst_risk')).toBe(value);
  });

  it('have a sample for each unit, and add equal findings up', () => {
    const finding = { id: 'unknown-operator', severity: 'info', units: ['a', 'b'] } as unknown as CheckedJson['findings'][number];
    const samples = samplesIn(prometheusMetrics({ ...NONE, findings: [finding, { ...finding, units: ['b'] }] }));
    expect(samples.map(({ labels: { unit }, value }) => [unit, value])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it.each(['"} 1\nevil{a="', '\\', 'a\nb', '\u202e', '"', '{}', ',unit="x"'])(
    'are one line with their labels, whatever the input names: %j',
    (text) => {
      const fields = Object.fromEntries(['namespace', 'name', 'package', 'channel', 'source', 'version'].map((field) => [field, text]));
      const samples = samplesIn(prometheusMetrics({ ...NONE, operators: [operatorWith({ ...fields, units: [text] })] }));
      const names = ['', '_worst_risk', '_locked', '_waiting'].map((end) => `cdk8s_olm_operator${end}`);
      expect(samples.map(({ name }) => name)).toEqual(names);
      expect(Object.keys(samples[0]?.labels ?? {})).toHaveLength(10);
    },
  );

  const group = (name: string, targets = ''): string =>
    `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: ${name}, namespace: a}\nspec: {targetNamespaces: [${targets}]}\n---\n`;
  const asking = (channel: string): string => `apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata: {name: stonedb, namespace: a}
spec: {name: stonedb, channel: ${channel}, source: my-catalog, sourceNamespace: olm}
`;
  const names = ['one', 'two', 'three'];
  it.each(
    Object.entries({
      overlays: {
        'base/kustomization.yaml': 'resources: [a.yaml]\n',
        'base/a.yaml': group('a') + group('b'),
        ...Object.fromEntries(names.map((name) => [`overlays/${name}/kustomization.yaml`, 'resources: [../../base]\n'])),
      },
      'kustomizations that contradict each other': Object.fromEntries(
        names.flatMap((name) => [
          [`clusters/${name}/kustomization.yaml`, 'resources: [a.yaml]\n'],
          [`clusters/${name}/a.yaml`, group('a', name) + asking(name)],
        ]),
      ),
    }),
  )('are the same from the parts of two machines as from one: %s', (_, files) => {
    const folder = folderOf({ '.git/HEAD': '', ...files });
    const parts = [1, 2].map((index) => {
      const file = join(folderOf(), `part-${index}.json`);
      cli(['check', folder, '--shard', `${index}/2`, '-o', file]);
      return file;
    });
    const merged = cli(['report', 'merge', ...parts, '-o', 'prometheus']).out;
    expect(samplesIn(merged).length).toBeGreaterThan(0);
    expect(merged).toBe(cli(['check', folder, '-o', 'prometheus']).out);
  });
});

describe('the dashboard', () => {
  const { panels, templating } = JSON.parse(readFileSync('examples/ci/grafana-dashboard.json', 'utf8')) as {
    panels: { id: number; title: string; gridPos: { x: number; y: number; w: number; h: number }; targets: { expr: string }[] }[];
    templating: { list: { name: string; query: unknown }[] };
  };
  // A repository of several units, with every kind of sample.
  let known: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  const labelsRead = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
    const texts = ['examples', await lockedFleet()].map((input) => cli(['check', input, '-o', 'prometheus']).out);
    return new Map(texts.flatMap(samplesIn).map(({ name, labels }) => [name, Object.keys(labels)]));
  };
  const queries = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), JSON.stringify(templating)];

  it.each(queries)('asks for metrics and labels that a check writes: %s', async (query) => {
    known ??= labelsRead();
    const labelsOf = await known;
    const metrics = [...query.matchAll(/cdk8s_olm_\w+/g)].map(([name]) => name);
    expect(metrics.filter((name) => !labelsOf.has(name))).toEqual([]);
    const labels = new Set(metrics.flatMap((name) => labelsOf.get(name) ?? []));
    const asked = [
      ...[...query.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, name = '']) => name),
      ...[...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/)),
      ...[...query.matchAll(/label_values\(\w+, (\w+)\)/g)].map(([, name = '']) => name),
    ];
    expect(asked.filter((name) => !labels.has(name))).toEqual([]);
    expect(asked.length).toBeGreaterThan(0);
  });

  it('asks for every metric of an operator, a lock and a finding', async () => {
    known ??= labelsRead();
    const asked = queries.join(' ');
    expect([...(await known).keys()].filter((name) => !asked.includes(name))).toEqual([]);
  });

  it('counts an operator that is not known in its own panel, and not among those that do not run', () => {
    const [, runs = ''] = /verdict!~"([^"]*)"/.exec(queries.join(' ')) ?? [];
    const verdicts = ['Succeeded', 'Succeeded (ambiguous)', 'known', 'not known', 'Failed', 'Failed (ambiguous)', 'refused', 'Pending'];
    expect(verdicts.filter((verdict) => !new RegExp(`^(?:${runs})$`).test(verdict))).toEqual(verdicts.slice(4));
  });

  it('has panels of their own places', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});
