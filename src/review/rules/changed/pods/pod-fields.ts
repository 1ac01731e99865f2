/**
 * The table of fields of Pods and containers, by their effect. Every rule that compares Pods reads it; a field outside of the table counts
 * as input, because a program or controller may read it. Source: the API reference of core/v1.
 */
import { type Fields, fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import type { Severity } from '../../../../olm/model/finding.js';

/**
 * `image` and `program`: the running code. `input`: data and services that programs read, and their environment. `placement`: the node, and
 * image credentials. `security`: reported by rules about accounts and Pod security. `running`: time, number, duration and names. `size` and
 * `timing`: nothing else.
 */
export type Decides = 'image' | 'program' | 'input' | 'placement' | 'security' | 'running' | 'size' | 'timing';

/** One field, with the texts of its rules. */
export interface PodField {
  readonly of: 'pod' | 'container';
  /** `resources.claims` is a field within another one. */
  readonly field: string;
  readonly decides: Decides;
  /** Values that equal an absent field. */
  readonly defaults?: readonly unknown[];
  /**
   * The name of the field in reports.
   * @default its name
   */
  readonly name?: string;
  /** The name of a list entry in reports; entries are compared one by one. */
  readonly entry?: string;
  /** The severity of a changed container value, whatever the account, and the texts for a changed and a new value. */
  readonly changed?: readonly [severity: Severity, other: string, first: string];
  /** The severity if the field is true, and the permission of the Pod then. */
  readonly opens?: readonly [severity: Severity, text: string];
  /** The value that isolates a Pod from its node, and the permission with any other value, which is the default. */
  readonly keeps?: readonly [value: unknown, text: string];
  /** The text about a change that no other rule reports. */
  readonly words?: string;
}

type More = Omit<PodField, 'of' | 'field' | 'decides'>;

const pod = (decides: Decides, fields: string, more: More = {}): PodField[] =>
  fields.split(' ').map((field) => ({ of: 'pod', field, decides, ...more }));
const container = (decides: Decides, fields: string, more: More = {}): PodField[] =>
  fields.split(' ').map((field) => ({ of: 'container', field, decides, ...more }));

const NODES = 'which nodes its Pods run on';

export const POD_FIELDS: readonly PodField[] = [
  ...pod('input', 'volumes', { entry: 'volume' }),
  ...pod('input', 'dnsPolicy', { defaults: ['ClusterFirst'] }),
  ...pod('input', 'dnsConfig hostAliases nodeName resourceClaims runtimeClassName'),
  ...pod('placement', 'affinity nodeSelector', { words: NODES }),
  ...pod('placement', 'imagePullSecrets'),
  ...pod('placement', 'hostUsers', { defaults: [true], keeps: [false, 'has users of its node: root in it is root there (hostUsers)'] }),
  ...pod('placement', 'schedulerName', { defaults: ['default-scheduler'] }),
  ...pod('placement', 'shareProcessNamespace', {
    defaults: [false],
    opens: ['info', 'lets each container see the processes and files of the others (shareProcessNamespace)'],
  }),
  ...pod('security', 'serviceAccount serviceAccountName automountServiceAccountToken securityContext'),
  ...pod('security', 'hostPID', { opens: ['error', 'can see and signal every process of its node (hostPID)'] }),
  ...pod('security', 'hostIPC', { opens: ['error', 'shares memory with processes of its node (hostIPC)'] }),
  ...pod('security', 'hostNetwork', { opens: ['warning', 'uses the network of its node (hostNetwork)'] }),
  ...pod('running', 'tolerations topologySpreadConstraints', { words: NODES }),
  ...pod('running', 'activeDeadlineSeconds preemptionPolicy priority priorityClassName readinessGates restartPolicy schedulingGates'),
  ...pod('running', 'overhead resources os enableServiceLinks hostname setHostnameAsFQDN subdomain'),
  ...pod('timing', 'terminationGracePeriodSeconds'),
  ...container('image', 'image'),
  // A shell in `command` runs anything, whatever the image.
  ...container('program', 'command', { changed: ['warning', 'another command', 'a command'] }),
  ...container('program', 'args', { changed: ['info', 'other arguments', 'arguments'] }),
  ...container('program', 'lifecycle', { changed: ['warning', 'other hooks at start or stop', 'hooks at start or stop'] }),
  ...container('program', 'livenessProbe readinessProbe startupProbe', {
    changed: ['warning', 'another command in its probe', 'a command in its probe'],
    words: 'how its containers are probed',
  }),
  ...container('input', 'env', { entry: 'variable', changed: ['info', 'other environment variables', 'environment variables'] }),
  ...container('input', 'envFrom', {
    changed: ['info', 'environment variables from elsewhere', 'environment variables from elsewhere'],
  }),
  ...container('input', 'volumeMounts volumeDevices', { name: 'mounts' }),
  ...container('input', 'resources.claims workingDir'),
  ...container('input', 'terminationMessagePath', { defaults: ['/dev/termination-log'] }),
  // Both values ask the registry for an image that the node does not have.
  ...container('placement', 'imagePullPolicy', { defaults: ['Always', 'IfNotPresent'] }),
  ...container('security', 'securityContext'),
  ...container('running', 'ports resizePolicy restartPolicy stdin stdinOnce terminationMessagePolicy tty'),
  ...container('size', 'resources', { words: 'what its containers can use of their node' }),
];

const BY_NAME: ReadonlyMap<string, PodField> = new Map(POD_FIELDS.map((row) => [`${row.of} ${row.field}`, row]));

/** The row of a field; an unknown field counts as input. */
export function podField(of: PodField['of'], field: string): PodField {
  return BY_NAME.get(`${of} ${field}`) ?? { of, field, decides: 'input' };
}

/** The fields of containers with programs outside of the image, in the order of reports. */
export const PROGRAM_FIELDS: readonly string[] = POD_FIELDS.filter(({ decides }) => decides === 'program').map(({ field }) => field);

/** The command lines in a field of a container; for a hook or a probe, those that run in the container. */
export function commandsIn(fields: Fields, field: string): unknown[] {
  const value = fields[field];
  const { postStart, preStop } = fieldsOf(value);
  const handlers = field === 'lifecycle' ? [postStart, preStop] : field.endsWith('Probe') ? [value] : undefined;
  const commands = handlers ? handlers.map((handler) => fieldsOf(fieldsOf(handler).exec).command) : [value];
  return commands.filter((command) => command !== undefined && command !== null);
}
