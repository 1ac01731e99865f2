import { describe, expect, it } from 'vitest';
import { podSecurity } from '../../../../../src/review/rules/changed/pods/pod-security.js';
import { sides } from '../../../../support/states.js';
import { operatorState, pod } from '../../../../support/workloads.js';

const gained = (container: Readonly<Record<string, unknown>>, rest: Readonly<Record<string, unknown>> = {}, name = 'etcd.v2.0.0') =>
  podSecurity
    .compare(...sides(operatorState('etcd.v1.0.0', pod()), operatorState(name, pod(container, rest))))
    .map(({ severity, message }) => `${severity}: ${message.replace('Deployment op/manager ', '')}`);
const variable = (name: string, value = 'x') => gained({ env: [{ name, value }] });

describe('where the requests of a Pod go, and what its programs load', () => {
  it('is told of names that the Pod resolves itself, and of other name servers', () => {
    expect(gained({}, { hostAliases: [{ ip: '6.6.6.6', hostnames: ['kubernetes.default.svc'] }] })).toEqual([
      'warning: reaches kubernetes.default.svc at 6.6.6.6, whatever name servers say (hostAliases)',
    ]);
    expect(gained({}, { dnsPolicy: 'None', dnsConfig: { nameservers: ['6.6.6.6', '7.7.7.7'] } })).toEqual([
      'warning: asks 6.6.6.6 and 7.7.7.7 for the addresses of names (dnsConfig)',
    ]);
  });

  it.each(['LD_PRELOAD', 'PATH', 'PYTHONPATH', 'NODE_OPTIONS', 'JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'GIT_SSH_COMMAND'])(
    'is told of %s',
    (name) => {
      expect(variable(name)).toEqual([
        `warning: sets ${name} to "x", which decides the code that its programs load, in the container manager`,
      ]);
    },
  );

  it.each(['HTTPS_PROXY', 'https_proxy', 'KUBERNETES_SERVICE_HOST', 'KUBECONFIG', 'SSL_CERT_FILE', 'NODE_TLS_REJECT_UNAUTHORIZED'])(
    'is told of %s, too',
    (name) => {
      expect(variable(name)).toEqual([
        `warning: sets ${name} to "x", which decides where its requests go, or whom it trusts, in the container manager`,
      ]);
    },
  );

  it('says nothing of other variables, and of what was there', () => {
    for (const name of ['LOG_LEVEL', 'MY_PATH', 'PATHS', 'WATCH_NAMESPACE']) expect(variable(name)).toEqual([]);
    const [before, after] = ['etcd.v1', 'etcd.v2'].map((name) => operatorState(name, pod({ env: [{ name: 'PATH', value: '/bin' }] })));
    expect(before && after && podSecurity.compare(...sides(before, after))).toEqual([]);
  });

  it('is told of drivers and tokens that a volume brings', () => {
    const csi = { driver: 'secrets-store.csi.k8s.io', volumeAttributes: { secretProviderClass: 'all' } };
    const token = { projected: { sources: [{ serviceAccountToken: { audience: 'vault', path: 'token' } }] } };
    expect(
      gained(
        {},
        {
          volumes: [
            { name: 'a', csi },
            { name: 'b', ...token },
          ],
        },
      ),
    ).toEqual([
      'info: mounts a volume of the CSI driver secrets-store.csi.k8s.io (secretProviderClass all)',
      'info: gets a token of its account for vault',
    ]);
  });

  it('is told of what a volume has the kubelet run', () => {
    const volumes = [
      { name: 'a', gitRepo: { repository: 'https://example.com/evil', directory: '.' } },
      { name: 'b', flexVolume: { driver: 'example.com/evil' } },
    ];
    expect(gained({}, { volumes })).toEqual([
      'error: has its node clone https://example.com/evil (gitRepo)',
      'warning: runs the program example.com/evil of its node (flexVolume)',
    ]);
  });
});
