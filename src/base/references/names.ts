/**
 * Finds the Secrets, ConfigMaps and Services that an object names. Found by their form, for kinds of any tool: no list of fields that name
 * a key, a certificate or a backend would be complete.
 */
import type { KubernetesObject } from '../kubernetes/object.js';
import { fieldsOf, textOf } from '../kubernetes/pod-spec.js';
import { type FieldPath, valueAt, walk } from '../manifest/field-path.js';
import { rowOfObject } from '../tools/kinds.js';

/** A named object. */
export interface Named {
  readonly kind: 'ConfigMap' | 'Secret' | 'Service';
  /** Absent if the field does not say it, in a cluster-scoped object. */
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly at: FieldPath;
}

/** The Secrets, ConfigMaps and Services that an object names, except in the templates of its Pods. */
export function namesIn(object: KubernetesObject): readonly Named[] {
  const podSpec = rowOfObject(object)?.podSpec;
  if (object.kind === 'CustomResourceDefinition' || object.kind === 'Secret' || object.kind === 'ConfigMap') return [];
  const { metadata, status: _, ...fields } = object;
  const found: Named[] = [];
  walk(fields, (value, at) => {
    // Other rules read what Pods mount.
    if (podSpec !== undefined && Array.isArray(fieldsOf(value).containers)) return true;
    const named = namedAt(value, at, OPENSHIFT.test(object.apiVersion));
    const place = object.kind === 'IngressController' ? placeOfRouter(named) : metadata.namespace;
    if (named) found.push({ ...named, at, namespace: namespaceAround(fields, at) ?? place });
    return false;
  });
  return found;
}

/** Settings of OpenShift, whose authorities are ConfigMaps. */
const OPENSHIFT = /^(?:config|operator)\.openshift\.io\//;

/** Where routers read their certificates and authorities (api/operator/v1/types_ingress.go); their IngressController is elsewhere. */
function placeOfRouter(named: Pick<Named, 'kind'> | undefined): string {
  return named?.kind === 'ConfigMap' ? 'openshift-config' : 'openshift-ingress';
}

function namedAt(value: unknown, at: FieldPath, isOfOpenShift: boolean): Pick<Named, 'kind' | 'name'> | undefined {
  const field = at.findLast((step) => typeof step === 'string') ?? '';
  if (typeof value === 'string') return namedInText(value, String(field));
  const { type, kind = isKind(type) ? type : undefined, name, apiVersion, group, apiGroup } = fieldsOf(value);
  const isNamed = textOf(name);
  if (!isNamed) return undefined;
  const isCore = [group, apiGroup].every((each) => each === undefined || each === '') && (apiVersion === undefined || apiVersion === 'v1');
  if (isKind(kind)) return isCore ? { kind, name: isNamed } : undefined;
  const isAuthority = isOfOpenShift && /^(?:ca|clientCA)$/.test(String(field));
  const meant = kind !== undefined ? undefined : isAuthority ? 'ConfigMap' : kindOf(String(field), at);
  return meant && { kind: meant, name: isNamed };
}

function isKind(kind: unknown): kind is Named['kind'] {
  return kind === 'ConfigMap' || kind === 'Secret' || kind === 'Service';
}

/** An address of Cosign or Flux, such as `k8s://namespace/name`, and fields such as `secretName`. */
function namedInText(text: string, field: string): Pick<Named, 'kind' | 'name'> | undefined {
  const [, key] = /^k8s:\/\/[^/]+\/([^/]+)$/.exec(text) ?? [];
  if (key) return { kind: 'Secret', name: key };
  if (!NAME.test(text)) return undefined;
  if (/secret(?:s|Name|Ref|KeyRef)?$/i.test(field)) return { kind: 'Secret', name: text };
  if (/configMap(?:s|Name|Ref)?$/i.test(field)) return { kind: 'ConfigMap', name: text };
  return field === 'serviceName' ? { kind: 'Service', name: text } : undefined;
}

const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/** The kind that a field means whose value has only a name. */
function kindOf(field: string, at: FieldPath): Named['kind'] | undefined {
  if (/configMap|trustedCA$/i.test(field)) return 'ConfigMap';
  // Such as `privateKeySecretRef`, `verify.secretRef`, `caCertificateRefs`, `bearerTokenSecret` and `clientSecret`.
  if (
    /secret|credential|certificate|keyRef$|^ca$|caBundle|^additional\w+Configs$|^fileData$/i.test(field) &&
    !/secretStore|externalSecret/i.test(field)
  )
    return 'Secret';
  const isBackend = /^(?:service|services|backend|backendRefs?|alternateBackends|backendService|targetService|serviceRef)$/.test(field);
  return isBackend && !at.some((step) => step === 'labels') ? 'Service' : undefined;
}

/** The namespace next to the name. */
function namespaceAround(root: unknown, at: FieldPath): string | undefined {
  const value = valueAt(root, at);
  if (typeof value === 'string') return /^k8s:\/\/([^/]+)\//.exec(value)?.[1] ?? textOf(fieldsOf(valueAt(root, at.slice(0, -1))).namespace);
  return textOf(fieldsOf(value).namespace);
}
