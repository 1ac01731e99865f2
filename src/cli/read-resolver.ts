/** What `resolve` and `upgrades` do first: read the input, and say what is wrong with it. */
import { type Leniency, type Problem, type SourceReference, stops } from '../manifest/problem.js';
import type { SourcePlace } from '../manifest/source-place.js';
import type { ResolverCluster } from '../resolver/resolver-cluster.js';
import { namesOf, type Source } from '../source/read-files.js';
import { readInput } from '../source/read-input.js';
import { markUnknown } from '../subscriptions/mark-unknown.js';
import { showProgress, tellUnread } from './bundles-read.js';
import { printProblems } from './evaluate-input.js';
import type { ClusterFlags } from './options.js';
import type { Terminal } from './outcome.js';

/** What both commands are told. */
export type ResolverOptions = Leniency & ClusterFlags;

/** Namespaces that nobody declares, what is no manifest, and how CSVs are written do not matter here. */
const BESIDE_THE_POINT = /^(?:NAMESPACE_NOT_FOUND|NOT_A_MANIFEST|UNKNOWN_KIND|CSV_.*)$/;

/** The input, with the places of its documents; nothing where it is bad: its problems are printed. */
export function readForResolver(
  inputs: readonly Source[],
  options: ResolverOptions,
  terminal: Terminal,
): { cluster: ResolverCluster; placeOf: (source: SourceReference) => SourcePlace } | undefined {
  const { cluster, problems, locator, bundlesRead } = readInput(inputs, {
    ...options,
    installs: false,
    progress: showProgress(terminal),
  });
  tellUnread(bundlesRead, terminal);
  const found = problems.filter(({ code }) => !BESIDE_THE_POINT.test(code));
  const all = found.length > 0 || cluster.subscriptions.length > 0 ? found : [nothingToResolve(inputs)];
  printProblems(all, terminal);
  if (all.some(stops)) return undefined;
  const placeOf = (source: SourceReference): SourcePlace => {
    const place = locator.place(source);
    return { file: place?.file ?? source.file, ...(place ? { line: place.line, column: place.column } : {}) };
  };
  return { cluster: markUnknown(cluster), placeOf };
}

function nothingToResolve(inputs: readonly Source[]): Problem {
  return {
    code: 'NO_MANIFESTS',
    message: 'there is nothing to resolve',
    file: namesOf(inputs),
    found: 'no Subscription',
    expected: 'Subscriptions, CatalogSources and what the catalogs offer',
    fix: 'name the files or folders that hold them',
  };
}
