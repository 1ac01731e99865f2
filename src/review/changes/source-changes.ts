/** Where operators come from: Subscriptions, CatalogSources, and ClusterExtensions of OLM v1. */
import { groupOf } from '../../kubernetes/kinds.js';
import { type KubernetesObject, objectKey, referenceTo } from '../../kubernetes/object.js';
import { fieldsOf } from '../../kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../manifest/field-path.js';
import { sortedText } from '../../manifest/plain-data.js';
import type { Severity } from '../../model/finding.js';
import type { State } from '../../state/state.js';
import type { FindChanges, FoundChange } from './change.js';

/** A field that decides what is installed. */
interface Watched {
  readonly at: FieldPath;
  readonly severity: Severity;
  /** What a change of it means. */
  readonly meaning: string;
}

const field = (path: string, severity: Severity, meaning: string): Watched => ({ at: ['spec', ...path.split('.')], severity, meaning });

/** By API group and kind. */
const WATCHED: Readonly<Record<string, readonly Watched[]>> = {
  'operators.coreos.com/Subscription': [
    field('source', 'warning', 'the operator comes from another catalog'),
    field('sourceNamespace', 'warning', 'the operator comes from a catalog of another namespace'),
    field('name', 'warning', 'another package is installed'),
    field('channel', 'info', 'upgrades follow another channel'),
    field('installPlanApproval', 'warning', 'upgrades are approved in another way'),
    field(
      'startingCSV',
      'info',
      'another version is installed first; with OLM on the cluster and Automatic approval, later versions replace it',
    ),
    field('config', 'warning', 'the operator runs with other settings'),
  ],
  'operators.coreos.com/CatalogSource': [
    field('image', 'warning', 'a new image can change every operator of this catalog'),
    field('address', 'warning', 'the catalog is served from elsewhere'),
    field('configMap', 'warning', 'the catalog is read from another ConfigMap'),
    field('sourceType', 'warning', 'the catalog is served in another way'),
    field('priority', 'warning', 'OLM prefers another catalog, or this one, more than before'),
    field('updateStrategy', 'info', 'OLM polls the catalog at other times'),
    field('grpcPodConfig', 'info', 'the Pod of the catalog runs with other settings'),
  ],
  'olm.operatorframework.io/ClusterExtension': [
    field('source', 'warning', 'another package, version or catalog can be installed'),
    field('namespace', 'warning', 'the extension is installed in another namespace'),
    field('serviceAccount', 'warning', 'the extension is installed with the permissions of another account'),
    field('config', 'warning', 'the extension runs with other settings'),
    field('install', 'info', 'the checks before an upgrade change'),
  ],
  'olm.operatorframework.io/ClusterCatalog': [
    field('source', 'warning', 'a new image can change every extension of this catalog'),
    field('priority', 'warning', 'OLM prefers another catalog, or this one, more than before'),
    field('availabilityMode', 'warning', 'the catalog becomes available or unavailable'),
  ],
  'operators.coreos.com/OperatorGroup': [
    field('serviceAccountName', 'warning', 'OLM installs with the permissions of another account'),
    field('upgradeStrategy', 'warning', 'failed operators are replaced in another way'),
    field('staticProvidedAPIs', 'warning', 'OLM maintains the list of provided APIs in another way'),
  ],
};

/** Finds changes of those fields, and such objects that are new. */
export const sourceChanges: FindChanges = (base, head) => {
  const before = new Map(sourcesOf(base).map((object) => [objectKey(object), object]));
  return sourcesOf(head).flatMap((object) => {
    const old = before.get(objectKey(object));
    return old ? changedFields(old, object, head) : newSource(object, head);
  });
};

function sourcesOf({ given, resolution }: State): KubernetesObject[] {
  const all = [...given.filter((object) => watchedOf(object).length > 0), ...resolution.groups.map(({ group }) => group.manifest)];
  return [...new Map(all.map((object) => [objectKey(object), object])).values()];
}

function watchedOf({ apiVersion, kind }: KubernetesObject): readonly Watched[] {
  const key = `${groupOf(apiVersion)}/${kind}`;
  return Object.hasOwn(WATCHED, key) ? (WATCHED[key] as readonly Watched[]) : [];
}

/** Fields whose absence the API server or OLM reads as a value. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  installPlanApproval: 'Automatic',
  priority: 0,
  staticProvidedAPIs: false,
  upgradeStrategy: 'Default',
};

function valueAt(object: KubernetesObject, at: FieldPath): unknown {
  const value = at.reduce<unknown>((found, step) => fieldsOf(found)[step], object);
  return value ?? DEFAULTS[String(at.at(-1))];
}

function changedFields(old: KubernetesObject, object: KubernetesObject, head: State): FoundChange[] {
  const subject = referenceTo(object);
  return watchedOf(object).flatMap(({ at, severity, meaning }): FoundChange[] => {
    const [before, after] = [old, object].map((state) => textOfValue(valueAt(state, at))) as [string, string];
    if (before === after) return [];
    const message = `${formatFieldPath(at)} changes from ${before} to ${after}: ${meaning}`;
    return [
      {
        kind: 'source-changed',
        severity: (mountsNode(after) && !mountsNode(before)) || takesLimit(at, before) ? 'error' : severity,
        subject,
        message,
        before,
        after,
        place: head.placeOf(subject, at) ?? head.placeOf(subject),
        covers: [at],
      },
    ];
  });
}

/** A new catalog is a new source of operators; a new Subscription shows in what it installs. */
function newSource(object: KubernetesObject, head: State): FoundChange[] {
  if (object.kind === 'OperatorGroup') return [];
  const subject = referenceTo(object);
  const said = watchedOf(object).flatMap(({ at }) => {
    const value = at.reduce<unknown>((found, step) => fieldsOf(found)[step], object as unknown);
    return value === undefined || value === null ? [] : [`${formatFieldPath(at.slice(1))} ${textOfValue(value)}`];
  });
  const isCatalog = object.kind === 'CatalogSource' || object.kind === 'ClusterCatalog';
  const severity = said.some(mountsNode) ? 'error' : isCatalog ? 'warning' : 'info';
  return [{ kind: 'source-added', severity, subject, message: `is new: ${said.join(', ')}`, place: head.placeOf(subject) }];
}

const LONGEST = 200;

const NOTHING = 'nothing';

function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return NOTHING;
  const text = typeof value === 'string' ? value : sortedText(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** With an account, OLM grants no more than what that has; with another one or none, it grants what the CSVs ask for all along. */
function takesLimit(at: FieldPath, before: string): boolean {
  return at.at(-1) === 'serviceAccountName' && before !== NOTHING;
}

/** OLM puts the volumes of `spec.config` into the Pods of the operator. */
function mountsNode(text: string): boolean {
  return text.includes('"hostPath":');
}
