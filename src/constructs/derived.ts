/** The cdk8s objects that the rules create: ApiObjects with the usual methods of cdk8s for changing them. */
import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import type { LabelSelector } from '../base/kubernetes/label-selector.js';
import { formatReference, type KubernetesObject, type ObjectMeta, type ObjectReference, referenceTo } from '../base/kubernetes/object.js';
import { valueAt } from '../base/manifest/field-path.js';
import { jsonText } from '../base/manifest/format.js';
import { isMapping } from '../base/manifest/plain-data.js';
import { inReadingOrder } from '../olm/render/layout.js';
import { unwritableText } from './keep-text.js';
import { hookNode, unhooked } from './node-hooks.js';
import { cdk8sText, withText } from './object-text.js';

const RENDERED = Symbol('rendered');

/** A rendered object, and its text. */
export interface DerivedItem {
  /** The object with its fields in reading order, frozen. */
  readonly object: KubernetesObject;
  /** The text that cdk8s writes for it. */
  readonly text: () => string;
  /** The owner of the object: a CSV, an OperatorGroup, or a Namespace. */
  readonly owner: ObjectReference;
}

/** A rendered object with the labels, annotations and patches that users add to it. ApiObject would sort its keys and drop empty values. */
export class DerivedObject extends ApiObject {
  private [RENDERED]: DerivedItem;
  private readonly operations: JsonPatch[] = [];
  /** `metadata` before any change by users; absent until somebody reads it. */
  private seed?: Readonly<Record<string, unknown>>;

  constructor(scope: Construct, id: string, item: DerivedItem) {
    const { apiVersion, kind, metadata } = item.object;
    super(scope, id, { apiVersion, kind, metadata });
    this[RENDERED] = item;
    const given = this.metadata;
    Object.defineProperty(this, 'metadata', {
      get: () => {
        this.seed ??= given.toJson() as Record<string, unknown>;
        return given;
      },
      enumerable: true,
    });
  }

  /** cdk8s treats every ApiObject as an instance of every ApiObject class. */
  static isDerivedObject(value: unknown): value is DerivedObject {
    return typeof value === 'object' && value !== null && RENDERED in value;
  }

  /** @internal The rendered item. A later rendering of the same object keeps the users' changes. */
  get item(): DerivedItem {
    return this[RENDERED];
  }

  set item(item: DerivedItem) {
    this[RENDERED] = item;
  }

  /** @internal Whether users changed the object. */
  get isTouched(): boolean {
    return this.operations.length > 0 || this.changedMetadata() !== undefined;
  }

  override addJsonPatch(...operations: JsonPatch[]): void {
    this.operations.push(...operations);
  }

  override toJson(): KubernetesObject {
    const changed = this.changed();
    return changed ? withText(changed, () => cdk8sText(changed)) : withText(this.item.object, this.item.text);
  }

  /**
   * @internal The object with the users' changes, if there are any.
   * @throws Error if a patch does not apply
   */
  changed(): KubernetesObject | undefined {
    const { object } = this.item;
    const metadata = this.changedMetadata();
    if (this.operations.length === 0) return metadata && inReadingOrder({ ...object, metadata });
    try {
      return JsonPatch.apply(structuredClone({ ...object, ...(metadata ? { metadata } : {}) }), ...this.operations);
    } catch (error) {
      throw new Error(`a JSON patch of ${formatReference(referenceTo(object))} does not apply: ${(error as Error).message}`);
    }
  }

  private changedMetadata(): ObjectMeta | undefined {
    if (!this.seed) return undefined;
    const { seed, item } = this;
    const { metadata } = item.object;
    const now = this.metadata.toJson() as Record<string, unknown>;
    const changes = Object.entries(now).filter(([field, value]) => jsonText(value) !== jsonText(seed[field]));
    if (changes.length === 0) return undefined;
    const merged = changes.map(([field, value]) => [field, isMapping(value) ? merge(metadata[field], seed[field], value) : value]);
    return { ...metadata, ...Object.fromEntries(merged) };
  }
}

/** The rendered entries, with added and changed ones. */
function merge(rendered: unknown, seed: unknown, now: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const before = isMapping(seed) ? seed : {};
  const changed = Object.entries(now).filter(([key, value]) => value !== before[key]);
  return { ...(isMapping(rendered) ? rendered : {}), ...Object.fromEntries(changed) };
}

