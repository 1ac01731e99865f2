/**
 * What it costs to lock 30 operators, and what they need, of a catalog of 300 packages: the first time, again, and to review a bump
 * of all of them. Run by `npm run bench:lock`.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { header, writeLargeCatalog } from './large-catalog.mjs';

const run = promisify(execFile);
const digestOf = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const content = new Map();

/** Stores content as a registry gives it. */
function keep(bytes) {
  content.set(digestOf(bytes), bytes);
  return { digest: digestOf(bytes), size: bytes.length };
}

function archive(files) {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const body = Buffer.from(text);
    return [header(path, body.length), body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** The image of a bundle with a CRD of some 100 kB. */
function bundleImage(name, number, version) {
  const kind = `Kind${number}`;
  const plural = `${kind.toLowerCase()}s`;
  const crd = { name: `${plural}.g${number}.example.com`, version: 'v1', kind };
  const rules = Array.from({ length: 20 }, (_, index) => ({
    apiGroups: [`g${index}.example.com`],
    resources: ['things'],
    verbs: ['get', 'list'],
  }));
  const fields = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [
      `field${index}`,
      { type: 'string', description: 'A field of the API, and what it means.' },
    ]),
  );
  const csv = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: `${name}.v1.${version}.0` },
    spec: {
      version: `1.${version}.0`,
      description: 'x'.repeat(20_000),
      installModes: [{ type: 'AllNamespaces', supported: true }],
      customresourcedefinitions: {
        owned: [crd],
        required:
          number % 10 === 9 ? [{ name: `kind${number - 1}s.g${number - 1}.example.com`, version: 'v1', kind: `Kind${number - 1}` }] : [],
      },
      install: {
        strategy: 'deployment',
        spec: { clusterPermissions: [{ serviceAccountName: name, rules: rules.slice(0, 10 + (version % 2)) }], deployments: [] },
      },
    },
  };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: crd.name },
    spec: {
      group: `g${number}.example.com`,
      scope: 'Namespaced',
      names: { kind, plural },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: fields } } }],
    },
  };
  const annotations = {
    'operators.operatorframework.io.bundle.package.v1': name,
    'operators.operatorframework.io.bundle.channels.v1': 'stable',
  };
  const unpacked = archive({
    'manifests/csv.yaml': JSON.stringify(csv, undefined, 2),
    'manifests/crd.yaml': JSON.stringify(definition, undefined, 2),
    'metadata/annotations.yaml': JSON.stringify({ annotations }),
  });
  const layer = keep(gzipSync(unpacked));
  const Labels = {
    'operators.operatorframework.io.bundle.manifests.v1': 'manifests/',
    'operators.operatorframework.io.bundle.metadata.v1': 'metadata/',
  };
  const rootfs = { type: 'layers', diff_ids: [digestOf(unpacked)] };
  const config = keep(Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux', config: { Labels }, rootfs })));
  const manifest = {
    schemaVersion: 2,
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
    layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', ...layer }],
  };
  return keep(Buffer.from(JSON.stringify(manifest))).digest;
}

const server = createServer((request, response) => {
  const found = content.get(request.url.split('/').at(-1));
  if (found) response.end(found);
  else response.writeHead(404).end();
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${server.address().port}`;
const folder = mkdtempSync(join(tmpdir(), 'cdk8s-olm-bench-'));
const env = { PATH: process.env.PATH, HOME: folder };

/** Runs a command. @returns what it cost */
async function measured(...argv) {
  const script = `process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); process.stderr.write('\\n' + JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, Math.round(maxRSS / 1024)])); }); process.argv.splice(1, 0, 'cdk8s-olm'); await import(${JSON.stringify(join(import.meta.dirname, '../lib/bin.js'))});`;
  const options = { env, maxBuffer: 1 << 28 };
  const { stderr, stdout } = await run(process.execPath, ['--input-type=module', '-e', script, '--', ...argv], options).catch(
    (error) => error,
  );
  const [seconds, megabytes] = JSON.parse(stderr.trim().split('\n').at(-1));
  return { text: `${seconds.toFixed(1)} s of CPU, at most ${megabytes} MB`, stdout, stderr };
}

try {
  const imageOf = (name, number, version) =>
    version >= 38 && number % 10 >= 8 ? `${host}/bundles/${name}@${bundleImage(name, number, version)}` : undefined;
  const catalog = await writeLargeCatalog(join(folder, 'catalog'), { imageOf });
  const names = Array.from({ length: 30 }, (_, number) => `package-${String(number * 10 + 9).padStart(3, '0')}`);
  const objects = (version) => [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'op' } },
    { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'og', namespace: 'op' } },
    ...names.map((name) => ({
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name, namespace: 'op' },
      spec: {
        name,
        channel: 'stable',
        source: 'large',
        sourceNamespace: 'olm',
        ...(version ? { startingCSV: `${name}.v1.${version}.0` } : {}),
      },
    })),
  ];
  for (const [name, version] of [
    ['base', 38],
    ['head', undefined],
  ]) {
    mkdirSync(join(folder, name));
    writeFileSync(
      join(folder, name, 'app.yaml'),
      objects(version)
        .map((one) => `---\n${JSON.stringify(one)}\n`)
        .join(''),
    );
  }
  const lock = (name, ...more) => measured('lock', join(folder, name), '--catalog', `large=${catalog}`, ...more);
  const cold = await lock('base');
  console.log('cold  ', cold.text);
  console.log('warm  ', (await lock('base', '--update')).text);
  await lock('head');
  const text = readFileSync(join(folder, 'head/olm-lock.yaml'), 'utf8');
  const count = text.match(/^ {2}- name: .*\n {4}package: /gm).length;
  console.log('size  ', `${(text.length / count / 1000).toFixed(1)} kB and ${Math.round(text.split('\n').length / count)} lines a bundle`);
  writeFileSync(join(folder, 'base/app.yaml'), readFileSync(join(folder, 'head/app.yaml')));
  const reviewed = await measured('review', join(folder, 'base'), join(folder, 'head'));
  console.log('review', reviewed.text, '-', reviewed.stdout.split('\n')[0]);
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
