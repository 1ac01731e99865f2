/**
 * A synthetic catalog of the shape of a large real one: packages, chains in several channels, APIs, and needs between packages.
 *
 * Run by itself, it is written as a tree of bundle folders with the size of real ones, and `check` is measured over it: CPU time
 * and peak memory, for 1, 20 and 300 Subscriptions. The tree lies below the system's folder for temporary files, and is removed.
 * Run with `npm run bench:catalogue [-- PACKAGES BUNDLES SUBSCRIPTIONS...]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A small generator of numbers, always the same. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const GROUP = 'example.com';

/** The version of a place in a chain. */
const versionOf = (index) => `${1 + Math.floor(index / 20)}.${index % 20}.0`;

/**
 * A catalog of so many packages and bundles. Every third package needs an API of another, every fifth a range of versions.
 *
 * @returns what `src/olm/model/catalog.ts` calls a Catalog
 */
export function syntheticCatalog(packageCount, bundleCount) {
  const random = numbers(7);
  const name = (index) => `operator-${String(index).padStart(3, '0')}`;
  const packages = Array.from({ length: packageCount }, (_, index) => {
    const count = Math.floor(bundleCount / packageCount) + (index < bundleCount % packageCount ? 1 : 0);
    const packageName = name(index);
    const csv = (at) => `${packageName}.v${versionOf(at)}`;
    const need = index % 3 === 0 ? name(random(packageCount)) : undefined;
    const range = index % 5 === 0 ? name(random(packageCount)) : undefined;
    const bundles = Array.from({ length: count }, (_, at) => ({
      name: csv(at),
      image: `example.test/${csv(at)}`,
      properties: [
        { type: 'olm.package', value: { packageName, version: versionOf(at) } },
        ...Array.from({ length: 4 }, (_, api) => ({
          type: 'olm.gvk',
          value: { group: GROUP, version: 'v1', kind: `${packageName}-${api}` },
        })),
        ...(need ? [{ type: 'olm.gvk.required', value: { group: GROUP, version: 'v1', kind: `${need}-${random(4)}` } }] : []),
        ...(range ? [{ type: 'olm.package.required', value: { packageName: range, versionRange: '>=1.0.0' } }] : []),
      ],
    }));
    const entries = bundles.map((bundle, at) => ({
      name: bundle.name,
      skips: [],
      ...(at > 0 ? { replaces: csv(at - 1) } : {}),
      ...(at % 7 === 6 ? { skipRange: `<${versionOf(at)}` } : {}),
    }));
    const channels = [
      { name: 'stable', entries },
      { name: 'fast', entries },
      ...(index % 2 === 0 ? [{ name: 'old', entries: entries.slice(0, Math.max(1, Math.floor(count / 2))) }] : []),
    ];
    return { name: packageName, defaultChannel: 'stable', channels, bundles };
  });
  return { namespace: 'olm', name: 'synthetic', packages };
}

/** So many Subscriptions in so many namespaces, each namespace with its OperatorGroup; one in four pins a start. */
export function syntheticSubscriptions(count, namespaceCount, { packages, namespace, name }) {
  const random = numbers(11);
  const taken = new Set();
  const subscriptions = Array.from({ length: count }, (_, index) => {
    const at = `team-${String(index % namespaceCount).padStart(2, '0')}`;
    let offered = packages[random(packages.length)];
    while (taken.has(`${at}/${offered.name}`)) offered = packages[random(packages.length)];
    taken.add(`${at}/${offered.name}`);
    return {
      namespace: at,
      name: offered.name,
      packageName: offered.name,
      catalogSource: name,
      catalogSourceNamespace: namespace,
      ...(index % 2 === 0 ? { channel: 'stable' } : index % 5 === 0 ? {} : { channel: 'fast' }),
      ...(index % 4 === 0 ? { startingCSV: offered.bundles[Math.floor(offered.bundles.length / 2)].name } : {}),
    };
  });
  const groups = Array.from({ length: namespaceCount }, (_, index) => ({
    namespace: `team-${String(index).padStart(2, '0')}`,
    name: 'og',
  }));
  return { subscriptions, groups };
}

const COMMAND = fileURLToPath(new URL('../lib/bin.js', import.meta.url));
/** About what a bundle of a community catalog has: CRDs make up most of it. */
const PROPERTIES = 420;
const EXAMPLES = 60;

