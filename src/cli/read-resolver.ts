/** What `resolve` and `upgrades` do first: read the input, and say what is wrong with it. */
import { Option } from 'commander';
import { isError, type Leniency, type Problem, type SourceReference } from '../manifest/problem.js';
import type { SourcePlace } from '../manifest/source-place.js';
import { GLOBAL_CATALOG_NAMESPACE, type ResolverInput } from '../model/resolver-input.js';
import { readResolverInput } from '../resolver/read-resolver-input.js';
import { readResolverFiles } from '../source/read-resolver-files.js';
import { showProgress, tellUnread } from './bundles-read.js';
import { printProblems } from './evaluate-input.js';
import type { Terminal } from './outcome.js';

/** What both commands are told. */
export interface ResolverOptions extends Leniency {
  readonly globalCatalogNamespace: string;
  readonly kubeVersion: string;
}

export const globalCatalogNamespaceOption = (): Option =>
  new Option(
    '--global-catalog-namespace <name>',
    'the namespace whose catalogs all others see; on OpenShift openshift-marketplace',
  ).default(GLOBAL_CATALOG_NAMESPACE);

/** The input, with the places of its documents; nothing where it is bad: its problems are printed. */
export function readForResolver(
  inputs: readonly string[],
  { globalCatalogNamespace, kubeVersion, lenient }: ResolverOptions,
  terminal: Terminal,
): { input: ResolverInput; placeOf: (source: SourceReference) => SourcePlace } | undefined {
  const { documents, bundles, problems, locator, bundlesRead } = readResolverFiles(inputs, {
    lenient,
    progress: showProgress(terminal),
  });
  tellUnread(bundlesRead, terminal);
  const read = readResolverInput(documents, { globalCatalogNamespace, kubeVersion, bundles });
  const found = [...problems, ...read.problems.map((problem) => locator.locate(problem))];
  const all = found.length > 0 || read.input.subscriptions.length > 0 ? found : [nothingToResolve(inputs)];
  printProblems(all, terminal);
  if (all.some(isError)) return undefined;
  const placeOf = (source: SourceReference): SourcePlace => {
    const place = locator.place(source);
    return { file: source.file, ...(place ? { line: place.line, column: place.column } : {}) };
  };
  return { input: read.input, placeOf };
}

function nothingToResolve(inputs: readonly string[]): Problem {
  return {
    code: 'NO_MANIFESTS',
    message: 'there is nothing to resolve',
    file: inputs.join(' '),
    found: 'no Subscription',
    expected: 'Subscriptions, CatalogSources and what the catalogs offer',
    fix: 'name the files or folders that hold them',
  };
}
