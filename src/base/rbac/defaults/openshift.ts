/**
 * The roles and bindings that OpenShift 4 adds to those of Kubernetes (openshift-apiserver, pkg/bootstrappolicy/policy.go, and the
 * changes of its Kubernetes API server), without those of its own controllers, `system:openshift:controller:*`, and those of single
 * operators of OpenShift. For the notation see parse-policy.ts.
 */
const READ = 'get,list,watch';
const WRITE = 'get,list,watch,create,update,patch,delete,deletecollection';

const DISCOVERY =
  '  get /version,/version/*,/api,/api/*,/apis,/apis/*,/oapi,/oapi/*,/openapi/v2,/swaggerapi,/swaggerapi/*,/swagger.json,/swagger-2.0.0.pb-v1,/osapi,/osapi/,/.well-known,/.well-known/oauth-authorization-server,/';

/** Rules of both admin and edit. */
const DEVELOPERS = `
  ${WRITE} builds,buildconfigs,buildconfigs/webhooks build.openshift.io,core
  ${READ} builds/log build.openshift.io,core
  create buildconfigs/instantiate,buildconfigs/instantiatebinary,builds/clone build.openshift.io,core
  update builds/details build.openshift.io,core
  ${WRITE} deploymentconfigs,deploymentconfigs/scale apps.openshift.io,core
  create deploymentconfigrollbacks,deploymentconfigs/rollback,deploymentconfigs/instantiate apps.openshift.io,core
  ${READ} deploymentconfigs/log,deploymentconfigs/status apps.openshift.io,core
  ${WRITE} imagestreams,imagestreammappings,imagestreamtags,imagetags,imagestreamimages,imagestreams/secrets image.openshift.io,core
  ${READ} imagestreams/status image.openshift.io,core
  get,update imagestreams/layers image.openshift.io,core
  create imagestreamimports image.openshift.io,core
  ${READ} appliedclusterresourcequotas quota.openshift.io,core
  ${WRITE} routes route.openshift.io,core
  create routes/custom-host route.openshift.io,core
  ${READ} routes/status route.openshift.io,core
  ${WRITE} templates,templateconfigs,processedtemplates,templateinstances template.openshift.io,core
  ${WRITE} networkpolicies networking.k8s.io
  ${WRITE} buildlogs build.openshift.io,core
  ${READ} resourcequotausages core`;

/** Rules of both registry-admin and registry-editor. */
const REGISTRY = `
  ${WRITE} serviceaccounts,secrets core
  ${WRITE} imagestreamimages,imagestreammappings,imagestreams,imagestreams/secrets,imagestreamtags,imagetags image.openshift.io,core
  create imagestreamimports image.openshift.io,core
  get,update imagestreams/layers image.openshift.io,core
  get namespaces core`;

const NODE_READER = `
  get nodes/metrics,nodes/spec core
  get,create nodes/stats core`;

/** A role for each default SecurityContextConstraints that grants its use (cluster-kube-apiserver-operator, manifests/*_cr-*.yaml). */
const CONSTRAINTS = [
  ...['anyuid', 'hostaccess', 'hostmount-anyuid', 'hostnetwork', 'hostnetwork-v2', 'nonroot', 'nonroot-v2'],
  ...['privileged', 'restricted', 'restricted-v2'],
]
  .map(
    (name) => `
ClusterRole system:openshift:scc:${name}
  use securitycontextconstraints security.openshift.io named ${name}`,
  )
  .join('');

