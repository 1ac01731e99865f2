/** Reports changes of operator sources: Subscriptions, CatalogSources, and ClusterExtensions of OLM v1. */

import { groupOf } from '../../../../base/kubernetes/kinds.js';
import { type KubernetesObject, namespacedName, objectKey, referenceTo } from '../../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { billionthsOf } from '../../../../base/kubernetes/quantity-number.js';
import { differences, UNKNOWN_LISTS } from '../../../../base/manifest/differences.js';
import { type FieldPath, formatFieldPath, valueAt, walk } from '../../../../base/manifest/field-path.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { IMAGE_TEMPLATE } from '../../../../olm/model/catalog-places.js';
import { isOlder } from '../../../../olm/model/csv-version.js';
import { catalogAt } from '../../../../olm/model/find-catalog.js';
import { csvReference, type FindingRule, rule, type Severity } from '../../../../olm/model/finding.js';
import type { State } from '../../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { without } from '../documents/document-effects.js';
import { partsThatDiffer } from '../documents/parts-that-differ.js';
import { isMade } from '../migration.js';
import { type ChangedField, claimed, type FieldRow } from '../rows.js';
import { isNarrowerRange } from './narrower-range.js';
import {
  changesText,
  csvOf,
  extensionText,
  fromNewCatalog,
  fromStrangeCatalog,
  hiddenIn,
  installsText,
  isEvaluated,
  removedText,
  subscriptionOf,
  takenForCatalog,
  unjudged,
  unknownExtension,
  unknownIn,
} from './unjudged-sources.js';
import { withoutEdge } from './without-edge.js';

/** A field that decides which version is installed. */
interface Watched {
  readonly at: readonly string[];
  readonly severity: Severity;
  /** The meaning of a change. */
  readonly meaning: string;
  /** Whether it decides the installed content, which needs a review. */
  readonly isContent?: true;
  /** The meaning of a change to this value, which is harmless. */
  readonly harmless?: { readonly to: unknown; readonly meaning: string; readonly rule: FindingRule };
}

const field = (name: string, severity: Severity, meaning: string): Watched => ({ at: ['spec', name], severity, meaning });
const content = (name: string, severity: Severity, meaning: string): Watched => ({ ...field(name, severity, meaning), isContent: true });

const podField = (name: string, severity: Severity, meaning: string): Watched => ({
  at: ['spec', 'grpcPodConfig', name],
  severity,
  meaning,
});

export const SOURCE_ADDED = rule('source-added', 'error', 'A source of operators is new', {
  class: 'cluster',
  effect: 'unknown',
  order: -1,
  short: 'a new source',
  meaning:
    'A Subscription, catalog or ClusterExtension is new. It is an error if the content is not reviewed: a catalog from a new image, address or ConfigMap, an operator that is not in this review, or a volume of the node.',
  attack: 'A new global CatalogSource with a high priority offers later versions of installed operators.',
  fix: 'Add the catalog or bundle to the input, so that it is reviewed, or accept the finding in the baseline.',
  references: ['CWE-829: Inclusion of Functionality from Untrusted Control Sphere'],
});

const SOURCE_CHANGED = rule('source-changed', 'error', 'The source of an operator changes', {
  class: 'cluster',
  effect: 'unknown',
  short: 'comes from elsewhere',
  meaning:
    'A field that decides what is installed changes (catalog, package, channel, image, approval, operator settings, installing account), or the change removes the file that names the version, such as the lock. It is an error if the content is not reviewed, if the limiting account is removed, or if a volume of the node is added. A removed ClusterExtension, whose objects OLM v1 deletes, and a removed ClusterCatalog are also reported.',
  attack: "A CatalogSource gets the attacker's image. OLM upgrades every operator that is subscribed to it.",
  fix: 'Add the catalog or bundle to the input, so that it is reviewed, or accept the finding in the baseline.',
  references: ['CWE-829: Inclusion of Functionality from Untrusted Control Sphere'],
});

export const VERSION_UNKNOWN = rule('unknown-version', 'info', 'An unknown version of an operator can be installed', {
  class: 'cluster',
  effect: 'unknown',
  short: 'another version',
  meaning:
    "A Subscription's channel or first version changes, and no catalog of the input offers the operator, so the other version's permissions are not known.",
  fix: 'Use cdk8s-olm lock or a catalog, or check the permissions of that version yourself.',
});

