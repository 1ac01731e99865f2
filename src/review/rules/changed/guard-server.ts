/** Finds changes of servers that answer webhooks and APIs: other programs, input or rights, no resources, no traffic, or other servers. */

import { containersOf } from '../../../base/kubernetes/containers.js';
import { groupOf } from '../../../base/kubernetes/kinds.js';
import { formatReference, groupBy, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import { billionthsOf } from '../../../base/kubernetes/quantity-number.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { type Atom, atomSet, atomsOf, isCovered, isCoveredByGreater } from '../../../base/rbac/atoms.js';
import type { GrantScope, GrantSubject } from '../../../base/rbac/grant.js';
import { subjectKey } from '../../../base/rbac/subject.js';
import { podSpecOf } from '../../../base/tools/pod-specs.js';
import { listed } from '../../../base/wording/phrases.js';
import type { Severity } from '../../../olm/model/finding.js';
import { keyOf, objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { accountSubject, type Workload, workloadOf } from '../../state/workloads.js';
import type { Access } from '../access/access.js';
import { heldByKey } from '../access/held.js';
import type { Decides } from './pods/pod-fields.js';
import { differingParts } from './pods/pod-parts.js';
import { longWaits } from './pods/waits.js';
import { type AskedService, askedServices, behind, hasLabels, isOff, podLabels, serversOf, serviceOf } from './webhook-servers.js';
import { changedContents, contentsOf } from './workload-contents.js';

/** One change, of an object of HEAD. */
export interface ServerChange {
  readonly severity: Severity;
  readonly object: KubernetesObject;
  /** Given for a server that still answers as before, or that only guards the objects of its own API. */
  readonly effect?: 'none' | 'unknown';
  /** The end of the sentence about the object. */
  readonly says: string;
  readonly identity: readonly string[];
}

/** All changes of the servers that the API server asks. */
export function serverChanges(base: Access, head: Access): ServerChange[] {
  const known = new Map(askedServices(base.state).map(({ text, isOfOwnApi }) => [text, isOfOwnApi]));
  // A CRD that comes with the change does not make an API an operator's own.
  const byService = groupBy(
    askedServices(head.state).flatMap((one) => {
      const wasOfOwnApi = known.get(one.text);
      return wasOfOwnApi === undefined ? [] : [{ ...one, isOfOwnApi: one.isOfOwnApi && wasOfOwnApi }];
    }),
    ({ service }) => service,
  );
  const [before, after] = [contentsOf(base.state), contentsOf(head.state)];
  const sides: Sides = {
    base,
    head,
    contents: (was, is) => changedContents(before(was), after(is), false),
    losses: lostRights(base, head),
  };
  const served = [...byService].flatMap(([id, asked]) => {
    const [was, is] = [serviceOf(base.state, id), serviceOf(head.state, id)];
    return is ? (was ? changesOf({ ...sides, asked, was, is }) : answersNow(asked, is, head.state)) : [];
  });
  const namespaces = new Set([...byService.keys()].map((id) => id.split('/')[0] ?? ''));
  return [...served, ...leases(base.state, head.state, namespaces)];
}

/** Both sides, with the comparisons of the objects around a server. */
interface Sides {
  readonly base: Access;
  readonly head: Access;
  contents(was: Workload, is: Workload): string[];
  /** The rights that an account had, and has no longer. */
  losses(account: GrantSubject): string[];
}

interface Served extends Sides {
  readonly asked: readonly [AskedService, ...AskedService[]];
  readonly was: KubernetesObject;
  readonly is: KubernetesObject;
}

function askedText([first, ...more]: Served['asked']): string {
  return `${first.text}${more.length > 0 ? ` and ${more.length} more` : ''}`;
}

/** A Service that nobody had before the change, and that the API server asked for already. */
function answersNow(asked: Served['asked'], is: KubernetesObject, head: State): ServerChange[] {
  const text = askedText(asked);
  const says = `is new, and answers ${text}, which asked for it before and got no answer`;
  const [severity] = asked.map((each) => each.severity);
  return [is, ...behind(head, is)].map((object) => ({ severity: severity ?? 'error', object, says, identity: ['answers now', text] }));
}

function changesOf({ asked, was, is, base, head, contents, losses }: Served): ServerChange[] {
  const { twinOf } = objectsOf(base.state);
  const serves = askedText(asked);
  const change = (severity: Severity, object: KubernetesObject, what: string, relation = 'and serves'): ServerChange => ({
    severity,
    object,
    says: `${what}, ${relation} ${serves}`,
    identity: [what, serves],
  });
  const servers = serversOf(head.state, is).filter((object) => !isOff(object));
  const names = new Set(behind(base.state, was).map(keyOf));
  const joined = behind(head.state, is).filter((object) => !names.has(keyOf(object)));
  return [
    ...serviceChange(was, is, asked).map(([severity, what]) => change(severity, is, what)),
    // A change to the servers themselves is meant to change the answers, but still needs a review.
    ...joined.map((object) => change('error', object, `is new behind ${formatReference(referenceTo(is))}`, 'and can answer')),
    ...servers.flatMap((server) => {
      const old = twinOf(server);
      return old && names.has(keyOf(server))
        ? changesOfServer(old, server, { base, head, contents, losses, isOfOwnApi: asked.every((each) => each.isOfOwnApi) }, change)
        : [];
    }),
    ...head.state.given.flatMap((object) => {
      const old = twinOf(object);
      const bounded = boundedBy(object, is, servers) ?? (old && boundedBy(old, is, servers));
      if (bounded === undefined || (old && sortedText(old.spec) === sortedText(object.spec))) return [];
      const says = `is ${old ? 'changed' : 'new'} and decides ${bounded}`;
      return [change(isNothing(object) ? 'error' : 'warning', object, says, 'which serves')];
    }),
  ];
}

type Change = (severity: Severity, object: KubernetesObject, what: string, relation?: string) => ServerChange;

/** The changes of one server: its fields, its input, its account and the rights of that account. */
function changesOfServer(
  old: KubernetesObject,
  server: KubernetesObject,
  sides: Sides & Pick<AskedService, 'isOfOwnApi'>,
  change: Change,
): ServerChange[] {
  const fields = otherFields(old, server);
  const isStopped = fields.includes('schedulingGates') && podOf(server).schedulingGates !== undefined;
  const [[was], [is]] = [old, server].map((object) => workloadOf(object)) as [Workload[], Workload[]];
  const input = was && is ? sides.contents(was, is) : [];
  const account = is && accountSubject(is);
  const lost = account ? sides.losses(account) : [];
  const [before, after] = account ? [sides.base, sides.head].map(({ state }) => objectsOf(state).named(account)) : [];
  const isGone = before !== undefined && after === undefined;
  const differing = before && after ? OF_ACCOUNTS.filter((field) => sortedText(before[field]) !== sortedText(after[field])) : [];
  const name = account && formatReference(account);
  const does = `has other ${listed(fields)}`;
  const { isOfOwnApi } = sides;
  const kept = (what: string, isKept = false): ServerChange => ({
    ...change('warning', server, what),
    ...(isKept || (isOfOwnApi && !isPlaced(old, server)) ? { effect: 'none' as const } : {}),
  });
  return [
    ...(fields.length === 0
      ? []
      : [isStopped ? change('error', server, does) : kept(does, areOf(HANDLING, fields) && !canStop(old, server))]),
    ...longWaits(old, server).map(({ says, isForever }) => change(isForever && !isOfOwnApi ? 'error' : 'warning', server, says)),
    ...(input.length > 0 ? [kept(`reads other content: ${listed(input)}`)] : []),
    ...(lost.length > 0 ? [kept(`runs as ${name}, which can no longer ${listed(lost)}`)] : []),
    ...(isGone ? [change('warning', server, `runs as ${name}, which is gone, and gets no Pods`)] : []),
    ...(differing.length > 0 ? [change('warning', server, `runs as ${name}, which has other ${listed(differing)}`)] : []),
  ];
}

/** Fields of a ServiceAccount without which its Pods get no token or no image. */
export const OF_ACCOUNTS = ['automountServiceAccountToken', 'imagePullSecrets', 'secrets'] as const;

/** The rights of an account in BASE that no rule of it includes in HEAD. */
function lostRights(base: Access, head: Access): Sides['losses'] {
  const [before, after] = [heldByKey(base), heldByKey(head)];
  return (account) => {
    const [was, is] = [before(subjectKey(account)), after(subjectKey(account))];
    const atomsIn = (scope: GrantScope): Atom[] =>
      is.flatMap((one) => (one.scope === 'cluster' || sortedText(one.scope) === sortedText(scope) ? [...atomsOf(one.rule, true)] : []));
    return [
      ...new Set(
        was.flatMap(({ rule, scope }) => {
          const left = atomSet(atomsIn(scope));
          return [...atomsOf(rule, true)].filter((atom) => !isCovered(atom, left) && !isCoveredByGreater(atom, left)).map(atomText);
        }),
      ),
    ];
  };
}

function atomText(atom: Atom): string {
  return 'url' in atom ? `${atom.verb} ${atom.url}` : `${atom.verb} ${atom.resource}`;
}

/** Fields of a Service that decide which Pods get its traffic. */
const LEADING = ['type', 'externalName', 'selector', 'ports', 'publishNotReadyAddresses', 'externalIPs', 'internalTrafficPolicy'] as const;

export function serviceChange(was: KubernetesObject, is: KubernetesObject, asked: readonly AskedService[]): [Severity, string][] {
  const [before, after] = [fieldsOf(was.spec), fieldsOf(is.spec)];
  const fields = LEADING.filter((field) => sortedText(before[field]) !== sortedText(after[field]));
  if (fields.length === 0) return [];
  const hasPort = ({ port }: AskedService, spec: Fields): boolean => listOf(spec.ports).some((each) => Number(each.port) === port);
  const unreached = asked.find((each) => hasPort(each, before) && !hasPort(each, after));
  return [unreached ? ['error', `has no port ${unreached.port} any more`] : ['warning', `has other ${listed(fields)}`]];
}

function podOf(object: KubernetesObject): Fields {
  return podSpecOf(object)?.fields ?? {};
}

/** Fields of containers that decide how long they run, and which programs run when they start and stop. */
const HANDLING = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe', 'terminationMessagePath', 'terminationMessagePolicy'];
const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** Whether a changed probe or hook can stop a server: it runs a program, or asks a port that the container had not. */
function canStop(old: KubernetesObject, server: KubernetesObject): boolean {
  const [before, after] = [old, server].map((object) => {
    const pod = podSpecOf(object);
    return pod ? containersOf(pod) : [];
  });
  return (after ?? []).some(({ name, fields }) => {
    const was = fieldsOf(before?.find((one) => one.name === name)?.fields);
    const isOther = (part: unknown, earlier: unknown): boolean => part !== undefined && sortedText(part) !== sortedText(earlier ?? null);
    const ports = new Set([was, fields].flatMap((one) => listOf(one.ports).flatMap((port) => [port.name, port.containerPort].map(String))));
    for (const probe of [...PROBES.map((each) => was[each]), undefined]) ports.add(String(portOf(probe)));
    const [start, earlier] = [fields, was].map((one) => fieldsOf(one.lifecycle).postStart);
    return (
      (isOther(start, earlier) && runsProgram(start)) ||
      PROBES.some(
        (probe) => isOther(fields[probe], was[probe]) && (runsProgram(fields[probe]) || !ports.has(String(portOf(fields[probe])))),
      )
    );
  });
}

/** Whether a probe or hook runs anything but a program that always ends well. */
function runsProgram(handler: unknown): boolean {
  const { exec } = fieldsOf(handler);
  const command = fieldsOf(exec).command;
  return exec !== undefined && !(Array.isArray(command) && command.length === 1 && /^(?:\/(?:usr\/)?bin\/)?true$/.test(String(command[0])));
}

/** The port that a probe asks; undefined if it runs a program. */
function portOf(probe: unknown): unknown {
  const { httpGet, tcpSocket, grpc } = fieldsOf(probe);
  return fieldsOf(httpGet ?? tcpSocket ?? grpc).port;
}

function areOf(names: readonly string[], fields: readonly string[]): boolean {
  return fields.every((field) => names.some((name) => field.startsWith(`${name} of `)));
}

/** Whether its Pods are placed or bounded differently, so that they may not run. */
function isPlaced(old: KubernetesObject, now: KubernetesObject): boolean {
  const [was, is] = [podSpecOf(old), podSpecOf(now)];
  const parts = was && is ? differingParts(was, is) : [];
  return (
    parts.some(
      ({ decides, field }) => decides === 'placement' || decides === 'image' || (decides === 'running' && !field.includes(' of ')),
    ) || otherSizes(old, now).length > 0
  );
}

/** Sizes are compared separately, in `otherSizes`. */
const NOT_OF_SERVERS: ReadonlySet<Decides> = new Set<Decides>(['size', 'timing']);

/** The changed fields of a server's Pods, without image versions, harmless sizes and timing. */
export function otherFields(old: KubernetesObject, now: KubernetesObject): string[] {
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
        // A Pod that asks for less is scheduled as before.
        const isEnough = which === 'requests' || (was === undefined ? is >= least : is * 2n >= was);
        const isUsual = isEnough && is <= (was === undefined ? most : was * 10n);
        return isUsual ? [] : [`${which}.${resource} of ${name}`];
      }),
    ),
  );
}

