/** One way of getting the manifests of a fleet onto the disk; run in a process of its own by render.mjs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [contestant, operators, namespaces] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const { fleet } = await import('./fleet.mjs');
const manifests = fleet(operators, namespaces);
const folder = mkdtempSync(join(tmpdir(), 'cdk8s-olm-bench-'));
const out = join(folder, 'out');

/** The objects, grouped as the files are. */
async function objectsByFile() {
  const { cluster, expand, evaluate } = await import('../build/src/core.js');
  const { desiredCluster } = await import('../build/src/olm/subscriptions/desired-cluster.js');
  const { fileName } = await import('../build/src/olm/render/layout.js');
  const read = desiredCluster(manifests.map((value, document) => ({ value, source: { file: 'fleet', document, path: [] } })));
  const files = new Map();
  for (const object of expand(evaluate(cluster(read.cluster)).rendered)) {
    const name = fileName(object.metadata.namespace);
    if (!files.has(name)) files.set(name, []);
    files.get(name).push(object);
  }
  return files;
}

const CONTESTANTS = {
  /** The command `render -o`, reading its input from files too. */
  async render() {
    const input = join(folder, 'input.yaml');
    const { emitYaml } = await import('../build/src/base/manifest/emit.js');
    writeFileSync(input, manifests.map(emitYaml).join('---\n'));
    const { run } = await import('../build/src/cli/program.js');
    const { loadCommands } = await import('../build/src/cli/commands.js');
    const commands = await loadCommands(['render']);
    const terminal = { out() {}, err() {}, outIsTerminal: false, errIsTerminal: false, env: {} };
    return () => {
      const code = run(['render', input, '-o', out], terminal, commands);
      if (code !== 0) throw new Error(`exit code ${code}`);
    };
  },
  /** The constructs through `app.synth()`. */
  async constructs() {
    const { App } = await import('cdk8s');
    const { ClusterServiceVersion, OlmCluster, OperatorGroup, TargetNamespaces } = await import('../build/src/index.js');
    return () => {
      const app = new App({ outdir: out });
      const cluster = new OlmCluster(app, 'fleet');
      for (const { kind, metadata } of manifests)
        if (kind === 'Namespace') cluster.addNamespace(metadata.name, { labels: metadata.labels, existing: true });
      const group = new OperatorGroup(cluster, 'tenants', {
        namespace: 'operators',
        targets: TargetNamespaces.labelled({ tenant: 'yes' }),
      });
      for (const manifest of manifests)
        if (manifest.kind === 'ClusterServiceVersion') group.addOperator(ClusterServiceVersion.fromManifest(manifest));
      app.synth();
    };
  },
  /** Plain cdk8s: the same objects as ApiObjects in the same charts. */
  async cdk8s() {
    const { ApiObject, App, Chart } = await import('cdk8s');
    const files = await objectsByFile();
    return () => {
      const app = new App({ outdir: out });
      for (const [name, objects] of files) {
        const chart = new Chart(app, name);
        for (const object of objects) new ApiObject(chart, `${object.kind}-${object.metadata.name}`, object);
      }
      app.synth();
    };
  },
  /** The floor: each object through the yaml package once, and written. */
  async floor() {
    const { stringify } = await import('yaml');
    const files = await objectsByFile();
    return () => {
      mkdirSync(out);
      for (const [name, objects] of files)
        writeFileSync(join(out, `${name}.yaml`), objects.map((object) => stringify(object, { lineWidth: 0 })).join('---\n'));
    };
  },
};

const work = await CONTESTANTS[contestant]();
globalThis.gc?.();
const start = performance.now();
const before = process.cpuUsage();
work();
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(before);
rmSync(folder, { recursive: true });
// The peak of the whole process, start-up and preparation included (kilobytes).
const peak = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ seconds, cpu: (user + system) / 1e6, peak }));
