/** Reports kinds, annotations and labels with an unknown effect. */

import { hidesObjects } from '../../../base/inside/hidden.js';
import { groupOf } from '../../../base/kubernetes/kinds.js';
import {
  compareText,
  formatReference,
  groupBy,
  type KubernetesObject,
  type ObjectReference,
  referenceTo,
} from '../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../base/kubernetes/pod-spec.js';
import { type FieldPath, valueAt, walk } from '../../../base/manifest/field-path.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { GRAFANA_GROUP } from '../../../base/tools/grafana.js';
import { podSpecOf } from '../../../base/tools/pod-specs.js';
import { listed } from '../../../base/wording/phrases.js';
import type { Presence } from '../../../olm/model/claim.js';
import { keptBeside } from '../../state/kept-beside.js';
import { isOfBundle, objectsOf } from '../../state/objects.js';
import { renamedWorkloads } from '../../state/renamed-workloads.js';
import type { State } from '../../state/state.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery } from '../rule.js';
import { whatDiffers } from './documents/fields-in-words.js';
import { onlyImageVersions } from './documents/image-versions.js';
import { namesRight } from './files/values-of-rights.js';
import { isHarmlessWhenGone, isKnownByContent, isKnownKind, purposeOf } from './kind-effects.js';
import { isKnownMark } from './marks.js';
import { isSettingKey } from './settings/setting-marks.js';

// The common part of both rules: their objects and their findings.

/** The kinds of unknown names, with their subjects in reports. */
const SUBJECTS = { annotation: 'Annotation', kind: 'Kind', label: 'Label' } as const;
type Unknown = keyof typeof SUBJECTS;

/** The texts of a finding. */
interface Says {
  /**
   * The fields that the finding covers, and their changes in words.
   * @param old absent for an added or removed object
   */
  claims(object: KubernetesObject, old: KubernetesObject | undefined): { readonly text?: string; readonly claims: readonly FieldPath[] };
  /** The subject of the sentence, with its verb. */
  is(count: number): string;
  /** Whether it comes with the change. */
  isNew(old: KubernetesObject | undefined): boolean;
  /** The clause about the unknown fact, with its beginning. */
  isUnknown(count: number): string;
}

/** One finding for all objects that have the kind or key, or had it in BASE. */
function unknownThing(
  base: State,
  head: State,
  what: Unknown,
  name: string,
  objects: readonly KubernetesObject[],
  { is, isUnknown, isNew, claims }: Says,
): Discovery {
  const given = new Set(head.given);
  const [now, gone] = [objects.filter((object) => given.has(object)), objects.filter((object) => !given.has(object))];
  const { twinOf } = objectsOf(base);
  const told = [
    ...now.map((object) => ({ object, ...claims(object, keptBeside(object, twinOf(object), head.given) ? undefined : twinOf(object)) })),
    ...gone.map((object) => ({ object, ...claims(object, undefined) })),
  ];
  const references = told.map(({ object }) => referenceTo(object));
  const [first] = references as [ObjectReference];
  const areNew = new Set(now.map((object) => isNew(twinOf(object))));
  const came = [...(areNew.has(true) ? ['new'] : []), ...(areNew.has(false) ? ['changed'] : [])].join(' or ');
  const happens = [...(came === '' ? [] : [came]), ...(gone.length > 0 ? ['removed'] : [])].join(', or ');
  return {
    severity: 'warning',
    subject: { kind: SUBJECTS[what], name },
    message: `${what} ${name}: ${[is(objects.length), happens].join(' ').trim()}${isUnknown(objects.length)}: ${listed(told.map(({ object, text = '' }) => `${formatReference(referenceTo(object))}${text}`))}`,
    path: [],
    fix: `find out which program acts on it, and name the ${what} under known in the baseline`,
    related: references,
    claimsOfOthers: told.map(({ object, claims: fields }) => ({ object: referenceTo(object), fields })),
    place: (now.length > 0 ? head : base).placeOf(first),
    identity: [
      ...now.map((object) => formatReference(referenceTo(object))),
      ...gone.map((object) => `${formatReference(referenceTo(object))} gone`),
    ],
  };
}

/** The objects of a state without those of bundles, which change with their operator. */
function ownObjects(state: State): KubernetesObject[] {
  const isBundled = isOfBundle(state);
  return state.given.filter((object) => !isBundled(object) && object.kind !== 'ClusterServiceVersion');
}

// Objects of unknown kinds.

