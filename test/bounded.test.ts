/** Input of moderate size takes moderate time, whatever stands in it: what would take the square of it is bounded. */

import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../src/base/kubernetes/object.js';
import { csv, group, namespace } from './support/build.js';
import { cli, manifests } from './support/command-line.js';
import { folderOf } from './support/files.js';

/** CPU of this process, in seconds: other work on the machine does not count. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const check = (...objects: KubernetesObject[]): void => {
  const { code } = cli(['check', folderOf({ 'a.yaml': manifests(...objects) }), '--format', 'json', '--fail-on', 'never']);
  expect(code).toBe(0);
};
const MANY = Array.from({ length: 1500 }, (_, index) => index);

describe('a megabyte of manifests', () => {
  it('may be CSVs that all want one Deployment', () => {
    const csvs = MANY.slice(0, 700).map((index) => csv(`demo/d${index}.v1`));
    expect(secondsOf(() => check(namespace('demo'), group('demo/g'), ...csvs))).toBeLessThan(20);
  });

  it('may be groups that all select all namespaces', () => {
    const all = MANY.flatMap((index) => [
      { ...namespace(`n${index}`), metadata: { name: `n${index}`, labels: { a: 'b' } } },
      { ...group(`n${index}/g`), spec: { selector: { matchLabels: { a: 'b' } } } },
    ]);
    expect(secondsOf(() => check(...all))).toBeLessThan(10);
  });

  it('may be ClusterRoles that all aggregate each other, or one of many rules', () => {
    const aggregated = MANY.map((index) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: `c${index}`, labels: { a: 'b' } },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
    }));
    const rules = MANY.map((index) => ({ apiGroups: [''], resources: [`r${index}`], verbs: ['get'] }));
    const many = { ...aggregated[0], metadata: { name: 'many' }, aggregationRule: undefined, rules } as unknown as KubernetesObject;
    const [base, head] = [[namespace('demo')], [...aggregated, many]].map((objects) => folderOf({ 'a.yaml': manifests(...objects) }));
    expect(secondsOf(() => cli(['review', base ?? '', head ?? '', '--format', 'json', '--fail-on', 'never']))).toBeLessThan(15);
  });

  it('may be a CRD of 25 versions whose schemas all change', () => {
    const schema = (depth: number, description: string): object =>
      depth === 0
        ? { type: 'string' }
        : {
            type: 'object',
            description,
            properties: Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`f${index}`, schema(depth - 1, '')])),
          };
    const definition = (salt: string): KubernetesObject => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'pots.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { kind: 'Pot', plural: 'pots' },
        versions: Array.from({ length: 25 }, (_, index) => {
          return { name: `v${index + 1}`, served: true, storage: index === 0, schema: { openAPIV3Schema: schema(3, `${salt}${index}`) } };
        }),
      },
    });
    const [base, head] = ['a', 'b'].map((salt) => folderOf({ 'a.yaml': manifests(definition(salt)) }));
    expect(secondsOf(() => cli(['review', base ?? '', head ?? '', '--format', 'json', '--fail-on', 'never']))).toBeLessThan(15);
  });

  it.each(['labels', 'annotations'])('may be one key of %s', (field) => {
    const own = { name: 'demo', [field]: { ['/'.repeat(200_000)]: 'b', a: '/'.repeat(200_000) } };
    expect(secondsOf(() => cli(['check', folderOf({ 'a.yaml': manifests({ ...namespace('demo'), metadata: own }) })]))).toBeLessThan(5);
  });

  const conditions = Array.from({ length: 40_000 }, (_, index) => `self == "v${index}"`);
  it.each<[string, (salt: string) => readonly string[]]>([
    ['of one rule of alternatives', (salt) => [[...conditions, `self == "${salt}"`].join(' || ')]],
    [
      'of many rules',
      (salt) => Array.from({ length: 15_000 }, (_, index) => `self.size() <= ${index}${salt.length} || self.f${index}${salt} == "a"`),
    ],
  ])('may be a CRD %s', (_, rulesOf) => {
    const definition = (salt: string): KubernetesObject => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'pots.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { kind: 'Pot', plural: 'pots' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'string', 'x-kubernetes-validations': rulesOf(salt).map((rule) => ({ rule })) } },
          },
        ],
      },
    });
    const [base, head] = ['a', 'b'].map((salt) => folderOf({ 'a.yaml': manifests(definition(salt)) }));
    expect(secondsOf(() => cli(['review', base ?? '', head ?? '', '--format', 'json', '--fail-on', 'never']))).toBeLessThan(10);
  });

  it.each<[string, (salt: string) => string]>([
    ['many lines', (salt) => Array.from({ length: 40_000 }, (_, index) => `/${salt}/f${index} @a\n`).join('')],
    ['one line of steps', (salt) => `/a @a\n${`/${salt}`.repeat(300_000)} @a\n`],
    ['one line of comments', (salt) => `/a @a\n/${salt}${' #'.repeat(300_000)} @a\n`],
  ])('may be owners of %s', (_, textOf) => {
    const [base, head] = ['a', 'b'].map((salt) =>
      folderOf({ CODEOWNERS: textOf(salt), 'olm-lock.yaml': '', 'a.yaml': manifests(namespace('demo')) }),
    );
    expect(secondsOf(() => cli(['review', base ?? '', head ?? '', '--format', 'json', '--fail-on', 'never']))).toBeLessThan(10);
  });
});
