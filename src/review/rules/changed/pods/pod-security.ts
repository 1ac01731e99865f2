/**
 * Reports Pods that gain access to their node or to other Pods: privileged containers, host namespaces and paths, capabilities, users,
 * Secrets (the fields that Pod Security Standards check).
 */

import { type Container, containersOf } from '../../../../base/kubernetes/containers.js';
import { groupOf } from '../../../../base/kubernetes/kinds.js';
import { formatReference } from '../../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import { EXTERNAL_SECRETS_GROUP } from '../../../../base/tools/external-secrets.js';
import { SEALED_SECRETS_GROUP } from '../../../../base/tools/sealed-secrets.js';
import { SECRETS_STORE_GROUP } from '../../../../base/tools/small-tools.js';
import { joined } from '../../../../base/wording/phrases.js';
import { rule, type Severity } from '../../../../olm/model/finding.js';
import type { State } from '../../../state/state.js';
import { partOf, type Workload } from '../../../state/workloads.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { type Allowance, allowance } from './allowance.js';
import { decisiveVariables, nameAnswers, volumeAllowances } from './allowances.js';
import { claimAllowances } from './outside-volumes.js';
import { POD_FIELDS } from './pod-fields.js';
import { sharedData } from './shared-data.js';
import { renamedContainers, workloadPairs } from './workload-pairs.js';

const POD_SECURITY = rule('pod-security', 'error', 'A Pod can do more to its node or to other Pods', {
  class: 'code',
  effect: 'more',
  short: 'Pods reach their nodes',
  meaning:
    'The change gives Pods something that the Pod Security Standards check, or something similar: privileged containers, namespaces, paths or ports of the node, a capability, root, a Secret, a claim, another token, other name resolution. It is an error if it gives access to the node, a note if nearly every workload has it.',
  attack: "An operator's container becomes privileged. Anyone who can run a command in it controls the node and all its Pods.",
  fix: 'Remove it if the workload can run without it, or accept it in the baseline.',
  references: ['CIS Kubernetes 5.2', 'Kubernetes Pod Security Standards'],
});

/** Finds the permissions that a change adds to workloads; for a new workload, all of them. */
const find: FindChanges = (base, head) => {
  const [was, is] = [base, head].map(namesOf) as [ReadonlySet<string>, ReadonlySet<string>];
  return workloadPairs(base, head).flatMap(({ before, after }) => {
    if (!after) return [];
    const names = before && renamedContainers(before.pod, after.pod);
    const known = new Set(before ? allowancesOf(before, names).map(({ key }) => key) : []);
    const placed = (from: string): string => `${after.source.namespace} ${from}`;
    // A Secret or claim that comes with the change is that of the workload.
    const isForeign = ({ from }: Allowance): boolean => from !== undefined && (was.has(placed(from)) || !is.has(placed(from)));
    const isTold = (one: Allowance): boolean => (isForeign(one) && !one.later) || (one.severity !== 'info' && !one.isUsual);
    const found = allowancesOf(after, names).filter(({ key, within = [] }) => ![key, ...within].some((one) => known.has(one)));
    return withoutParts(before ? found : found.filter(isTold)).map(
      (allowance): FoundChange => ({
        rule: POD_SECURITY,
        severity: allowance.severity,
        ...(before && (isForeign(allowance) || (allowance.later && allowance.from === undefined)) ? { effect: 'unknown' as const } : {}),
        subject: after.source,
        object: partOf(after),
        identity: [formatReference(after.reference), allowance.key],
        message: `${workloadName(after)} ${allowance.text}`,
        place: head.placeOf(after.source, allowance.at) ?? head.placeOf(after.source, after.pod.at),
        claims: [allowance.at, ...allowance.with],
      }),
    );
  });
};

/** Leaves out what a Pod gets together with all data of a Secret or a claim. */
function withoutParts(all: readonly Allowance[]): readonly Allowance[] {
  const whole = new Set(all.flatMap(({ key, from, later }) => (later === 'part' ? [] : [from, key])));
  return all.filter(({ from, later }) => later !== 'part' || from === undefined || !whole.has(from));
}

