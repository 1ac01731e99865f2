/** The part of the guide about bundles, catalogs and Subscriptions. */
import type { ProblemCode } from './problem.js';
import type { ProblemGuide } from './problem-guide-entry.js';

/** A Subscription to the package etcd. */
function subscription(spec: string): string {
  return `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: etcd, namespace: default}\nspec: {name: etcd, ${spec}}`;
}

const PACKAGE = 'schema: olm.package\nname: etcd\ndefaultChannel: stable\n';
const CHANNEL = 'schema: olm.channel\npackage: etcd\nname: stable\n';
const BUNDLE = 'schema: olm.bundle\npackage: etcd\nname: etcd.v0.9.4\n';

export const BUNDLE_PROBLEMS = {
  INVALID_BUNDLE: {
    meaning: 'A bundle folder has no ClusterServiceVersion, or several, or says that it is of another kind than `registry+v1`.',
    file: 'metadata/annotations.yaml',
    example:
      'annotations:\n  operators.operatorframework.io.bundle.mediatype.v1: helm+v0\n  operators.operatorframework.io.bundle.package.v1: etcd',
    remedy: 'Correct the bundle as the message says, or leave it out.',
  },
  BUNDLE_DEPENDENCIES: {
    meaning: 'The `metadata/dependencies.yaml` of a bundle is no YAML.',
    file: 'metadata/dependencies.yaml',
    example: 'dependencies:\n  - type: olm.package\n    value: packageName: cert-manager',
    remedy: 'Correct the file. With `--lenient` the bundle is read as one without dependencies.',
  },
  INVALID_CATALOG: {
    meaning: 'A file-based catalog is not whole: a package is not declared, or a channel is no path of updates.',
    example: `${CHANNEL}entries: [{name: etcd.v0.9.4}]\n---\n${BUNDLE}`.trim(),
    remedy: 'Correct the catalog as the message says; `opm validate` finds the same.',
  },
  PACKAGE_NOT_FOUND: {
    meaning: 'A Subscription names a package of which the input holds no bundle.',
    example: subscription('channel: stable, source: catalog, sourceNamespace: olm'),
    remedy: 'Correct the name, or add the bundle folder or catalog of the operator to the input.',
  },
  CATALOG_NOT_FOUND: {
    meaning: 'The catalog that a Subscription names is in another namespace, or does not tell which of those at hand is meant.',
    file: 'catalog.yaml',
    example:
      'apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: {name: catalog, namespace: default}\nspec: {sourceType: grpc}',
    remedy: 'Correct `spec.source` or `spec.sourceNamespace` of the Subscription, which is `olm` here.',
  },
  CHANNEL_NOT_FOUND: {
    meaning: 'A Subscription or a package names a channel that is not there.',
    example: `${PACKAGE.replace('stable', 'alpha')}---\n${CHANNEL}entries: [{name: etcd.v0.9.4}]\n---\n${BUNDLE}`.trim(),
    remedy: 'Correct the channel; the message names those that are there.',
  },
  BUNDLE_NOT_FOUND: {
    meaning: 'A Subscription pins, or a channel lists, a bundle that is not there.',
    example: `${PACKAGE}---\n${CHANNEL}entries: [{name: etcd.v0.9.4}]`,
    remedy: 'Correct the name, or add the bundle.',
  },
  BUNDLE_CONTENT_MISSING: {
    meaning: 'A Subscription chooses a bundle of which the catalog holds the name, but not the manifests.',
    example: `${PACKAGE}---\n${CHANNEL}entries: [{name: etcd.v0.9.4}]\n---\n${BUNDLE}image: quay.io/example/etcd-bundle:v0.9.4\n---\n${subscription('channel: stable, source: catalog, sourceNamespace: olm')}`,
    remedy: 'Copy `manifests/` and `metadata/` of the bundle image into a folder of the input.',
  },
  SUBSCRIPTION_CONFLICT: {
    meaning: 'Two Subscriptions of one namespace ask for one package in different versions or channels, or bring the same CSV.',
    file: 'subscription.yaml',
    example: subscription('source: catalog, sourceNamespace: olm').replace('name: etcd, namespace: default', 'name: second, namespace: op'),
    remedy: 'Remove one of the two.',
  },
  API_VERSION_MISSING: {
    meaning: 'A manifest of a bundle has no `apiVersion`; OLM goes by its kind alone.',
    file: 'manifests/crd.yaml',
    example: 'kind: Service\nmetadata: {name: etcd-metrics}\nspec: {ports: [{port: 8080}]}',
    remedy: 'Add `apiVersion`: no other reader takes the manifest without it.',
  },
  CRD_API_VERSION: {
    meaning: 'A bundle that is installed ships a CustomResourceDefinition in a version that Kubernetes no longer has.',
    file: 'manifests/crd.yaml',
    example: `apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: etcdclusters.etcd.example.com}\nspec: {group: etcd.example.com, version: v1, scope: Namespaced, names: {kind: EtcdCluster, plural: etcdclusters}}`,
    remedy: 'Take a later version of the operator.',
  },
} as const satisfies Partial<Record<ProblemCode, ProblemGuide>>;