export const unknownKind = riskRule('unknown-kind', 'warning', 'A kind is not known to this tool', {
  class: 'unread',
  effect: 'none',
  order: 1,
  short: 'objects of unknown kinds',
  references: ['CWE-15: External Control of System or Configuration Setting'],
  meaning:
    'The change adds, alters or removes objects of a kind that cdk8s-olm does not know, and that no operator of BASE or of a catalog provides; a CRD alone does not explain the kind. A controller acts on such objects, and a removed one can have limited others. Kinds that only add something, such as ServiceMonitor, can be removed. Each kind has one line, one for its new objects, and one, a note, for other versions of the same images. An object that newly names a role of the cluster, administrators or everybody may change permissions, also one of an kind of an operator. New objects are reported until the baseline of BASE names the kind under `known`; changed and removed objects are always reported, unless `accepted` has their fingerprint.',
  attack: 'A SharedSecret gives Pods in another namespace a Secret of kube-system. No list of dangerous kinds contains it.',
  fix: 'Find out what the controller does, and name the kind under `known` in the baseline, with a reason.',
  compare: ({ state: base }, { state: head }) => {
    const [before, after] = [objectsOf(base), objectsOf(head)];
    const provided = providedKinds(base, head);
    const isRight = (object: KubernetesObject): boolean => namesOtherRights(before.twinOf(object), object);
    const isUnknown = (object: KubernetesObject): boolean => !isKnown(object) && (!provided.has(kindOf(object)) || isRight(object));
    const changed = ownObjects(head).filter(
      (object) => isUnknown(object) && sortedText(content(before.twinOf(object))) !== sortedText(content(object)),
    );
    const [came, differing] = [false, true].map((isThere) => changed.filter((object) => (before.twinOf(object) !== undefined) === isThere));
    const isVersion = (object: KubernetesObject): boolean => onlyImageVersions(content(before.twinOf(object)), content(object));
    const [versions, others] = [true, false].map((isOne) => (differing ?? []).filter((object) => isVersion(object) === isOne));
    const gone = ownObjects(base).filter((object) => !after.twinOf(object) && isUnknown(object) && !isHarmlessWhenGone(object));
    const goneSet = new Set(gone);
    const tell = (objects: readonly KubernetesObject[], presence?: Presence): Discovery[] =>
      [...groupBy(objects, kindOf)].map(([kind, alike]) => ({
        ...unknownThing(base, head, 'kind', kind, alike, { ...KIND_SAYS, isUnknown: (count) => unknownEffect(alike[0], count) }),
        ...(presence === undefined ? {} : { presence }),
        ...(alike.some((object) => !goneSet.has(object) && isRight(object)) ? { effect: 'unknown' as const } : {}),
        ...(alike.every((object) => isShown(object) && !isRight(object)) ? { severity: 'info' as const } : {}),
      }));
    const notes = tell(versions ?? []).map((one) => ({ ...one, severity: 'info' as const }));
    return [...tell([...(others ?? []), ...gone]), ...notes, ...tell(came ?? [], 'added')].sort((a, b) =>
      compareText(a.subject.name, b.subject.name),
    );
  },
});

/** Fields of a dashboard with its own panels: with any other one, such as `url`, `plugins` or `envFrom`, Grafana loads something. */
const OF_DASHBOARD: ReadonlySet<string> = new Set(['json', 'folder', 'instanceSelector', 'resyncPeriod', 'allowCrossNamespaceImport']);

/** Whether an object only decides what people see. https://grafana.github.io/grafana-operator/docs/api/#grafanadashboardspec */
function isShown({ apiVersion, kind, spec }: KubernetesObject): boolean {
  const isOfGrafana = kind === 'GrafanaDashboard' && groupOf(apiVersion) === GRAFANA_GROUP;
  return isOfGrafana && Object.keys(fieldsOf(spec)).every((field) => OF_DASHBOARD.has(field));
}

/** Whether an object of a controller names a right, or somebody who gets one, that it did not name. */
function namesOtherRights(old: KubernetesObject | undefined, object: KubernetesObject): boolean {
  const known = rightsIn(old);
  return [...rightsIn(object)].some((right) => !known.has(right));
}

function rightsIn(object: KubernetesObject | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  walk(content(object), (value, at) => {
    if (value === null || typeof value === 'object') return false;
    const field = at.findLast((step) => typeof step === 'string') ?? '';
    if (at.some((step) => namesRight(String(step), value))) found.add(`${field} ${String(value)}`);
    return false;
  });
  return found;
}

/** Whether the effect of an object is known: by its kind, or because all objects in it are read as objects of their own. */
function isKnown(object: KubernetesObject): boolean {
  return isKnownKind(object) && !(isKnownByContent(object) && hidesObjects(object));
}

const KIND_SAYS: Omit<Says, 'isUnknown'> = {
  claims: (object, old) => (old ? whatDiffers(old, object) : { claims: [[]] }),
  isNew: (old) => old === undefined,
  is: (count) => (count === 1 ? 'an object of this kind is' : `${count} objects of this kind are`),
};

/** The unknown effect of an object: all of it, or only how it does the task of its kind. */
function unknownEffect(object: KubernetesObject, count: number): string {
  const purpose = purposeOf(object);
  const decides = count === 1 ? 'it decides' : 'they decide';
  return purpose === undefined
    ? ', and the review does not know what it does'
    : `; ${decides} ${purpose}, and no rule reads ${count === 1 ? 'it' : 'them'}`;
}

