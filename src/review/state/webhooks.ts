/** Lists the webhooks of a state: those that CSVs describe, and configurations of the input. */
import { groupOf } from '../../base/kubernetes/kinds.js';
import { type KubernetesObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import { DEFAULT_PORT } from '../../olm/model/csv-parts.js';
import { csvReference } from '../../olm/model/finding.js';
import { isAllNamespaces } from '../../olm/rules/namespace-set.js';
import type { ResolvedCsv } from '../../olm/rules/resolution.js';
import type { State } from './state.js';

/** One webhook. */
export interface Webhook {
  /** The object that a person edits: a CSV, or the configuration. */
  readonly source: ObjectReference;
  readonly object: KubernetesObject;
  readonly at: FieldPath;
  readonly name: string;
  readonly kind: 'mutating' | 'validating' | 'conversion';
  /** `operation group/resource`, each part may be `*`; for a conversion webhook, its CRDs. */
  readonly intercepts: readonly string[];
  /** The target namespaces of the operator's group; `selected` if a namespaceSelector restricts them. */
  readonly namespaces: 'all' | 'selected' | readonly string[];
  /** Other filters of requests: selectors of namespaces and objects, conditions, and matchPolicy. */
  readonly selection: readonly unknown[];
  /** Whether requests fail while the webhook does not answer. */
  readonly failsClosed: boolean;
  /** The receiver of requests, such as `Service op/hooks` or a URL. */
  readonly target: string;
  /** The path and the port of the receiver. */
  readonly path: string;
  readonly port: string;
  /** The intercepted requests with version and scope: `operation group/resource version scope`. */
  readonly rules: readonly string[];
  /** The certificate authority of its server; empty if the cluster's own authority applies or a controller fills it in. */
  readonly caBundle: string;
  readonly timeoutSeconds: number;
  /** Fields about the protocol of requests, by name. */
  readonly protocol: Readonly<Record<string, unknown>>;
}

/** All webhooks of a state. */
export function webhooksOf({ resolution, given }: Pick<State, 'resolution' | 'given'>): Webhook[] {
  return [...resolution.csvs.flatMap(describedWebhooks), ...given.flatMap(configuredWebhooks)];
}

const DESCRIBED_KINDS: ReadonlyMap<string, Webhook['kind']> = new Map(
  Object.entries<Webhook['kind']>({
    MutatingAdmissionWebhook: 'mutating',
    ValidatingAdmissionWebhook: 'validating',
    ConversionWebhook: 'conversion',
  }),
);

/** OLM limits the admission webhooks of an operator to the namespaces that its group targets (install/webhook.go). */
function describedWebhooks({ csv, group }: ResolvedCsv): Webhook[] {
  const targets = group?.namespaces ?? [];
  return listOf(fieldsOf(csv.manifest.spec).webhookdefinitions).flatMap((webhook, index): Webhook[] => {
    const kind = DESCRIBED_KINDS.get(textOf(webhook.type) ?? '');
    if (!kind) return [];
    const crds = Array.isArray(webhook.conversionCRDs)
      ? webhook.conversionCRDs.filter((name): name is string => typeof name === 'string')
      : [];
    return [
      {
        source: csvReference(csv),
        object: csv.manifest,
        at: ['spec', 'webhookdefinitions', index],
        name: textOf(webhook.generateName) ?? '',
        kind,
        intercepts: kind === 'conversion' ? crds : interceptsOf(webhook),
        // A group without targets here gets them from outside of the input, so they are not known.
        namespaces: kind === 'conversion' || targets.length === 0 || isAllNamespaces(targets) ? 'all' : targets,
        selection: selectionOf(webhook),
        failsClosed: webhook.failurePolicy !== 'Ignore',
        target: `Deployment ${csv.namespace}/${textOf(webhook.deploymentName) ?? ''}`,
        path: textOf(webhook.webhookPath) || '/',
        port: [webhook.containerPort ?? DEFAULT_PORT, ...(webhook.targetPort === undefined ? [] : [webhook.targetPort])].join(' to '),
        ...asked(webhook),
      },
    ];
  });
}

const CONFIGURED_KINDS: ReadonlyMap<string, Webhook['kind']> = new Map(
  Object.entries<Webhook['kind']>({
    MutatingWebhookConfiguration: 'mutating',
    ValidatingWebhookConfiguration: 'validating',
  }),
);

function configuredWebhooks(object: KubernetesObject): Webhook[] {
  if (object.kind === 'CustomResourceDefinition') return conversionWebhook(object);
  const kind = CONFIGURED_KINDS.get(object.kind);
  if (!kind || groupOf(object.apiVersion) !== 'admissionregistration.k8s.io') return [];
  return listOf(object.webhooks).map((webhook, index) => ({
    source: referenceTo(object),
    object,
    at: ['webhooks', index],
    name: textOf(webhook.name) ?? '',
    kind,
    intercepts: interceptsOf(webhook),
    namespaces: isEmptySelector(webhook.namespaceSelector) ? 'all' : 'selected',
    selection: selectionOf(webhook),
    failsClosed: webhook.failurePolicy !== 'Ignore',
    ...asked(webhook),
    ...serverOf(fieldsOf(webhook.clientConfig)),
  }));
}

/** A conversion webhook gets every object of its CRD, whoever reads or writes it. */
function conversionWebhook(object: KubernetesObject): Webhook[] {
  const { strategy, webhook } = fieldsOf(fieldsOf(object.spec).conversion);
  if (strategy !== 'Webhook' || groupOf(object.apiVersion) !== 'apiextensions.k8s.io') return [];
  return [
    {
      source: referenceTo(object),
      object,
      at: ['spec', 'conversion'],
      name: object.metadata.name,
      kind: 'conversion',
      intercepts: [object.metadata.name],
      namespaces: 'all',
      selection: [],
      failsClosed: true,
      ...asked({ conversionReviewVersions: fieldsOf(webhook).conversionReviewVersions }),
      ...serverOf(fieldsOf(fieldsOf(webhook).clientConfig)),
    },
  ];
}

function selectionOf({ namespaceSelector, objectSelector, matchConditions, matchPolicy = 'Equivalent' }: Fields): unknown[] {
  const selectors = [namespaceSelector, objectSelector].map((selector) => (isEmptySelector(selector) ? null : selector));
  return [...selectors, listOf(matchConditions), matchPolicy];
}

function interceptsOf({ rules }: Fields): string[] {
  const found = listOf(rules).flatMap(({ operations, apiGroups, resources }) =>
    textsOf(operations).flatMap((operation) =>
      textsOf(apiGroups).flatMap((group) => textsOf(resources).map((resource) => `${operation} ${group}/${resource}`)),
    ),
  );
  return [...new Set(found)].sort();
}

function rulesOf({ rules }: Fields): string[] {
  const found = listOf(rules).flatMap((rule) =>
    textsOf(rule.apiVersions).flatMap((version) =>
      interceptsOf({ rules: [rule] }).map((what) => `${what} ${version} ${rule.scope ?? '*'}`),
    ),
  );
  return [...new Set(found)].sort();
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];
}