const UPGRADES_APPROVED = rule('upgrades-approved', 'info', 'Upgrades now wait for approval', {
  class: 'cluster',
  meaning: "A Subscription's approval changes from Automatic to Manual: OLM waits for an approval of each InstallPlan.",
  fix: 'Watch for InstallPlans that wait, so that the operator gets its security fixes.',
});

export const SOURCE_REMOVED = rule('subscription-removed', 'info', 'A Subscription is removed', {
  class: 'cluster',
  meaning: 'OLM v0 keeps the CSV of a removed Subscription: the operator continues to run with its permissions, and gets no upgrades.',
  fix: 'To remove the operator, also delete its CSV: `kubectl delete csv -n NAMESPACE NAME`.',
});

/** The fields by API group and kind. */
const WATCHED: ReadonlyMap<string, readonly Watched[]> = new Map(
  Object.entries<readonly Watched[]>({
    'operators.coreos.com/Subscription': [
      content('source', 'warning', 'the operator comes from another catalog'),
      content('sourceNamespace', 'warning', 'the operator comes from a catalog of another namespace'),
      content('name', 'warning', 'another package is installed'),
      content('channel', 'info', 'upgrades follow another channel'),
      {
        ...field('installPlanApproval', 'warning', 'OLM installs each upgrade without asking'),
        harmless: { to: 'Manual', meaning: 'a person approves each upgrade from now on', rule: UPGRADES_APPROVED },
      },
      content(
        'startingCSV',
        'info',
        'another version is installed first; with OLM on the cluster and Automatic approval, later versions replace it',
      ),
      field('config', 'warning', 'the operator runs with other settings'),
    ],
    'operators.coreos.com/CatalogSource': [
      {
        at: ['metadata', 'annotations', IMAGE_TEMPLATE],
        severity: 'warning',
        meaning: 'it counts instead of spec.image, and a new image can change every operator of this catalog',
        isContent: true,
      },
      content('image', 'warning', 'a new image can change every operator of this catalog'),
      content('address', 'warning', 'the catalog is served from elsewhere'),
      content('configMap', 'warning', 'the catalog is read from another ConfigMap'),
      field('sourceType', 'warning', 'the catalog is served in another way'),
      field('priority', 'warning', 'OLM prefers another catalog, or this one, more than before'),
      field('updateStrategy', 'info', 'OLM polls the catalog at other times'),
      field('secrets', 'warning', 'the catalog is pulled, and its bundles are unpacked, with other passwords'),
      {
        ...podField('securityContextConfig', 'warning', 'the Pod of the catalog can run as root'),
        harmless: { to: 'restricted', meaning: 'the Pod of the catalog is restricted', rule: SOURCE_CHANGED },
      },
      podField('extractContent', 'warning', 'the catalog is served from other files of its image'),
      podField('priorityClassName', 'warning', 'the Pod of the catalog can drive others out'),
      ...['affinity', 'memoryTarget', 'nodeSelector', 'tolerations'].map((name) =>
        podField(name, 'info', 'the Pod of the catalog runs with other settings'),
      ),
    ],
    'olm.operatorframework.io/ClusterExtension': [
      content('source', 'warning', 'another package, version or catalog can be installed'),
      content('namespace', 'warning', 'the extension is installed in another namespace'),
      field('serviceAccount', 'warning', 'the extension is installed with the permissions of another account'),
      content('config', 'warning', 'the extension runs with other settings'),
      {
        at: ['spec', 'install', 'preflight', 'crdUpgradeSafety', 'enforcement'],
        severity: 'warning',
        meaning: 'OLM v1 upgrades CRDs without the check whether stored objects stay valid',
        harmless: { to: 'Strict', meaning: 'OLM v1 checks CRDs before it upgrades them', rule: SOURCE_CHANGED },
      },
    ],
    'olm.operatorframework.io/ClusterCatalog': [
      content('source', 'warning', 'a new image can change every extension of this catalog'),
      field('priority', 'warning', 'OLM prefers another catalog, or this one, more than before'),
      field('availabilityMode', 'warning', 'the catalog becomes available or unavailable'),
    ],
    'operators.coreos.com/OperatorGroup': [
      field('serviceAccountName', 'warning', 'OLM installs with the permissions of another account'),
      field('upgradeStrategy', 'warning', 'failed operators are replaced in another way'),
      field('staticProvidedAPIs', 'warning', 'OLM maintains the list of provided APIs in another way'),
    ],
  }),
);

