import { describe, expect, it } from 'vitest';
import { podSecurity } from '../../../../../src/review/rules/changed/pods/pod-security.js';
import { sides } from '../../../../support/states.js';
import { operatorState, pod } from '../../../../support/workloads.js';

const gained = (container: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
  podSecurity
    .compare(...sides(operatorState('etcd.v1', pod()), operatorState('etcd.v1', pod(container, rest))))
    .map(({ severity, message }) => `${severity}: ${message}`);

describe('changes of what Pods may do to their node', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    [
      'a privileged container',
      { securityContext: { privileged: true } },
      {},
      'error: Deployment op/manager runs the privileged container manager, which can do anything on its node',
    ],
    [
      'the process namespace of the host',
      {},
      { hostPID: true },
      'error: Deployment op/manager can see and signal every process of its node (hostPID)',
    ],
    [
      'devices of nodes',
      {},
      { resourceClaims: [{ name: 'gpu', resourceClaimName: 'all-gpus' }] },
      'warning: Deployment op/manager can use the devices of the claim all-gpus (resourceClaims)',
    ],
    ['the network of the host', {}, { hostNetwork: true }, 'warning: Deployment op/manager uses the network of its node (hostNetwork)'],
    [
      'the whole file system of the host',
      {},
      { volumes: [{ name: 'h', hostPath: { path: '/' } }] },
      'error: Deployment op/manager mounts / of its node (hostPath)',
    ],
    [
      'a path that is written in another way',
      {},
      { volumes: [{ name: 'h', hostPath: { path: '//etc/./kubernetes' } }] },
      'error: Deployment op/manager mounts //etc/./kubernetes of its node (hostPath)',
    ],
    [
      'a Pod that AppArmor does not limit',
      {},
      { securityContext: { appArmorProfile: { type: 'Unconfined' } } },
      'warning: Deployment op/manager is not limited by AppArmor (appArmorProfile Unconfined)',
    ],
    [
      'a container that SELinux does not limit',
      { securityContext: { seLinuxOptions: { type: 'spc_t' } } },
      {},
      'error: Deployment op/manager has the SELinux type spc_t in the container manager',
    ],
    [
      'a process of a Windows node',
      {},
      { securityContext: { windowsOptions: { hostProcess: true } } },
      'error: Deployment op/manager runs as a process of its Windows node (hostProcess)',
    ],
    [
      'a setting of the kernel',
      {},
      { securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } },
      'info: Deployment op/manager sets kernel.msgmax of its kernel to 1 (sysctls)',
    ],
    [
      'a device',
      { volumeDevices: [{ name: 'disk', devicePath: '/dev/x' }] },
      {},
      'info: Deployment op/manager has the volume disk as a device in the container manager',
    ],
    [
      'a folder of the host',
      {},
      { volumes: [{ name: 'h', hostPath: { path: '/opt/data' } }] },
      'warning: Deployment op/manager mounts /opt/data of its node (hostPath)',
    ],
    [
      'a port of the host',
      { ports: [{ containerPort: 80, hostPort: 80 }] },
      {},
      'warning: Deployment op/manager opens port 80 of its node (hostPort) in the container manager',
    ],
    [
      'a strong capability',
      { securityContext: { capabilities: { add: ['CAP_SYS_ADMIN'] } } },
      {},
      'error: Deployment op/manager has the capability SYS_ADMIN in the container manager',
    ],
    [
      'another capability',
      { securityContext: { capabilities: { add: ['CHOWN', 'NET_BIND_SERVICE'] } } },
      {},
      'warning: Deployment op/manager has the capability CHOWN in the container manager',
    ],
    ['running as root', {}, { securityContext: { runAsUser: 0 } }, 'warning: Deployment op/manager runs as root'],
    [
      'privilege escalation',
      { securityContext: { allowPrivilegeEscalation: true } },
      {},
      'info: Deployment op/manager lets processes gain privileges (allowPrivilegeEscalation) in the container manager',
    ],
    [
      'a mounted Secret',
      {},
      { volumes: [{ name: 's', secret: { secretName: 'root-ca' } }] },
      'info: Deployment op/manager reads the Secret root-ca',
    ],
    [
      'a Secret in a variable',
      { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'token', key: 'a' } } }] },
      {},
      'info: Deployment op/manager reads the Secret token in the container manager',
    ],
  ])('tells of %s', (_, container, rest, expected) => {
    expect(gained(container, rest)).toEqual([expected]);
  });

  it('says nothing of what was there, and nothing of fields without a value', () => {
    const privileged = operatorState('etcd.v1', pod({ securityContext: { privileged: true } }));
    expect(podSecurity.compare(...sides(privileged, privileged))).toEqual([]);
    expect(gained({ securityContext: null, ports: null, env: null }, { volumes: null, securityContext: null })).toEqual([]);
  });
});

it('tells of a Pod that loses the users of its own, and not of one that never had them', () => {
  const told = (before: object, after: object) =>
    podSecurity
      .compare(...sides(operatorState('etcd.v1', pod({}, { ...before })), operatorState('etcd.v1', pod({}, { ...after }))))
      .map(({ severity, message }) => `${severity}: ${message}`);
  const lost = ['warning: Deployment op/manager has users of its node: root in it is root there (hostUsers)'];
  expect(told({ hostUsers: false }, { hostUsers: true })).toEqual(lost);
  expect(told({ hostUsers: false }, {})).toEqual(lost);
  expect(told({}, { hostUsers: true })).toEqual([]);
  expect(told({}, { hostUsers: false })).toEqual([]);
});
