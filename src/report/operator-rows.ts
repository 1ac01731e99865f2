/** The operators of a cluster, one row each: what asks for it, which version comes of that, and what OLM decides about it. */
import type { Cluster } from '../model/cluster.js';
import type { Elsewhere } from '../model/unknown-operator.js';
import type { Resolution } from '../rules/resolution.js';
import { type InventoryRow, worstPowers } from './inventory.js';

/** Of an operator whose bundle is not at hand. */
export const NOT_KNOWN = 'not known';

/** One operator. Nothing stands for what nobody says, such as the channel of a CSV without a Subscription. */
export interface OperatorRow {
  readonly namespace: string;
  /** Of the Subscription or ClusterExtension. */
  readonly name: string | null;
  readonly package: string | null;
  readonly channel: string | null;
  readonly source: string | null;
  /** The name of its CSV. */
  readonly version: string | null;
  readonly approval: string | null;
  /** A phase of OLM; `known` of OLM v1, which has none; `not known` where the bundle is not at hand. */
  readonly verdict: string;
  /** The worst that its accounts can do, as rules say it; `not known` where the verdict is. */
  readonly power: string | null;
}

/**
 * @param isOlmV1 whether ClusterExtensions are judged
 * @param held the inventory of the same cluster
 */
export function operatorRows(
  { subscriptions, unknownOperators, clusterExtensions }: Cluster,
  { csvs }: Resolution,
  isOlmV1: boolean,
  held: readonly InventoryRow[],
): OperatorRow[] {
  const powers = worstPowers(held);
  const powerOf = (name: string): string | null => powers.get(name) ?? null;
  const unknown = { verdict: NOT_KNOWN, power: NOT_KNOWN };
  const phases = new Map(
    csvs.map(({ csv, verdict, certainty }) => [
      `${csv.namespace}/${csv.name}`,
      `${verdict.phase || '-'}${certainty === 'certain' ? '' : ` (${certainty})`}`,
    ]),
  );
  const asked = subscriptions
    .filter(({ generated }) => !generated)
    .map(
      ({
        namespace,
        name,
        packageName,
        channel = null,
        catalogSource,
        installPlanApproval = 'Automatic',
        csv,
        startingCSV = null,
      }): OperatorRow => {
        const phase = csv === undefined ? undefined : phases.get(`${namespace}/${csv}`);
        const about = { namespace, name, package: packageName, channel, source: catalogSource, approval: installPlanApproval };
        const known = phase === undefined ? unknown : { verdict: phase, power: powerOf(`${namespace}/${csv}`) };
        return { ...about, version: csv ?? startingCSV, ...known };
      },
    );
  const ofSubscriptions = new Set(subscriptions.map(({ namespace, csv }) => `${namespace}/${csv}`));
  const alone = csvs
    .filter(({ csv }) => !ofSubscriptions.has(`${csv.namespace}/${csv.name}`))
    .map(({ csv: { namespace, name, bundle } }): OperatorRow => {
      const none = { name: null, channel: null, source: null, approval: null };
      const verdict = phases.get(`${namespace}/${name}`) ?? '-';
      const power = powerOf(`${namespace}/${name}`);
      return { ...none, namespace, package: bundle?.packageName ?? null, version: name, verdict, power };
    });
  const needed = unknownOperators
    .filter(({ neededBy }) => neededBy)
    .map(({ namespace, packageName, channel = null, catalog, bundle = null }): OperatorRow => {
      const about = { namespace, name: null, package: packageName, channel, source: catalog.name, approval: 'Automatic' };
      return { ...about, version: bundle, ...unknown };
    });
  const extensions = (isOlmV1 ? clusterExtensions : []).map(({ name, namespace, packageName, channels, bundle }): OperatorRow => {
    const channel = channels.length > 0 ? channels.join(',') : null;
    const about = { namespace, name, package: packageName, channel, source: null, approval: null };
    const known = bundle ? { verdict: 'known', power: powerOf(`ClusterExtension ${name}`) } : unknown;
    return { ...about, version: bundle?.name ?? null, ...known };
  });
  return [...asked, ...needed, ...alone, ...extensions];
}

/** The row of an operator whose Subscription a remote base has. */
export function elsewhereRow({ url, namespace = '', name, spec }: Elsewhere): OperatorRow {
  const said = (field: string): string | null => (typeof spec[field] === 'string' ? spec[field] : null);
  return {
    namespace,
    name: name ?? null,
    package: said('name') ?? name ?? null,
    channel: said('channel'),
    source: `${said('source') === null ? '' : `${said('source')}, `}from ${url}, not at hand`,
    version: said('startingCSV'),
    approval: said('installPlanApproval'),
    verdict: 'not known',
    power: 'not known',
  };
}
