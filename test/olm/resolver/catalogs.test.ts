import { describe, expect, it } from 'vitest';
import { notesOf } from '../../../src/olm/resolver/notes.js';
import { resolveAll } from '../../../src/olm/resolver/resolve.js';
import { inputOf } from '../../support/resolver-cases.js';

const MARKETPLACE = 'openshift-marketplace';
const CLUSTER = `apiVersion: operators.coreos.com/v1
kind: OperatorGroup
metadata: { name: shop, namespace: shop }
---
apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata: { name: kettle, namespace: shop }
spec: { name: kettle, source: community-operators, sourceNamespace: ${MARKETPLACE} }
---
schema: olm.package
name: kettle
defaultChannel: stable
catalog: community-operators
---
schema: olm.channel
package: kettle
name: stable
entries: [{ name: kettle.v1.0.0 }]
catalog: community-operators
---
schema: olm.bundle
package: kettle
name: kettle.v1.0.0
properties: [{ type: olm.package, value: { packageName: kettle, version: 1.0.0 } }]
catalog: community-operators
`;
const HUB =
  '---\napiVersion: config.openshift.io/v1\nkind: OperatorHub\nmetadata: { name: cluster }\nspec: { disableAllDefaultSources: true }\n';
const source = (name: string, more = ''): string =>
  `---\napiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: { name: ${name}, namespace: ${MARKETPLACE} }\nspec: { sourceType: grpc, image: registry.example.com/hub }\n${more}`;

/** The namespace of the cluster, with more documents. */
function resolved(more = '', kubeVersion?: string) {
  const options = { globalCatalogNamespace: MARKETPLACE, ...(kubeVersion ? { kubeVersion } : {}) };
  const { input } = inputOf(
    `${CLUSTER}${more}---\napiVersion: example.test/v1\nkind: ResolveOptions\nmetadata: { name: options }\nspec: ${JSON.stringify(options)}\n`,
  );
  const [resolution] = resolveAll(input);
  if (!resolution) throw new Error('nothing was resolved');
  return { resolution, notes: notesOf(resolution, input).map(({ id, subject: { name }, message }) => [id, name, message]), input };
}

describe('default sources of OpenShift', () => {
  it('serve what the input has of them, after catalogs of their own', () => {
    const { resolution, input } = resolved();
    expect(resolution.installs).toEqual([{ name: 'kettle.v1.0.0' }]);
    expect(input.catalogs.map(({ name, priority }) => [name, priority])).toEqual([['community-operators', -400]]);
  });

  it('serve nothing where OperatorHub turns them off, which is told with its place', () => {
    const { resolution, notes } = resolved(HUB);
    expect(resolution.failure).toMatchObject({
      conflict: [
        'no operators found from catalog community-operators in namespace openshift-marketplace referenced by subscription kettle',
        'subscription kettle exists',
      ],
      because: [{ subject: 'Subscription shop/kettle' }, { subject: 'OperatorHub cluster', source: { document: 5 } }],
    });
    expect(resolution.failure?.fixes[0]).toBe('turn the default source community-operators on in the OperatorHub cluster (spec.sources)');
    expect(notes).toEqual([]);
  });

  it('can be replaced by a CatalogSource of the same name', () => {
    expect(resolved(HUB + source('community-operators')).resolution.installs).toEqual([{ name: 'kettle.v1.0.0' }]);
  });
});

describe('a catalog that a namespace sees', () => {
  it('is told of when its connection was not ready, whether it is named or not', () => {
    const { resolution, notes } = resolved(source('other', 'status: { connectionState: { lastObservedState: TRANSIENT_FAILURE } }\n'));
    expect(resolution.installs).toEqual([{ name: 'kettle.v1.0.0' }]);
    expect(notes.map(([id, name]) => [id, name])).toEqual([
      ['catalog-not-at-hand', 'other'],
      ['catalog-not-healthy', 'other'],
    ]);
  });

  it('is rendered from the image of the Kubernetes version', () => {
    const template = source('other').replace(
      'namespace:',
      'annotations: { olm.catalogImageTemplate: "registry.example.com/hub:v{kube_major_version}.{kube_minor_version}" }, namespace:',
    );
    expect(resolved(template, '1.31.2').input.catalogs.find(({ name }) => name === 'other')?.image).toBe('registry.example.com/hub:v1.31');
  });

  it('is told of when its image template cannot be filled in', () => {
    const template = source('other').replace(
      'namespace:',
      'annotations: { olm.catalogImageTemplate: "registry.example.com/hub:{version}" }, namespace:',
    );
    expect(resolved(template).notes).toContainEqual([
      'catalog-image-not-resolved',
      'other',
      'cannot construct catalog image reference, because one or more template(s) has improper syntax; OLM uses spec.image, registry.example.com/hub',
    ]);
  });
});

describe('a CSV that no Subscription points at', () => {
  const csv = (number: number, phase: string, replaces = ''): string =>
    `---\napiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: { name: pot.v${number}, namespace: shop }\nspec: { version: ${number}.0.0, install: { strategy: deployment, spec: { deployments: [] } }${replaces} }\nstatus: { phase: ${phase} }\n`;
  const freestanding = (more: string): unknown[] =>
    resolved(more).notes.flatMap(([id, name]) => (id === 'csv-without-subscription' ? [name] : []));

  it.each(['Replacing', 'Failed', 'Succeeded', 'Pending'])('is no more than its successor where one replaces it: %s', (phase) => {
    expect(freestanding(csv(1, phase))).toEqual(['pot.v1']);
    expect(freestanding(csv(1, phase) + csv(2, 'Succeeded', ', replaces: pot.v1'))).toEqual(['pot.v2']);
  });

  it('is left alone even where it says that it replaces itself', () => {
    expect(freestanding(csv(1, 'Succeeded', ', replaces: pot.v1'))).toEqual(['pot.v1']);
  });
});
