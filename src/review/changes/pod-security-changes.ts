/**
 * Changes of what Pods can do to their node and to other Pods: privileged containers, host namespaces and paths,
 * capabilities, users, Secrets (the fields that Pod Security Standards check).
 */

import { formatReference } from '../../kubernetes/object.js';
import { type Container, containersOf, type Fields, fieldsOf, listOf, type PodSpec, textOf } from '../../kubernetes/pod-spec.js';
import type { FieldPath } from '../../manifest/field-path.js';
import type { Severity } from '../../model/finding.js';
import type { Workload } from '../../state/workloads.js';
import { joined } from '../../words/phrases.js';
import type { Change, FindChanges } from './change.js';
import { workloadPairs } from './workload-pairs.js';

/** One thing that a Pod spec allows. */
interface Allowance {
  /** The same in both states for the same thing. */
  readonly key: string;
  readonly severity: Severity;
  /** The end of a sentence that starts with the workload. */
  readonly text: string;
  readonly at: FieldPath;
}

/** Finds what a change newly allows workloads; of a new workload, everything. */
export const podSecurityChanges: FindChanges = (base, head) =>
  workloadPairs(base, head).flatMap(({ before, after }) => {
    if (!after) return [];
    const known = new Set(before ? allowancesOf(before.pod).map(({ key }) => key) : []);
    return allowancesOf(after.pod)
      .filter(({ key, severity }) => !known.has(key) && (before !== undefined || severity !== 'info'))
      .map(
        (allowance): Change => ({
          kind: 'pod-security',
          severity: allowance.severity,
          subject: after.source,
          message: `${nameOf(after)} ${allowance.text}`,
          place: head.placeOf(after.source, allowance.at),
        }),
      );
  });

function nameOf({ reference, source }: Workload): string {
  return reference.kind === source.kind ? 'it' : formatReference(reference);
}

/** With any of these, a container can get at its node (the capabilities that lead to root on the host). */
const STRONG_CAPABILITIES: ReadonlySet<string> = new Set([
  'ALL',
  'BPF',
  'DAC_READ_SEARCH',
  'NET_ADMIN',
  'SYS_ADMIN',
  'SYS_BOOT',
  'SYS_MODULE',
  'SYS_PTRACE',
  'SYS_RAWIO',
]);

/** The only one that the restricted Pod Security Standard lets a container add. */
const HARMLESS_CAPABILITY = 'NET_BIND_SERVICE';

/** Paths from which a node, and with it every Pod on it, can be taken over. */
const NODE_PATHS = /^\/(?:$|(?:etc|root|home|proc|sys|dev|boot|run|var\/run|var\/lib\/(?:kubelet|docker|containerd|etcd|rancher))(?:\/|$))/;

function allowancesOf(pod: PodSpec): Allowance[] {
  const { fields, at } = pod;
  const forPod = fieldsOf(fields.securityContext);
  return [
    ...hostNamespaces(fields, at),
    ...volumes(fields, at),
    ...(runsAsRoot(forPod) ? [allowance('root', 'warning', 'runs as root', [...at, 'securityContext'])] : []),
    ...profiles(forPod).map(([key, severity, text]) => allowance(key, severity, text, [...at, 'securityContext'])),
    ...listOf(forPod.sysctls).map(({ name }) =>
      allowance(`sysctl ${textOf(name)}`, 'info', `sets ${textOf(name)} of its kernel (sysctls)`, [...at, 'securityContext', 'sysctls']),
    ),
    ...containersOf(pod).flatMap((container) => containerAllowances(container, forPod)),
  ];
}

function allowance(key: string, severity: Severity, text: string, at: FieldPath): Allowance {
  return { key, severity, text, at };
}

function hostNamespaces(fields: Fields, at: FieldPath): Allowance[] {
  const found = [
    ['hostPID', 'error', 'can see and signal every process of its node (hostPID)'],
    ['hostIPC', 'error', 'shares memory with processes of its node (hostIPC)'],
    ['hostNetwork', 'warning', 'uses the network of its node (hostNetwork)'],
  ] as const;
  return found
    .filter(([field]) => fields[field] === true)
    .map(([field, severity, text]) => allowance(field, severity, text, [...at, field]));
}

function volumes(fields: Fields, at: FieldPath): Allowance[] {
  return listOf(fields.volumes).flatMap((volume, index) => {
    const place = [...at, 'volumes', index];
    const path = textOf(fieldsOf(volume.hostPath).path);
    const secret = textOf(fieldsOf(volume.secret).secretName);
    const projected = listOf(fieldsOf(volume.projected).sources).flatMap(({ secret: source }) => textOf(fieldsOf(source).name) ?? []);
    return [
      ...(path === undefined
        ? []
        : [
            allowance(
              `hostPath ${path}`,
              NODE_PATHS.test(normalPath(path)) ? 'error' : 'warning',
              `mounts ${path} of its node (hostPath)`,
              place,
            ),
          ]),
      ...[...(secret === undefined ? [] : [secret]), ...projected].map((name) =>
        allowance(`secret ${name}`, 'info', `reads the Secret ${name}`, place),
      ),
    ];
  });
}