function sizeOf(value: unknown): bigint | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? billionthsOf(value) : undefined;
}

/** Kinds that control the number or size of other Pods, with the field that names the target. */
export const SCALERS: ReadonlyMap<string, string> = new Map([
  ['HorizontalPodAutoscaler', 'scaleTargetRef'],
  ['ScaledObject', 'scaleTargetRef'],
  ['VerticalPodAutoscaler', 'targetRef'],
]);
export const BOUNDS: ReadonlySet<string> = new Set(['LimitRange', 'ResourceQuota']);

/** The effect of an object on the servers of a Service, in words. */
function boundedBy(object: KubernetesObject, service: KubernetesObject, servers: readonly KubernetesObject[]): string | undefined {
  const { kind, apiVersion, metadata, spec } = object;
  if (metadata.namespace !== service.metadata.namespace) return undefined;
  const bounded = BOUNDS.has(kind) && apiVersion === 'v1' ? servers[0] : undefined;
  const target = fieldsOf(fieldsOf(spec)[SCALERS.get(kind) ?? '']);
  const { matchLabels } = fieldsOf(fieldsOf(spec).selector);
  const kept =
    kind === 'PodDisruptionBudget'
      ? servers.find((server) => hasLabels(podLabels(server), Object.entries(fieldsOf(matchLabels))))
      : undefined;
  if (kept) return `how many Pods of ${formatReference(referenceTo(kept))} may go at once`;
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
