/** Builds the JSON output of `check`: operators, verdicts, permissions of accounts, findings and problems. */
import { namespacedName } from '../base/kubernetes/object.js';
import type { Locator } from '../base/manifest/locator.js';
import type { SourcePlace } from '../base/manifest/place.js';
import { isError, type Problem, type SourceReference } from '../base/manifest/problem.js';
import { verdictOf } from '../olm/evaluate/operator-verdict.js';
import type { Bundle } from '../olm/model/bundle.js';
import type { Cluster } from '../olm/model/cluster.js';
import type { ClusterExtension } from '../olm/model/cluster-extension.js';
import { catalogKey } from '../olm/model/find-catalog.js';
import type { Finding } from '../olm/model/finding.js';
import { approvalOf } from '../olm/model/operator-not-known.js';
import type { Elsewhere, UnknownOperator } from '../olm/model/unknown-operator.js';
import type { Versions } from '../olm/model/versions.js';
import type { Resolution, ResolvedCsv } from '../olm/rules/resolution.js';
import { type InventoryRow, risksOf, worstPowers } from './inventory.js';
import { jsonFinding, versionsJson } from './json.js';
import type {
  JsonCheck,
  JsonHolder,
  JsonOperator,
  JsonPlace,
  JsonProblem,
  JsonUnknownOperator,
  JsonVerdict,
  JsonVersions,
} from './schema.js';

/** An evaluated input. */
export interface CheckedInput {
  readonly cluster: Cluster;
  readonly resolution: Resolution;
  readonly findings: readonly Finding[];
  readonly versions: Versions;
  readonly profile: string;
  /** The names of the ClusterExtensions whose bundle OLM v1 refuses. */
  readonly refused: readonly string[];
}

/** The output of `check`, without its version. */
export type CheckedJson = Omit<JsonCheck, 'schemaVersion'>;

/**
 * The output of `check` for an input, without its problems.
 * @param held the inventory of the input
 * @param locator of the texts of the input
 */
export function checkJson(
  result: CheckedInput | undefined,
  held: readonly InventoryRow[],
  locator?: Locator,
): Omit<CheckedJson, 'problems'> {
  if (!result || !locator) return { operators: [], verdicts: [], unknownOperators: [], inventory: [], findings: [] };
  const { cluster, resolution, findings, versions, profile, refused } = result;
  const isOlmV1 = profile === 'olm-v1';
  const bundles = [...cluster.clusterServiceVersions, ...(isOlmV1 ? cluster.clusterExtensions : [])].flatMap(({ bundle }) => bundle ?? []);
  const locks = new Set(bundles.flatMap(({ locked, source }) => (locked && source ? [source.file] : [])));
  return {
    ...(locks.size > 0 ? { locks: [...locks].map((file) => ({ file })) } : {}),
    operators: operatorsJson(cluster, resolution, { held, refused, isOlmV1 }),
    verdicts: resolution.csvs.map((csv) => verdictJson(csv, locator)),
    unknownOperators: cluster.unknownOperators.map((operator) => unknownOperatorJson(operator, locator)),
    inventory: held.map(holderJson),
    findings: findings.map(jsonFinding),
    versions: versionsJson(versions, isOlmV1),
  };
}

/** The value for an operator whose bundle is not available. */
export const NOT_KNOWN = 'not known' as const;

/** One row for each operator. Fields without a value are null, such as the channel of a CSV without a Subscription. */
function operatorsJson(
  { subscriptions, unknownOperators, clusterExtensions }: Cluster,
  { csvs }: Resolution,
  { held, refused, isOlmV1 }: { readonly held: readonly InventoryRow[]; readonly refused: readonly string[]; readonly isOlmV1: boolean },
): JsonOperator[] {
  const powers = worstPowers(held);
  const powerOf = (name: string): string | null => powers.get(name) ?? null;
  const unknown = { verdict: NOT_KNOWN, power: NOT_KNOWN };
  const bundles = new Map(
    unknownOperators.map(({ neededBy, subscription, bundle }) => [neededBy ? '' : namespacedName(subscription), bundle]),
  );
  const phases = new Map(
    csvs.map((one) => [namespacedName(one.csv), { ...lockedBy(one.csv.bundle), verdict: phaseText(one), ...reasonOf(one) }]),
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
      }): JsonOperator => {
        const phase = csv === undefined ? undefined : phases.get(`${namespace}/${csv}`);
        const about = { namespace, name, package: packageName, channel, source: catalogSource, approval: installPlanApproval };
        const known = phase === undefined ? unknown : { ...phase, power: powerOf(`${namespace}/${csv}`) };
        return { ...about, version: csv ?? bundles.get(`${namespace}/${name}`) ?? startingCSV, ...known };
      },
    );
  const ofSubscriptions = new Set(subscriptions.map(({ namespace, csv }) => `${namespace}/${csv}`));
  const alone = csvs
    .filter(({ csv }) => !ofSubscriptions.has(`${csv.namespace}/${csv.name}`))
    .map(({ csv: { namespace, name, bundle } }): JsonOperator => {
      const none = { name: null, channel: null, source: null, approval: null };
      const phase = phases.get(`${namespace}/${name}`) ?? { verdict: '-' };
      const power = powerOf(`${namespace}/${name}`);
      return { ...none, namespace, package: bundle?.packageName ?? null, version: name, ...phase, power };
    });
  const needed = unknownOperators
    .filter(({ neededBy }) => neededBy)
    .map(({ namespace, packageName, channel = null, catalog, bundle = null }): JsonOperator => {
      const about = { namespace, name: null, package: packageName, channel, source: catalog.name, approval: 'Automatic' };
      return { ...about, version: bundle, ...unknown };
    });
  const extensions = (isOlmV1 ? clusterExtensions : []).map((extension): JsonOperator => {
    const { name, namespace, packageName, channels } = extension;
    const channel = channels.length > 0 ? channels.join(',') : null;
    const about = { namespace, name, package: packageName, channel, source: null, approval: null };
    const verdict = extensionVerdict(extension, refused);
    const power = verdict === 'known' ? powerOf(`ClusterExtension ${name}`) : verdict === NOT_KNOWN ? NOT_KNOWN : null;
    return { ...about, version: extension.chosen?.name ?? extension.bundle?.name ?? null, ...lockedBy(extension.bundle), verdict, power };
  });
  return [...asked, ...needed, ...alone, ...extensions];
}

