/** What a namespace has once an InstallPlan is done and every new operator runs. */
import { jsonText } from '../manifest/format.js';
import type { ResolverBundle, ResolverCsv, ResolverInput, ResolverSubscription } from '../model/resolver-input.js';
import type { NamespaceResolution } from './outcome.js';

/** Takes new CSVs in and those that they replace out, and writes the status of Subscriptions. */
export function applyResolution(
  input: ResolverInput,
  { namespace, operators, installs, generated, updated }: NamespaceResolution,
): ResolverInput {
  const installed = new Set(installs.map(({ name }) => name));
  const fresh = operators.filter(({ name }) => installed.has(name));
  const replaced = new Set(fresh.flatMap(({ replaces }) => replaces ?? []));
  const isThere = (csv: ResolverCsv): boolean => csv.namespace === namespace;
  const csvs = input.csvs.filter((csv) => !(isThere(csv) && (replaced.has(csv.name) || installed.has(csv.name))));
  const currentCSVs = new Map(updated.map(({ name, currentCSV }) => [name, currentCSV]));
  return {
    ...input,
    csvs: [...csvs, ...fresh.map((operator) => csvOf(operator, namespace, bundleOf(operator, input)))],
    subscriptions: [
      ...input.subscriptions.map((subscription) => {
        const currentCSV = subscription.namespace === namespace ? currentCSVs.get(subscription.name) : undefined;
        return currentCSV === undefined ? subscription : { ...subscription, currentCSV, installedCSV: currentCSV };
      }),
      ...generated.map((one): ResolverSubscription => {
        const [catalogSourceNamespace = '', catalogSource = ''] = one.catalog.split('/');
        return {
          namespace,
          name: one.name,
          packageName: one.package,
          channel: one.channel,
          catalogSource,
          catalogSourceNamespace,
          startingCSV: one.startingCSV,
          installedCSV: one.startingCSV,
          currentCSV: one.startingCSV,
          generated: true,
        };
      }),
    ],
  };
}

type Fresh = NamespaceResolution['operators'][number];

function bundleOf({ name, catalog, package: packageName }: Fresh, { catalogs }: ResolverInput): ResolverBundle | undefined {
  const source = catalogs.find((one) => `${one.namespace}/${one.name}` === catalog);
  const offered = source?.packages.find((one) => one.name === packageName);
  return offered?.bundles.find((bundle) => bundle.name === name);
}

/** OLM writes the bundle's properties onto the CSV that it makes of it. */
function csvOf({ name, version, replaces }: Fresh, namespace: string, bundle: ResolverBundle | undefined): ResolverCsv {
  return {
    namespace,
    name,
    phase: 'Succeeded',
    ...(version === undefined ? {} : { version }),
    ...(replaces === undefined ? {} : { replaces }),
    propertiesAnnotation: jsonText({ properties: bundle?.properties ?? [] }),
    specProperties: [],
    ...(bundle?.source ? { source: bundle.source } : {}),
  };
}
