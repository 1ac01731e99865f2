/**
 * Measures rendering installed operators against parsing the same files with the yaml package alone, and the memory in the number
 * of target namespaces. Run with `npm run bench:install [-- OPERATORS]`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';

const BUNDLE = 'examples/without-olm/bundles/stonedb/2.0.0/manifests';
const FIELDS = 60;
const [contestant, operators = '300', namespaces = '10', folder] = process.argv.slice(2);

/** Real bundles have CRDs with long schemas. */
function schema(crd) {
  const fields = Object.fromEntries(
    Array.from({ length: FIELDS }, (_, index) => [
      `field${index}`,
      {
        type: 'object',
        description: 'What this is for, in a sentence or two as authors write them.',
        properties: { a: { type: 'string' }, b: { type: 'integer' } },
      },
    ]),
  );
  crd.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties = fields;
}

/** A cluster with operators of their own APIs, each in a namespace of its own. */
function write(input) {
  const read = (name) => readFileSync(join(BUNDLE, name), 'utf8');
  const targets = Array.from({ length: Number(namespaces) }, (_, index) => `team-${index}`);
  const documents = targets.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  for (let index = 0; index < Number(operators); index += 1) {
    const renamed = (text) => text.replaceAll('stonedb', `stonedb${index}`);
    const bundle = join(input, `bundles/${index}`);
    mkdirSync(join(bundle, 'manifests'), { recursive: true });
    mkdirSync(join(bundle, 'metadata'));
    for (const name of readdirSync(BUNDLE)) {
      const object = parseAllDocuments(renamed(read(name)))[0].toJS();
      if (object.kind === 'CustomResourceDefinition') schema(object);
      writeFileSync(join(bundle, 'manifests', name), stringify(object));
    }
    writeFileSync(join(bundle, 'metadata/annotations.yaml'), renamed(read('../metadata/annotations.yaml')));
    const namespace = `operator-${index}`;
    const of = (kind, version, name, spec) => ({
      apiVersion: `operators.coreos.com/${version}`,
      kind,
      metadata: { name, namespace },
      spec,
    });
    documents.push(
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      of('OperatorGroup', 'v1', `group-${index}`, { targetNamespaces: targets }),
      of('Subscription', 'v1alpha1', 'operator', {
        name: `stonedb${index}`,
        channel: 'stable',
        startingCSV: `stonedb${index}.v2.0.0`,
        source: 'bundles',
        sourceNamespace: 'olm',
      }),
    );
  }
  writeFileSync(join(input, 'cluster.yaml'), documents.map((document) => stringify(document)).join('---\n'));
}

const CONTESTANTS = {
  /** Only writes the input. */
  async write(input) {
    mkdirSync(input);
    return () => write(input);
  },
  async parse(input) {
    const files = readdirSync(input, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return () => files.map((entry) => parseAllDocuments(readFileSync(join(entry.parentPath, entry.name), 'utf8')).map((one) => one.toJS()));
  },
  async render(input) {
    const { run } = await import('../build/src/cli/program.js');
    const { loadCommands } = await import('../build/src/cli/commands.js');
    const commands = await loadCommands(['render']);
    const terminal = { out() {}, err() {}, outIsTerminal: false, errIsTerminal: false, env: {} };
    return () => {
      const code = run(['render', input, '--install', '-o', join(input, '../out')], terminal, commands);
      if (code !== 0) throw new Error(`exit code ${code}`);
    };
  },
};

if (folder) {
  const work = await CONTESTANTS[contestant](folder);
  globalThis.gc?.();
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ cpu: (user + system) / 1e6, peak: process.resourceUsage().maxRSS / 1000 }));
} else {
  const operatorCount = contestant ?? '300';
  const measure = (name, count) => {
    const place = mkdtempSync(join(tmpdir(), 'cdk8s-olm-bench-'));
    try {
      const argv = ['--expose-gc', 'bench/install.mjs', name, operatorCount, String(count), join(place, 'in')];
      execFileSync(process.execPath, ['bench/install.mjs', 'write', operatorCount, String(count), join(place, 'in')], { stdio: 'ignore' });
      return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' }));
    } finally {
      rmSync(place, { recursive: true });
    }
  };
  const row = (name, { cpu, peak }, more = '') =>
    console.log(`${name.padEnd(36)} ${cpu.toFixed(2).padStart(7)} s CPU  ${peak.toFixed(0).padStart(6)} MB  ${more}`);
  const parsed = measure('parse', 10);
  row('yaml, parseAllDocuments', parsed);
  const rendered = measure('render', 10);
  row(`render --install, 10 namespaces`, rendered, `${(rendered.cpu / parsed.cpu).toFixed(2)} × that`);
  for (const count of [100, 1000]) row(`render --install, ${count} namespaces`, measure('render', count));
}
