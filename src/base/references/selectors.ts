/**
 * Finds the selectors in an object: by which labels or annotations it selects which other objects. Found by their form, for kinds of any
 * tool: no list of selecting kinds would be complete.
 */
import { type LabelSelector, matchesSelector, type SelectorRequirement } from '../kubernetes/label-selector.js';
import type { KubernetesObject } from '../kubernetes/object.js';
import { type Fields, fieldsOf, listOf } from '../kubernetes/pod-spec.js';
import { type FieldPath, valueAt, walk } from '../manifest/field-path.js';
import { sortedText } from '../manifest/plain-data.js';
import { rowOfObject } from '../tools/kinds.js';
import { DESCRIBING } from '../tools/setting.js';
import type { Selected } from '../tools/tool.js';

type Labels = Readonly<Record<string, string>>;

/** One selector of an object. */
export interface Selector {
  readonly at: FieldPath;
  readonly selects: Selected;
  readonly by: 'labels' | 'annotations';
  /** The only namespace in which it selects; absent for all. */
  readonly namespace?: string;
  /** Whether it leaves out the objects that it selects, such as `exclude` of a policy. */
  readonly leavesOut: boolean;
  /** Whether the objects that it selects may reach others, such as a peer of a NetworkPolicy. */
  readonly letsIn: boolean;
  /** The content, for comparing both sides of a review. */
  readonly text: string;
  /** Whether it looks at a label or annotation with this key. */
  looksAt(key: string): boolean;
  /** Whether it selects an object with these labels; absent if only its tool knows. */
  matches?(labels: Labels): boolean;
}

/** All selectors of an object, except those by which a workload finds its own Pods, and those of roles. */
export function selectorsIn(object: KubernetesObject): readonly Selector[] {
  const { metadata: _, status: __, ...fields } = object;
  const found: Selector[] = [];
  if (isWithoutSelectors(object)) {
    walk(fields, (value, at) => {
      const [, by, text] = (typeof value === 'string' && FILTER.exec(value)) || [];
      if (text !== undefined) found.push({ ...expression(at, text), by: by === 'label' ? 'labels' : 'annotations', selects: 'any' });
      return false;
    });
    return found;
  }
  const { selects: usual, selectors } = rowOfObject(object) ?? {};
  const readsPrograms = isPolicy(object);
  walk(fields, (value, at) => {
    if (selectors && !selectors.includes(at.filter((step) => typeof step === 'string').join('.'))) return false;
    const selector = selectorOf(value, at) ?? (readsPrograms ? programOf(value, at) : undefined);
    if (!selector) return false;
    const selects = selector.selects ?? usual ?? 'any';
    found.push({ ...selector, selects, ...scopeOf(object, at, selects) });
    return nameBefore(at) !== OF_TUNED;
  });
  return found;
}

/** An argument by which a program, such as ExternalDNS, looks only at some objects. */
const FILTER = /^--(label|annotation)-filter=(.+)$/;

/** Whether an object refuses or changes others: its programs can look at labels. */
function isPolicy(object: KubernetesObject): boolean {
  return rowOfObject(object)?.setting?.gone === 'error' || /WebhookConfiguration$/.test(object.kind);
}

/** A text in CEL, JMESPath or Rego that reads labels or annotations. */
function programOf(value: unknown, at: FieldPath): Found | undefined {
  if (typeof value !== 'string' || !/\b(?:annotations|labels)\b/.test(value) || DESCRIBING.includes(String(at.at(-1)))) return undefined;
  return expression(at, value.replace(/\b(annotations|labels)\??\./g, '$1 '));
}

/** Kinds with fields that only look like selectors, or whose selectors other rules read. */
const WITHOUT_SELECTORS: ReadonlySet<string> = new Set([
  'ClusterRole',
  'ClusterServiceVersion',
  'ConfigMap',
  'CustomResourceDefinition',
  'Secret',
]);

function isWithoutSelectors(object: KubernetesObject): boolean {
  const row = rowOfObject(object);
  return WITHOUT_SELECTORS.has(object.kind) || row?.podSpec !== undefined || (row?.carries !== undefined && row.selectors === undefined);
}

type Found = Omit<Selector, 'namespace' | 'selects'> & { readonly selects: Selected | undefined };

function selectorOf(value: unknown, at: FieldPath): Found | undefined {
  const [field, around] = [String(at.at(-1) ?? ''), nameBefore(at)];
  const fields = fieldsOf(value);
  const isLabelSelector = Array.isArray(fields.matchExpressions) || isLabels(fields.matchLabels);
  if (isLabelSelector) return made(at, sortedText(value), wanted(fields));
  if (around === OF_TUNED && at[1] === 'recommend') return ofTuned(fields, at);
  if (isSelectorField(field) && typeof value === 'string' && value !== '') return expression(at, value);
  const isPlain = (isSelectorField(field) || (field === 'labels' && isSelectorField(around))) && isLabels(value) && !isReference(fields);
  const isOfAnnotations = field === 'annotations' && /^(?:resources|match|exclude)$/.test(around) && isLabels(value);
  return isPlain || isOfAnnotations ? made(at, sortedText(value), wanted({ matchLabels: value })) : undefined;
}

/** The field in which Tuned lists labels of nodes and of Pods; each entry can have more of them. */
const OF_TUNED = 'match';