/** The API server refuses `..`, but not doubled slashes or dots. */
function normalPath(path: string): string {
  return `/${path
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/')}`;
}

function containerAllowances({ name, fields, at }: Container, forPod: Fields): Allowance[] {
  const context = fieldsOf(fields.securityContext);
  const capabilities = fieldsOf(context.capabilities).add;
  const added = (Array.isArray(capabilities) ? capabilities : []).flatMap((capability) => textOf(capability)?.replace(/^CAP_/, '') ?? []);
  const strong = added.filter((capability) => STRONG_CAPABILITIES.has(capability));
  const others = added.filter((capability) => !STRONG_CAPABILITIES.has(capability) && capability !== HARMLESS_CAPABILITY);
  const here = (key: string, severity: Severity, text: string, ...field: FieldPath): Allowance =>
    allowance(`${key} of ${name}`, severity, `${text} in the container ${name}`, [...at, ...field]);
  return [
    ...(context.privileged === true
      ? [here('privileged', 'error', 'can do anything to its node (privileged)', 'securityContext', 'privileged')]
      : []),
    ...(strong.length > 0
      ? [
          here(
            `capabilities ${strong.sort().join()}`,
            'error',
            `has ${strong.length === 1 ? 'the capability' : 'the capabilities'} ${joined(strong)}`,
            'securityContext',
            'capabilities',
          ),
        ]
      : []),
    ...(others.length > 0
      ? [
          here(
            `capabilities ${others.sort().join()}`,
            'warning',
            `has ${others.length === 1 ? 'the capability' : 'the capabilities'} ${joined(others)}`,
            'securityContext',
            'capabilities',
          ),
        ]
      : []),
    ...(context.allowPrivilegeEscalation === true
      ? [here('allowPrivilegeEscalation', 'info', 'lets processes gain privileges (allowPrivilegeEscalation)', 'securityContext')]
      : []),
    ...(runsAsRoot(context) && !runsAsRoot(forPod) ? [here('root', 'warning', 'runs as root', 'securityContext')] : []),
    ...(context.procMount === 'Unmasked'
      ? [here('procMount', 'warning', 'sees all of /proc (procMount)', 'securityContext', 'procMount')]
      : []),
    ...profiles(context).map(([key, severity, text]) => here(key, severity, text, 'securityContext')),
    ...listOf(fields.volumeDevices).map(({ name: volume }) =>
      here(`device ${textOf(volume)}`, 'info', `has the volume ${textOf(volume)} as a device`, 'volumeDevices'),
    ),
    ...hostPorts(fields).map(([port, index]) =>
      here(`hostPort ${port}`, 'warning', `opens port ${port} of its node (hostPort)`, 'ports', index),
    ),
    ...environmentSecrets(fields).map((secret) => here(`secret ${secret}`, 'info', `reads the Secret ${secret}`, 'env')),
  ];
}

/** SELinux types that the baseline Pod Security Standard lets a container have. */
const CONTAINER_TYPES: ReadonlySet<string> = new Set(['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t']);

/** What takes away the walls around a container, of it alone or of the whole Pod. */
function profiles({ seccompProfile, appArmorProfile, seLinuxOptions, windowsOptions }: Fields): [string, Severity, string][] {
  const type = textOf(fieldsOf(seLinuxOptions).type) ?? '';
  const found: [boolean, string, Severity, string][] = [
    [fieldsOf(seccompProfile).type === 'Unconfined', 'seccomp', 'warning', 'can use every system call (seccompProfile Unconfined)'],
    [fieldsOf(appArmorProfile).type === 'Unconfined', 'appArmor', 'warning', 'is not limited by AppArmor (appArmorProfile Unconfined)'],
    [!CONTAINER_TYPES.has(type), `seLinux ${type}`, type === 'spc_t' ? 'error' : 'warning', `has the SELinux type ${type}`],
    [fieldsOf(windowsOptions).hostProcess === true, 'hostProcess', 'error', 'runs as a process of its Windows node (hostProcess)'],
  ];
  return found.flatMap(([is, ...profile]) => (is ? [profile] : []));
}

function runsAsRoot({ runAsUser, runAsNonRoot }: Fields): boolean {
  return runAsUser === 0 || runAsNonRoot === false;
}

function hostPorts({ ports }: Fields): [number, number][] {
  return listOf(ports).flatMap(({ hostPort }, index): [number, number][] =>
    typeof hostPort === 'number' && hostPort > 0 ? [[hostPort, index]] : [],
  );
}

/** The Secrets whose values environment variables hold; each once. */
function environmentSecrets({ env, envFrom }: Fields): string[] {
  const single = listOf(env).flatMap(({ valueFrom }) => textOf(fieldsOf(fieldsOf(valueFrom).secretKeyRef).name) ?? []);
  const whole = listOf(envFrom).flatMap(({ secretRef }) => textOf(fieldsOf(secretRef).name) ?? []);
  return [...new Set([...single, ...whole])];
}
