/** The profile `olm` by version: what other releases than v0.30.0 left of random clusters, and what versions.json says of each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unwrapped } from '../../src/base/inside/index.js';
import { expand } from '../../src/base/kubernetes/copies.js';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { isError } from '../../src/base/manifest/problem.js';
import { evaluate } from '../../src/olm/evaluate/evaluate.js';
import { OLM_VERSIONS, OPENSHIFT_KUBERNETES, olmRelease, openShiftRelease } from '../../src/olm/model/olm-version.js';
import { readCluster } from '../../src/olm/read/read-cluster.js';
import { permissionRoleName } from '../../src/olm/render/permissions.js';
import { ERA } from '../../src/olm/render/profile/era.js';
import { comparableByKey, NOT_COMPARED } from '../support/golden.js';
import { describeWith, inShared, SHARED } from '../support/needs.js';

const V022 = inShared('golden/olm-v0.22');
const VERSIONS = inShared('golden/versions.json');
const read = <T>(path: string): T => JSON.parse(readFileSync(join(SHARED, 'golden', path), 'utf8')) as T;

interface Recorded {
  readonly input: readonly KubernetesObject[];
  readonly outcome: readonly KubernetesObject[];
}

interface Named {
  readonly kind: 'Role' | 'ClusterRole';
  readonly csv: string;
  readonly namespace: string;
  readonly permission: Parameters<typeof permissionRoleName>[1];
  readonly name: string;
}

describeWith([V022], 'what OLM v0.22.0 left of a random cluster', () => {
  const clusters = V022.isThere ? readdirSync(join(SHARED, 'golden/olm-v0.22/visible')).sort() : [];

  it.each(clusters)('%s', (file) => {
    const { input, outcome } = read<Recorded>(`olm-v0.22/visible/${file}`);
    const source = { file, document: 0, path: [] };
    const { cluster, problems } = readCluster(unwrapped(input.map((value) => ({ value, source }))));
    expect(problems.filter(isError)).toEqual([]);
    const { rendered } = evaluate(cluster, { profile: 'olm', olmVersion: 'v0.22' });
    const given = new Set(input.filter(({ kind }) => kind !== 'ClusterServiceVersion' && kind !== 'OperatorGroup').map(keyOf));
    const ours = comparableByKey(
      [...expand(rendered)].filter((object) => !NOT_COMPARED.has(object.kind) && object.kind !== 'OperatorCondition'),
    );
    const theirs = comparableByKey(outcome);
    for (const key of given) {
      delete ours[key];
      delete theirs[key];
    }
    expect(ours).toEqual(theirs);
  });

  it('is named as recorded', () => {
    const { examples } = read<{ readonly examples: readonly Named[] }>('olm-v0.22/names.json');
    const names = examples.map(({ kind, csv, namespace, permission }) =>
      permissionRoleName({ name: csv, namespace }, permission, ERA.A, kind === 'Role' ? 'permissions' : 'clusterPermissions'),
    );
    expect(names).toEqual(examples.map(({ name }) => name));
  });
});

function keyOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.namespace ?? '-'}/${metadata.name}`;
}

describeWith([VERSIONS], 'a release', () => {
  type Flags = Readonly<Record<string, boolean | string | null>>;
  const { olm, openshift } = VERSIONS.isThere
    ? read<{ olm: Record<string, Flags>; openshift: Record<string, Flags> }>('versions.json')
    : { olm: {}, openshift: {} };
  const behaviours = (flags: Flags): string[] =>
    Object.entries(flags)
      .filter(([, value]) => value === true)
      .map(([name]) => name)
      .sort();

  it.each(Object.entries(olm))('of OLM %s has the era and behaviours that its code has', (version, flags) => {
    const release = olmRelease(version);
    expect({ era: release?.era, behaviours: [...(release?.behaviours ?? [])].sort() }).toEqual({
      era: flags.era,
      behaviours: behaviours(flags),
    });
    expect(OLM_VERSIONS).toContain(release?.name);
  });

  it.each(Object.entries(openshift))('of OpenShift %s has the era, behaviours and Kubernetes that its branch has', (version, flags) => {
    const release = openShiftRelease(version);
    expect({
      era: release?.era,
      behaviours: [...(release?.behaviours ?? [])].sort(),
      kubernetes: OPENSHIFT_KUBERNETES.get(version) ?? null,
    }).toEqual({
      era: String(flags.era).replace("'", '′'),
      behaviours: behaviours(flags),
      kubernetes: flags.kubernetes,
    });
  });
});