function lockedBy(bundle: Bundle | undefined): Pick<JsonOperator, 'locked'> {
  return bundle?.locked ? { locked: true } : {};
}

/** The verdict about a ClusterExtension: its bundle is refused, none is found, it is known, or not. */
export function extensionVerdict(
  { name, bundle, isUnknown }: ClusterExtension,
  refused: readonly string[],
): 'known' | 'refused' | 'not known' {
  if (refused.includes(name)) return 'refused';
  if (bundle) return 'known';
  return isUnknown ? NOT_KNOWN : 'refused';
}

/** The row of an operator whose Subscription is in a remote base. */
export function elsewhereJson({ url, namespace = '', name, spec }: Elsewhere): JsonOperator {
  const said = (field: string): string | null => (typeof spec[field] === 'string' ? spec[field] : null);
  return {
    namespace,
    name: name ?? null,
    package: said('name') ?? name ?? null,
    channel: said('channel'),
    source: `${said('source') === null ? '' : `${said('source')}, `}from ${url}, not available`,
    version: said('startingCSV'),
    approval: said('installPlanApproval'),
    verdict: 'not known',
    power: 'not known',
  };
}

/** The phase of a CSV, and its certainty: whether OLM could reach another phase in another order. */
export function phaseText({ verdict: { phase }, certainty }: Pick<ResolvedCsv, 'verdict' | 'certainty'>): string {
  return `${phase || '-'}${certainty === 'certain' ? '' : ` (${certainty})`}`;
}

/** The reason of a CSV that does not run. */
function reasonOf({ verdict: { phase, reason } }: ResolvedCsv): { readonly reason?: string } {
  return phase === 'Succeeded' || reason === '' ? {} : { reason };
}

/** The verdict of OLM on a CSV. */
function verdictJson(resolved: ResolvedCsv, locator: Locator): JsonVerdict {
  const { namespace, name, operatorGroup = null, targetNamespaces = null, ...rest } = verdictOf(resolved);
  const { source } = resolved.csv;
  return { namespace, name, operatorGroup, targetNamespaces, ...rest, ...(source ? { place: placeJson(source, locator) } : {}) };
}

export function problemJson({ file, line, column, ...rest }: Problem): JsonProblem {
  return { severity: isError(rest) ? 'error' : 'warning', ...rest, place: { file, line, column } };
}

/** An account, user, group or role holder with risks. */
function holderJson(row: InventoryRow): JsonHolder {
  const risks = risksOf(row).map(({ id, severity, message }) => ({ id, severity, message }));
  return { holder: row.holder, operators: row.operators, risks };
}

/** All fields of a Subscription whose bundle is not available. */
function unknownOperatorJson(operator: UnknownOperator, locator: Locator): JsonUnknownOperator {
  const { namespace, subscription, packageName, channel = null, catalog, why, bundle, nearest, neededBy } = operator;
  return {
    namespace,
    subscription: neededBy ? null : subscription.name,
    package: packageName,
    channel,
    catalog: catalogKey(catalog),
    approval: approvalOf(operator),
    startingCSV: neededBy ? null : (subscription.startingCSV ?? null),
    why,
    ...(bundle === undefined ? {} : { bundle }),
    ...(nearest === undefined ? {} : { nearest }),
    ...(neededBy ? { neededBy } : {}),
    place: placeJson(subscription.source, locator),
  };
}

/** The place of a source; only the file if its text is not available. */
export function placeJson(source: SourceReference, locator: Locator): JsonPlace & SourcePlace {
  const place = locator.place(source);
  return { file: place?.file ?? source.file, ...(place ? { line: place.line, column: place.column } : {}) };
}

/** The same text as `versionsText`. */
export function versionsJsonText({ olm, openshift, kubernetes }: JsonVersions): string {
  const parts = [...(openshift === null ? [] : [`OpenShift ${openshift}`]), ...(olm === null ? [] : [`OLM ${olm}`])];
  return `${parts.join(', ')} and Kubernetes ${kubernetes}`;
}