/** The objects with data for Pods in a state, and those that its objects make. */
function namesOf({ given }: State): ReadonlySet<string> {
  return new Set(
    given.flatMap(({ apiVersion, kind, metadata: { namespace, name }, spec }) => {
      const { target } = fieldsOf(spec);
      const { creationPolicy, name: made } = fieldsOf(target);
      const of = MAKERS.get(`${groupOf(apiVersion)}/${kind}`);
      // Such an ExternalSecret writes into a Secret of others, or into none.
      return of === undefined || creationPolicy === 'Merge' || creationPolicy === 'None'
        ? []
        : [`${namespace} ${of} ${textOf(made) ?? name}`];
    }),
  );
}

/** What objects with data for Pods, and those that make some, are for a Pod. */
const MAKERS: ReadonlyMap<string, string> = new Map([
  ['/PersistentVolumeClaim', 'PersistentVolumeClaim'],
  ['/Secret', 'Secret'],
  [`${EXTERNAL_SECRETS_GROUP}/ExternalSecret`, 'Secret'],
  [`${SEALED_SECRETS_GROUP}/SealedSecret`, 'Secret'],
  [`${SECRETS_STORE_GROUP}/SecretProviderClass`, 'SecretProviderClass'],
]);

export const podSecurity = ofStates([POD_SECURITY], find);

function workloadName({ reference, source }: Workload): string {
  return reference.kind === source.kind ? 'it' : formatReference(reference);
}

/** Capabilities that give a container access to its node (they lead to root on the host). */
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

/** The only capability that the restricted Pod Security Standard allows to add. */
const HARMLESS_CAPABILITY = 'NET_BIND_SERVICE';

/** @param names the later names of containers */
function allowancesOf(workload: Workload, names?: ReadonlyMap<string, string>): Allowance[] {
  const { pod, object } = workload;
  const { fields, at } = pod;
  const forPod = fieldsOf(fields.securityContext);
  return [
    ...hostNamespaces(fields, at),
    ...usual(fields, at),
    ...deviceClaims(fields, at),
    ...listOf(fields.imagePullSecrets).map(({ name }, index) => ({
      ...allowance(`pull secret ${textOf(name)}`, 'info', `pulls images with the Secret ${textOf(name)}`, [
        ...at,
        'imagePullSecrets',
        index,
      ]),
      from: `Secret ${textOf(name)}`,
    })),
    ...sharedData(workload, names),
    ...volumeAllowances(fields, at),
    ...rootUser(forPod, 'root', [...at, 'securityContext']),
    ...profiles(forPod).map(([field, key, severity, text]) => allowance(key, severity, text, [...at, 'securityContext', ...field])),
    ...listOf(forPod.sysctls).map(({ name, value }, index) =>
      allowance(`sysctl ${textOf(name)} ${value}`, 'info', `sets ${textOf(name)} of its kernel to ${textOf(value)} (sysctls)`, [
        ...at,
        'securityContext',
        'sysctls',
        index,
      ]),
    ),
    ...nameAnswers(fields, at),
    ...placedByName(fields, at),
    ...listOf(fieldsOf(object.spec).volumeClaimTemplates).flatMap(({ metadata, spec }, index) =>
      claimAllowances(spec, String(fieldsOf(metadata).name), ['spec', 'volumeClaimTemplates', index, 'spec']),
    ),
    ...containersOf(pod).flatMap((container) => containerAllowances(container, forPod)),
  ];
}

function hostNamespaces(fields: Fields, at: FieldPath): Allowance[] {
  return POD_FIELDS.flatMap(({ field, opens }) =>
    opens && fields[field] === true
      ? [{ ...allowance(field, ...opens, [...at, field]), ...(opens[0] === 'info' ? { later: 'whole' as const } : {}) }]
      : [],
  );
}

/** Permissions that a Pod has because it does not set the value that isolates it from its node. */
function usual(fields: Fields, at: FieldPath): Allowance[] {
  return POD_FIELDS.flatMap(({ field, keeps }) =>
    keeps && fields[field] !== keeps[0] ? [{ ...allowance(field, 'warning', keeps[1], [...at, field]), isUsual: true }] : [],
  );
}

