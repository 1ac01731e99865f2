/** What answers webhooks and stays, but runs otherwise, is starved, is not reached, or is joined by others. */
import { imageReference } from '../../kubernetes/image-reference.js';
import { groupOf, keyWithGroup } from '../../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { containersOf, type Fields, fieldsOf, listOf, podSpecOf, textOf } from '../../kubernetes/pod-spec.js';
import { billionthsOf } from '../../kubernetes/quantity.js';
import { sortedText } from '../../manifest/plain-data.js';
import type { Severity } from '../../model/finding.js';
import type { State } from '../../state/state.js';
import { listed } from '../../wording/phrases.js';
import { behind, isOff, type ServedWebhook, servedWebhooks, serversOf, serviceOf, webhookText } from './webhook-servers.js';

/** One change, of an object of the head. */
export interface ServerChange {
  readonly severity: Severity;
  readonly object: KubernetesObject;
  /** The end of a sentence about it. */
  readonly says: string;
  readonly identity: readonly string[];
}

/** All of them. */
export function serverChanges(base: State, head: State): ServerChange[] {
  const before = new Map(base.given.map((object) => [keyWithGroup(object), object]));
  const known = new Set(servedWebhooks(base).map(({ service }) => service));
  const byService = new Map<string, ServedWebhook[]>();
  for (const webhook of servedWebhooks(head))
    if (known.has(webhook.service)) byService.set(webhook.service, [...(byService.get(webhook.service) ?? []), webhook]);
  const served = [...byService].flatMap(([id, webhooks]) => {
    const [was, is] = [serviceOf(base, id), serviceOf(head, id)];
    return was && is ? changesOf({ webhooks, was, is, base, head, before }) : [];
  });
  return [...served, ...leases(head, before, new Set([...byService.keys()].map((id) => id.split('/')[0] ?? '')))];
}

interface Served {
  readonly webhooks: readonly ServedWebhook[];
  readonly was: KubernetesObject;
  readonly is: KubernetesObject;
  readonly base: State;
  readonly head: State;
  readonly before: ReadonlyMap<string, KubernetesObject>;
}

function changesOf({ webhooks, was, is, base, head, before }: Served): ServerChange[] {
  const [first] = webhooks;
  const serves = `${first ? webhookText(first) : 'a webhook'}${webhooks.length > 1 ? ` and ${webhooks.length - 1} more` : ''}`;
  const change = (severity: Severity, object: KubernetesObject, what: string, relation = 'and serves'): ServerChange => ({
    severity,
    object,
    says: `${what}, ${relation} ${serves}`,
    identity: [what, serves],
  });
  const servers = serversOf(head, is).filter((object) => !isOff(object));
  const names = new Set(behind(base, was).map(keyWithGroup));
  const joined = behind(head, is).filter((object) => !names.has(keyWithGroup(object)));
  return [
    ...serviceChange(was, is, webhooks).map(([severity, what]) => change(severity, is, what)),
    // Where the servers themselves are others, that they answer is what the change is for, and is still to be read.
    ...joined.map((object) => change('error', object, `is new behind ${formatReference(referenceTo(is))}`, 'and can answer')),
    ...servers.flatMap((server) => {
      const old = before.get(keyWithGroup(server));
      const fields = old && names.has(keyWithGroup(server)) ? otherFields(old, server) : [];
      if (fields.length === 0) return [];
      const isStopped = fields.includes('schedulingGates') && podOf(server).schedulingGates !== undefined;
      return [change(isStopped ? 'error' : 'warning', server, `has other ${listed(fields)}`)];
    }),
    ...head.given.flatMap((object) => {
      const bounded = boundedBy(object, is, servers);
      const old = before.get(keyWithGroup(object));
      if (bounded === undefined || (old && sortedText(old.spec) === sortedText(object.spec))) return [];
      const says = `is ${old ? 'changed' : 'new'} and decides ${bounded}`;
      return [change(isNothing(object) ? 'error' : 'warning', object, says, 'which serves')];
    }),
  ];
}

/** Fields of a Service that say to whom it leads. */
const LEADING = ['type', 'externalName', 'selector', 'ports', 'publishNotReadyAddresses', 'externalIPs'] as const;

function serviceChange(was: KubernetesObject, is: KubernetesObject, webhooks: readonly ServedWebhook[]): [Severity, string][] {
  const [before, after] = [fieldsOf(was.spec), fieldsOf(is.spec)];
  const fields = LEADING.filter((field) => sortedText(before[field]) !== sortedText(after[field]));
  if (fields.length === 0) return [];
  const hasPort = ({ port }: ServedWebhook, spec: Fields): boolean => listOf(spec.ports).some((each) => Number(each.port) === port);
  const unreached = webhooks.find((webhook) => hasPort(webhook, before) && !hasPort(webhook, after));
  return [unreached ? ['error', `has no port ${unreached.port} any more`] : ['warning', `has other ${listed(fields)}`]];
}

function podOf(object: KubernetesObject): Fields {
  return podSpecOf(object)?.fields ?? {};
}

/** When something is asked, or ends, not what it does. */
const TIMING: ReadonlySet<string> = new Set([
  'initialDelaySeconds',
  'periodSeconds',
  'timeoutSeconds',
  'failureThreshold',
  'successThreshold',
  'terminationGracePeriodSeconds',
]);

/** The fields of the Pods of a server that differ, but for the version of an image, and harmless sizes and times. */
function otherFields(old: KubernetesObject, now: KubernetesObject): string[] {
  const [was, is] = [partsOf(old), partsOf(now)];
  const other = [...new Set([...is.keys(), ...was.keys()])].filter((name) => was.get(name) !== is.get(name));
  return [...other, ...otherSizes(old, now)];
}