/** Finds changes of these fields, new sources, and removed Subscriptions. */
const find: FindChanges = (base, head) => {
  const before = new Map(sourcesOf(base).map((object) => [objectKey(object), object]));
  const after = sourcesOf(head);
  const left = new Set(after.map(objectKey));
  return [
    ...after.flatMap((object) => {
      const old = before.get(objectKey(object));
      if (!old) return newSource(object, base, head);
      const changed = changedFields(old, object, base, head);
      return changed.some(({ severity }) => severity === 'error') ? changed : [...changed, ...lostContent(object, base, head)];
    }),
    ...[...before].flatMap(([key, object]) =>
      left.has(key) ? [] : [...removedExtension(object, base), ...removedSubscription(object, base)],
    ),
  ];
};

export const sources = ofStates([SOURCE_ADDED, SOURCE_CHANGED, VERSION_UNKNOWN, UPGRADES_APPROVED, SOURCE_REMOVED], find);

function sourcesOf({ given, resolution }: State): KubernetesObject[] {
  const all = [...given.filter((object) => watchedOf(object).length > 0), ...resolution.groups.map(({ group }) => group.manifest)];
  return [...new Map(all.map((object) => [objectKey(object), object])).values()];
}

function watchedOf({ apiVersion, kind }: KubernetesObject): readonly Watched[] {
  const key = `${groupOf(apiVersion)}/${kind}`;
  return WATCHED.get(key) ?? [];
}

/** Fields for which the API server or OLM has a default. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map(
  Object.entries<unknown>({
    enforcement: 'Strict',
    installPlanApproval: 'Automatic',
    priority: 0,
    staticProvidedAPIs: false,
    upgradeStrategy: 'Default',
  }),
);

/** The sides of a change of one object. */
interface Sides {
  readonly object: KubernetesObject;
  readonly base: State;
  readonly head: State;
}

type SourceChange = Omit<FoundChange, 'subject' | 'claims'>;

function changedFields(old: KubernetesObject, object: KubernetesObject, base: State, head: State): FoundChange[] {
  const rows = watchedOf(object).map(
    (watched): FieldRow<SourceChange, Sides> => ({
      at: watched.at,
      absent: DEFAULTS.get(watched.at.at(-1) ?? ''),
      says: ([changed], sides) => sourceChange(watched, changed, sides),
    }),
  );
  const subject = referenceTo(object);
  return claimed(old, object, rows, { object, base, head }, UNKNOWN_LISTS).map((said) => ({ ...said, subject }));
}

const OF_EXTENSIONS = 'spec.source.catalog.version';

function sourceChange(
  { at, isContent, harmless, severity, meaning }: Watched,
  { was, is }: ChangedField,
  { object, base, head }: Sides,
): SourceChange {
  const better = harmless?.to === is ? harmless : undefined;
  const inside = onlyDifference(was, is);
  const [before, after] = partsThatDiffer(textOfValue(valueAt(was, inside)), textOfValue(valueAt(is, inside)));
  const unknown = unknownIn(object, base, head);
  const why = isContent && (unknown ? fromNewCatalog : unjudged)(object, base, head);
  const stays = isContent && (staysAt(object, base, head) ?? withoutEdge(object, base, head));
  const known = new Set(nodePaths(was));
  const leaf = [...at, ...inside];
  const [oldText, newText] = [was, is].map((value) => textOf(valueAt(value, inside)));
  // OLM v1 could choose each version that is left before.
  if (formatFieldPath(leaf) === OF_EXTENSIONS && oldText && newText && isNarrowerRange(oldText, newText) && !stays)
    return {
      rule: SOURCE_CHANGED,
      identity: [formatFieldPath(at), sortedText(is ?? null)],
      severity: 'warning',
      effect: 'none',
      message: `${OF_EXTENSIONS} changes from ${before} to ${after}: fewer versions can be installed than before`,
      before,
      after,
      place: head.placeOf(referenceTo(object), leaf),
    };
  const isWorse = why || nodePaths(is).some((path) => !known.has(path)) || takesLimit(at, was);
  const isSized = !isWorse && formatFieldPath(at) === 'spec.config' && sortedText(withoutSizes(was)) === sortedText(withoutSizes(is));
  const other = unknown && !isWorse ? changesText(String(at.at(-1)), before, after, unknown) : undefined;
  const subject = referenceTo(object);
  const filled = at.includes(IMAGE_TEMPLATE) ? filledImage(object, head) : '';
  return {
    rule: better?.rule ?? (other === undefined ? SOURCE_CHANGED : VERSION_UNKNOWN),
    identity: [formatFieldPath(at), sortedText(is ?? null)],
    severity: isWorse
      ? 'error'
      : better || (isSized && isNearSize(was, is))
        ? 'info'
        : severity === 'info' && isContent && is === undefined
          ? 'warning'
          : severity,
    // More or less of a computer brings no permission; too little of it stops the operator, which can be one that refuses something.
    ...(isSized ? { effect: 'none' as const } : {}),
    message:
      other ??
      `${formatFieldPath(leaf)} changes from ${before} to ${after}: ${stays || (better?.meaning ?? (TEMPLATE.test(after) ? OF_TEMPLATE : meaning))}${filled}${why ? `; ${why}` : ''}`,
    before,
    after,
    place: head.placeOf(subject, leaf) ?? head.placeOf(subject, at) ?? head.placeOf(subject),
  };
}