/** Parts that the rules have read already, so that a change has no effect, and the place to declare them instead. */
const READ_BY_RULES: ReadonlyMap<string, readonly (readonly [path: readonly string[], instead: string])[]> = new Map(
  Object.entries<readonly (readonly [path: readonly string[], instead: string])[]>({
    OperatorGroup: [
      [['spec'], 'the settings of new OperatorGroup(…)'],
      [['metadata', 'annotations', 'olm.providedAPIs'], 'reservedAPIs of new OperatorGroup(…)'],
    ],
    ClusterServiceVersion: [[['spec'], 'the manifest that is given to addOperator']],
  }),
);
const IDENTITY = [['apiVersion'], ['kind'], ['metadata', 'name'], ['metadata', 'namespace']] as const;

/** Labels of namespaces that rules read, whatever the selectors. */
const NAMESPACE_LABELS = /^(?:kubernetes\.io\/metadata\.name$|pod-security\.kubernetes\.io\/|security\.openshift\.io\/|olm\.)/;

/** The label keys in selectors of OperatorGroups. */
export function selectedLabels(all: readonly DerivedObject[]): ReadonlySet<string> {
  const selectors = all.flatMap(({ item: { object } }) => (object.kind === 'OperatorGroup' ? [valueAt(object, ['spec', 'selector'])] : []));
  return new Set(
    (selectors as (LabelSelector | undefined)[]).flatMap((selector) => [
      ...Object.keys(selector?.matchLabels ?? {}),
      ...(selector?.matchExpressions ?? []).map(({ key }) => key),
    ]),
  );
}

/**
 * The reasons why changes of an object cannot be written, one message each.
 *
 * @param selected the keys of `selectedLabels`: other labels of a namespace change no result
 */
export function refusedChanges(derived: DerivedObject, selected: ReadonlySet<string>): string[] {
  let changed: KubernetesObject | undefined;
  try {
    changed = derived.changed();
  } catch (error) {
    return [(error as Error).message];
  }
  if (!changed) return [];
  const { object } = derived.item;
  const differs = (path: readonly string[]): boolean => jsonText(valueAt(object, path)) !== jsonText(valueAt(changed, path));
  const name = formatReference(referenceTo(object));
  const isRead = (label: string): boolean => selected.has(label) || NAMESPACE_LABELS.test(label);
  const labels = object.kind === 'Namespace' ? changedKeys(valueAt(object, LABELS), valueAt(changed, LABELS)).filter(isRead) : [];
  return [
    ...IDENTITY.filter(differs).map(
      (path) => `${path.join('.')} of ${name} cannot be changed: other objects refer to it, and its file follows from it`,
    ),
    ...(READ_BY_RULES.get(object.kind) ?? [])
      .filter(([path]) => differs(path))
      .map(([path, instead]) => `${path.join('.')} of ${name} cannot be changed after the rules have read it; use ${instead}`),
    ...labels.map(
      (label) => `the label ${label} of ${name} cannot be changed after the rules have read it; use cluster.addNamespace(name, { labels })`,
    ),
    ...(isMapping(changed.metadata) ? unwritableText(changed) : []),
  ];
}

const LABELS = ['metadata', 'labels'];

function changedKeys(before: unknown, after: unknown): string[] {
  const [old, now] = [before, after].map((value) => (isMapping(value) ? value : {})) as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((key) => old[key] !== now[key]).sort();
}

/**
 * A chart with only derived objects, in order. Chart.toJson would validate the whole app again for
 * every chart, which makes synthesis quadratic in the number of namespaces.
 */
export class DerivedChart extends Chart {
  /** @internal The derived objects in it, in order. */
  objects: readonly DerivedObject[] = [];

  /**
   * @param id the same id for any file name
   * @param file the name of its file
   */
  constructor(
    scope: Construct,
    readonly id: string,
    file: string,
  ) {
    super(scope, `chart:${id}`);
    this.file = file;
    hookNode(this, 'children', () => inConstructOrder(this, this.objects));
  }

  /** @internal The name of its file. cdk8s derives it from the path, and would add a hash to a path of several parts. */
  get file(): string {
    return this.node.path;
  }

  set file(file: string) {
    Object.defineProperty(this.node, 'path', { value: file, configurable: true });
  }

  override toJson(): KubernetesObject[] {
    const { objects } = this;
    const isSimple = this.node.children.length === objects.length && objects.every(({ node }) => node.dependencies.length === 0);
    return isSimple ? objects.map((object) => object.toJson()) : super.toJson();
  }
}

/** The children of a construct: those of users in their original order, then the derived ones in their order. */
export function inConstructOrder(construct: Construct, derived: readonly Construct[]): Construct[] {
  const last = new Set(derived);
  const others = unhooked(construct, 'children').filter((child) => !last.has(child as Construct));
  return [...(others as Construct[]), ...derived];
}