/** A node that no taint and no scheduler keeps the Pod from, and the priority with which Pods of the cluster itself stop others. */
function placedByName({ nodeName, priorityClassName }: Fields, at: FieldPath): Allowance[] {
  const [node, priority] = [textOf(nodeName), textOf(priorityClassName)];
  return [
    ...(node === undefined
      ? []
      : [allowance(`node ${node}`, 'warning', `runs on the node ${node}, whatever its taints (nodeName)`, [...at, 'nodeName'])]),
    ...(priority?.startsWith('system-')
      ? [
          {
            ...allowance(`priority ${priority}`, 'warning', `can take the place of any other Pod (priorityClassName ${priority})`, [
              ...at,
              'priorityClassName',
            ]),
            isUsual: true,
          },
        ]
      : []),
  ];
}

/** Devices of nodes, some of them with administrator access. */
function deviceClaims({ resourceClaims }: Fields, at: FieldPath): Allowance[] {
  return listOf(resourceClaims).map(({ name, resourceClaimName, resourceClaimTemplateName }, index) => {
    const claim = textOf(resourceClaimName) ?? textOf(resourceClaimTemplateName) ?? textOf(name);
    return allowance(`claim ${claim}`, 'warning', `can use the devices of the claim ${claim} (resourceClaims)`, [
      ...at,
      'resourceClaims',
      index,
    ]);
  });
}

function containerAllowances(container: Container, forPod: Fields): Allowance[] {
  return [...privileges(container), ...missingWalls(container, forPod), ...nodeAndSecrets(container)];
}

/** An allowance of a container, at one of its fields. */
function ofContainer({ name, at }: Container, key: string, severity: Severity, text: string, ...field: FieldPath): Allowance {
  return allowance(`${key} of ${name}`, severity, `${text} in the container ${name}`, [...at, ...field]);
}

/** The privileges that its processes have, or can gain. */
function privileges(container: Container): Allowance[] {
  const { name, fields, at } = container;
  const context = fieldsOf(fields.securityContext);
  const { add } = fieldsOf(context.capabilities);
  const added = (Array.isArray(add) ? add : []).flatMap((capability) => textOf(capability)?.replace(/^CAP_/, '') ?? []);
  const strong = added.filter((capability) => STRONG_CAPABILITIES.has(capability));
  const others = added.filter((capability) => !STRONG_CAPABILITIES.has(capability) && capability !== HARMLESS_CAPABILITY);
  const privileged = `runs the privileged container ${name}, which can do anything on its node`;
  const escalation = 'lets processes gain privileges (allowPrivilegeEscalation)';
  return [
    ...(context.privileged === true
      ? [allowance(`privileged of ${name}`, 'error', privileged, [...at, 'securityContext', 'privileged'])]
      : []),
    ...capabilities(container, strong, 'error'),
    ...capabilities(container, others, 'warning'),
    ...(context.allowPrivilegeEscalation === true
      ? [ofContainer(container, 'allowPrivilegeEscalation', 'info', escalation, 'securityContext', 'allowPrivilegeEscalation')]
      : []),
  ];
}

function capabilities(container: Container, names: readonly string[], severity: Severity): Allowance[] {
  if (names.length === 0) return [];
  const sorted = names.toSorted();
  const text = `has ${sorted.length === 1 ? 'the capability' : 'the capabilities'} ${joined(sorted)}`;
  return [ofContainer(container, `capabilities ${sorted.join()}`, severity, text, 'securityContext', 'capabilities', 'add')];
}

/** The walls between a container and its node that are not there. */
function missingWalls(container: Container, forPod: Fields): Allowance[] {
  const { name, fields, at } = container;
  const context = fieldsOf(fields.securityContext);
  return [
    ...(runsAsRoot(forPod) ? [] : rootUser(context, `root of ${name}`, [...at, 'securityContext'], ` in the container ${name}`)),
    ...(context.procMount === 'Unmasked'
      ? [ofContainer(container, 'procMount', 'warning', 'sees all of /proc (procMount)', 'securityContext', 'procMount')]
      : []),
    ...profiles(context).map(([field, key, severity, text]) => ofContainer(container, key, severity, text, 'securityContext', ...field)),
  ];
}

