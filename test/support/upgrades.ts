/**
 * Real operators in two versions each. They are others' work and no part of this project: they are read where they lie, beside
 * the checkout, and tests that need them are skipped where they are not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readState } from '../../src/repository/read/read-state.js';
import type { State } from '../../src/review/state/state.js';
import { folderOf } from './files.js';
import { SHARED } from './needs.js';

const UPGRADES = join(SHARED, 'upgrades');

/** The operators by name, each with the version before and after. */
export const UPGRADED: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'cluster-aas-operator': ['0.0.1', '0.1.5'],
  'gitops-primer': ['0.0.1', '0.0.11'],
  jaeger: ['1.11.0', '1.65.0'],
  'must-gather-operator': ['1.1.0', '1.1.1'],
  'skupper-operator': ['1.9.3', '1.9.4'],
  'strimzi-kafka-operator': ['0.11.0', '1.2.0'],
  'vault-config-operator': ['0.8.49', '0.8.52'],
  'wandb-operator': ['1.21.2', '1.22.0'],
};

/** The state of a cluster with one version, in the namespace `op`: in all namespaces where the operator supports that. */
export function stateWith(operator: string, version: string): State {
  const manifests = join(UPGRADES, operator, version, 'manifests');
  const texts = readdirSync(manifests).map((name) => [name, readFileSync(join(manifests, name), 'utf8')] as const);
  const [, text = ''] = texts.find(([name]) => name.includes('clusterserviceversion')) ?? [];
  const { metadata, spec } = parse(text) as {
    metadata: { name: string };
    spec: { installModes: readonly { type: string; supported: boolean }[] };
  };
  const isGlobal = spec.installModes.some(({ type, supported }) => type === 'AllNamespaces' && supported);
  const annotations = readFileSync(join(UPGRADES, operator, version, 'metadata/annotations.yaml'), 'utf8');
  const { annotations: values } = parse(annotations) as { annotations: Readonly<Record<string, string>> };
  const folder = folderOf({
    'op.yaml': [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'op' } },
      {
        apiVersion: 'operators.coreos.com/v1',
        kind: 'OperatorGroup',
        metadata: { name: 'op', namespace: 'op' },
        spec: isGlobal ? {} : { targetNamespaces: ['op'] },
      },
      {
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        metadata: { name: operator, namespace: 'op' },
        spec: {
          name: values['operators.operatorframework.io.bundle.package.v1'],
          source: 'catalog',
          sourceNamespace: 'olm',
          startingCSV: metadata.name,
        },
      },
    ]
      .map((object) => `${JSON.stringify(object)}\n`)
      .join('---\n'),
    [`bundle/${version}/metadata/annotations.yaml`]: annotations,
    ...Object.fromEntries(texts.map(([name, content]) => [`bundle/${version}/manifests/${name}`, content])),
  });
  const { state, problems } = readState([folder]);
  if (!state) throw new Error(problems.map(({ message }) => message).join('\n'));
  return state;
}
