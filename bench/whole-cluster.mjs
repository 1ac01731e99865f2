/**
 * Measures `check` of one cluster with many operators, each with large CRDs. Run with `npm run bench:cluster -- [OPERATORS]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';

const OPERATORS = Number(process.argv[2] ?? 324);
/** About the size of a real operator's: 400 kB. */
const [CRDS, FIELDS] = [4, 400];

const properties = Object.fromEntries(
  Array.from({ length: FIELDS }, (_, index) => [
    `field${index}`,
    {
      description: 'What this field is for, in a sentence that is as long as most. '.repeat(2),
      type: 'object',
      properties: { name: { type: 'string' } },
    },
  ]),
);

function operator(index) {
  const [name, group] = [`operator-${index}`, `operator-${index}.example.com`];
  const crd = (at) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `kinds${at}.${group}` },
    spec: {
      group,
      names: { kind: `Kind${at}`, plural: `kinds${at}` },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } } }],
    },
  });
  const owned = Array.from({ length: CRDS }, (_, at) => ({ name: `kinds${at}.${group}`, version: 'v1', kind: `Kind${at}` }));
  const rules = owned.map((_, at) => ({ apiGroups: [group], resources: [`kinds${at}`], verbs: ['get', 'list', 'watch', 'update'] }));
  const csv = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: `${name}.v1.0.0` },
    spec: {
      displayName: name,
      version: '1.0.0',
      customresourcedefinitions: { owned },
      installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true })),
      install: { strategy: 'deployment', spec: { clusterPermissions: [{ serviceAccountName: name, rules }], deployments: [] } },
    },
  };
  const annotations = {
    annotations: {
      'operators.operatorframework.io.bundle.package.v1': name,
      'operators.operatorframework.io.bundle.channels.v1': 'stable',
      'operators.operatorframework.io.bundle.channel.default.v1': 'stable',
    },
  };
  const files = { 'manifests/csv.yaml': csv, 'metadata/annotations.yaml': annotations };
  for (let at = 0; at < CRDS; at += 1) files[`manifests/crd${at}.yaml`] = crd(at);
  const given = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name, namespace: name } },
    {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name, namespace: name },
      spec: { name, channel: 'stable', source: 'catalog', sourceNamespace: 'olm' },
    },
  ];
  return { name, files, given };
}

const folder = mkdtempSync(join(tmpdir(), 'whole-cluster-'));
try {
  const given = [];
  for (let index = 0; index < OPERATORS; index += 1) {
    const made = operator(index);
    given.push(...made.given);
    for (const [path, value] of Object.entries(made.files)) {
      const file = join(folder, 'bundles', made.name, '1.0.0', path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }));
    }
  }
  writeFileSync(join(folder, 'cluster.yaml'), given.map((value) => stringify(value)).join('---\n'));
  const usage = "process.on('exit', () => console.error('USAGE' + JSON.stringify(process.resourceUsage())))";
  const argv = ['--import', `data:text/javascript,${encodeURIComponent(usage)}`, 'lib/bin.js', 'check', '--fail-on', 'error', folder];
  const { stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8', maxBuffer: 1 << 28 });
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(/^USAGE(.*)$/m.exec(stderr)?.[1] ?? '{}');
  console.log(
    `${OPERATORS} operators: ${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s of CPU, ${(maxRSS / 1024).toFixed(0)} MB at most`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