/** Devices and ports of the node, Secrets, and variables that decide which program runs. */
function nodeAndSecrets(container: Container): Allowance[] {
  const { fields } = container;
  const here = (key: string, severity: Severity, text: string, ...field: FieldPath): Allowance =>
    ofContainer(container, key, severity, text, ...field);
  return [
    ...listOf(fields.volumeDevices).map(({ name: volume }, index) =>
      here(`device ${textOf(volume)}`, 'info', `has the volume ${textOf(volume)} as a device`, 'volumeDevices', index),
    ),
    ...hostPorts(fields).map(([port, index]) =>
      here(`hostPort ${port}`, 'warning', `opens port ${port} of its node (hostPort)`, 'ports', index, 'hostPort'),
    ),
    ...environmentSecrets(fields).map(([secret, ...field]) => ({
      ...here(`secret ${secret}`, 'info', `reads the Secret ${secret}`, ...field),
      from: `Secret ${secret}`,
    })),
    ...decisiveVariables(fields).map(({ key, text, index }) => here(key, 'warning', text, 'env', index)),
  ];
}

/** SELinux types that the baseline Pod Security Standard allows. */
const CONTAINER_TYPES: ReadonlySet<string> = new Set(['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t']);

/** Fields that remove the isolation of a container or of the whole Pod. */
function profiles({
  seccompProfile,
  appArmorProfile,
  seLinuxOptions,
  windowsOptions,
}: Fields): [field: FieldPath, key: string, Severity, text: string][] {
  const type = textOf(fieldsOf(seLinuxOptions).type) ?? '';
  const found: [boolean, FieldPath, string, Severity, string][] = [
    [
      fieldsOf(seccompProfile).type === 'Unconfined',
      ['seccompProfile'],
      'seccomp',
      'warning',
      'can use every system call (seccompProfile Unconfined)',
    ],
    [
      fieldsOf(appArmorProfile).type === 'Unconfined',
      ['appArmorProfile'],
      'appArmor',
      'warning',
      'is not limited by AppArmor (appArmorProfile Unconfined)',
    ],
    [
      !CONTAINER_TYPES.has(type),
      ['seLinuxOptions', 'type'],
      `seLinux ${type}`,
      type === 'spc_t' ? 'error' : 'warning',
      `has the SELinux type ${type}`,
    ],
    [
      fieldsOf(windowsOptions).hostProcess === true,
      ['windowsOptions', 'hostProcess'],
      'hostProcess',
      'error',
      'runs as a process of its Windows node (hostProcess)',
    ],
  ];
  return found.flatMap(([is, ...profile]) => (is ? [profile] : []));
}

/**
 * The permission to run as root.
 * @param at of the `securityContext`
 */
function rootUser(context: Fields, key: string, at: FieldPath, where = ''): Allowance[] {
  const [user, nonRoot] = [
    [...at, 'runAsUser'],
    [...at, 'runAsNonRoot'],
  ];
  return runsAsRoot(context) ? [allowance(key, 'warning', `runs as root${where}`, user, nonRoot)] : [];
}

function runsAsRoot({ runAsUser, runAsNonRoot }: Fields): boolean {
  return runAsUser === 0 || runAsNonRoot === false;
}

function hostPorts({ ports }: Fields): [number, number][] {
  return listOf(ports).flatMap(({ hostPort }, index): [number, number][] =>
    typeof hostPort === 'number' && hostPort > 0 ? [[hostPort, index]] : [],
  );
}

/** The Secrets whose values are in environment variables; each once, with its field. */
function environmentSecrets({ env, envFrom }: Fields): [string, ...FieldPath][] {
  const single = listOf(env).flatMap(({ valueFrom }, index): [string, ...FieldPath][] => {
    const name = textOf(fieldsOf(fieldsOf(valueFrom).secretKeyRef).name);
    return name === undefined ? [] : [[name, 'env', index, 'valueFrom']];
  });
  const whole = listOf(envFrom).flatMap(({ secretRef }, index): [string, ...FieldPath][] => {
    const name = textOf(fieldsOf(secretRef).name);
    return name === undefined ? [] : [[name, 'envFrom', index]];
  });
  return [...new Map([...single, ...whole].map((secret) => [secret[0], secret])).values()];
}
