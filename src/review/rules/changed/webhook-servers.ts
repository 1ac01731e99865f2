/** Finds the Services and workloads of the input that answer its webhooks. */
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import type { State } from '../../state/state.js';

export const WEBHOOK_KINDS: ReadonlySet<string> = new Set(['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']);

/** A webhook, and the Service that answers it. */
export interface ServedWebhook {
  readonly name: string;
  readonly configuration: ObjectReference;
  /** Namespace and name. */
  readonly service: string;
  readonly port: number;
}

/** The API server's default port (admissionregistration/v1). */
const DEFAULT_PORT = 443;

export function servedWebhooks({ given }: State): ServedWebhook[] {
  return given
    .filter(({ kind }) => WEBHOOK_KINDS.has(kind))
    .flatMap((object) =>
      listOf(object.webhooks).flatMap(({ name, clientConfig }) => {
        const { namespace, name: service, port = DEFAULT_PORT } = fieldsOf(fieldsOf(clientConfig).service);
        const isNamed = textOf(namespace) !== undefined && textOf(service) !== undefined;
        return isNamed
          ? [{ name: String(name), configuration: referenceTo(object), service: `${namespace}/${service}`, port: Number(port) }]
          : [];
      }),
    );
}

/** A webhook in words. */
export function webhookText({ name, configuration }: ServedWebhook): string {
  return `the webhook ${name} of ${formatReference(configuration)}`;
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