function ofTuned({ label: key, value, type }: Fields, at: FieldPath): Found | undefined {
  if (typeof key !== 'string') return undefined;
  const requirement = { key, ...(typeof value === 'string' ? { operator: 'In', values: [value] } : { operator: 'Exists' }) };
  return {
    ...made(at, sortedText({ key, value, type }), wanted({ matchExpressions: [requirement] })),
    selects: type === 'pod' ? 'pods' : 'nodes',
  };
}

function isSelectorField(field: string): boolean {
  return /selectors?$/i.test(field);
}

/** The innermost field around a value. */
function nameBefore(at: FieldPath): string {
  return String(at.slice(0, -1).findLast((step) => typeof step === 'string') ?? '');
}

function isLabels(value: unknown): value is Labels {
  const values = Object.values(fieldsOf(value));
  return values.length > 0 && values.every((each) => typeof each === 'string');
}

/** Fields of a reference to an object by its name; `secretKeySelector` and the like are no selectors. */
const OF_REFERENCES: ReadonlySet<string> = new Set(['apiVersion', 'group', 'key', 'kind', 'name', 'namespace', 'version']);

function isReference(fields: Fields): boolean {
  return 'name' in fields && Object.keys(fields).every((field) => OF_REFERENCES.has(field));
}

/** Cilium writes the source of a label before its key (https://docs.cilium.io/en/stable/gettingstarted/terminology/#label-source). */
const SOURCE = /^(?:any|k8s)[:.]/;
/** Labels that Cilium makes of a namespace. */
const OF_NAMESPACE = /^io\.(?:kubernetes\.pod\.namespace|cilium\.k8s\.)/;

/** The requirements of a selector, with the keys as objects have them. */
function wanted({ matchLabels, matchExpressions }: Fields): LabelSelector {
  const keyOf = (key: unknown): string => String(key).replace(SOURCE, '');
  const labels = Object.entries(fieldsOf(matchLabels)).map(([key, value]) => [keyOf(key), value] as const);
  const expressions = listOf(matchExpressions).map((each) => ({ ...each, key: keyOf(each.key) }));
  return {
    matchLabels: Object.fromEntries(labels.filter(([key]) => !OF_NAMESPACE.test(key))) as Labels,
    matchExpressions: expressions.filter(({ key }) => !OF_NAMESPACE.test(key)) as unknown as SelectorRequirement[],
  };
}

/** Wildcards of Kyverno, and variables. */
const OPEN = /[*?]|\{\{|\$\{/;

function made(at: FieldPath, text: string, selector: LabelSelector): Found {
  const keys = [...Object.keys(selector.matchLabels ?? {}), ...(selector.matchExpressions ?? []).map(({ key }) => key)];
  const isOpen = OPEN.test(sortedText(selector));
  const patterns = keys.map((key) => (OPEN.test(key) ? undefined : key));
  return {
    ...about(at),
    at,
    text,
    looksAt: (key) => patterns.some((pattern) => pattern === undefined || pattern === key),
    ...(isOpen ? {} : { matches: (labels: Labels) => matchesSelector(selector, labels) }),
  };
}

/** A selector in a language of its tool, such as `tier == "internal"` of Calico; each word can be a key. */
function expression(at: FieldPath, text: string): Found {
  const words = new Set(text.match(/[A-Za-z0-9](?:[\w./-]*[A-Za-z0-9])?/g) ?? []);
  return { ...about(at), at, text, looksAt: (key) => words.has(key) };
}

const LEAVES_OUT = /^(?:exclude\w*|except\w*|skip\w*|exempt\w*|unless|notSelectors?)$/i;
const LETS_IN = /^(?:from\w*|to|to[A-Z]\w*|source|destination|allowed\w*|peers?)$/;

function about(at: FieldPath): Pick<Found, 'selects' | 'by' | 'leavesOut' | 'letsIn'> {
  const names = at.filter((step) => typeof step === 'string');
  return {
    selects: names.reduceRight<Selected | undefined>((found, name) => found ?? selectedBy(name), undefined),
    by: names.some((name) => /annotation/i.test(name)) ? 'annotations' : 'labels',
    leavesOut: names.some((name) => LEAVES_OUT.test(name)),
    letsIn: names.some((name) => LETS_IN.test(name)),
  };
}

/** The selected objects, by the name of a field; undefined for a name that leaves it open. */
function selectedBy(field: string): Selected | undefined {
  if (/namespace/i.test(field)) return 'namespaces';
  if (/^(?:object|resource|serviceAccount)Selectors?$/i.test(field)) return 'any';
  if (/node|machine(?!Config)/i.test(field)) return 'nodes';
  return /pod|endpoint|workload/i.test(field) ? 'pods' : undefined;
}

const OF_THE_MESH = /^istio/; // The namespace of Istio, whose policies count in all namespaces.
/** Fields that choose namespaces, or select Routes, Services or clusters in all of them. */
const WIDE = /namespace|^(?:cluster|route|service)Selectors?$/i;

/** A selector of Pods in a namespaced object is about its own namespace, unless it stands next to a choice of namespaces. */
function scopeOf(object: KubernetesObject, at: FieldPath, selects: Selected): Pick<Selector, 'namespace'> {
  const { metadata, ...fields } = object;
  const { namespace } = metadata;
  const isOfAll = namespace === undefined || OF_THE_MESH.test(namespace) || rowOfObject(object)?.everywhere;
  if (isOfAll || selects === 'namespaces' || selects === 'nodes') return {};
  return [...at, ...Object.keys(fieldsOf(valueAt(fields, at.slice(0, -1))))].some((one) => WIDE.test(String(one))) ? {} : { namespace };
}