function isEmptySelector(selector: unknown): boolean {
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  return Object.keys(fieldsOf(matchLabels)).length === 0 && listOf(matchExpressions).length === 0;
}

function serverOf({ url, service, caBundle }: Fields): Pick<Webhook, 'target' | 'path' | 'port' | 'caBundle'> {
  const { namespace, name, path, port } = fieldsOf(service);
  return {
    target: textOf(url) ?? `Service ${textOf(namespace) ?? ''}/${textOf(name) ?? ''}`,
    path: textOf(path) || '/',
    port: String(port ?? DEFAULT_PORT),
    caBundle: textOf(caBundle) ?? '',
  };
}

/** The fields with the defaults of the API server (admissionregistration/v1). */
function asked(webhook: Fields): Pick<Webhook, 'rules' | 'caBundle' | 'timeoutSeconds' | 'protocol'> {
  const { timeoutSeconds, sideEffects, reinvocationPolicy, admissionReviewVersions, conversionReviewVersions } = webhook;
  return {
    rules: rulesOf(webhook),
    caBundle: '',
    timeoutSeconds: typeof timeoutSeconds === 'number' ? timeoutSeconds : 10,
    protocol: { sideEffects, reinvocationPolicy: reinvocationPolicy ?? 'Never', admissionReviewVersions, conversionReviewVersions },
  };
}
