import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../../src/base/kubernetes/object.js';
import { sources } from '../../../../../src/review/rules/changed/sources/sources.js';
import { clusterOf, namespace } from '../../../../support/build.js';
import { sides, stateOfCluster } from '../../../../support/states.js';

const state = (...given: readonly KubernetesObject[]) => stateOfCluster(clusterOf(namespace('op')), [], 'documented', given);
const subscription = (spec: Record<string, unknown>): KubernetesObject => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: { namespace: 'op', name: 'etcd' },
  spec: { name: 'etcd', source: 'community', sourceNamespace: 'olm', ...spec },
});
const catalog = (image: string): KubernetesObject => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'CatalogSource',
  metadata: { namespace: 'olm', name: 'community' },
  spec: { sourceType: 'grpc', image },
});
const texts = (base: KubernetesObject, head: KubernetesObject) =>
  sources.compare(...sides(state(base), state(head))).map(({ severity, message }) => `${severity}: ${message}`);

describe('where operators come from', () => {
  it('tells of an approval that becomes automatic, also by leaving it out', () => {
    const expected = ['warning: spec.installPlanApproval changes from Manual to Automatic: OLM installs each upgrade without asking'];
    expect(texts(subscription({ installPlanApproval: 'Manual' }), subscription({ installPlanApproval: 'Automatic' }))).toEqual(expected);
    expect(texts(subscription({ installPlanApproval: 'Manual' }), subscription({}))).toEqual(expected);
    expect(texts(subscription({ installPlanApproval: 'Automatic' }), subscription({}))).toEqual([]);
    expect(sources.compare(...sides(state(subscription({})), state(subscription({ installPlanApproval: 'Manual' }))))).toMatchObject([
      {
        rule: { id: 'upgrades-approved' },
        severity: 'info',
        message: 'spec.installPlanApproval changes from Automatic to Manual: a person approves each upgrade from now on',
      },
    ]);
  });

  it('tells of another catalog, channel and version', () => {
    expect(
      texts(subscription({ channel: 'a', startingCSV: 'etcd.v1' }), subscription({ source: 'evil', channel: 'b', startingCSV: 'etcd.v2' })),
    ).toEqual([
      'warning: spec.source changes from community to evil: the operator comes from another catalog',
      'info: spec.channel changes from a to b: upgrades follow another channel',
      'info: spec.startingCSV changes from etcd.v1 to etcd.v2: another version is installed first; with OLM on the cluster and Automatic approval, later versions replace it',
    ]);
  });

  it('tells of another image of a catalog', () => {
    expect(texts(catalog('quay.io/a:v1'), catalog('quay.io/a:v2'))).toEqual([
      'warning: spec.image changes from quay.io/a:v1 to quay.io/a:v2: a new image can change every operator of this catalog',
    ]);
  });

  it('tells of what the Pod of a catalog may do and serves, and of its passwords', () => {
    const having = (spec: object): KubernetesObject => ({ ...catalog('quay.io/a:v1'), spec: { image: 'quay.io/a:v1', ...spec } });
    const pod = (grpcPodConfig: object) => having({ grpcPodConfig });
    const restricted = pod({ securityContextConfig: 'restricted' });
    expect(texts(restricted, pod({ securityContextConfig: 'legacy' }))[0]).toMatch(/^warning: .*can run as root$/);
    expect(texts(pod({ securityContextConfig: 'legacy' }), restricted)[0]).toMatch(/^info: /);
    expect(texts(pod({}), pod({ extractContent: { cacheDir: '/a' } }))[0]).toMatch(/^warning: .*served from other files of its image$/);
    expect(texts(pod({}), pod({ priorityClassName: 'system-cluster-critical' }))[0]).toMatch(/^warning: .*drive others out$/);
    expect(texts(pod({}), pod({ nodeSelector: { a: 'b' } }))[0]).toMatch(/^info: /);
    expect(texts(having({}), having({ secrets: ['a'] }))[0]).toMatch(/^warning: .*other passwords$/);
  });

  it('tells of an extension whose CRDs are upgraded without a check, and of a catalog that goes', () => {
    const extension = (install: object): KubernetesObject => ({
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterExtension',
      metadata: { name: 'etcd' },
      spec: { namespace: 'op', install },
    });
    const safety = (enforcement: string) => extension({ preflight: { crdUpgradeSafety: { enforcement } } });
    expect(texts(extension({}), safety('None'))[0]).toMatch(/^warning: .*without the check whether stored objects stay valid$/);
    expect(texts(extension({}), safety('Strict'))).toEqual([]);
    expect(texts(safety('None'), safety('Strict'))[0]).toMatch(/^info: /);
    const served: KubernetesObject = {
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterCatalog',
      metadata: { name: 'community' },
      spec: {},
    };
    expect(sources.compare(...sides(state(served), state())).map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: is removed: extensions from it get no newer versions, or take them from another catalog that offers the package',
    ]);
  });

  it('names the one field that differs instead of all that lies around it', () => {
    const extensions = (source: object): KubernetesObject => ({
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterCatalog',
      metadata: { name: 'community' },
      spec: { source },
    });
    const image = (ref: string) => ({ type: 'Image', image: { ref } });
    const means = 'a new image can change every extension of this catalog';
    expect(texts(extensions(image('quay.io/a:v1')), extensions(image('quay.io/a:v2')))).toEqual([
      `warning: spec.source.image.ref changes from quay.io/a:v1 to quay.io/a:v2: ${means}`,
    ]);
    expect(texts(extensions(image('quay.io/a:v1')), extensions({ type: 'Git', image: { ref: 'quay.io/a:v2' } }))).toEqual([
      `warning: spec.source changes from {"image":{"ref":"quay.io/a:v1"},"type":"Image"} to {"image":{"ref":"quay.io/a:v2"},"type":"Git"}: ${means}`,
    ]);
  });

  it('says nothing of an order of fields', () => {
    const [one, other] = [
      { env: [], resources: {} },
      { resources: {}, env: [] },
    ];
    expect(texts(subscription({ config: one }), subscription({ config: other }))).toEqual([]);
  });

  describe.each(['limits', 'requests'])('settings of an operator with other %s', (field) => {
    const effects = (was: object, is: object) =>
      sources
        .compare(...sides(state(subscription({ config: was })), state(subscription({ config: is }))))
        .map(({ rule, severity = rule.severity, effect = rule.effect }) => [severity, effect]);
    const sized = (sizes: object, more: object = {}) => ({ resources: { [field]: sizes }, ...more });

    it.each(['cpu', 'memory', 'ephemeral-storage'])('bring no permission where only %s differs', (size) => {
      expect(effects(sized({ [size]: '1' }), sized({ [size]: '2' }))).toEqual([['info', 'none']]);
      for (const far of ['9', '400m', '0', '-1', 'x'])
        expect(effects(sized({ [size]: '1' }), sized({ [size]: far }))).toEqual([['warning', 'none']]);
      expect(effects(sized({ [size]: '1' }), {})).toEqual([['warning', 'none']]);
      expect(effects({ env: [] }, sized({ [size]: '1' }, { env: [] }))).toEqual([['warning', 'none']]);
    });

    it.each<[string, object, object]>([
      ['a device', sized({ cpu: '1' }), sized({ cpu: '1', 'nvidia.com/gpu': '1' })],
      ['a claim of a device', sized({ cpu: '1' }), { resources: { [field]: { cpu: '2' }, claims: [{ name: 'gpu' }] } }],
      ['a variable', sized({ cpu: '1' }), sized({ cpu: '2' }, { env: [{ name: 'WATCH_NAMESPACE', value: '' }] })],
      ['a volume', sized({ cpu: '1' }), sized({ cpu: '2' }, { volumes: [{ name: 'a', hostPath: { path: '/' } }] })],
    ])('may bring one where %s differs, too', (_, was, is) => {
      expect(effects(was, is).map(([, effect]) => effect)).toEqual(['unknown']);
    });
  });

  it('tells of a new catalog', () => {
    expect(sources.compare(...sides(state(), state(catalog('quay.io/a:v1')))).map(({ message }) => message)).toEqual([
      'is new: image quay.io/a:v1, sourceType grpc; no catalog came from that place before, and its content was not reviewed',
    ]);
  });
});
