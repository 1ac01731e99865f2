/**
 * Measures reviewing against rendering: the same fleet, where no, one in ten or every operator gains a right. All of the
 * review counts: the rendering of both sides, and the risks of each. Then the command itself, from files to three reports, with
 * operators as large as real ones, all of them changed.
 * Run with `npm run bench:review [-- OPERATORS NAMESPACES]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMAT_WRITERS } from '../build/src/base/manifest/format.js';
import { evaluate, expand } from '../build/src/core.js';
import { layOut } from '../build/src/olm/render/layout.js';
import { desiredCluster } from '../build/src/olm/subscriptions/desired-cluster.js';
import { review } from '../build/src/review/compare/compare.js';
import { riskFinders } from '../build/src/review/rules/index.js';
import { evaluatedState } from '../build/src/review/state/evaluated-state.js';
import { fleet } from './fleet.mjs';

const operators = Number(process.argv[2] ?? 300);
const namespaces = Number(process.argv[3] ?? 200);

function clusterOf(manifests) {
  return desiredCluster(manifests.map((value, document) => ({ value, source: { file: 'fleet', document, path: [] } }))).cluster;
}

/** The fleet, in which every operator that `isChanged` says so may also patch what it could not. */
function changed(manifests, isChanged) {
  const head = structuredClone(manifests);
  for (const [index, csv] of head.filter(({ kind }) => kind === 'ClusterServiceVersion').entries())
    if (isChanged(index))
      csv.spec.install.spec.permissions[0].rules.push({ apiGroups: ['batch'], resources: ['jobs'], verbs: ['create', 'delete'] });
  return head;
}

function timed(work) {
  globalThis.gc?.();
  const start = performance.now();
  const result = work();
  return { result, seconds: (performance.now() - start) / 1000 };
}

function row(name, seconds, base) {
  console.log(
    `${name.padEnd(44)} ${seconds.toFixed(2).padStart(7)} s${base ? `  ${(seconds / base).toFixed(2).padStart(5)} × rendering` : ''}`,
  );
}

/** Both sides, each object of them made once. */
function render(clusters) {
  let objects = 0;
  for (const cluster of clusters) for (const _ of expand(evaluate(cluster).rendered)) objects += 1;
  return objects;
}

/** Both sides as the text that `render` writes; its length in characters. */
function write(clusters) {
  let length = 0;
  for (const cluster of clusters)
    for (const file of layOut(evaluate(cluster).rendered, FORMAT_WRITERS.yaml)) for (const text of file.documents()) length += text.length;
  return length;
}

/** From two clusters to the review of them, the rendering of both included, as the command does it. */
function compare(clusters) {
  const [base, head] = clusters.map((cluster, index) => evaluatedState(index === 0 ? 'base' : 'head', evaluate(cluster), () => undefined));
  return review(base, head, riskFinders());
}

function measure() {
  const manifests = fleet(operators, namespaces);
  for (const [name, isChanged] of [
    ['nothing changed', () => false],
    ['one operator in ten changed', (index) => index % 10 === 0],
    ['every operator changed', () => true],
  ]) {
    const clusters = [manifests, changed(manifests, isChanged)].map(clusterOf);
    const rendering = timed(() => render(clusters));
    const reviewing = timed(() => compare(clusters));
    const writing = timed(() => write(clusters));
    const { gained, lost, findings, objects } = reviewing.result;
    const risks = findings.filter(({ kind }) => kind === 'risk');
    const brought = risks.filter(({ state }) => state === 'new');
    const risksAfter = brought.length + risks.filter(({ state }) => state === 'unchanged').length;
    console.log(
      `${name}: ${gained.length} gained, ${lost.length} lost, ${brought.length} of ${risksAfter} risks new, ${objects.changed} objects changed`,
    );
    row(`rendering both sides (${rendering.result} objects)`, rendering.seconds);
    row(`rendering both sides to ${(writing.result / 1e6).toFixed(0)} MB of YAML`, writing.seconds);
    row('reviewing, rendering and risks included', reviewing.seconds, rendering.seconds);
    console.log(`peak of the process so far ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB\n`);
  }
}

/** The operators with as many rules, images and bytes as those of a public catalog have on average. */
function large(manifests) {
  for (const csv of manifests.filter(({ kind }) => kind === 'ClusterServiceVersion')) {
    const { permissions, clusterPermissions, deployments } = csv.spec.install.spec;
    const group = (index) => `${index}.${csv.spec.displayName}.example.com`;
    const rules = Array.from({ length: 30 }, (_, index) => ({
      apiGroups: [group(index)],
      resources: ['things', 'things/status', 'things/finalizers'],
      verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
    }));
    permissions[0].rules.push(...rules.slice(0, 10), { apiGroups: [''], resources: ['pods/exec'], verbs: ['create'] });
    clusterPermissions[0].rules.push(...rules.slice(10), { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] });
    const [container] = deployments[0].spec.template.spec.containers;
    container.env = Array.from({ length: 10 }, (_, index) => ({
      name: `RELATED_IMAGE_${index}`,
      value: `registry.example.com/${csv.spec.displayName}/${index}:1.0.0`,
    }));
    csv.metadata.annotations['alm-examples'] = JSON.stringify(Array.from({ length: 100 }, () => csv.spec.description.slice(0, 400)));
  }
  return manifests;
}

/** The command in a process of its own: its CPU time and its memory are those of one job of a CI system. */
function measureCommand() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-review-'));
  try {
    const manifests = large(fleet(operators, namespaces));
    const sides = { base: manifests, head: changed(manifests, () => true) };
    for (const [name, side] of Object.entries(sides))
      writeFileSync(join(folder, `${name}.yaml`), side.map((object) => `---\n${JSON.stringify(object, null, 2)}\n`).join(''));
    const usage = "process.on('exit', () => console.error('USAGE' + JSON.stringify(process.resourceUsage())))";
    const reports = ['html', 'md', 'sarif'].flatMap((ending) => ['--output', join(folder, `report.${ending}`)]);
    const inputs = ['base', 'head'].map((name) => join(folder, `${name}.yaml`));
    const argv = ['--import', `data:text/javascript,${encodeURIComponent(usage)}`, 'lib/bin.js', 'review', ...inputs, ...reports];
    const { stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8', maxBuffer: 1 << 28 });
    const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(/^USAGE(.*)$/m.exec(stderr)?.[1] ?? '{}');
    console.log(
      `cdk8s-olm review, every operator changed: ${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s of CPU, ${(maxRSS / 1024).toFixed(0)} MB at most`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

console.log(`${operators} operators × ${namespaces} target namespaces\n`);
measure();
measureCommand();