/** What is empty is as if it were not written. */
const NOTHING: ReadonlySet<string> = new Set(['null', '[]', '{}']);

function partsOf(object: KubernetesObject): Map<string, string> {
  const parts = new Map<string, string>();
  const { containers: _, initContainers: __, ephemeralContainers: ___, ...others } = podOf(object);
  const add = (name: string, value: unknown): void => {
    const text = sortedText(withoutTiming(value));
    if (!NOTHING.has(text)) parts.set(name, text);
  };
  for (const [field, value] of Object.entries(others)) if (!TIMING.has(field)) add(field, value);
  const pod = podSpecOf(object);
  for (const { name, fields } of pod ? containersOf(pod) : [])
    for (const [field, value] of Object.entries(fields))
      if (field === 'image' && typeof value === 'string') add(`image of ${name}`, repositoryOf(value));
      else if (field !== 'name' && field !== 'resources') add(`${field} of ${name}`, value);
  return parts;
}

function withoutTiming(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTiming);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([field, inner]) => (TIMING.has(field) ? [] : [[field, withoutTiming(inner)]])));
}

function repositoryOf(image: string): string {
  const { registry, repository } = imageReference(image);
  return `${registry}/${repository}`;
}

const UNIT = 10n ** 9n;
const MEBI = 1024n ** 2n * UNIT;
/** What a program that answers webhooks can be expected to run with, in billionths. */
const USUAL: readonly (readonly [resource: string, least: bigint, most: bigint])[] = [
  ['memory', 32n * MEBI, 16n * 1024n * MEBI],
  ['cpu', UNIT / 100n, 8n * UNIT],
];

/** Sizes with which it may be killed, or find no node: out of the usual, or far from what they were. */
function otherSizes(old: KubernetesObject, now: KubernetesObject): string[] {
  const sizesOf = (object: KubernetesObject): Map<string, Fields> => {
    const pod = podSpecOf(object);
    return new Map((pod ? containersOf(pod) : []).map(({ name, fields }) => [name, fieldsOf(fields.resources)]));
  };
  const before = sizesOf(old);
  return [...sizesOf(now)].flatMap(([name, resources]) =>
    ['limits', 'requests'].flatMap((which) =>
      USUAL.flatMap(([resource, least, most]) => {
        const [was, is] = [before.get(name)?.[which], resources[which]].map((sizes) => sizeOf(fieldsOf(sizes)[resource]));
        if (is === undefined || is === was) return [];
        const isUsual = was === undefined ? is >= least && is <= most : is * 2n >= was && is <= was * 10n;
        return isUsual ? [] : [`${which}.${resource} of ${name}`];
      }),
    ),
  );
}

function sizeOf(value: unknown): bigint | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? billionthsOf(value) : undefined;
}

/** Kinds that decide how many Pods others have, or how big they are, and the field that names these. */
const SCALERS: ReadonlyMap<string, string> = new Map([
  ['HorizontalPodAutoscaler', 'scaleTargetRef'],
  ['ScaledObject', 'scaleTargetRef'],
  ['VerticalPodAutoscaler', 'targetRef'],
]);
const BOUNDS: ReadonlySet<string> = new Set(['LimitRange', 'ResourceQuota']);

/** What an object decides about the servers of a Service, in words. */
function boundedBy(object: KubernetesObject, service: KubernetesObject, servers: readonly KubernetesObject[]): string | undefined {
  const { kind, apiVersion, metadata, spec } = object;
  if (metadata.namespace !== service.metadata.namespace) return undefined;
  const bounded = BOUNDS.has(kind) && apiVersion === 'v1' ? servers[0] : undefined;
  const target = fieldsOf(fieldsOf(spec)[SCALERS.get(kind) ?? '']);
  const scaled = servers.find((server) => server.metadata.name === target.name && (target.kind ?? 'Deployment') === server.kind);
  if (bounded) return `whether ${formatReference(referenceTo(bounded))} gets its Pods`;
  return scaled && `how many Pods ${formatReference(referenceTo(scaled))} has, or how big they are`;
}

/** Whether it lets no Pod run. */
function isNothing({ spec }: KubernetesObject): boolean {
  const { hard, minReplicas } = fieldsOf(spec);
  return [fieldsOf(hard).pods, fieldsOf(hard)['count/pods'], minReplicas].some((count) => sizeOf(count) === 0n);
}

/** Of copies of a controller, only the one works that holds the Lease: who writes it stops all of them. */
function leases(head: State, before: ReadonlyMap<string, KubernetesObject>, namespaces: ReadonlySet<string>): ServerChange[] {
  return head.given.flatMap((object): ServerChange[] => {
    const { kind, apiVersion, spec, metadata } = object;
    if (kind !== 'Lease' || typeof apiVersion !== 'string' || groupOf(apiVersion) !== 'coordination.k8s.io') return [];
    const isOfControlPlane = metadata.namespace === 'kube-system';
    if (!isOfControlPlane && !namespaces.has(metadata.namespace ?? '')) return [];
    const old = before.get(keyWithGroup(object));
    if (old && sortedText(old.spec) === sortedText(spec)) return [];
    const holder = textOf(fieldsOf(spec).holderIdentity);
    const says = `is ${old ? 'changed' : 'new'}${holder === undefined ? '' : ` and held by ${holder}`}: of the copies of a controller, only its holder works`;
    return [{ severity: isOfControlPlane ? 'error' : 'warning', object, says, identity: ['lease', holder ?? ''] }];
  });
}
