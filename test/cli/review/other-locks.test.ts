/** A lock decides what is judged of the input beside it. The lock of another input is not used, so its changes are never a note. */
import { describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const SUBSCRIPTION = `apiVersion: v1
kind: Namespace
metadata: {name: op}
---
apiVersion: operators.coreos.com/v1
kind: OperatorGroup
metadata: {name: op, namespace: op}
spec: {targetNamespaces: [op]}
---
apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata: {name: kettle, namespace: op}
spec: {name: kettle, channel: stable, source: catalog, sourceNamespace: olm}
`;
const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const lock = (resources: string): string => `lockVersion: 1
catalogs:
  - { name: olm/catalog, image: example.com/catalog:latest, digest: "${DIGEST}" }
subscriptions:
  - { namespace: op, name: kettle, catalog: olm/catalog, package: kettle, channel: stable, csv: kettle.v1.0.0 }
packages:
  - catalog: olm/catalog
    name: kettle
    defaultChannel: stable
    channels: [{ name: stable, entries: [{ name: kettle.v1.0.0 }] }]
bundles:
  - name: kettle.v1.0.0
    package: kettle
    catalog: olm/catalog
    image: example.com/kettle:1.0.0
    digest: ${DIGEST}
    properties: [{ type: olm.package, value: { packageName: kettle, version: 1.0.0 } }]
    spec:
      version: 1.0.0
      installModes: [{ type: OwnNamespace, supported: true }]
      install:
        strategy: deployment
        spec:
          permissions:
            - serviceAccountName: kettle
              rules: [{ apiGroups: [""], resources: ["${resources}"], verbs: ["*"] }]
          deployments: []
`;

const LISTED = { 'p/kustomization.yaml': 'resources: [a.yaml]\n' };
const PLACES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'in a folder': { 'p/a.yaml': SUBSCRIPTION },
  'beside a kustomization': { 'p/a.yaml': SUBSCRIPTION, ...LISTED },
  'beside one of two kustomizations': {
    'p/a.yaml': SUBSCRIPTION,
    ...LISTED,
    'q/a.yaml': SUBSCRIPTION.replaceAll('op}', 'more}').replaceAll('[op]', '[more]').replaceAll('name: op,', 'name: more,'),
    'q/kustomization.yaml': 'resources: [a.yaml]\n',
  },
};
const WITHOUT = {};
const WITH = { 'p/olm-lock.yaml': lock('configmaps') };
const CHANGES: readonly (readonly [how: string, before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>])[] = [
  ['is new', WITHOUT, WITH],
  ['is removed', WITH, WITHOUT],
  ['changes', WITH, { 'p/olm-lock.yaml': lock('*') }],
  ['changes', { 'p/olm-lock.yaml': lock('*') }, WITH],
];

describe.each(Object.entries(PLACES))('the lock of another input %s', (_, files) => {
  const sides = (before: object, after: object): string[] =>
    [before, after].map((more) => folderOf({ '.git/HEAD': '', 'olm-lock.yaml': lock('pods'), ...files, ...more }));

  it.each(CHANGES)('may change permissions if it %s', (how, before, after) => {
    const { out } = cli(['review', ...sides(before, after), '--all']);
    expect(out).toMatch(/^(?:Permissions may change|Grants more)/);
    expect(out).toMatch(new RegExp(`(?:warning|error)\\[[\\w-]+\\].*File p/olm-lock\\.yaml: ${how}.*; it is not the lock of this input`));
  });

  it('is not reported if it stays', () => {
    expect(cli(['review', ...sides(WITH, WITH)]).out).toMatch(/^No change in meaning/);
  });

  it('is not reported if the lock of the input changes, which counts', () => {
    const [base, head] = [lock('pods'), lock('secrets')].map((own) =>
      folderOf({ '.git/HEAD': '', ...files, ...WITH, 'olm-lock.yaml': own }),
    );
    const { out } = cli(['review', base as string, head as string]);
    expect(out).toMatch(/^Grants more: /);
    expect(out).not.toContain('p/olm-lock.yaml');
  });
});
