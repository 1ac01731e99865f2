/** The resolver over a cluster that is being read: which bundles its Subscriptions really bring, and what a person should know. */
import { groupBy } from '../kubernetes/group-by.js';
import type { ParsedDocument } from '../manifest/parse.js';
import { isError, type UnlocatedProblem } from '../manifest/problem.js';
import type { BundleOutline } from '../model/bundle.js';
import { GLOBAL_CATALOG_NAMESPACE, type ResolverInput, type ResolverPackage, type ResolverSubscription } from '../model/resolver-input.js';
import type { ResolverNote } from '../model/resolver-note.js';
import { packagesOfFolders } from '../resolver/bundle-packages.js';
import { notesOf } from '../resolver/notes.js';
import type { ChosenOperator, NamespaceResolution } from '../resolver/outcome.js';
import { readResolverInput } from '../resolver/read-resolver-input.js';
import { resolveAll } from '../resolver/resolve.js';
import type { InstalledBundle } from './install-bundles.js';
import { sourceOf } from './install-bundles.js';
import type { Subscribed } from './subscribed-bundle.js';

/** What the resolver is given besides the choices of each Subscription alone. */
export interface ResolverDocuments {
  readonly manifests: readonly ParsedDocument[];
  readonly catalogs: readonly ParsedDocument[];
  readonly folders: readonly BundleOutline[];
  readonly installed: readonly InstalledBundle[];
  /** Of the cluster: images of catalogs can follow it. */
  readonly kubeVersion?: string;
}

/** One operator that OLM would install, and where. */
export interface Brought extends ChosenOperator {
  readonly namespace: string;
}

/** What the resolver answers; of namespaces where it cannot tell, nothing. */
export interface ResolvedSubscriptions {
  readonly brought: readonly Brought[];
  readonly notes: readonly ResolverNote[];
  /** What the resolver was told, without folders. */
  readonly input?: ResolverInput;
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * Resolves every namespace as OLM would. What is installed already stays as it is: only what the Subscriptions without a CSV
 * bring is asked for.
 *
 * @param choices what each Subscription comes to for itself
 */
export function resolveSubscriptions(choices: readonly Subscribed[], documents: ResolverDocuments): ResolvedSubscriptions {
  const { input: told, problems } = inputOf(documents);
  if (problems.some(isError)) return { brought: [], notes: [], problems };
  const input = withFolders(told, documents.folders);
  const kept = keeping(input, choices);
  const answers = resolveAll(kept);
  const asTheyAre = kept.subscriptions.length === input.subscriptions.length ? answers : resolveAll(input);
  return {
    brought: answers.flatMap(({ namespace, operators, installs }) =>
      operators.filter(({ name }) => installs.some((one) => one.name === name)).map((operator) => ({ ...operator, namespace })),
    ),
    notes: [
      ...onePerCatalog(asTheyAre.flatMap((answer) => notesOf(answer, input))),
      ...answers.flatMap((answer) => notResolved(answer, kept)),
    ],
    input: told,
    problems,
  };
}

function inputOf({ manifests, catalogs, installed, kubeVersion }: ResolverDocuments): ReturnType<typeof readResolverInput> {
  const csvs = installed.map(({ bundle, namespace }) => ({
    value: { ...bundle.csv, apiVersion: 'operators.coreos.com/v1alpha1', metadata: { ...bundle.csv.metadata, namespace } },
    source: sourceOf(bundle),
  }));
  const { input, problems } = readResolverInput([...manifests, ...csvs, ...catalogs], { kubeVersion });
  const globalCatalogNamespace = globalCatalogNamespaceOf(input.subscriptions);
  return { input: { ...input, globalCatalogNamespace }, problems };
}

/** The namespace whose catalogs others subscribe to most; a cluster has one. */
function globalCatalogNamespaceOf(subscriptions: readonly ResolverSubscription[]): string {
  const elsewhere = subscriptions.filter(({ namespace, catalogSourceNamespace: of }) => of !== '' && of !== namespace);
  const [most] = [...groupBy(elsewhere, ({ catalogSourceNamespace }) => catalogSourceNamespace)].toSorted(
    ([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1),
  );
  return most?.[0] ?? GLOBAL_CATALOG_NAMESPACE;
}

/** Where a catalog offers a package, folders do not count; other packages of folders can be asked of any catalog. */
function withFolders(input: ResolverInput, folders: readonly BundleOutline[]): ResolverInput {
  const offered = new Set(input.catalogs.flatMap(({ packages }) => packages.map(({ name }) => name)));
  const missing = packagesOfFolders(folders).filter(({ name }) => !offered.has(name));
  if (missing.length === 0) return input;
  const known = new Map(input.catalogs.map((catalog) => [`${catalog.namespace}/${catalog.name}`, catalog]));
  for (const { catalogSourceNamespace: namespace, catalogSource: name } of input.subscriptions) {
    const catalog = known.get(`${namespace}/${name}`) ?? { namespace, name, packages: [] };
    if (catalog.invalid || catalog.disabledBy || catalog.packages.includes(missing[0] as ResolverPackage)) continue;
    known.set(`${namespace}/${name}`, { ...catalog, packages: [...catalog.packages, ...missing], known: true });
  }
  return { ...input, catalogs: [...known.values()] };
}

/** Without the Subscriptions that already have their CSV: it stays, and is of the package that they name. */
function keeping(input: ResolverInput, choices: readonly Subscribed[]): ResolverInput {
  const keyOf = ({ namespace, name }: { namespace: string; name: string }): string => `${namespace}/${name}`;
  const bringing = new Set(choices.filter(({ bundle }) => bundle).map(({ subscription }) => keyOf(subscription)));
  const packages = new Map<string, string>(
    choices.flatMap(({ subscription: { namespace, packageName }, csv, bundle }) =>
      csv !== undefined && !bundle ? [[`${namespace}/${csv}`, packageName] as const] : [],
    ),
  );
  return {
    ...input,
    subscriptions: input.subscriptions.filter((subscription) => bringing.has(keyOf(subscription))),
    csvs: input.csvs.map((csv) => {
      const packageName = packages.get(keyOf(csv));
      if (packageName === undefined) return csv;
      return {
        ...csv,
        specProperties: [...csv.specProperties, { type: 'olm.package', value: { packageName, version: csv.version ?? '' } }],
      };
    }),
  };
}

/** Several namespaces see one catalog. */
function onePerCatalog(notes: readonly ResolverNote[]): ResolverNote[] {
  const said = new Set<string>();
  return notes.filter(({ id, subject, message }) => {
    if (subject.kind !== 'CatalogSource') return true;
    const key = JSON.stringify([id, subject, message]);
    const isFirst = !said.has(key);
    said.add(key);
    return isFirst;
  });
}

/** A namespace without one OperatorGroup has verdicts that say so; one whose catalogs are not known cannot be judged. */
function notResolved({ namespace, failure, unknownCatalogs }: NamespaceResolution, { groups }: ResolverInput): ResolverNote[] {
  if (!failure || unknownCatalogs.length > 0 || groups.filter((group) => group.namespace === namespace).length !== 1) return [];
  return [
    {
      id: 'namespace-not-resolved',
      severity: 'warning',
      namespace,
      subject: { kind: 'Namespace', name: namespace },
      message: `OLM would install nothing new in the namespace, and says ${failure.reason}: ${failure.error}`,
      fix: failure.fixes[0] ?? 'run cdk8s-olm resolve, which names the documents that contradict each other',
    },
  ];
}
