/**
 * The roles and bindings of a new Kubernetes cluster, as an API server of Kubernetes 1.32 serves them (its bootstrap policy,
 * plugin/pkg/auth/authorizer/rbac/bootstrappolicy). For the notation see parse-policy.ts.
 */
export const KUBERNETES_POLICY = `
ClusterRole admin aggregated
ClusterRole cluster-admin
  * * *
  * *
ClusterRole edit aggregated into admin
ClusterRole system:aggregate-to-admin into admin
  create localsubjectaccessreviews authorization.k8s.io
  create,delete,deletecollection,get,list,patch,update,watch rolebindings,roles rbac.authorization.k8s.io
ClusterRole system:aggregate-to-edit into edit
  get,list,watch pods/attach,pods/exec,pods/portforward,pods/proxy,secrets,services/proxy core
  impersonate serviceaccounts core
  create,delete,deletecollection,patch,update pods,pods/attach,pods/exec,pods/portforward,pods/proxy core
  create pods/eviction core
  create,delete,deletecollection,patch,update configmaps,events,persistentvolumeclaims,replicationcontrollers,replicationcontrollers/scale,secrets,serviceaccounts,services,services/proxy core
  create serviceaccounts/token core
  create,delete,deletecollection,patch,update daemonsets,deployments,deployments/rollback,deployments/scale,replicasets,replicasets/scale,statefulsets,statefulsets/scale apps
  create,delete,deletecollection,patch,update horizontalpodautoscalers autoscaling
  create,delete,deletecollection,patch,update cronjobs,jobs batch
  create,delete,deletecollection,patch,update daemonsets,deployments,deployments/rollback,deployments/scale,ingresses,networkpolicies,replicasets,replicasets/scale,replicationcontrollers/scale extensions
  create,delete,deletecollection,patch,update poddisruptionbudgets policy
  create,delete,deletecollection,patch,update ingresses,networkpolicies networking.k8s.io
  create,delete,deletecollection,get,list,patch,update,watch leases coordination.k8s.io
ClusterRole system:aggregate-to-view into view
  get,list,watch configmaps,endpoints,persistentvolumeclaims,persistentvolumeclaims/status,pods,replicationcontrollers,replicationcontrollers/scale,serviceaccounts,services,services/status core
  get,list,watch bindings,events,limitranges,namespaces/status,pods/log,pods/status,replicationcontrollers/status,resourcequotas,resourcequotas/status core
  get,list,watch namespaces core
  get,list,watch endpointslices discovery.k8s.io
  get,list,watch controllerrevisions,daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,replicasets,replicasets/scale,replicasets/status,statefulsets,statefulsets/scale,statefulsets/status apps
  get,list,watch horizontalpodautoscalers,horizontalpodautoscalers/status autoscaling
  get,list,watch cronjobs,cronjobs/status,jobs,jobs/status batch
  get,list,watch daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,ingresses,ingresses/status,networkpolicies,replicasets,replicasets/scale,replicasets/status,replicationcontrollers/scale extensions
  get,list,watch poddisruptionbudgets,poddisruptionbudgets/status policy
  get,list,watch ingresses,ingresses/status,networkpolicies networking.k8s.io
ClusterRole system:auth-delegator
  create tokenreviews authentication.k8s.io
  create subjectaccessreviews authorization.k8s.io
ClusterRole system:basic-user
  create selfsubjectaccessreviews,selfsubjectrulesreviews authorization.k8s.io
  create selfsubjectreviews authentication.k8s.io
ClusterRole system:certificates.k8s.io:certificatesigningrequests:nodeclient
  create certificatesigningrequests/nodeclient certificates.k8s.io
ClusterRole system:certificates.k8s.io:certificatesigningrequests:selfnodeclient
  create certificatesigningrequests/selfnodeclient certificates.k8s.io
ClusterRole system:certificates.k8s.io:kube-apiserver-client-approver
  approve signers certificates.k8s.io named kubernetes.io/kube-apiserver-client
ClusterRole system:certificates.k8s.io:kube-apiserver-client-kubelet-approver
  approve signers certificates.k8s.io named kubernetes.io/kube-apiserver-client-kubelet
ClusterRole system:certificates.k8s.io:kubelet-serving-approver
  approve signers certificates.k8s.io named kubernetes.io/kubelet-serving
ClusterRole system:certificates.k8s.io:legacy-unknown-approver
  approve signers certificates.k8s.io named kubernetes.io/legacy-unknown
ClusterRole system:controller:attachdetach-controller
  list,watch persistentvolumeclaims,persistentvolumes core
  get,list,watch nodes core
  patch,update nodes/status core
  list,watch pods core
  create,patch,update events core,events.k8s.io
  create,delete,get,list,watch volumeattachments storage.k8s.io
  get,list,watch csidrivers storage.k8s.io
  get,list,watch csinodes storage.k8s.io
ClusterRole system:controller:certificate-controller
  delete,get,list,watch certificatesigningrequests certificates.k8s.io
  update certificatesigningrequests/approval,certificatesigningrequests/status certificates.k8s.io
  approve signers certificates.k8s.io named kubernetes.io/kube-apiserver-client-kubelet
  sign signers certificates.k8s.io named kubernetes.io/kube-apiserver-client,kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving,kubernetes.io/legacy-unknown
  create subjectaccessreviews authorization.k8s.io
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:clusterrole-aggregation-controller
  escalate,get,list,patch,update,watch clusterroles rbac.authorization.k8s.io
ClusterRole system:controller:cronjob-controller
  get,list,update,watch cronjobs batch
  create,delete,get,list,patch,update,watch jobs batch
  update cronjobs/status batch
  update cronjobs/finalizers batch
  delete,list,watch pods core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:daemon-set-controller
  get,list,watch daemonsets apps,extensions
  update daemonsets/status apps,extensions
  update daemonsets/finalizers apps,extensions
  list,watch nodes core
  create,delete,list,patch,watch pods core
  create pods/binding core
  create,delete,get,list,patch,update,watch controllerrevisions apps
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:deployment-controller
  get,list,update,watch deployments apps,extensions
  update deployments/status apps,extensions
  update deployments/finalizers apps,extensions
  create,delete,get,list,patch,update,watch replicasets apps,extensions
  get,list,update,watch pods core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:disruption-controller
  get,list,watch deployments apps,extensions
  get,list,watch replicasets apps,extensions
  get,list,watch replicationcontrollers core
  get,list,watch poddisruptionbudgets policy
  get,list,watch statefulsets apps
  update poddisruptionbudgets/status policy
  patch,update pods/status core
  get */scale *
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:endpoint-controller
  get,list,watch pods,services core
  create,delete,get,list,update,watch endpoints core
  create endpoints/restricted core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:endpointslice-controller
  get,list,watch nodes,pods,services core
  update services/finalizers core
  create,delete,get,list,update,watch endpointslices discovery.k8s.io
  create endpointslices/restricted discovery.k8s.io
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:endpointslicemirroring-controller
  get,list,watch endpoints,services core
  update services/finalizers core
  update endpoints/finalizers core
  create,delete,get,list,update,watch endpointslices discovery.k8s.io
  create endpointslices/restricted discovery.k8s.io
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:ephemeral-volume-controller
  get,list,watch pods core
  update pods/finalizers core
  create,get,list,watch persistentvolumeclaims core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:expand-controller
  get,list,patch,update,watch persistentvolumes core
  patch,update persistentvolumeclaims/status core
  get,list,watch persistentvolumeclaims core
  create,patch,update events core,events.k8s.io
  get services core
ClusterRole system:controller:generic-garbage-collector
  delete,get,list,patch,update,watch * *
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:horizontal-pod-autoscaler
  get,list,watch horizontalpodautoscalers autoscaling
  update horizontalpodautoscalers/status autoscaling
  get,update */scale *
  list,watch pods core
  list,watch pods metrics.k8s.io
  get,list,watch * custom.metrics.k8s.io
  get,list,watch * external.metrics.k8s.io
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:job-controller
  get,list,patch,update,watch jobs batch
  update jobs/status batch
  update jobs/finalizers batch
  create,delete,list,patch,watch pods core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:legacy-service-account-token-cleaner
  get configmaps core named kube-apiserver-legacy-service-account-token-tracking
  delete,patch secrets core
ClusterRole system:controller:namespace-controller
  delete,get,list,watch namespaces core
  update namespaces/finalize,namespaces/status core
  delete,deletecollection,get,list,watch * *
ClusterRole system:controller:node-controller
  delete,get,list,patch,update,watch nodes core
  patch,update nodes/status core
  patch,update pods/status core
  delete,get,list,watch pods core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:persistent-volume-binder
  create,delete,get,list,update,watch persistentvolumes core
  update persistentvolumes/status core
  get,list,update,watch persistentvolumeclaims core
  update persistentvolumeclaims/status core
  create,delete,get,list,watch pods core
  get,list,watch storageclasses storage.k8s.io
  list,watch nodes core
  create,patch,update events core,events.k8s.io
  watch events core
  get services core
ClusterRole system:controller:pod-garbage-collector
  delete,list,watch pods core
  get,list,watch nodes core
  patch pods/status core
ClusterRole system:controller:pv-protection-controller
  get,list,update,watch persistentvolumes core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:pvc-protection-controller
  get,list,update,watch persistentvolumeclaims core
  get,list,watch pods core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:replicaset-controller
  get,list,update,watch replicasets apps,extensions
  update replicasets/status apps,extensions
  update replicasets/finalizers apps,extensions
  create,delete,list,patch,watch pods core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:replication-controller
  get,list,update,watch replicationcontrollers core
  update replicationcontrollers/status core
  update replicationcontrollers/finalizers core
  create,delete,list,patch,watch pods core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:resourcequota-controller
  list,watch * *
  update resourcequotas/status core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:root-ca-cert-publisher
  create,update configmaps core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:route-controller
  list,watch nodes core
  patch nodes/status core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:service-account-controller
  create serviceaccounts core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:service-ca-cert-publisher
  create,update configmaps core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:service-controller
  get,list,watch services core
  patch,update services/status core
  list,watch nodes core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:statefulset-controller
  list,watch pods core
  get,list,watch statefulsets apps
  update statefulsets/status apps
  update statefulsets/finalizers apps
  create,delete,get,patch,update pods core
  create,delete,get,list,patch,update,watch controllerrevisions apps
  create,get,list,watch persistentvolumeclaims core
  create,patch,update events core,events.k8s.io
  delete,update persistentvolumeclaims core
  update pods/finalizers core
ClusterRole system:controller:ttl-after-finished-controller
  delete,get,list,watch jobs batch
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:ttl-controller
  list,patch,update,watch nodes core
  create,patch,update events core,events.k8s.io
ClusterRole system:controller:validatingadmissionpolicy-status-controller
  get,list,watch validatingadmissionpolicies admissionregistration.k8s.io
  get,patch,update validatingadmissionpolicies/status admissionregistration.k8s.io
  create,patch,update events core,events.k8s.io
ClusterRole system:discovery
  get /api,/api/*,/apis,/apis/*,/healthz,/livez,/openapi,/openapi/*,/readyz,/version,/version/
ClusterRole system:heapster
  get,list,watch events,namespaces,nodes,pods core
  get,list,watch deployments extensions
ClusterRole system:kube-aggregator
  get,list,watch endpoints,services core
ClusterRole system:kube-controller-manager
  create,patch,update events core,events.k8s.io
  create leases coordination.k8s.io
  get,update leases coordination.k8s.io named kube-controller-manager
  create secrets,serviceaccounts core
  delete secrets core
  get configmaps,namespaces,secrets,serviceaccounts core
  update secrets,serviceaccounts core
  create tokenreviews authentication.k8s.io
  create subjectaccessreviews authorization.k8s.io
  list,watch * *
  create serviceaccounts/token core
ClusterRole system:kube-dns
  list,watch endpoints,services core
ClusterRole system:kube-scheduler
  create,patch,update events core,events.k8s.io
  create leases coordination.k8s.io
  get,list,update,watch leases coordination.k8s.io named kube-scheduler
  create,delete,deletecollection,get,list,patch,update,watch leasecandidates coordination.k8s.io
  get,list,watch nodes core
  delete,get,list,watch pods core
  create bindings,pods/binding core
  patch,update pods/status core
  get,list,watch replicationcontrollers,services core
  get,list,watch replicasets apps,extensions
  get,list,watch statefulsets apps
  get,list,watch poddisruptionbudgets policy
  get,list,watch persistentvolumeclaims,persistentvolumes core
  create tokenreviews authentication.k8s.io
  create subjectaccessreviews authorization.k8s.io
  get,list,watch csinodes storage.k8s.io
  get,list,watch volumeattachments storage.k8s.io
  get,list,watch namespaces core
  get,list,watch csidrivers storage.k8s.io
  get,list,watch csistoragecapacities storage.k8s.io
ClusterRole system:kubelet-api-admin
  get,list,watch nodes core
  proxy nodes core
  * nodes/log,nodes/metrics,nodes/proxy,nodes/stats core
ClusterRole system:monitoring
  get /healthz,/healthz/*,/livez,/livez/*,/metrics,/metrics/slis,/readyz,/readyz/*
ClusterRole system:node
  create tokenreviews authentication.k8s.io
  create localsubjectaccessreviews,subjectaccessreviews authorization.k8s.io
  get,list,watch services core
  create,get,list,watch nodes core
  patch,update nodes/status core
  patch,update nodes core
  create,patch,update events core
  get,list,watch pods core
  create,delete pods core
  patch,update pods/status core
  create pods/eviction core
  get,list,watch configmaps,secrets core
  get persistentvolumeclaims,persistentvolumes core
  get endpoints core
  create,get,list,watch certificatesigningrequests certificates.k8s.io
  create,delete,get,patch,update leases coordination.k8s.io
  get volumeattachments storage.k8s.io
  create serviceaccounts/token core
  get,patch,update persistentvolumeclaims/status core
  get,list,watch csidrivers storage.k8s.io
  create,delete,get,patch,update csinodes storage.k8s.io
  get,list,watch runtimeclasses node.k8s.io
ClusterRole system:node-bootstrapper
  create,get,list,watch certificatesigningrequests certificates.k8s.io
ClusterRole system:node-problem-detector
  get nodes core
  patch nodes/status core
  create,patch,update events core,events.k8s.io
ClusterRole system:node-proxier
  list,watch endpoints,services core
  get,list,watch nodes core
  create,patch,update events core,events.k8s.io
  list,watch endpointslices discovery.k8s.io
ClusterRole system:persistent-volume-provisioner
  create,delete,get,list,watch persistentvolumes core
  get,list,update,watch persistentvolumeclaims core
  get,list,watch storageclasses storage.k8s.io
  watch events core
  create,patch,update events core,events.k8s.io
ClusterRole system:public-info-viewer
  get /healthz,/livez,/readyz,/version,/version/
ClusterRole system:service-account-issuer-discovery
  get /.well-known/openid-configuration,/.well-known/openid-configuration/,/openid/v1/jwks,/openid/v1/jwks/
ClusterRole system:volume-scheduler
  get,list,patch,update,watch persistentvolumes core
  get,list,watch storageclasses storage.k8s.io
  get,list,patch,update,watch persistentvolumeclaims core
ClusterRole view aggregated into edit
ClusterRoleBinding cluster-admin gives ClusterRole cluster-admin to Group system:masters
ClusterRoleBinding system:basic-user gives ClusterRole system:basic-user to Group system:authenticated
ClusterRoleBinding system:controller:attachdetach-controller gives ClusterRole system:controller:attachdetach-controller to ServiceAccount kube-system/attachdetach-controller
ClusterRoleBinding system:controller:certificate-controller gives ClusterRole system:controller:certificate-controller to ServiceAccount kube-system/certificate-controller
ClusterRoleBinding system:controller:clusterrole-aggregation-controller gives ClusterRole system:controller:clusterrole-aggregation-controller to ServiceAccount kube-system/clusterrole-aggregation-controller
ClusterRoleBinding system:controller:cronjob-controller gives ClusterRole system:controller:cronjob-controller to ServiceAccount kube-system/cronjob-controller
ClusterRoleBinding system:controller:daemon-set-controller gives ClusterRole system:controller:daemon-set-controller to ServiceAccount kube-system/daemon-set-controller
ClusterRoleBinding system:controller:deployment-controller gives ClusterRole system:controller:deployment-controller to ServiceAccount kube-system/deployment-controller
ClusterRoleBinding system:controller:disruption-controller gives ClusterRole system:controller:disruption-controller to ServiceAccount kube-system/disruption-controller
ClusterRoleBinding system:controller:endpoint-controller gives ClusterRole system:controller:endpoint-controller to ServiceAccount kube-system/endpoint-controller
ClusterRoleBinding system:controller:endpointslice-controller gives ClusterRole system:controller:endpointslice-controller to ServiceAccount kube-system/endpointslice-controller
ClusterRoleBinding system:controller:endpointslicemirroring-controller gives ClusterRole system:controller:endpointslicemirroring-controller to ServiceAccount kube-system/endpointslicemirroring-controller
ClusterRoleBinding system:controller:ephemeral-volume-controller gives ClusterRole system:controller:ephemeral-volume-controller to ServiceAccount kube-system/ephemeral-volume-controller
ClusterRoleBinding system:controller:expand-controller gives ClusterRole system:controller:expand-controller to ServiceAccount kube-system/expand-controller
ClusterRoleBinding system:controller:generic-garbage-collector gives ClusterRole system:controller:generic-garbage-collector to ServiceAccount kube-system/generic-garbage-collector
ClusterRoleBinding system:controller:horizontal-pod-autoscaler gives ClusterRole system:controller:horizontal-pod-autoscaler to ServiceAccount kube-system/horizontal-pod-autoscaler
ClusterRoleBinding system:controller:job-controller gives ClusterRole system:controller:job-controller to ServiceAccount kube-system/job-controller
ClusterRoleBinding system:controller:legacy-service-account-token-cleaner gives ClusterRole system:controller:legacy-service-account-token-cleaner to ServiceAccount kube-system/legacy-service-account-token-cleaner
ClusterRoleBinding system:controller:namespace-controller gives ClusterRole system:controller:namespace-controller to ServiceAccount kube-system/namespace-controller
ClusterRoleBinding system:controller:node-controller gives ClusterRole system:controller:node-controller to ServiceAccount kube-system/node-controller
ClusterRoleBinding system:controller:persistent-volume-binder gives ClusterRole system:controller:persistent-volume-binder to ServiceAccount kube-system/persistent-volume-binder
ClusterRoleBinding system:controller:pod-garbage-collector gives ClusterRole system:controller:pod-garbage-collector to ServiceAccount kube-system/pod-garbage-collector
ClusterRoleBinding system:controller:pv-protection-controller gives ClusterRole system:controller:pv-protection-controller to ServiceAccount kube-system/pv-protection-controller
ClusterRoleBinding system:controller:pvc-protection-controller gives ClusterRole system:controller:pvc-protection-controller to ServiceAccount kube-system/pvc-protection-controller
ClusterRoleBinding system:controller:replicaset-controller gives ClusterRole system:controller:replicaset-controller to ServiceAccount kube-system/replicaset-controller
ClusterRoleBinding system:controller:replication-controller gives ClusterRole system:controller:replication-controller to ServiceAccount kube-system/replication-controller
ClusterRoleBinding system:controller:resourcequota-controller gives ClusterRole system:controller:resourcequota-controller to ServiceAccount kube-system/resourcequota-controller
ClusterRoleBinding system:controller:root-ca-cert-publisher gives ClusterRole system:controller:root-ca-cert-publisher to ServiceAccount kube-system/root-ca-cert-publisher
ClusterRoleBinding system:controller:route-controller gives ClusterRole system:controller:route-controller to ServiceAccount kube-system/route-controller
ClusterRoleBinding system:controller:service-account-controller gives ClusterRole system:controller:service-account-controller to ServiceAccount kube-system/service-account-controller
ClusterRoleBinding system:controller:service-ca-cert-publisher gives ClusterRole system:controller:service-ca-cert-publisher to ServiceAccount kube-system/service-ca-cert-publisher
ClusterRoleBinding system:controller:service-controller gives ClusterRole system:controller:service-controller to ServiceAccount kube-system/service-controller
ClusterRoleBinding system:controller:statefulset-controller gives ClusterRole system:controller:statefulset-controller to ServiceAccount kube-system/statefulset-controller
ClusterRoleBinding system:controller:ttl-after-finished-controller gives ClusterRole system:controller:ttl-after-finished-controller to ServiceAccount kube-system/ttl-after-finished-controller
ClusterRoleBinding system:controller:ttl-controller gives ClusterRole system:controller:ttl-controller to ServiceAccount kube-system/ttl-controller
ClusterRoleBinding system:controller:validatingadmissionpolicy-status-controller gives ClusterRole system:controller:validatingadmissionpolicy-status-controller to ServiceAccount kube-system/validatingadmissionpolicy-status-controller
ClusterRoleBinding system:discovery gives ClusterRole system:discovery to Group system:authenticated
ClusterRoleBinding system:kube-controller-manager gives ClusterRole system:kube-controller-manager to User system:kube-controller-manager
ClusterRoleBinding system:kube-dns gives ClusterRole system:kube-dns to ServiceAccount kube-system/kube-dns
ClusterRoleBinding system:kube-scheduler gives ClusterRole system:kube-scheduler to User system:kube-scheduler
ClusterRoleBinding system:monitoring gives ClusterRole system:monitoring to Group system:monitoring
ClusterRoleBinding system:node gives ClusterRole system:node to nobody
ClusterRoleBinding system:node-proxier gives ClusterRole system:node-proxier to User system:kube-proxy
ClusterRoleBinding system:public-info-viewer gives ClusterRole system:public-info-viewer to Group system:authenticated, Group system:unauthenticated
ClusterRoleBinding system:service-account-issuer-discovery gives ClusterRole system:service-account-issuer-discovery to Group system:serviceaccounts
ClusterRoleBinding system:volume-scheduler gives ClusterRole system:volume-scheduler to User system:kube-scheduler
Role kube-public/system:controller:bootstrap-signer
  get,list,watch configmaps core
  update configmaps core named cluster-info
  create,patch,update events core,events.k8s.io
Role kube-system/extension-apiserver-authentication-reader
  get,list,watch configmaps core named extension-apiserver-authentication
Role kube-system/system::leader-locking-kube-controller-manager
  watch configmaps core
  get,update configmaps core named kube-controller-manager
  create,get,list,update,watch leases coordination.k8s.io
  create,get,list,update,watch leasecandidates coordination.k8s.io
Role kube-system/system::leader-locking-kube-scheduler
  watch configmaps core
  get,update configmaps core named kube-scheduler
  create,get,list,update,watch leases coordination.k8s.io
  create,get,list,update,watch leasecandidates coordination.k8s.io
Role kube-system/system:controller:bootstrap-signer
  get,list,watch secrets core
Role kube-system/system:controller:cloud-provider
  create,get,list,watch configmaps core
Role kube-system/system:controller:token-cleaner
  delete,get,list,watch secrets core
  create,patch,update events core,events.k8s.io
RoleBinding kube-public/system:controller:bootstrap-signer gives Role system:controller:bootstrap-signer to ServiceAccount kube-system/bootstrap-signer
RoleBinding kube-system/system::extension-apiserver-authentication-reader gives Role extension-apiserver-authentication-reader to User system:kube-controller-manager, User system:kube-scheduler
RoleBinding kube-system/system::leader-locking-kube-controller-manager gives Role system::leader-locking-kube-controller-manager to User system:kube-controller-manager, ServiceAccount kube-system/kube-controller-manager, ServiceAccount kube-system/leader-election-controller
RoleBinding kube-system/system::leader-locking-kube-scheduler gives Role system::leader-locking-kube-scheduler to User system:kube-scheduler, ServiceAccount kube-system/kube-scheduler
RoleBinding kube-system/system:controller:bootstrap-signer gives Role system:controller:bootstrap-signer to ServiceAccount kube-system/bootstrap-signer
RoleBinding kube-system/system:controller:cloud-provider gives Role system:controller:cloud-provider to ServiceAccount kube-system/cloud-provider
RoleBinding kube-system/system:controller:token-cleaner gives Role system:controller:token-cleaner to ServiceAccount kube-system/token-cleaner
`;
