/**
 * Measures reviewing against rendering: the same fleet, where one operator in ten (or all of them) gains a verb.
 * Run with `npm run bench:review [-- OPERATORS NAMESPACES]`.
 */
import { expand, study } from '../lib/src/core.js';
import { layOut } from '../lib/src/deliver/layout.js';
import { FORMAT_WRITERS } from '../lib/src/manifest/format.js';
import { readCluster } from '../lib/src/model/read-cluster.js';
import { review } from '../lib/src/review/compare.js';
import { reviewSide } from '../lib/src/review/review-side.js';
import { fleet } from './fleet.mjs';

const operators = Number(process.argv[2] ?? 300);
const namespaces = Number(process.argv[3] ?? 200);
const NO_RISKS = { risksOf: () => [], changeRisks: () => [] };

function clusterOf(manifests) {
  return readCluster(manifests.map((value, document) => ({ value, source: { file: 'fleet', document, path: [] } }))).cluster;
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

function measure() {
  const manifests = fleet(operators, namespaces);
  const base = clusterOf(manifests);
  const rendering = timed(() => {
    let objects = 0;
    for (const _ of expand(study(base).rendered)) objects += 1;
    return objects;
  });
  row(`rendering one side (${rendering.result} objects)`, rendering.seconds);
  const writing = timed(() => {
    let length = 0;
    for (const file of layOut(study(base).rendered, FORMAT_WRITERS.yaml)) for (const text of file.documents()) length += text.length;
    return length;
  });
  row(`rendering one side to ${(writing.result / 1e6).toFixed(0)} MB of YAML`, writing.seconds);

  for (const [name, isChanged] of [
    ['nothing changed', () => false],
    ['one operator in ten changed', (index) => index % 10 === 0],
    ['every operator changed', () => true],
  ]) {
    const head = clusterOf(changed(manifests, isChanged));
    const sides = timed(() =>
      [base, head].map((cluster, index) => reviewSide(index === 0 ? 'base' : 'head', study(cluster), () => undefined)),
    );
    const { result, seconds } = timed(() => review(...sides.result, NO_RISKS));
    console.log(`\n${name}: ${result.gained.length} gained, ${result.lost.length} lost, ${result.objects.changed} objects changed`);
    row('rendering both sides', sides.seconds);
    row('reviewing', seconds, sides.seconds);
  }
}

console.log(`${operators} operators × ${namespaces} target namespaces\n`);
measure();
console.log(`\npeak ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
