/** Finds changes of servers that answer webhooks: other programs, too few resources, no traffic, or additional servers. */
import { groupOf } from '../../../base/kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { containersOf, type Fields, fieldsOf, listOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import { billionthsOf } from '../../../base/kubernetes/quantity.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { podSpecOf } from '../../../base/tools/pod-specs.js';
import { listed } from '../../../base/wording/phrases.js';
import type { Severity } from '../../../olm/model/finding.js';
import { keyOf, objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import type { Decides } from './pods/pod-fields.js';
import { differingParts } from './pods/pod-parts.js';
import { behind, isOff, type ServedWebhook, servedWebhooks, serversOf, serviceOf, webhookText } from './webhook-servers.js';

/** One change, of an object of HEAD. */
export interface ServerChange {
  readonly severity: Severity;
  readonly object: KubernetesObject;
  /** The end of the sentence about the object. */
  readonly says: string;
  readonly identity: readonly string[];
}

/** All changes of webhook servers. */
export function serverChanges(base: State, head: State): ServerChange[] {
  const known = new Set(servedWebhooks(base).map(({ service }) => service));
  const byService = new Map<string, ServedWebhook[]>();
  for (const webhook of servedWebhooks(head))
    if (known.has(webhook.service)) byService.set(webhook.service, [...(byService.get(webhook.service) ?? []), webhook]);
  const served = [...byService].flatMap(([id, webhooks]) => {
    const [was, is] = [serviceOf(base, id), serviceOf(head, id)];
    return was && is ? changesOf({ webhooks, was, is, base, head }) : [];
  });
  return [...served, ...leases(base, head, new Set([...byService.keys()].map((id) => id.split('/')[0] ?? '')))];
}

interface Served {
  readonly webhooks: readonly ServedWebhook[];
  readonly was: KubernetesObject;
  readonly is: KubernetesObject;
  readonly base: State;
  readonly head: State;
}

function changesOf({ webhooks, was, is, base, head }: Served): ServerChange[] {
  const { twinOf } = objectsOf(base);
  const [first] = webhooks;
  const serves = `${first ? webhookText(first) : 'a webhook'}${webhooks.length > 1 ? ` and ${webhooks.length - 1} more` : ''}`;
  const change = (severity: Severity, object: KubernetesObject, what: string, relation = 'and serves'): ServerChange => ({
    severity,
    object,
    says: `${what}, ${relation} ${serves}`,
    identity: [what, serves],
  });
  const servers = serversOf(head, is).filter((object) => !isOff(object));
  const names = new Set(behind(base, was).map(keyOf));
  const joined = behind(head, is).filter((object) => !names.has(keyOf(object)));
  return [
    ...serviceChange(was, is, webhooks).map(([severity, what]) => change(severity, is, what)),
    // A change to the servers themselves is meant to change the answers, but still needs a review.
    ...joined.map((object) => change('error', object, `is new behind ${formatReference(referenceTo(is))}`, 'and can answer')),
    ...servers.flatMap((server) => {
      const old = twinOf(server);
      const fields = old && names.has(keyOf(server)) ? otherFields(old, server) : [];
      if (fields.length === 0) return [];
      const isStopped = fields.includes('schedulingGates') && podOf(server).schedulingGates !== undefined;
      return [change(isStopped ? 'error' : 'warning', server, `has other ${listed(fields)}`)];
    }),
    ...head.given.flatMap((object) => {
      const bounded = boundedBy(object, is, servers);
      const old = twinOf(object);
      if (bounded === undefined || (old && sortedText(old.spec) === sortedText(object.spec))) return [];
      const says = `is ${old ? 'changed' : 'new'} and decides ${bounded}`;
      return [change(isNothing(object) ? 'error' : 'warning', object, says, 'which serves')];
    }),
  ];
}

/** Fields of a Service that decide which Pods get its traffic. */
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

/** Sizes are compared separately, in `otherSizes`. */
const NOT_OF_SERVERS: ReadonlySet<Decides> = new Set<Decides>(['size', 'timing']);

/** The changed fields of a server's Pods, without image versions, harmless sizes and timing. */
function otherFields(old: KubernetesObject, now: KubernetesObject): string[] {
  const [was, is] = [podSpecOf(old), podSpecOf(now)];
  const parts = was && is ? differingParts(was, is).filter(({ decides }) => !NOT_OF_SERVERS.has(decides)) : [];
  return [...new Set(parts.map(({ field }) => field)), ...otherSizes(old, now)];
}

const UNIT = 10n ** 9n;
const MEBI = 1024n ** 2n * UNIT;
/** The usual resources of a program that answers webhooks, in billionths. */
const USUAL: readonly (readonly [resource: string, least: bigint, most: bigint])[] = [
  ['memory', 32n * MEBI, 16n * 1024n * MEBI],
  ['cpu', UNIT / 100n, 8n * UNIT],
];

/** Sizes with which a Pod may be killed or not scheduled: unusual values, or values far from the old ones. */
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

/** Kinds that control the number or size of other Pods, with the field that names the target. */
const SCALERS: ReadonlyMap<string, string> = new Map([
  ['HorizontalPodAutoscaler', 'scaleTargetRef'],
  ['ScaledObject', 'scaleTargetRef'],
  ['VerticalPodAutoscaler', 'targetRef'],
]);
const BOUNDS: ReadonlySet<string> = new Set(['LimitRange', 'ResourceQuota']);

/** The effect of an object on the servers of a Service, in words. */
function boundedBy(object: KubernetesObject, service: KubernetesObject, servers: readonly KubernetesObject[]): string | undefined {
  const { kind, apiVersion, metadata, spec } = object;
  if (metadata.namespace !== service.metadata.namespace) return undefined;
  const bounded = BOUNDS.has(kind) && apiVersion === 'v1' ? servers[0] : undefined;
  const target = fieldsOf(fieldsOf(spec)[SCALERS.get(kind) ?? '']);
  const scaled = servers.find((server) => server.metadata.name === target.name && (target.kind ?? 'Deployment') === server.kind);
  if (bounded) return `whether ${formatReference(referenceTo(bounded))} gets its Pods`;
  return scaled && `how many Pods ${formatReference(referenceTo(scaled))} has, or how big they are`;
}

/** Whether it allows no Pod. */
function isNothing({ spec }: KubernetesObject): boolean {
  const { hard, minReplicas } = fieldsOf(spec);
  return [fieldsOf(hard).pods, fieldsOf(hard)['count/pods'], minReplicas].some((count) => sizeOf(count) === 0n);
}

/** Leases: among the replicas of a controller, only the holder works, so writing the Lease stops all of them. */
function leases(base: State, head: State, namespaces: ReadonlySet<string>): ServerChange[] {
  const { twinOf } = objectsOf(base);
  return head.given.flatMap((object): ServerChange[] => {
    const { kind, apiVersion, spec, metadata } = object;
    if (kind !== 'Lease' || typeof apiVersion !== 'string' || groupOf(apiVersion) !== 'coordination.k8s.io') return [];
    const isOfControlPlane = metadata.namespace === 'kube-system';
    if (!isOfControlPlane && !namespaces.has(metadata.namespace ?? '')) return [];
    const old = twinOf(object);
    if (old && sortedText(old.spec) === sortedText(spec)) return [];
    const holder = textOf(fieldsOf(spec).holderIdentity);
    const says = `is ${old ? 'changed' : 'new'}${holder === undefined ? '' : ` and held by ${holder}`}: of the copies of a controller, only its holder works`;
    return [{ severity: isOfControlPlane ? 'error' : 'warning', object, says, identity: ['lease', holder ?? ''] }];
  });
}
