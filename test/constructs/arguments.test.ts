/** Every wrong argument is an error that names the construct, what was found and what is expected. */
import { Chart, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { Bundle, Catalog, ClusterServiceVersion, OlmCluster, OperatorGroup, Subscription, TargetNamespaces } from '../../src/index.js';
import { csv } from '../support/build.js';

/** What a user without types, or with a cast, can write. */
// biome-ignore lint/suspicious/noExplicitAny: wrong on purpose
type Wrong = any;

const cluster = (props?: Wrong): OlmCluster => new OlmCluster(new Chart(Testing.app(), 'chart'), 'prod', props);
const group = (props: Wrong, of = cluster()): OperatorGroup => new OperatorGroup(of, 'team', props);
const good = { targets: TargetNamespaces.all() };
const TARGETS = "TargetNamespaces.named('a', 'b'), .labelled({ tenant: 'a' }), .selected(selector), or .all() for all namespaces";
const OPERATORS = "ClusterServiceVersion.fromFile('…'), ClusterServiceVersion.fromManifest({ … }) or Bundle.fromDirectory('…')";

describe('a wrong argument', () => {
  it.each<[string, () => unknown, string]>([
    ['profile', () => cluster({ profile: 'OLM' }), `chart/prod: profile: found "OLM"; expected 'documented' or 'olm' or 'olm-v1'`],
    [
      'kubeVersion',
      () => cluster({ kubeVersion: 'abc' }),
      `chart/prod: kubeVersion: found "abc"; expected a version such as 1.32 or v1.32.4, in quotes`,
    ],
    [
      'kubeVersion, a number',
      () => cluster({ kubeVersion: 1.3 }),
      `chart/prod: kubeVersion: found 1.3; expected a version such as 1.32 or v1.32.4, in quotes`,
    ],
    [
      'olmVersion',
      () => cluster({ olmVersion: 'v9' }),
      'chart/prod: olmVersion: found "v9"; expected a version from v0.17 to v0.46 and v1.0 to v1.11, in quotes',
    ],
    [
      'failOn',
      () => cluster({ failOn: 'errors' }),
      `chart/prod: failOn: found "errors"; expected 'error' or 'warning' or 'info' or 'never'`,
    ],
    [
      'only',
      () => cluster({ only: ['roles'] }),
      `chart/prod: only[0]: found "roles"; expected 'namespaces' or 'olm' or 'rbac' or 'install'`,
    ],
    ['allowFailed', () => cluster({ allowFailed: 'yes' }), 'chart/prod: allowFailed: found "yes"; expected true or false'],
    [
      'install',
      () => cluster({ install: 'all' }),
      'chart/prod: install: found "all"; expected true, false, or an object with certificates (cert-manager, service-ca, none), issuer ({ kind, name }) and descoped',
    ],
    [
      'a setting that does not exist',
      () => cluster({ kubernetesVersion: '1.30' }),
      'chart/prod: kubernetesVersion is unknown; expected an object with profile, platform, olmVersion, kubeVersion, failOn, allowFailed, globalCatalogNamespace, only, install, finishing, dependencies, installers, acknowledge, allowMissingTargets, disableCopiedCSVs',
    ],
    ['addNamespace', () => cluster().addNamespace(5 as Wrong), 'chart/prod: addNamespace: name: found 5; expected the name of a namespace'],
    [
      'labels of a namespace',
      () => cluster().addNamespace('a', { labels: { tenant: true as Wrong } }),
      'chart/prod: addNamespace: options.labels.tenant: found true; expected text for labels',
    ],
    [
      'addManifest',
      () => cluster().addManifest('namespace.yaml' as Wrong),
      'chart/prod: addManifest: [0]: found "namespace.yaml"; expected manifests as plain objects',
    ],
    ['targets that are left out', () => group({}), `chart/prod/team: targets: found nothing; expected ${TARGETS}`],
    ['a group without settings', () => group(undefined), `chart/prod/team: targets: found nothing; expected ${TARGETS}`],
    [
      'a list as targets, which would not be read',
      () => group({ targets: ['a'] }),
      `chart/prod/team: targets: found ["a"]; expected ${TARGETS}`,
    ],
    [
      'targets as in a manifest',
      () => group({ targets: { targetNamespaces: ['a'] } }),
      `chart/prod/team: targets: found {"targetNamespaces":["a"]}; expected ${TARGETS}`,
    ],
    [
      'upgradeStrategy',
      () => group({ ...good, upgradeStrategy: 'Fast' }),
      `chart/prod/team: upgradeStrategy: found "Fast"; expected 'Default' or 'TechPreviewUnsafeFailForward'`,
    ],
    [
      'reservedAPIs',
      () => group({ ...good, reservedAPIs: 'A.v1.b' }),
      'chart/prod/team: reservedAPIs: found "A.v1.b"; expected a list of APIs, each as Kind.version.group',
    ],
    [
      'a file in place of an operator',
      () => group(good).addOperator('file.yaml' as Wrong),
      `chart/prod/team: addOperator: [0]: found "file.yaml"; expected ${OPERATORS}`,
    ],
    [
      'a manifest in place of an operator',
      () => group(good).addOperator(csv('a/b') as Wrong),
      'chart/prod/team: addOperator: [0]: found {"',
    ],
    [
      'a construct in place of an operator',
      () => group(good).addOperator(cluster() as Wrong),
      `chart/prod/team: addOperator: [0]: found a value of the class OlmCluster; expected ${OPERATORS}`,
    ],
    [
      'fromFile',
      () => ClusterServiceVersion.fromFile(undefined as Wrong),
      'ClusterServiceVersion.fromFile: found nothing; expected the path of a file',
    ],
    [
      'fromManifest',
      () => ClusterServiceVersion.fromManifest('kind: x' as Wrong),
      'ClusterServiceVersion.fromManifest: found "kind: x"; expected a manifest as a plain object',
    ],
    ['fromDirectory', () => Bundle.fromDirectory(['a'] as Wrong), 'Bundle.fromDirectory: found ["a"]; expected the path of a folder'],
    [
      'named',
      () => TargetNamespaces.named(['a', 'b'] as Wrong),
      'TargetNamespaces.named: [0]: found ["a","b"]; expected the name of a namespace',
    ],
    [
      'labelled',
      () => TargetNamespaces.labelled('tenant=a' as Wrong),
      `TargetNamespaces.labelled: found "tenant=a"; expected labels, each with text, such as { tenant: 'a' }`,
    ],
    [
      'selected',
      () => TargetNamespaces.selected({ labels: { a: 'b' } } as Wrong),
      'TargetNamespaces.selected: labels is unknown; expected an object with matchLabels, matchExpressions',
    ],
    [
      'the path of a catalog',
      () => new Catalog(cluster(), 'c', {} as Wrong),
      'chart/prod/c: path: found nothing; expected the path of a file or folder',
    ],
    [
      'the group of a Subscription',
      () => new Subscription(cluster(), 'a', { package: 'a' }),
      'chart/prod/a: scope: found a value of the class OlmCluster; expected an OperatorGroup, or a construct inside of one: its namespace is that of the group',
    ],
    [
      'approval',
      () => new Subscription(group(good), 'a', { package: 'a', approval: 'manual' as Wrong }),
      `chart/prod/team/a: approval: found "manual"; expected 'Automatic' or 'Manual'`,
    ],
    [
      'a catalog by its name',
      () => new Subscription(group(good), 'a', { package: 'a', catalog: 'community' as Wrong }),
      'chart/prod/team/a: catalog: found "community"; expected a Catalog',
    ],
  ])('is told: %s', (_, call, message) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });

  it('is told together with the others', () => {
    expect(() => group({ namespace: 1, labels: { a: 2 } })).toThrow(
      /^chart\/prod\/team: namespace: found 1; .*\nchart\/prod\/team: targets: found nothing; .*\nchart\/prod\/team: labels\.a: found 2; /,
    );
  });

  it('leaves nothing behind that would be rendered', () => {
    const of = cluster();
    expect(() => group({ targets: ['a'] }, of)).toThrow(TypeError);
    expect(of.resolution.groups).toEqual([]);
  });
});

it('a right argument of another copy of the package is taken', () => {
  const foreign = Object.assign(Object.create(null), {
    spec: { targetNamespaces: ['a'] },
    [Symbol.for('cdk8s-olm.TargetNamespaces')]: true,
  });
  const of = cluster().addNamespace('a');
  group({ targets: foreign }, of);
  expect(of.resolution.groups.map(({ namespaces }) => namespaces)).toEqual([['a']]);
});