function kindOf({ apiVersion, kind }: KubernetesObject): string {
  const group = groupOf(apiVersion);
  return group === '' ? kind : `${kind}.${group}`;
}

/**
 * The kinds that operators provide, whose controllers are reviewed with their permissions: operators of BASE, and those of HEAD from a
 * catalog. A CRD does not show which controller acts on its objects, and a CSV in the change could claim any kind.
 */
function providedKinds(base: State, head: State): ReadonlySet<string> {
  const csvs = [...base.resolution.csvs, ...head.resolution.csvs.filter(({ csv }) => csv.isResolved)];
  return new Set(csvs.flatMap(({ providedApis }) => providedApis.map(({ kind, group }) => `${kind}.${group}`)));
}

/** Fields with the interval of reading metrics. */
const TIMING: ReadonlySet<string> = new Set(['interval', 'scrapeTimeout']);

/** The content without metadata and status; for kinds that only add something, also without timing. */
function content(object: KubernetesObject | undefined): unknown {
  if (!object) return undefined;
  const { metadata: _, status: __, ...rest } = object;
  return isHarmlessWhenGone(object)
    ? JSON.parse(JSON.stringify(rest, (key, value: unknown) => (TIMING.has(key) ? undefined : value)))
    : rest;
}

// Annotations, and labels of Namespaces.

export const unknownMetadata = riskRule('unknown-metadata', 'warning', 'An annotation or label is not known to this tool', {
  class: 'unread',
  effect: 'none',
  order: 1,
  short: 'unknown annotations',
  references: ['CWE-15: External Control of System or Configuration Setting'],
  meaning:
    'The change adds, alters or removes an annotation (also of Pods) or a Namespace label whose key belongs to a tool that the review does not know. Each key has one line. Keys without a domain are not reported. The baseline of BASE can name the key under `known`.',
  attack: 'The annotation `reflector.v1.k8s.emberstack.com/reflection-auto-enabled` copies a Secret to all namespaces.',
  fix: 'Find out what the tool does, and name the key under `known` in the baseline, with a reason.',
  compare: ({ state: base }, { state: head }) => {
    const { twinOf } = objectsOf(base);
    const renamed = renamedWorkloads(base, head);
    const found = ownObjects(head).flatMap((object) => {
      const old = twinOf(object) ?? renamed.get(object);
      const [was, is] = [metadataOf(old), metadataOf(object)];
      const isKnown = ([key, { value }]: readonly [string, Value]): boolean => isKnownKey(key.replace(/^label /, ''), value, object.kind);
      const changed = [...is].filter((entry) => was.get(entry[0])?.text !== entry[1].text && !isKnown(entry));
      const gone = [...was].filter((entry) => !is.has(entry[0]) && !isKnown(entry));
      return [...changed.map(([key]) => ({ key, object })), ...gone.map(([key]) => ({ key, object: old as KubernetesObject }))];
    });
    return [...groupBy(found, ({ key }) => key)]
      .sort(([a], [b]) => compareText(a, b))
      .map(([key, all]) =>
        unknownThing(
          base,
          head,
          key.startsWith('label ') ? 'label' : 'annotation',
          key.replace(/^label /, ''),
          all.map(({ object }) => object),
          { ...KEY_SAYS, isNew: (old) => !metadataOf(old).has(key), claims: (object) => ({ claims: placesOf(key, object) }) },
        ),
      );
  },
});

const KEY_SAYS: Omit<Says, 'claims' | 'isNew'> = { is: () => 'is', isUnknown: () => ', and the review does not know what acts on it' };

/** The places of the key in an object or its Pods. */
function placesOf(key: string, object: KubernetesObject): FieldPath[] {
  if (key.startsWith('label ')) return [['metadata', 'labels', key.slice('label '.length)]];
  const at = podSpecOf(object)?.at ?? [];
  return [['metadata'], ...(at.length > 1 ? [[...at.slice(0, -1), 'metadata']] : [])].map((path) => [...path, 'annotations', key]);
}

function isKnownKey(key: string, value: unknown, kind: string): boolean {
  return isKnownMark(key, value, kind) || isSettingKey(key);
}

interface Value {
  readonly text: string;
  readonly value: unknown;
}

/** Annotations of the object and of its Pods, and the labels of a Namespace. */
function metadataOf(object: KubernetesObject | undefined): Map<string, Value> {
  if (!object) return new Map();
  const [annotations, labels] = [fieldsOf(object.metadata.annotations), fieldsOf(object.metadata.labels)];
  const at = podSpecOf(object)?.at ?? [];
  const ofPods = at.length > 1 ? fieldsOf(fieldsOf(valueAt(object, [...at.slice(0, -1), 'metadata'])).annotations) : {};
  const all = Object.entries({ ...ofPods, ...annotations });
  const ofNamespace = object.kind === 'Namespace' ? Object.entries(labels).map(([key, value]) => [`label ${key}`, value] as const) : [];
  return new Map([...all, ...ofNamespace].map(([key, value]) => [key, { text: sortedText(value), value }]));
}
