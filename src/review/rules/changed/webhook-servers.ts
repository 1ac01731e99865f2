/** Finds the Services and workloads of the input that answer the API server: for webhooks, APIs and conversions. */
import { formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import type { Severity } from '../../../olm/model/finding.js';
import type { State } from '../../state/state.js';

export const WEBHOOK_KINDS: ReadonlySet<string> = new Set(['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']);

/** The configuration with which the API server asks, and the Service that answers: a webhook, an APIService, or the conversion of a CRD. */
export interface AskedService {
  /** The asking object in words. */
  readonly text: string;
  /** The severity if nothing answers any more: without a webhook, requests can pass unchecked. */
  readonly severity: Severity;
  /** Namespace and name. */
  readonly service: string;
  readonly port: number;
  /** Whether it is asked only about objects whose CRD is in the state, such as the own ones of an operator; no CRD makes a group of Kubernetes its own. */
  readonly isOfOwnApi: boolean;
}

/** The API server's default port (admissionregistration/v1, apiregistration/v1, apiextensions/v1). */
const DEFAULT_PORT = 443;

/** Groups that the API server itself serves. */
const OF_KUBERNETES =
  /^[^.]*$|^(?:(?:admissionregistration|apiextensions|apiregistration|authentication|authorization|certificates|coordination|discovery|events|networking|node|resource|scheduling|storage|storagemigration)|rbac\.authorization|(?:flowcontrol|internal)\.apiserver)\.k8s\.io$/;

/** The Services that the API server asks for the objects of a state. */
export function askedServices({ given, objects }: Pick<State, 'given' | 'objects'>): AskedService[] {
  const groups = new Set(
    [...given, ...objects].flatMap(({ kind, spec }) => (kind === 'CustomResourceDefinition' ? [fieldsOf(spec).group] : [])),
  );
  const isOfOwnApi = ({ rules }: Fields): boolean =>
    listOf(rules).length > 0 &&
    listOf(rules).every(
      ({ apiGroups }) =>
        Array.isArray(apiGroups) &&
        apiGroups.length > 0 &&
        apiGroups.every((group) => groups.has(group) && !OF_KUBERNETES.test(String(group))),
    );
  return given.flatMap((object) => {
    const name = formatReference(referenceTo(object));
    const { conversion, service } = fieldsOf(object.spec);
    if (WEBHOOK_KINDS.has(object.kind))
      return listOf(object.webhooks).flatMap((webhook) =>
        asked(fieldsOf(webhook.clientConfig).service, `the webhook ${String(webhook.name)} of ${name}`, 'error', isOfOwnApi(webhook)),
      );
    if (object.kind === 'APIService') return asked(service, `${name}, an API of the cluster`, 'warning');
    if (object.kind !== 'CustomResourceDefinition') return [];
    return asked(fieldsOf(fieldsOf(fieldsOf(conversion).webhook).clientConfig).service, `the conversion of ${name}`, 'warning');
  });
}

function asked(value: unknown, text: string, severity: Severity, isOfOwnApi = false): AskedService[] {
  const { namespace, name, port = DEFAULT_PORT } = fieldsOf(value);
  const isNamed = textOf(namespace) !== undefined && textOf(name) !== undefined;
  return isNamed ? [{ text, severity, service: `${namespace}/${name}`, port: Number(port), isOfOwnApi }] : [];
}

export function serviceOf({ given }: State, id: string): KubernetesObject | undefined {
  return given.find(
    ({ kind, apiVersion, metadata: { namespace, name } }) => kind === 'Service' && apiVersion === 'v1' && `${namespace}/${name}` === id,
  );
}

const PROGRAMS: ReadonlySet<string> = new Set(['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet']);

/** The workloads behind a Service. */
export function serversOf(state: State, service: KubernetesObject): KubernetesObject[] {
  return behind(state, service).filter(({ kind }) => PROGRAMS.has(kind));
}

/** All objects behind a Service, including Pods and Jobs. */
export function behind({ given }: State, service: KubernetesObject): KubernetesObject[] {
  const wanted = Object.entries(fieldsOf(fieldsOf(service.spec).selector));
  if (wanted.length === 0) return [];
  return given.filter((object) => object.metadata.namespace === service.metadata.namespace && hasLabels(podLabels(object), wanted));
}

/** The labels of the Pods that an object is or creates. */
export function podLabels({ kind, metadata, spec }: KubernetesObject): Fields {
  if (kind === 'Pod') return fieldsOf(metadata.labels);
  const fields = fieldsOf(spec);
  const of = kind === 'CronJob' ? fieldsOf(fieldsOf(fields.jobTemplate).spec) : fields;
  return fieldsOf(fieldsOf(fieldsOf(of.template).metadata).labels);
}

export function hasLabels(labels: Fields, wanted: readonly (readonly [string, unknown])[]): boolean {
  return wanted.every(([key, value]) => labels[key] === value);
}

/** Whether it has no Pods. */
export function isOff({ spec }: KubernetesObject): boolean {
  return fieldsOf(spec).replicas === 0;
}
