/**
 * The Operator Lifecycle Manager. The table lists its kinds like any others: reading manifests uses their plurals and scopes.
 * Other files describe OLM's behaviour.
 */
import { clusterScoped, namespaced, others, reviewed } from './row.js';
import { APPLIED, brings } from './setting.js';
import type { Tool } from './tool.js';

const OURS = reviewed('the objects that cdk8s-olm judges');
const BY_OLM = 'written by OLM';

export const OLM: Tool = {
  name: 'OLM',
  isWhole: true,
  isPlatform: true,
  rows: [
    ...namespaced('operators.coreos.com', 'CatalogSource ClusterServiceVersion OperatorCondition OperatorGroup Subscription'),
    ...namespaced('operators.coreos.com', 'InstallPlan', brings('what OLM installs')),
    ...clusterScoped('operators.coreos.com', 'OLMConfig Operator'),
    ...others('operators.coreos.com', OURS),
  ],
  marks: [
    ['olm.operatorframework.io/*', '*', 'harmless', BY_OLM],
    ['operators.coreos.com/*', '*', 'harmless', BY_OLM],
    ['olm.operatorGroup', '*', 'harmless', BY_OLM],
    ['olm.operatorNamespace', '*', 'harmless', BY_OLM],
    ['olm.targetNamespaces', '*', 'harmless', BY_OLM],
    ['olm.providedAPIs', '*', 'harmless', 'judged with the OperatorGroup'],
    ['olm.catalogImageTemplate', '*', 'harmless', 'judged with the CatalogSource'],
  ],
};

export const OLM_V1: Tool = {
  name: 'OLM v1',
  isPlatform: true,
  rows: [
    ...clusterScoped('olm.operatorframework.io', 'ClusterCatalog ClusterExtension'),
    ...clusterScoped('olm.operatorframework.io', 'ClusterExtensionRevision ClusterObjectSet', APPLIED),
    ...others('olm.operatorframework.io', OURS),
    ...namespaced('packages.operators.coreos.com', 'PackageManifest'),
    ...others('packages.operators.coreos.com', reviewed('the content of a catalog; nothing acts on it')),
  ],
};
