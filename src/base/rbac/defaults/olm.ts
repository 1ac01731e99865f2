/**
 * The roles and the binding of an OLM v0.30 installation (its chart, 0000_50_olm_01-olm-operator.serviceaccount.yaml and
 * 0000_50_olm_09-aggregated.clusterrole.yaml): whoever may edit a namespace may subscribe there. For the notation see parse-policy.ts.
 */
const CONTROLLER = 'system:controller:operator-lifecycle-manager';

/** @param namespace the namespace of OLM itself */
export function olmPolicy(namespace: string): string {
  return `
ClusterRole ${CONTROLLER}
  * * *
  * *
ClusterRole aggregate-olm-edit into admin,edit
  create,update,patch,delete subscriptions operators.coreos.com
  delete clusterserviceversions,catalogsources,installplans,subscriptions operators.coreos.com
ClusterRole aggregate-olm-view into admin,edit,view
  get,list,watch clusterserviceversions,catalogsources,installplans,subscriptions,operatorgroups operators.coreos.com
  get,list,watch packagemanifests,packagemanifests/icon packages.operators.coreos.com
ClusterRoleBinding olm-operator-binding-${namespace} gives ClusterRole ${CONTROLLER} to ServiceAccount ${namespace}/olm-operator-serviceaccount
`;
}
