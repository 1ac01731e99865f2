/**
 * `deploymentConfig` in the settings of a ClusterExtension: OLM v1's schema has its fields and those of Kubernetes inside
 * (operator-controller's rukpak/bundle/registryv1bundleconfig.json), and refuses what does not fit, in the words of its config.go.
 */
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { refusals } from '../../../base/kubernetes/structure/refusals.js';
import { TYPE_NAMES } from '../../../base/kubernetes/structure/type.js';
import type { FieldPath } from '../../../base/manifest/field-path.js';
import { isMapping } from '../../../base/manifest/plain-data.js';

/** Each field, and its place in a Deployment that has it. The schema has no `selector`. */
const FIELDS: ReadonlyMap<string, FieldPath> = new Map<string, FieldPath>([
  ['affinity', ['spec', 'template', 'spec']],
  ['annotations', ['spec', 'template', 'metadata']],
  ['env', ['spec', 'template', 'spec', 'containers', 0]],
  ['envFrom', ['spec', 'template', 'spec', 'containers', 0]],
  ['nodeSelector', ['spec', 'template', 'spec']],
  ['resources', ['spec', 'template', 'spec', 'containers', 0]],
  ['tolerations', ['spec', 'template', 'spec']],
  ['volumeMounts', ['spec', 'template', 'spec', 'containers', 0]],
  ['volumes', ['spec', 'template', 'spec']],
]);

/** OLM's messages about a value, in the order of the fields. */
export function deploymentConfigErrors(value: unknown): string[] {
  if (!isMapping(value)) return [typeError(['deploymentConfig'], value, 'object')];
  return Object.entries(value).flatMap(([field, content]) => {
    const place = FIELDS.get(field);
    return place ? [...nullErrors(content, ['deploymentConfig', field]), ...errorsIn(field, content, place)] : [unknownField(field)];
  });
}

export function unknownField(field: string): string {
  return `unknown field ${JSON.stringify(field)}`;
}

function errorsIn(field: string, content: unknown, place: FieldPath): string[] {
  return refusals(deploymentWith(field, content, place)).flatMap(({ path, reason, found, expected = '' }) => {
    const at = path.slice(place.length);
    if (place.some((step, index) => path[index] !== step) || at[0] !== field || found === null) return [];
    if (reason === 'required') return [`required field ${JSON.stringify(String(at.at(-1)))} is missing`];
    return reason === 'wrong-type' ? [typeError(['deploymentConfig', ...at], found, JSON_TYPES.get(expected) ?? expected)] : [];
  });
}

/** A Deployment with nothing but this content: it is checked by the structure of its kind. */
function deploymentWith(field: string, content: unknown, place: FieldPath): KubernetesObject {
  const own = { [field]: content };
  const isOf = (last: string | number): Record<string, unknown> => (place.at(-1) === last ? own : {});
  const container = { name: 'manager', image: 'manager', ...isOf(0) };
  const template = { metadata: isOf('metadata'), spec: { ...(place.length === 3 ? isOf('spec') : {}), containers: [container] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'manager' },
    spec: { selector: { matchLabels: {} }, template },
  } as unknown as KubernetesObject;
}

/** A schema without null refuses it, wherever it is. */
function nullErrors(value: unknown, path: FieldPath): string[] {
  if (value === null) return [typeError(path, value, '')];
  if (Array.isArray(value)) return value.flatMap((item, index) => nullErrors(item, [...path, index]));
  return isMapping(value) ? Object.entries(value).flatMap(([key, item]) => nullErrors(item, [...path, key])) : [];
}

/** The names of types in JSON schemas. */
const JSON_TYPES: ReadonlyMap<string, string> = new Map([
  [TYPE_NAMES.string, 'string'],
  [TYPE_NAMES.boolean, 'boolean'],
  [TYPE_NAMES.integer, 'integer'],
  [TYPE_NAMES.number, 'number'],
  [TYPE_NAMES.array, 'array'],
  [TYPE_NAMES.object, 'object'],
]);

function typeError(path: FieldPath, found: unknown, wanted: string): string {
  const field = JSON.stringify(path.join('.'));
  if (found === null) return `required field ${field} is missing`;
  const type = Array.isArray(found) ? 'array' : isMapping(found) ? 'object' : typeof found;
  return `invalid type for field ${field}: got ${type}, want ${wanted}`;
}