export const OPENSHIFT_POLICY = `${CONSTRAINTS}
ClusterRole sudoer
  impersonate systemusers,users user.openshift.io,core named system:admin
  impersonate systemgroups,groups user.openshift.io,core named system:masters
ClusterRole system:scope-impersonation
  impersonate userextras/scopes.authorization.openshift.io authentication.k8s.io
ClusterRole cluster-reader aggregated by cluster-reader,view
ClusterRole system:openshift:aggregate-to-cluster-reader into cluster-reader
  ${READ} componentstatuses,nodes,nodes/status,persistentvolumeclaims/status,persistentvolumes,persistentvolumes/status,pods/binding,pods/eviction,podtemplates,securitycontextconstraints,services/status core
  ${READ} mutatingwebhookconfigurations,validatingwebhookconfigurations admissionregistration.k8s.io
  ${READ} statefulsets/status,deployments/status,controllerrevisions,daemonsets/status,replicasets/status apps
  ${READ} customresourcedefinitions,customresourcedefinitions/status apiextensions.k8s.io
  ${READ} apiservices,apiservices/status apiregistration.k8s.io
  ${READ} horizontalpodautoscalers/status autoscaling
  ${READ} jobs/status,cronjobs/status batch
  ${READ} leases coordination.k8s.io
  ${READ} events events.k8s.io
  ${READ} ingresses/status networking.k8s.io
  ${READ} runtimeclasses node.k8s.io
  ${READ} podsecuritypolicies,poddisruptionbudgets/status policy
  ${READ} roles,rolebindings,clusterroles,clusterrolebindings rbac.authorization.k8s.io
  ${READ} csidrivers,csinodes,storageclasses,volumeattachments,volumeattachments/status storage.k8s.io
  ${READ} priorityclasses scheduling.k8s.io
  ${READ} certificatesigningrequests,certificatesigningrequests/approval,certificatesigningrequests/status certificates.k8s.io
  ${READ} clusterroles,clusterrolebindings,roles,rolebindings,rolebindingrestrictions authorization.openshift.io,core
  ${READ} builds/details build.openshift.io,core
  ${READ} images,imagesignatures image.openshift.io,core
  get imagestreams/layers image.openshift.io,core
  ${READ} oauthclientauthorizations oauth.openshift.io,core
  list,watch projects project.openshift.io,core
  ${READ} projectrequests project.openshift.io,core
  ${READ} clusterresourcequotas,clusterresourcequotas/status quota.openshift.io,core
  ${READ} clusternetworks,egressnetworkpolicies,hostsubnets,netnamespaces network.openshift.io,core
  ${READ} securitycontextconstraints security.openshift.io,core
  ${READ} rangeallocations security.openshift.io
  ${READ} brokertemplateinstances,templateinstances/status template.openshift.io,core
  ${READ} groups,identities,useridentitymappings,users user.openshift.io,core
  create localresourceaccessreviews,localsubjectaccessreviews,resourceaccessreviews,selfsubjectrulesreviews,subjectrulesreviews,subjectaccessreviews authorization.openshift.io,core
  create selfsubjectaccessreviews,subjectaccessreviews,selfsubjectrulesreviews,localsubjectaccessreviews authorization.k8s.io
  create tokenreviews authentication.k8s.io
  create podsecuritypolicysubjectreviews,podsecuritypolicyselfsubjectreviews,podsecuritypolicyreviews security.openshift.io,core${NODE_READER}
  get *
ClusterRole cluster-debugger
  get /metrics,/debug/pprof,/debug/pprof/*
ClusterRole system:build-strategy-docker
  create builds/docker,builds/optimizeddocker build.openshift.io,core
ClusterRole system:build-strategy-custom
  create builds/custom build.openshift.io,core
ClusterRole system:build-strategy-source
  create builds/source build.openshift.io,core
ClusterRole system:build-strategy-jenkinspipeline
  create builds/jenkinspipeline build.openshift.io,core
ClusterRole storage-admin aggregated by storage.openshift.io/aggregate-to-storage-admin
ClusterRole system:openshift:aggregate-to-storage-admin into storage.openshift.io/aggregate-to-storage-admin
  ${WRITE} persistentvolumes core
  ${WRITE} storageclasses storage.k8s.io
  ${READ} persistentvolumeclaims,events core
  ${READ} pods core
ClusterRole system:openshift:aggregate-to-admin into admin
  ${WRITE} roles,rolebindings authorization.openshift.io,core
  create localresourceaccessreviews,localsubjectaccessreviews,subjectrulesreviews authorization.openshift.io,core
  create podsecuritypolicysubjectreviews,podsecuritypolicyselfsubjectreviews,podsecuritypolicyreviews security.openshift.io,core
  ${READ} rolebindingrestrictions authorization.openshift.io,core${DEVELOPERS}
  admin,edit,view jenkins build.openshift.io
  get,patch,update,delete projects project.openshift.io,core
  update routes/status route.openshift.io,core
  create resourceaccessreviews,subjectaccessreviews authorization.openshift.io,core
ClusterRole system:openshift:aggregate-to-edit into edit${DEVELOPERS}
  edit,view jenkins build.openshift.io
  get projects project.openshift.io,core
ClusterRole system:openshift:aggregate-to-view into view
  ${READ} builds,buildconfigs,buildconfigs/webhooks build.openshift.io,core
  ${READ} builds/log build.openshift.io,core
  view jenkins build.openshift.io
  ${READ} deploymentconfigs,deploymentconfigs/scale apps.openshift.io,core
  ${READ} deploymentconfigs/log,deploymentconfigs/status apps.openshift.io,core
  ${READ} imagestreams,imagestreammappings,imagestreamtags,imagetags,imagestreamimages image.openshift.io,core
  ${READ} imagestreams/status image.openshift.io,core
  get projects project.openshift.io,core
  ${READ} appliedclusterresourcequotas quota.openshift.io,core
  ${READ} routes route.openshift.io,core
  ${READ} routes/status route.openshift.io,core
  ${READ} templates,templateconfigs,processedtemplates,templateinstances template.openshift.io,core
  ${READ} buildlogs build.openshift.io,core
  ${READ} resourcequotausages core
ClusterRole basic-user aggregated by authorization.openshift.io/aggregate-to-basic-user
ClusterRole system:openshift:aggregate-to-basic-user into authorization.openshift.io/aggregate-to-basic-user
  get users user.openshift.io,core named ~
  list projectrequests project.openshift.io,core
  get,list clusterroles authorization.openshift.io,core
  ${READ} clusterroles rbac.authorization.k8s.io
  get,list storageclasses storage.k8s.io
  list,watch projects project.openshift.io,core
  create selfsubjectrulesreviews authorization.openshift.io,core
  create selfsubjectaccessreviews authorization.k8s.io
ClusterRole self-access-reviewer
  create selfsubjectrulesreviews authorization.openshift.io,core
  create selfsubjectaccessreviews authorization.k8s.io
ClusterRole self-provisioner
  create projectrequests project.openshift.io,core
ClusterRole cluster-status
  get /healthz,/healthz/
${DISCOVERY}
ClusterRole system:image-auditor
  get,list,watch,patch,update images image.openshift.io,core
ClusterRole system:image-puller
  get imagestreams/layers image.openshift.io,core
ClusterRole system:image-pusher
  get,update imagestreams/layers image.openshift.io,core
ClusterRole system:image-builder into admin,edit
  get,update imagestreams/layers image.openshift.io,core
  create imagestreams image.openshift.io,core
  update builds/details build.openshift.io,core
  get builds build.openshift.io,core
ClusterRole system:image-pruner
  get,list pods,replicationcontrollers core
  list limitranges core
  get,list buildconfigs,builds build.openshift.io,core
  get,list deploymentconfigs apps.openshift.io,core
  get,list jobs,cronjobs batch
  get,list daemonsets,deployments,replicasets,statefulsets apps
  delete images image.openshift.io,core
  ${READ} images,imagestreams image.openshift.io,core
  update imagestreams/status image.openshift.io,core
ClusterRole system:image-signer
  get images,imagestreams/layers image.openshift.io,core
  create,delete imagesignatures image.openshift.io,core
ClusterRole system:master
  * * *
  * *
ClusterRole system:oauth-token-deleter
  delete oauthaccesstokens,oauthauthorizetokens oauth.openshift.io,core
ClusterRole system:router
  list,watch endpointslices discovery.k8s.io
  list,watch endpoints core
  list,watch services core
  create tokenreviews authentication.k8s.io
  create subjectaccessreviews authorization.k8s.io
  list,watch routes route.openshift.io,core
  update routes/status route.openshift.io,core
ClusterRole system:node-admin
  ${READ} nodes core
  proxy nodes core
  * nodes/proxy,nodes/metrics,nodes/spec,nodes/stats,nodes/log core
ClusterRole system:node-reader
  ${READ} nodes core${NODE_READER}
ClusterRole system:sdn-reader
  ${READ} egressnetworkpolicies,hostsubnets,netnamespaces network.openshift.io,core
  ${READ} nodes,namespaces core
  ${READ} networkpolicies networking.k8s.io
  get clusternetworks network.openshift.io,core
  create,update,patch events core
ClusterRole system:sdn-manager
  get,list,watch,create,delete hostsubnets,netnamespaces network.openshift.io,core
  get,create clusternetworks network.openshift.io,core
  ${READ} nodes core
ClusterRole system:webhook
  get,create buildconfigs/webhooks build.openshift.io,core
ClusterRole system:openshift:discovery
${DISCOVERY}
ClusterRole system:openshift:public-info-viewer
  get /.well-known,/.well-known/*
ClusterRole registry-admin into admin${REGISTRY}
  ${WRITE} rolebindings,roles authorization.openshift.io,core
  ${WRITE} roles,rolebindings rbac.authorization.k8s.io
  create localresourceaccessreviews,localsubjectaccessreviews,subjectrulesreviews authorization.openshift.io,core
  create localsubjectaccessreviews authorization.k8s.io
  get,delete projects project.openshift.io,core
  create resourceaccessreviews,subjectaccessreviews authorization.openshift.io,core
ClusterRole registry-editor into edit${REGISTRY}
  get projects project.openshift.io,core
ClusterRole registry-viewer into view
  ${READ} imagestreamimages,imagestreammappings,imagestreams,imagestreamtags,imagetags image.openshift.io,core
  get imagestreams/layers image.openshift.io,core
  get namespaces core
  get projects project.openshift.io,core
ClusterRole system:openshift:templateservicebroker-client
  get,put,update,delete /brokers/template.openshift.io/*
ClusterRoleBinding system:masters gives ClusterRole system:master to Group system:masters
ClusterRoleBinding system:node-admins gives ClusterRole system:node-admin to User system:master, Group system:node-admins
ClusterRoleBinding cluster-admins gives ClusterRole cluster-admin to Group system:cluster-admins, User system:admin
ClusterRoleBinding cluster-readers gives ClusterRole cluster-reader to Group system:cluster-readers
ClusterRoleBinding basic-users gives ClusterRole basic-user to Group system:authenticated
ClusterRoleBinding self-access-reviewers gives ClusterRole self-access-reviewer to Group system:authenticated, Group system:unauthenticated
ClusterRoleBinding self-provisioners gives ClusterRole self-provisioner to Group system:authenticated:oauth
ClusterRoleBinding system:oauth-token-deleters gives ClusterRole system:oauth-token-deleter to Group system:authenticated, Group system:unauthenticated
ClusterRoleBinding cluster-status-binding gives ClusterRole cluster-status to Group system:authenticated
ClusterRoleBinding system:node-proxiers gives ClusterRole system:node-proxier to Group system:nodes
ClusterRoleBinding system:sdn-readers gives ClusterRole system:sdn-reader to Group system:nodes
ClusterRoleBinding system:webhooks gives ClusterRole system:webhook to Group system:authenticated, Group system:unauthenticated
ClusterRoleBinding system:openshift:discovery gives ClusterRole system:openshift:discovery to Group system:authenticated
ClusterRoleBinding system:openshift:public-info-viewer gives ClusterRole system:openshift:public-info-viewer to Group system:authenticated, Group system:unauthenticated
ClusterRoleBinding system:build-strategy-docker-binding gives ClusterRole system:build-strategy-docker to Group system:authenticated
ClusterRoleBinding system:build-strategy-source-binding gives ClusterRole system:build-strategy-source to Group system:authenticated
ClusterRoleBinding system:build-strategy-jenkinspipeline-binding gives ClusterRole system:build-strategy-jenkinspipeline to Group system:authenticated
ClusterRoleBinding system:node-bootstrapper gives ClusterRole system:node-bootstrapper to ServiceAccount openshift-infra/node-bootstrapper
ClusterRoleBinding system:scope-impersonation gives ClusterRole system:scope-impersonation to Group system:authenticated, Group system:unauthenticated
`;
