/** Finds the ends of selectors in an object: its own labels, and those of the Pods that are made of it. */
import type { KubernetesObject } from '../kubernetes/object.js';
import { fieldsOf } from '../kubernetes/pod-spec.js';
import { type FieldPath, walk } from '../manifest/field-path.js';
import type { Selected } from '../tools/tool.js';
import type { Selector } from './selectors.js';

/** One thing that selectors can select. */
export interface Selectable {
  readonly is: Exclude<Selected, 'any'> | 'other';
  readonly namespace: string | undefined;
  /** The path of its metadata. */
  readonly at: FieldPath;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The object itself, and the templates of Pods in it. */
export function selectablesIn(object: KubernetesObject): Selectable[] {
  const { namespace, name } = object.metadata;
  const own = (is: Selectable['is'], labels = {}): Selectable => ({ is, namespace, at: ['metadata'], ...marksOf(object.metadata, labels) });
  // Tekton gives the Pods of a run its labels.
  if (/^(?:Pod|TaskRun|PipelineRun)$/.test(object.kind)) return [own('pods')];
  // The API server sets the name label of each Namespace, whether it is written or not.
  if (object.kind === 'Namespace' || object.kind === 'Project') return [own('namespaces', { 'kubernetes.io/metadata.name': name })];
  if (object.kind === 'CustomResourceDefinition') return [own('other')];
  const { metadata: _, status: __, ...fields } = object;
  const templates: Selectable[] = [];
  walk(fields, (value, at) => {
    const { metadata, spec } = fieldsOf(value);
    const isTemplate = at.length > 0 && Array.isArray(fieldsOf(spec).containers);
    if (isTemplate) templates.push({ is: 'pods', namespace, at: [...at, 'metadata'], ...marksOf(metadata) });
    return isTemplate;
  });
  return [own(object.kind === 'Node' ? 'nodes' : 'other'), ...templates];
}

function marksOf(metadata: unknown, more: Readonly<Record<string, string>> = {}): Pick<Selectable, 'labels' | 'annotations'> {
  const { labels, annotations } = fieldsOf(metadata);
  return {
    labels: { ...(fieldsOf(labels) as Selectable['labels']), ...more },
    annotations: fieldsOf(annotations) as Selectable['annotations'],
  };
}

/** Whether a selector is about such a thing at all, whatever its labels. */
export function isAbout({ selects, namespace }: Selector, thing: Selectable): boolean {
  if (selects !== 'any' && selects !== thing.is) return false;
  // A tool that applies an object can choose its namespace.
  return namespace === undefined || thing.namespace === undefined || thing.is === 'nodes' || namespace === thing.namespace;
}
