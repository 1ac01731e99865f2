import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../../src/base/kubernetes/object.js';
import type { ProfileName } from '../../../../../src/olm/render/index.js';
import { riskFinders } from '../../../../../src/review/rules/index.js';
import { clusterOf, csv, group, namespace } from '../../../../support/build.js';
import { catalogBlobs, catalogText, encoded } from '../../../../support/bundle-files.js';
import { asking } from '../../../../support/permissions.js';
import { GROUP, NAMESPACE, review, reviewFolder } from '../../../../support/reviewed-files.js';
import { stateOfCluster } from '../../../../support/states.js';

const operator = (...verbs: readonly string[]): KubernetesObject =>
  csv('op/db.v1', asking({ clusterPermissions: [{ serviceAccountName: 'db', rules: [{ apiGroups: ['*'], resources: ['*'], verbs }] }] }));
const state = (profile: ProfileName, ...objects: readonly KubernetesObject[]) =>
  stateOfCluster(clusterOf(namespace('op'), ...objects), [], profile, objects);
const told = (profile: ProfileName, before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  riskFinders()
    .changes(state(profile, ...before), state(profile, ...after))
    .map(({ severity, subject, message }) => `${severity} ${subject.kind} ${subject.namespace}/${subject.name}: ${message}`);
const SAYS = 'and the profile does not evaluate it: review it with --profile olm or documented, too';

describe('what only OLM reads, with the profile of OLM v1', () => {
  it('is an error where it is new or differs: nobody compares its permissions', () => {
    expect(told('olm-v1', [operator('get')], [operator('*')])).toEqual([`error ClusterServiceVersion op/db.v1: differs, ${SAYS}`]);
    expect(told('olm-v1', [], [operator('get')])).toEqual([`error ClusterServiceVersion op/db.v1: is new, ${SAYS}`]);
    expect(told('olm-v1', [group('op/g', { targets: ['op'] })], [group('op/g')])).toEqual([`error OperatorGroup op/g: differs, ${SAYS}`]);
  });

  it('is nothing where it stays, apart from its status', () => {
    const phase = { ...operator('get'), status: { phase: 'Succeeded' } };
    expect(told('olm-v1', [operator('get')], [operator('get')])).toEqual([]);
    expect(told('olm-v1', [operator('get')], [phase]).filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('is told by the grants with the other profiles', () => {
    for (const profile of ['documented', 'olm'] as const) {
      const [before, after] = [operator('get'), operator('*')].map((one) => [group('op/g'), one]) as [
        KubernetesObject[],
        KubernetesObject[],
      ];
      expect(told(profile, before, after)).toEqual([]);
    }
  });
});

describe('a ClusterExtension, with a profile that does not evaluate it', () => {
  const extension = (version?: string): string =>
    `apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: db}\nspec: {namespace: op, serviceAccount: {name: i}, source: {sourceType: Catalog, catalog: {packageName: db${version ? `, version: ${version}` : ''}}}}\n`;
  /** With another name of its CSV, OLM does not take it. */
  const catalog = (verbs: string, name = 'db.v1.0.0'): string => {
    const [bundle, ...rest] = catalogBlobs('db', { stable: [{ name: 'db.v1.0.0' }] }).reverse() as [{ properties: object[] }, ...object[]];
    const properties = [...bundle.properties.slice(0, 1), encoded({ ...operator(verbs), metadata: { name } })];
    return catalogText([...rest.reverse(), { ...bundle, properties }]);
  };
  const { reviewFiles, write } = reviewFolder();
  const BASE = { 'group.yaml': `${NAMESPACE}---\n${GROUP}`, 'extension.yaml': extension(), 'catalog/known.json': catalog('get') };

  it.each([
    ['under its name', 'db.v1.0.0'],
    ['that cannot be read', 'other.v1'],
  ])('is an error where the catalog of the input offers something else %s', (_, name) => {
    const { code, text } = reviewFiles(
      { ...BASE, 'catalog/known.json': catalog('get', name) },
      { ...BASE, 'catalog/known.json': catalog('*', name) },
    );
    expect(code).toBe(1);
    expect(text).toMatch(
      /error\[object-not-reviewed\] \(\S+extension\.yaml\S+\): ClusterExtension db: installs something else, which is not in this review, and --profile olm-v1 evaluates it/,
    );
  });

  it('is told once where it is changed itself', () => {
    const { text } = reviewFiles(BASE, { ...BASE, 'extension.yaml': extension('1.0.0'), 'catalog/known.json': catalog('*') });
    expect(text.match(/^error\[\S+ .*ClusterExtension db:/gm)).toHaveLength(1);
  });

  it('is an error with the profile that does, where its catalog goes and it stays', () => {
    const files = { 'namespace.yaml': NAMESPACE, 'extension.yaml': extension() };
    const base = write('base', { ...files, 'catalog/known.json': catalog('get') });
    const { code, text } = review(base, write('head', files), '--profile', 'olm-v1');
    expect(code).toBe(1);
    expect(text).toMatch(
      /error\[source-changed\] \(\S+extension\.yaml\S+\): ClusterExtension db: installs db as before, which is no longer known/,
    );
  });
});
