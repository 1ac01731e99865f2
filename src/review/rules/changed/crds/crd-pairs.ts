/** The CRDs of both states, with schemas that can be compared: an input has them as they are, a lock as texts. */
import { isDeepStrictEqual } from 'node:util';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf, listOf } from '../../../../base/kubernetes/pod-spec.js';
import { isSecretOrCrd } from '../../../../base/kubernetes/secret-or-crd.js';
import { isMapping } from '../../../../base/manifest/plain-data.js';
import { SCHEMAS_ANNOTATION, withoutSchemas } from '../../../../olm/lock/judged-content.js';
import { type SchemasOfVersions, schemasOf, unpacked } from '../../../../olm/lock/schema-text.js';
import type { Bundle } from '../../../../olm/model/bundle.js';
import type { State } from '../../../state/state.js';

/** A CRD in both states, as written and as it is compared. */
export interface CrdPair {
  readonly old: KubernetesObject;
  readonly crd: KubernetesObject;
  readonly comparable: { readonly old: KubernetesObject; readonly crd: KubernetesObject };
  /** Whether a lock has one of them: its object has digests in place of schemas. */
  readonly isLocked: boolean;
  /** The side whose lock has no schemas: they are left out on both sides then. */
  readonly lacks?: 'BASE' | 'HEAD';
  /** Whether the schemas, descriptions included, are the same, as far as digests tell. */
  readonly hasSameDigests: boolean;
}

/** The most values that the texts of one review may stand for; what comes after them is not compared. */
const MOST_VALUES = 500_000;

export function crdsOf({ objects }: State): State['objects'] {
  return objects.filter((object) => object.kind === 'CustomResourceDefinition' && isSecretOrCrd(object));
}

/** The CRDs that both states have, by name. */
export function crdPairs(base: State, head: State): ReadonlyMap<string, CrdPair> {
  const before = new Map(crdsOf(base).map((crd) => [crd.metadata.name, crd]));
  const after = new Map(crdsOf(head).map((crd) => [crd.metadata.name, crd]));
  const [was, is] = [textsOf(base), textsOf(head)];
  const budget = { values: MOST_VALUES };
  return new Map(
    [...after].flatMap(([name, crd]) => {
      const old = before.get(name);
      return old ? [[name, pairOf(old, crd, was, is, budget)] as const] : [];
    }),
  );
}

function pairOf(old: KubernetesObject, crd: KubernetesObject, was: TextOf, is: TextOf, budget: { values: number }): CrdPair {
  const hasSameDigests = isDeepStrictEqual(withoutSchemas(old), withoutSchemas(crd));
  if (!hasDigests(old) && !hasDigests(crd)) return { old, crd, comparable: { old, crd }, isLocked: false, hasSameDigests };
  const [before, after] = [schemasIn(old, was, budget), schemasIn(crd, is, budget)];
  const isKnown = before !== undefined && after !== undefined;
  return {
    old,
    crd,
    comparable: { old: withSchemas(old, isKnown ? before : {}), crd: withSchemas(crd, isKnown ? after : {}) },
    isLocked: true,
    ...(isKnown ? {} : { lacks: before === undefined ? 'BASE' : 'HEAD' }),
    hasSameDigests,
  };
}

function hasDigests({ metadata }: KubernetesObject): boolean {
  return metadata.annotations?.[SCHEMAS_ANNOTATION] !== undefined;
}

/** The text of a CRD's schemas in the lock that the CRD comes from. */
type TextOf = (crd: KubernetesObject) => string | undefined;

function textsOf({ resolution }: State): TextOf {
  const texts = new Map<string, string>();
  for (const { csv } of resolution.csvs) {
    for (const bundle of csv.bundle ? [csv.bundle] : []) {
      for (const [key, text] of textsOfBundle(bundle)) texts.set(key, text);
    }
  }
  return (crd) => texts.get(keyOf(crd));
}

function textsOfBundle({ customResourceDefinitions, locked }: Bundle): [string, string][] {
  return customResourceDefinitions.flatMap((crd): [string, string][] => {
    const { name } = crd.metadata;
    const text = Object.hasOwn(locked?.schemas ?? {}, name) ? locked?.schemas?.[name] : undefined;
    return text === undefined ? [] : [[keyOf(crd), text]];
  });
}

/** A CRD and its digests: two operators can bring the same CRD in two versions. */
function keyOf({ metadata: { name, annotations } }: KubernetesObject): string {
  return `${name}\n${annotations?.[SCHEMAS_ANNOTATION] ?? ''}`;
}

/** The schemas of a CRD; undefined if its lock lacks one of them. */
function schemasIn(crd: KubernetesObject, textOf: TextOf, budget: { values: number }): SchemasOfVersions | undefined {
  const digests = crd.metadata.annotations?.[SCHEMAS_ANNOTATION];
  if (digests === undefined) return schemasOf(crd);
  const read = unpacked(textOf(crd) ?? '', budget.values);
  if (!read || !isMapping(read.value)) return undefined;
  budget.values -= read.values;
  const schemas = read.value;
  const isWhole = String(digests)
    .split('\n')
    .every((line) => Object.hasOwn(schemas, line.slice(0, line.lastIndexOf(' '))));
  return isWhole ? schemas : undefined;
}

/** The CRD with these schemas, and with no others. */
function withSchemas({ metadata, spec, ...crd }: KubernetesObject, schemas: SchemasOfVersions): KubernetesObject {
  const { [SCHEMAS_ANNOTATION]: _, ...annotations } = metadata.annotations ?? {};
  const { validation: __, versions, ...rest } = fieldsOf(spec);
  const schemaOf = (name: unknown): object => (Object.hasOwn(schemas, String(name)) ? { schema: schemas[String(name)] } : {});
  return {
    ...crd,
    metadata: { ...metadata, annotations },
    spec: { ...rest, versions: listOf(versions).map(({ schema: ___, ...version }) => ({ ...version, ...schemaOf(version.name) })) },
  } as KubernetesObject;
}
