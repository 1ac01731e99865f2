/** What `resolve` and `upgrades` do first: read the input, and say what is wrong with it. */

import type { SourcePlace } from '../manifest/place.js';
import { type Leniency, type Problem, type SourceReference, stops } from '../manifest/problem.js';
import { placeJson } from '../report/check-json.js';

import type { ResolverCluster } from '../resolver/resolver-cluster.js';
import { namesOf, type Source } from '../source/read-files.js';
import { readInput } from '../source/read-input.js';
import { markUnknown } from '../subscriptions/mark-unknown.js';
import type { Answer } from './answer.js';
import { unreadNotes } from './bundles-read.js';
import type { ClusterFlags } from './options.js';
import { EXIT_BAD_INPUT, EXIT_OK } from './outcome.js';

/** What both commands are told. */
export type ResolverOptions = Leniency & ClusterFlags;

/** Namespaces that nobody declares, what is no manifest, and how CSVs are written do not matter here. */
const BESIDE_THE_POINT = /^(?:NAMESPACE_NOT_FOUND|NOT_A_MANIFEST|UNKNOWN_KIND|CSV_.*)$/;

/** The input, with the places of its documents; where it is bad, the answer says why. */
export function readForResolver(
  inputs: readonly Source[],
  options: ResolverOptions,
): { readonly said: Answer; readonly cluster?: ResolverCluster; placeOf(source: SourceReference): SourcePlace } {
  const { cluster, problems, locator, bundlesRead } = readInput(inputs, { ...options, installs: false });
  const found = problems.filter(({ code }) => !BESIDE_THE_POINT.test(code));
  const all = found.length > 0 || cluster.subscriptions.length > 0 ? found : [nothingToResolve(inputs)];
  const placeOf = (source: SourceReference): SourcePlace => placeJson(source, locator);
  const said = { notes: unreadNotes(bundlesRead), problems: all };
  if (all.some(stops)) return { said: { ...said, exit: EXIT_BAD_INPUT }, placeOf };
  return { said: { ...said, exit: EXIT_OK }, cluster: markUnknown(cluster), placeOf };
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