/** A CRD whose schema has so many properties, of about 60 kB. */
function crdText(kind, plural) {
  const properties = Array.from(
    { length: PROPERTIES },
    (_, index) =>
      `              field${index}:\n                description: What the field ${index} of this object says to those who read it.\n                type: ${index % 3 === 0 ? 'integer' : 'string'}\n`,
  );
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.${GROUP}
spec:
  group: ${GROUP}
  names: { kind: ${kind}, listKind: ${kind}List, plural: ${plural}, singular: ${plural} }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
${properties.join('').replaceAll(/^/gm, '    ')}`;
}

const kindOf = (name) => name.replaceAll('-', '').replace(/^o/, 'O');
const pluralOf = (kind) => kindOf(kind).toLowerCase();

function csvText({ name, properties }, version, replaces) {
  const apis = (type) => properties.filter((property) => property.type === type).map(({ value: { kind } }) => kind);
  const described = (kinds) =>
    kinds.map((kind) => `      - { name: ${pluralOf(kind)}.${GROUP}, version: v1, kind: ${kindOf(kind)} }\n`).join('');
  const example = { apiVersion: `${GROUP}/v1`, kind: 'Example', metadata: { name: 'example' }, spec: { text: 'x'.repeat(400) } };
  const rules = Array.from(
    { length: 200 },
    (_, index) => `            - { apiGroups: ['group${index}'], resources: [things], verbs: [get, list, watch] }\n`,
  );
  return `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: ${name}
  namespace: placeholder
  annotations:
    alm-examples: |-
${JSON.stringify(
  Array.from({ length: EXAMPLES }, () => example),
  null,
  2,
).replaceAll(/^/gm, '      ')}
spec:
  version: ${version}
${replaces ? `  replaces: ${replaces}\n` : ''}  customresourcedefinitions:
    owned:
${described(apis('olm.gvk'))}    required:
${described(apis('olm.gvk.required')) || '      []\n'}  installModes:
    - { type: OwnNamespace, supported: true }
    - { type: SingleNamespace, supported: true }
    - { type: MultiNamespace, supported: true }
    - { type: AllNamespaces, supported: true }
  install:
    strategy: deployment
    spec:
      clusterPermissions:
        - serviceAccountName: operator
          rules:
${rules.join('')}      deployments:
        - name: operator
          spec: { selector: { matchLabels: { app: operator } }, template: { spec: { containers: [{ name: operator, image: example.test/operator }] } } }
`;
}

function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
}

function writeBundle(folder, packageName, channels, bundle, replaces) {
  const [own, range] = ['olm.package', 'olm.package.required'].map(
    (type) => bundle.properties.find((property) => property.type === type)?.value,
  );
  const apis = bundle.properties.filter(({ type }) => type === 'olm.gvk').map(({ value: { kind } }) => kind);
  write(folder, {
    'manifests/operator.clusterserviceversion.yaml': csvText(bundle, own.version, replaces),
    ...Object.fromEntries(apis.map((kind) => [`manifests/${pluralOf(kind)}.yaml`, crdText(kindOf(kind), pluralOf(kind))])),
    'metadata/annotations.yaml': `annotations:
  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
  operators.operatorframework.io.bundle.package.v1: ${packageName}
  operators.operatorframework.io.bundle.channels.v1: ${channels.join(',')}
  operators.operatorframework.io.bundle.channel.default.v1: stable
`,
    ...(range
      ? {
          'metadata/dependencies.yaml': `dependencies:\n  - type: olm.package\n    value: { packageName: ${range.packageName}, version: '${range.versionRange}' }\n`,
        }
      : {}),
  });
}

function writeCatalogue(folder, { packages }) {
  for (const { name, channels, bundles } of packages)
    for (const [at, bundle] of bundles.entries()) {
      const within = channels.filter(({ entries }) => entries.some((entry) => entry.name === bundle.name)).map((channel) => channel.name);
      writeBundle(join(folder, name, String(at)), name, within, bundle, bundles[at - 1]?.name);
    }
}

function writeCluster(folder, { subscriptions, groups }) {
  const documents = [
    ...groups.flatMap(({ namespace, name }) => [
      `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${namespace} }\n`,
      `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: { name: ${name}, namespace: ${namespace} }\nspec: { targetNamespaces: [${namespace}] }\n`,
    ]),
    ...subscriptions.map(
      ({ namespace, name, packageName, channel }) =>
        `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: { name: ${name}, namespace: ${namespace} }\nspec: { name: ${packageName}, ${channel ? `channel: ${channel}, ` : ''}source: synthetic, sourceNamespace: olm }\n`,
    ),
  ];
  write(folder, { 'cluster.yaml': documents.join('---\n') });
}

/** CPU time and peak memory of a run of the command. */
function measured(argv) {
  const script = `process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); require('fs').writeSync(2, '\\n@' + JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024])); });`;
  const preload = `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('file:///');${script}`)}`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, COMMAND, ...argv], { maxBuffer: 1 << 30 });
  const said = stderr.toString('utf8');
  const [cpu, memory] = JSON.parse(said.slice(said.lastIndexOf('@') + 1));
  return { status, cpu, memory, note: said.split('\n').find((line) => line.includes('not read')) ?? said.split('\n')[0] };
}

function main([packageCount = 333, bundleCount = 7018, ...counts]) {
  const root = mkdtempSync(join(tmpdir(), 'cdk8s-olm-bench-'));
  try {
    const catalog = syntheticCatalog(packageCount, bundleCount);
    writeCatalogue(join(root, 'catalogue'), catalog);
    for (const count of counts.length > 0 ? counts : [1, 20, 300]) {
      const cluster = join(root, `cluster-${count}`);
      writeCluster(cluster, syntheticSubscriptions(count, Math.min(count, 50), catalog));
      for (const command of ['resolve', 'check']) {
        const { status, cpu, memory, note } = measured([command, cluster, join(root, 'catalogue')]);
        const name = `${command}, ${count} Subscriptions`;
        console.log(
          `${name.padEnd(30)} ${cpu.toFixed(1).padStart(7)} s of CPU ${memory.toFixed(0).padStart(6)} MB, exit ${status}  ${note}`,
        );
      }
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2).map(Number));
