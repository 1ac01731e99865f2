/**
 * Makes src/base/kubernetes/structure/data.ts: the structure of the kinds that this project reads or renders.
 *
 *   node scripts/kubernetes-structure.mjs SCHEMA.json
 *
 * SCHEMA.json is a JSON Schema file with `kinds` (`apiVersion kind` → `#/$defs/…`) and `$defs`: what a Kubernetes 1.32 API
 * server with the CRDs of OLM v0.30.0 serves of these kinds, with lists' keys and defaults, without descriptions.
 *
 * Equal parts are written once: the CSV embeds a whole Deployment several times over. One type a line, so that a change
 * of version can be read as a diff.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , schemaFile] = process.argv;
if (!schemaFile) throw new Error('usage: node scripts/kubernetes-structure.mjs SCHEMA.json');
const { kinds, $defs } = JSON.parse(readFileSync(schemaFile, 'utf8'));

/** Definitions whose schema does not tell what the server takes. */
const SPECIAL = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: 'quantity' },
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: 'int-or-string' },
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': { type: 'any' },
};

/**
 * Required fields of Kubernetes' own kinds that the server takes as missing: its published schema calls every field
 * required that the Go type always writes, and its validation asks for fewer.
 */
const NOT_REQUIRED = {
  'io.k8s.api.apps.v1.StatefulSetSpec': ['serviceName'],
  'io.k8s.api.networking.v1.NetworkPolicySpec': ['podSelector'],
  'io.k8s.api.rbac.v1.RoleRef': ['apiGroup'],
  'io.k8s.api.scheduling.v1.PriorityClass': ['value'],
};

/** What came after v0.30.0; src/olm/model/olm-version.ts says with which release. */
$defs['com.coreos.operators.v1alpha1.ClusterServiceVersion'].properties.spec.properties.release = { type: 'string' };

const isCustom = (definition) => definition.startsWith('com.coreos.operators');

/** Types by their text, in the order in which they were first met; a definition is entered before what is in it. */
const types = [];
const byText = new Map();
const byDefinition = new Map();

function definitionIndex(reference) {
  const name = reference.slice('#/$defs/'.length);
  if (byDefinition.has(name)) return byDefinition.get(name);
  const index = types.push(undefined) - 1;
  byDefinition.set(name, index);
  types[index] = SPECIAL[name] ?? convert($defs[name], name);
  return index;
}

function indexOf(schema, owner) {
  if (schema.$ref) return definitionIndex(schema.$ref);
  const type = convert(schema, owner);
  const text = JSON.stringify(type);
  if (!byText.has(text)) byText.set(text, types.push(type) - 1);
  return byText.get(text);
}

/** The JSON Schema keywords that are kept, under the same names. */
const KEPT = ['enum', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'];

function convert(schema, owner) {
  const kept = Object.fromEntries(KEPT.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]]));
  if (schema['x-kubernetes-int-or-string']) return { type: schema.pattern ? 'quantity' : 'int-or-string' };
  if (schema.type === 'array') {
    const keys = schema['x-kubernetes-list-map-keys'];
    const isSet = schema['x-kubernetes-list-type'] === 'set';
    const needed = keys?.filter((key) => resolved(schema.items).properties?.[key]?.default === undefined) ?? [];
    return {
      type: 'array',
      items: indexOf(schema.items ?? {}, owner),
      ...(keys ? { keys } : {}),
      ...(needed.length > 0 ? { needed } : {}),
      ...(isSet ? { set: true } : {}),
    };
  }
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, indexOf(withoutZero(field), owner)]);
    // A mapping of which nothing is known is merged as it is.
    const isOpen = schema['x-kubernetes-preserve-unknown-fields'] || (fields.length === 0 && !schema.additionalProperties);
    const defaulted = isCustom(owner)
      ? Object.keys(schema.properties ?? {}).filter((name) => schema.properties[name].default !== undefined)
      : [];
    const required = (schema.required ?? []).filter((name) => isEnforced(name, schema, owner));
    return {
      type: 'object',
      ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(schema.additionalProperties ? { values: indexOf(withoutZero(schema.additionalProperties), owner) } : {}),
      ...(defaulted.length > 0 ? { defaulted } : {}),
      ...(isOpen ? { open: true } : {}),
    };
  }
  if (schema.type === undefined) return { type: 'any' };
  return { type: schema.type, ...kept, ...(schema.default === undefined ? {} : { default: schema.default }) };
}

function resolved(schema = {}) {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference ? $defs[reference.slice('#/$defs/'.length)] : schema;
}

/** Kubernetes' own kinds publish the empty value of a Go type as its default. */
function withoutZero(schema) {
  const { default: value, allOf, ...rest } = schema;
  const target = allOf?.length === 1 ? { ...rest, ...allOf[0] } : rest;
  return value === undefined || value === '' || value === 0 || value === false || typeof value === 'object'
    ? target
    : { ...target, default: value };
}

function isEnforced(name, schema, owner) {
  if (isCustom(owner)) return schema.properties?.[name]?.default === undefined;
  if (/Status$|Condition$/.test(owner)) return false;
  // A missing flag or number is the zero value, which validation then judges; only texts and structures are missed.
  if (schema.properties?.[name]?.type === 'boolean') return false;
  return !NOT_REQUIRED[owner]?.includes(name);
}

const roots = Object.fromEntries(
  Object.entries(kinds).map(([kind, reference]) => [
    kind,
    { type: definitionIndex(reference), ...(isCustom(reference.slice('#/$defs/'.length)) ? { custom: true } : {}) },
  ]),
);

const lines = types.map((type) => JSON.stringify(type));
const text = lines.join('\n');
if (/`|\$\{/.test(text)) throw new Error('the schema has characters that the template cannot hold');
writeFileSync(
  join(import.meta.dirname, '../src/base/kubernetes/structure/data.ts'),
  `/**
 * The structure of the kinds that are read or rendered, as a Kubernetes 1.32 API server with the CRDs of OLM v0.30.0
 * serves it. Made by scripts/kubernetes-structure.mjs; do not edit.
 */

/** Kind → its type, and whether a CRD defines it. */
export const KIND_TYPES: Readonly<Record<string, { readonly type: number; readonly custom?: true }>> = JSON.parse(\`${JSON.stringify(roots)}\`);

/** One type a line; types name others by their line, counted from 0. */
export const TYPE_LINES = String.raw\`${text}\`;
`,
);
console.log(`${Object.keys(kinds).length} kinds, ${types.length} types, ${text.length} characters`);
