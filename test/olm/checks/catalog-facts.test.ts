import { describe, expect, it } from 'vitest';
import { csvFacts, factBundle } from '../../../src/olm/catalog/csv-metadata.js';
import { catalogRefused } from '../../../src/olm/checks/catalog-facts.js';
import type { CatalogBundle } from '../../../src/olm/model/catalog.js';
import { cluster } from '../../../src/olm/model/cluster-of-parts.js';
import { operatorGroup } from '../../../src/olm/model/group-of-manifest.js';
import { INSTALL_MODES } from '../../../src/olm/model/install-modes.js';
import type { OperatorGroup } from '../../../src/olm/model/operator-group.js';
import { unknownOperator } from '../../../src/olm/model/operator-not-known.js';
import { subscription } from '../../../src/olm/model/subscription-of-manifest.js';

const SOURCE = { file: 'a.yaml', document: 0, path: [] };

/** What is found about an operator of the namespace `a` whose catalog has these facts. */
function found(
  metadata: object,
  { operatorGroups, kubeVersion = '1.30.0' }: { operatorGroups: readonly OperatorGroup[]; kubeVersion?: string },
) {
  const facts = csvFacts([{ type: 'olm.csv.metadata', value: metadata }]);
  const offered: CatalogBundle = { name: 'x.v1', packageName: 'x', properties: [], ...(facts ? { csvFacts: facts } : {}) };
  const asking = subscription(
    { metadata: { name: 'x', namespace: 'a' }, spec: { name: 'x', source: 'c', sourceNamespace: 'olm' } },
    SOURCE,
  );
  const bundle = factBundle(offered);
  const all = cluster({
    namespaces: [{ name: 'a', labels: {} }],
    operatorGroups: [...operatorGroups],
    unknownOperators: [{ ...unknownOperator(asking, 'content'), bundle: 'x.v1', ...(bundle ? { facts: bundle } : {}) }],
    versions: { kubeVersion },
  });
  return catalogRefused.find?.(all) ?? [];
}

/** The messages. @param targets of its OperatorGroup */
function told(metadata: object, targets: readonly string[] | undefined, kubeVersion?: string): string[] {
  const spec = targets ? { targetNamespaces: [...targets] } : {};
  const operatorGroups = [operatorGroup({ metadata: { name: 'g', namespace: 'a' }, spec }, SOURCE)];
  return found(metadata, { operatorGroups, ...(kubeVersion ? { kubeVersion } : {}) }).map(({ message }) => message);
}

const modes = (...supported: readonly string[]) => ({
  installModes: INSTALL_MODES.map((type) => ({ type, supported: supported.includes(type) })),
});

// OLM: pkg/lib/operators/operatorgroup InstallModeSet.Supports, and requirements of pkg/controller/operators/olm/requirements.go.
describe('an operator without manifests', () => {
  it.each(INSTALL_MODES.filter((mode) => mode !== 'MultiNamespace').map((mode) => [mode] as const))(
    'runs in a group as %s allows',
    (mode) => {
      const targets = { OwnNamespace: ['a'], SingleNamespace: ['b'], AllNamespaces: undefined }[mode];
      expect(told(modes(mode), targets)).toEqual([]);
      const others = INSTALL_MODES.filter((other) => other !== mode);
      expect(told(modes(...others), targets).join()).toContain('Failed, UnsupportedOperatorGroup');
    },
  );

  it('is refused with the fix of its reason: other install modes help only where they are the reason', () => {
    const operatorGroups = ['g', 'h'].map((name) => operatorGroup({ metadata: { name, namespace: 'a' }, spec: {} }, SOURCE));
    const fixes = found(modes('AllNamespaces'), { operatorGroups }).map(({ message, fix }) => [message, fix]);
    expect(fixes).toEqual([
      [
        "x.v1 of x would be Failed, TooManyOperatorGroups: csv created in namespace with multiple operatorgroups, can't pick one automatically",
        'keep one OperatorGroup in the namespace',
      ],
    ]);
  });

  it('waits for its minimal Kubernetes version', () => {
    const metadata = { ...modes('OwnNamespace'), minKubeVersion: '1.31.0' };
    expect(told(metadata, ['a'])).toEqual([
      'x.v1 of x would be Pending, RequirementsNotMet: CSV version requirement not met: minKubeVersion (1.31.0) > server version (1.30.0)',
    ]);
    expect(told(metadata, ['a'], '1.31.0')).toEqual([]);
  });

  it('has no verdict without facts', () => {
    expect(factBundle({ name: 'x.v1', packageName: 'x', properties: [] })).toBeUndefined();
  });
});