/** A value that a chart or a template fills in: what it decides is not known here. */
const TEMPLATE = /\{\{/;
const OF_TEMPLATE = 'a template decides the value, which is not known here';

/** Resources of a container that only measure: any other, such as a GPU, is a device. */
const SIZES: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];

const SIZE_FIELDS: readonly string[][] = ['limits', 'requests'].flatMap((field) => SIZES.map((size) => ['resources', field, size]));

/** Whether each size stays, at least half and at most four times as much: too little stops the operator, too much fits on no node. */
function isNearSize(was: unknown, is: unknown): boolean {
  return SIZE_FIELDS.every((at) => {
    const [old, size] = [was, is].map((config) => valueAt(config, at));
    if (sortedText(old ?? null) === sortedText(size ?? null)) return true;
    const [before, after] = [old, size].map((value) => billionthsOf(String(value)));
    return before !== undefined && after !== undefined && after > 0n && after * 2n >= before && after <= before * 4n;
  });
}

/** The settings of a Subscription without the sizes of its containers. */
function withoutSizes(config: unknown): unknown {
  return SIZE_FIELDS.reduce<unknown>(without, config ?? {});
}

/** The image of a catalog whose template counts, with the Kubernetes version of the cluster in it. */
function filledImage({ kind, metadata }: KubernetesObject, { cluster }: State): string {
  if (kind !== 'CatalogSource' || metadata.annotations?.[IMAGE_TEMPLATE] === undefined) return '';
  const { image, imageError } =
    catalogAt(cluster.catalogs, namespacedName({ namespace: metadata.namespace ?? '', name: metadata.name })) ?? {};
  if (imageError !== undefined) return `; ${imageError}`;
  return image === undefined ? '' : `; the image is ${image}`;
}

/**
 * Removing a lock, catalog or bundle takes nothing from the operator: it only hides the operator's permissions, now and after each upgrade.
 */
function lostContent(object: KubernetesObject, base: State, head: State): FoundChange[] {
  const installed = hiddenIn(object, base, head);
  if (installed === undefined) return [];
  const subject = referenceTo(object);
  const message = `installs ${installed} as before, which is no longer known: it loses no permissions, and what comes next was not reviewed`;
  return [{ rule: SOURCE_CHANGED, identity: ['hidden'], severity: 'error', subject, message, place: head.placeOf(subject) }];
}

/** Text about a Subscription that leads to an older version: OLM never downgrades. */
function staysAt(object: KubernetesObject, base: State, head: State): string | undefined {
  const [old, now] = [subscriptionOf(object, base), subscriptionOf(object, head)];
  const [was, is] = [old && csvOf(old, base), now && csvOf(now, head)];
  if (!was || !is || !isOlder(is, was) || isMade(csvReference(is), head)) return undefined;
  return `a running cluster stays at ${was.name}, because OLM never installs an older version; a new one installs ${is.name}, which this review shows`;
}

/** The path of the innermost field with all differences: another image version should not show two whole objects. */
function onlyDifference(was: unknown, is: unknown): FieldPath {
  const [first = [], ...others] = differences(was, is).map(({ steps }) => steps.map((step) => ('field' in step ? step.field : undefined)));
  const end = first.findIndex((name, index) => name === undefined || others.some((steps) => steps[index] !== name));
  return first.slice(0, end < 0 ? first.length : end).filter((name) => name !== undefined);
}

/** A new catalog is a new source of operators; a new Subscription is described by the operator that it installs. */
function newSource(object: KubernetesObject, base: State, head: State): FoundChange[] {
  if (object.kind === 'OperatorGroup') return [];
  const subject = referenceTo(object);
  const values = watchedOf(object).flatMap(({ at }) => {
    const value = valueAt(object, at);
    return value === undefined || value === null ? [] : [{ at, value }];
  });
  const said = values.map(({ at, value }) => `${formatFieldPath(at.slice(1))} ${partsThatDiffer('', textOfValue(value))[1]}`);
  const unknown = unknownIn(object, base, head);
  const extension = unknownExtension(object, head);
  const why = unknown ? fromStrangeCatalog(unknown, base) : extension ? undefined : unjudged(object, base, head);
  const taken = why ? undefined : takenForCatalog(object, head);
  const isError = why !== undefined || values.some(({ value }) => nodePaths(value).length > 0);
  const severity = isError
    ? 'error'
    : unknown || extension || taken || object.kind === 'CatalogSource' || object.kind === 'ClusterCatalog'
      ? 'warning'
      : 'info';
  const message = unknown
    ? [installsText(unknown), why].filter(Boolean).join('; ')
    : extension
      ? extensionText(extension)
      : [`is new: ${said.join(', ')}${filledImage(object, head)}`, why ?? taken].filter(Boolean).join('; ');
  return [
    { rule: SOURCE_ADDED, identity: [sortedText(values)], presence: 'added', severity, subject, message, place: head.placeOf(subject) },
  ];
}

/** Removed objects of OLM v1 whose content no other rule reports. */
function removedExtension(object: KubernetesObject, base: State): FoundChange[] {
  const subject = referenceTo(object);
  if (object.kind === 'ClusterCatalog') {
    const message = 'is removed: extensions from it get no newer versions, or take them from another catalog that offers the package';
    return [{ rule: SOURCE_CHANGED, severity: 'warning', subject, presence: 'removed', message, place: base.placeOf(subject) }];
  }
  if (object.kind !== 'ClusterExtension' || isEvaluated(subject.name, base)) return [];
  const message = 'is removed: OLM v1 deletes everything that it installed, including its CRDs and all of their objects';
  return [{ rule: SOURCE_CHANGED, severity: 'warning', subject, presence: 'removed', message, place: base.placeOf(subject) }];
}

/** OLM v0 keeps the ClusterServiceVersion of a removed Subscription. Without OLM, the operator is removed with its rendered objects. */
function removedSubscription(object: KubernetesObject, base: State): FoundChange[] {
  const subscription = subscriptionOf(object, base);
  const csv = subscription && csvOf(subscription, base);
  if (!subscription || (csv && isMade(csvReference(csv), base))) return [];
  const subject = referenceTo(object);
  return [
    {
      rule: SOURCE_REMOVED,
      severity: 'info',
      subject,
      presence: 'removed',
      message: removedText(subscription),
      place: base.placeOf(subject),
    },
  ];
}

function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return typeof value === 'string' ? value : sortedText(value);
}

/**
 * Whether a limit is removed: an OperatorGroup with an account gets at most the permissions of that account; with another or no account,
 * OLM grants everything that the CSVs request.
 */
function takesLimit(at: FieldPath, before: unknown): boolean {
  return at.at(-1) === 'serviceAccountName' && before !== undefined;
}

/** The paths of nodes in `spec.config`, whose volumes OLM adds to the operator's Pods. */
function nodePaths(value: unknown): string[] {
  const found: string[] = [];
  walk(value, (inner, at) => {
    const isPath = at.at(-1) === 'hostPath';
    if (isPath) found.push(String(fieldsOf(inner).path));
    return isPath;
  });
  return found;
}
