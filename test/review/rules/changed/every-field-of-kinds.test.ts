/**
 * Each field of each kind that the table of kinds calls reviewed: a change of the field alone is told with at least a warning, or the
 * field is in the list of fields that a note is enough for, with the reason.
 */
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { kindStructure, structureType } from '../../../../src/base/kubernetes/structure/structure.js';
import type { StructureType } from '../../../../src/base/kubernetes/structure/type.js';
import { once } from '../../../../src/base/manifest/once.js';
import { isNamed, ROWS } from '../../../../src/base/tools/kinds.js';
import { DESCRIBING } from '../../../../src/base/tools/setting.js';
import { review, type State } from '../../../../src/core.js';
import { clusterSetting } from '../../../../src/review/rules/changed/cluster-setting.js';
import { isReviewedKind, settingOfKind } from '../../../../src/review/rules/changed/kind-effects.js';
import { riskFinders } from '../../../../src/review/rules/index.js';
import { accessTo, stateOf } from '../../../support/states.js';

type Variant = 0 | 1 | 2;
/** Another value, a value that goes and comes back, and one that comes and goes. */
const CHANGES: readonly (readonly [Variant, Variant])[] = [
  [1, 2],
  [0, 2],
  [2, 1],
  [2, 0],
];

/** One field: the path for people, and the object with the field absent, with a value, and with another one. */
interface Field {
  readonly at: string;
  readonly make: (variant: Variant) => unknown;
}

const type = (index: number | undefined): StructureType => structureType(index as number);

/** A value of a type; a mapping has only its required fields. */
function sample(of: StructureType, variant: number): unknown {
  if (of.enum) return of.enum[variant % of.enum.length];
  if (of.type === 'array') return [sample(type(of.items), variant)];
  if (of.type === 'integer' || of.type === 'number' || of.type === 'int-or-string') return variant;
  if (of.type === 'boolean') return variant === 2;
  if (of.type === 'quantity') return `${variant}Gi`;
  if (of.type === 'any') return { a: `v${variant}` };
  if (of.type === 'object') {
    if (of.values !== undefined) return { a: sample(type(of.values), variant) };
    return Object.fromEntries((of.required ?? []).map((name) => [name, sample(type(of.fields?.[name]), variant)]));
  }
  if (of.format === 'byte') return variant === 1 ? 'YQ==' : 'Yg==';
  return of.format === 'date-time' ? `200${variant}-01-01T00:00:00Z` : `v${variant}`;
}

/** Fields that only the API server writes, and containers that are compared like all others. */
const NOT_OF_PEOPLE = new Set(['apiVersion', 'kind', 'metadata', 'status', 'ephemeralContainers', 'initContainers', 'managedFields']);

/** Every field of a type, each in an object that has nothing else but what is required around it. */
function fieldsOfType(of: StructureType, at = ''): Field[] {
  const items = of.type === 'array' ? type(of.items) : undefined;
  if (items?.type === 'object' && items.fields)
    return fieldsOfType(items, `${at}[]`).map((field) => ({ ...field, make: (variant) => [field.make(variant)] }));
  if (of.type !== 'object' || !of.fields) return [{ at, make: (variant) => (variant === 0 ? undefined : sample(of, variant)) }];
  return Object.entries(of.fields).flatMap(([name, index]) => {
    if (NOT_OF_PEOPLE.has(name)) return [];
    const others = Object.fromEntries(
      (of.required ?? []).filter((one) => one !== name).map((one) => [one, sample(type(of.fields?.[one]), 1)]),
    );
    return fieldsOfType(type(index), at === '' ? name : `${at}.${name}`).map((field) => ({
      ...field,
      make: (variant) => {
        const value = field.make(variant);
        return value === undefined ? others : { ...others, [name]: value };
      },
    }));
  });
}

/** Fields of kinds without a structure here, from the references of their APIs: `#` is a number, `?` true or false, `[]` a list. */
const WRITTEN: Readonly<Record<string, string>> = {
  'v1 PersistentVolume':
    'accessModes[] capacity.storage claimRef.name claimRef.namespace csi.driver csi.volumeHandle hostPath.path local.path nfs.server mountOptions[] nodeAffinity.required persistentVolumeReclaimPolicy storageClassName volumeMode volumeAttributesClassName',
  'v1 PersistentVolumeClaim':
    'accessModes[] dataSource.name dataSourceRef.name dataSourceRef.namespace resources.requests.storage resources.limits.storage selector.matchLabels.a storageClassName volumeName volumeMode volumeAttributesClassName',
  'networking.k8s.io/v1 Ingress':
    'ingressClassName defaultBackend.service.name rules[].host rules[].http.paths[].path rules[].http.paths[].pathType rules[].http.paths[].backend.service.name rules[].http.paths[].backend.service.port.number# rules[].http.paths[].backend.resource.name tls[].hosts[] tls[].secretName',
  'route.openshift.io/v1 Route':
    'host path subdomain port.targetPort to.name to.kind to.weight# alternateBackends[].name wildcardPolicy tls.termination tls.certificate tls.key tls.caCertificate tls.destinationCACertificate tls.insecureEdgeTerminationPolicy tls.externalCertificate.name httpHeaders.actions.request[].name',
  'coordination.k8s.io/v1 Lease': 'holderIdentity leaseDurationSeconds# acquireTime renewTime leaseTransitions# strategy preferredHolder',
  'apps.openshift.io/v1 DeploymentConfig':
    'replicas# paused? test? minReadySeconds# revisionHistoryLimit# selector.app strategy.type strategy.customParams.image strategy.customParams.command[] strategy.customParams.environment[].value strategy.recreateParams.pre.execNewPod.command[] strategy.recreateParams.mid.tagImages[].to.name strategy.rollingParams.post.execNewPod.env[].value strategy.rollingParams.maxSurge# strategy.rollingParams.intervalSeconds# strategy.activeDeadlineSeconds# strategy.annotations.a strategy.labels.a strategy.resources.limits.cpu triggers[].type triggers[].imageChangeParams.automatic? triggers[].imageChangeParams.from.name triggers[].imageChangeParams.from.namespace triggers[].imageChangeParams.containerNames[]',
  ...Object.fromEntries(
    ['v1 HTTPRoute', 'v1 GRPCRoute', 'v1alpha2 TLSRoute', 'v1alpha2 TCPRoute', 'v1alpha2 UDPRoute'].map((kind) => [
      `gateway.networking.k8s.io/${kind}`,
      'hostnames[] parentRefs[].name parentRefs[].namespace parentRefs[].sectionName rules[].backendRefs[].name rules[].backendRefs[].namespace rules[].backendRefs[].port# rules[].backendRefs[].weight# rules[].filters[].requestRedirect.hostname rules[].filters[].requestMirror.backendRef.name rules[].filters[].urlRewrite.hostname rules[].filters[].extensionRef.name rules[].filters[].requestHeaderModifier.set[].value rules[].matches[].path.value rules[].timeouts.request rules[].sessionPersistence.type rules[].name',
    ]),
  ),
  'argoproj.io/v1alpha1 Rollout':
    'replicas# paused? minReadySeconds# revisionHistoryLimit# progressDeadlineSeconds# progressDeadlineAbort? restartAt selector.matchLabels.a rollbackWindow.revisions# analysis.successfulRunHistoryLimit# workloadRef.name workloadRef.kind workloadRef.scaleDown strategy.canary.canaryService strategy.canary.stableService strategy.canary.maxSurge# strategy.canary.steps[].setWeight# strategy.canary.steps[].pause.duration strategy.canary.steps[].analysis.templates[].templateName strategy.canary.steps[].plugin.name strategy.canary.steps[].experiment.templates[].specRef strategy.canary.steps[].setHeaderRoute.name strategy.canary.analysis.templates[].templateName strategy.canary.analysis.args[].value strategy.canary.trafficRouting.plugins.x.a strategy.canary.trafficRouting.istio.virtualService.name strategy.canary.trafficRouting.nginx.stableIngress strategy.canary.canaryMetadata.labels.a strategy.blueGreen.activeService strategy.blueGreen.previewService strategy.blueGreen.prePromotionAnalysis.templates[].templateName strategy.blueGreen.autoPromotionEnabled? strategy.blueGreen.scaleDownDelaySeconds#',
  'serving.knative.dev/v1 Service':
    'traffic[].revisionName traffic[].configurationName traffic[].tag traffic[].percent# traffic[].latestRevision? template.metadata.name template.spec.containerConcurrency# template.spec.timeoutSeconds#',
  'serving.knative.dev/v1 Configuration': 'template.metadata.name template.spec.containerConcurrency# template.spec.timeoutSeconds#',
  'keda.sh/v1alpha1 ScaledJob':
    'pollingInterval# minReplicaCount# maxReplicaCount# successfulJobsHistoryLimit# triggers[].type triggers[].metadata.server triggers[].metadata.query triggers[].metadata.threshold# triggers[].authenticationRef.name triggers[].authenticationRef.kind jobTargetRef.parallelism# jobTargetRef.backoffLimit# scalingStrategy.strategy rollout.strategy envSourceContainerName',
  'apps/v1 ReplicaSet': 'replicas# minReadySeconds# selector.matchLabels.a',
  'v1 ReplicationController': 'replicas# minReadySeconds# selector.a',
  'batch/v1 CronJob':
    'concurrencyPolicy schedule timeZone suspend? startingDeadlineSeconds# failedJobsHistoryLimit# successfulJobsHistoryLimit# jobTemplate.spec.parallelism# jobTemplate.spec.completions# jobTemplate.spec.backoffLimit# jobTemplate.spec.activeDeadlineSeconds# jobTemplate.spec.managedBy jobTemplate.spec.suspend? jobTemplate.spec.ttlSecondsAfterFinished#',
  'autoscaling/v2 HorizontalPodAutoscaler':
    'maxReplicas# minReplicas# scaleTargetRef.name scaleTargetRef.kind metrics[].resource.name metrics[].external.metric.name behavior.scaleDown.stabilizationWindowSeconds#',
  'user.openshift.io/v1 Group': '^users[]',
  'image.openshift.io/v1 Image': '^dockerImageReference ^dockerImageManifest ^signatures[].content',
  'storage.k8s.io/v1 CSIStorageCapacity': '^capacity ^maximumVolumeSize ^storageClassName ^nodeTopology.matchLabels.a',
  'apps/v1 ControllerRevision': '^data.a ^revision#',
  'v1 PodTemplate': '^template.spec.containers[].image ^template.metadata.labels.a',
  'v1 Event': '^message ^reason ^type ^count# ^involvedObject.name ^source.component ^reportingComponent',
  'events.k8s.io/v1 Event': '^note ^reason ^type ^action ^regarding.name ^reportingController',
  'policy/v1 Eviction': '^deleteOptions.gracePeriodSeconds#',
  'monitoring.coreos.com/v1 PrometheusRule':
    'groups[].name groups[].interval groups[].rules[].expr groups[].rules[].alert groups[].rules[].labels.a',
  'snapshot.storage.k8s.io/v1 VolumeSnapshot': 'source.persistentVolumeClaimName source.volumeSnapshotContentName volumeSnapshotClassName',
  'policy.open-cluster-management.io/v1 CertificatePolicy': 'remediationAction severity minimumDuration namespaceSelector.include[]',
  'policy.open-cluster-management.io/v1 IamPolicy': 'remediationAction severity maxClusterRoleBindingUsers#',
  'kafka.strimzi.io/v1beta2 KafkaTopic': 'partitions# replicas# topicName config.a',
  'console.openshift.io/v1 ConsoleExternalLogLink': 'text hrefTemplate namespaceFilter',
  'console.openshift.io/v1 ConsoleLink': 'text href location namespaceDashboard.namespaces[]',
  'console.openshift.io/v1 ConsoleNotification': 'text location color link.href',
  'console.openshift.io/v1 ConsoleQuickStart': 'displayName description introduction tasks[].description accessReviewResources[].resource',
  'console.openshift.io/v1 ConsoleYAMLSample': 'title yaml targetResource.kind',
  'template.openshift.io/v1 Template': '^message ^labels.a ^parameters[].name ^parameters[].value ^parameters[].from',
  'v1 Template': '^message ^labels.a ^parameters[].name ^parameters[].value ^parameters[].from',
  'autoscaling.k8s.io/v1 VerticalPodAutoscaler':
    'targetRef.name updatePolicy.updateMode resourcePolicy.containerPolicies[].maxAllowed.cpu recommenders[].name',
  'autoscaling.k8s.io/v1 VerticalPodAutoscalerCheckpoint': 'vpaObjectName containerName',
};

function writtenField(text: string): Field {
  const steps = text.replace(/^\^/, '').replace(/[#?]$/, '').replaceAll('[]', '.[]').split('.');
  const [value, at] = [text.at(-1), text.startsWith('^') ? steps : ['spec', ...steps]];
  return {
    at: at.join('.').replaceAll('.[]', '[]'),
    make: (variant) => {
      if (variant === 0) return {};
      const last: unknown = value === '#' ? variant : value === '?' ? variant === 2 : `v${variant}`;
      return at.reduceRight((inner, step) => (step === '[]' ? [inner] : { [step]: inner }), last);
    },
  };
}

/** What each object of a kind has around its field, so that the field has an effect. */
const AROUND: Readonly<Record<string, object>> = (() => {
  const pod = { spec: { template: { spec: { containers: [{ name: 'c', image: 'quay.io/acme/c:1' }] } } } };
  const hook = {
    name: 'a.example.com',
    clientConfig: { service: { name: 'web', namespace: 'op' } },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: '*' }],
  };
  return {
    Pod: { spec: { containers: [{ name: 'v1', image: 'quay.io/acme/c:1' }] } },
    ...Object.fromEntries(
      ['DaemonSet', 'Deployment', 'DeploymentConfig', 'Job', 'ReplicaSet', 'ReplicationController', 'Rollout', 'StatefulSet'].map(
        (kind) => [kind, pod],
      ),
    ),
    CronJob: { spec: { jobTemplate: pod } },
    ScaledJob: { spec: { jobTargetRef: pod.spec } },
    MutatingWebhookConfiguration: { webhooks: [hook] },
    ValidatingWebhookConfiguration: { webhooks: [hook] },
    APIService: {
      spec: {
        group: 'x.io',
        version: 'v1',
        service: { name: 'web', namespace: 'op', port: 443 },
        groupPriorityMinimum: 100,
        versionPriority: 10,
      },
    },
    Service: { spec: { type: 'LoadBalancer', selector: { app: 'web' }, ports: [{ port: 443 }] } },
  };
})();

/** A field put into what is around it. */
function merged(around: unknown, value: unknown): unknown {
  if (Array.isArray(around) && Array.isArray(value) && typeof value[0] === 'object') return [merged(around[0], value[0])];
  if (typeof around !== 'object' || around === null || typeof value !== 'object' || value === null || Array.isArray(value))
    return value ?? around;
  const keys = new Set([...Object.keys(around), ...Object.keys(value)]);
  const of = (from: object, key: string): unknown => (from as Record<string, unknown>)[key];
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      key in value && key in around ? merged(of(around, key), of(value, key)) : (of(value, key) ?? of(around, key)),
    ]),
  );
}

/** Fields for which a note is enough, and why: the kind, and the fields. Each has to be one of them. */
const NOTES: readonly (readonly [kinds: RegExp, fields: RegExp, why: string])[] = [
  [
    /^Pod$/,
    /affinity|nodeSelector|tolerations|topologySpread|schedulerName|schedulingGates/i,
    'on which nodes Pods run; powerful nodes are behind hostPath and nodeName',
  ],
  [
    /^Pod$/,
    /(?:args|workingDir|env\[\].*|envFrom\[\].*|command)$/,
    'input of a program; a warning where the account is powerful or a variable decides what runs',
  ],
  [
    /^Pod$/,
    /(?:liveness|readiness|startup)Probe/,
    'how a container is asked; a warning where a guard can be stopped, and an exec probe is a command',
  ],
  [
    /^Pod$/,
    /volumes\[\]\.(?:configMap|csi|downwardAPI|emptyDir|hostPath\.type|name|persistentVolumeClaim|secret)/,
    'data of the namespace of the Pod, or of a driver',
  ],
  [
    /^Pod$/,
    /volumes\[\]\.projected\.(?:defaultMode|sources\[\]\.(?:configMap|downwardAPI|secret|serviceAccountToken|clusterTrustBundle\.(?:optional|path|labelSelector)))/,
    'data of the namespace of the Pod, and tokens of its own account',
  ],
  [
    /^Pod$/,
    /volumes\[\]\.ephemeral\.volumeClaimTemplate\.spec\.(?:accessModes|resources|storageClassName|volume)/,
    'the size and kind of an empty volume',
  ],
  [/^Pod$/, /volumes\[\]\.\w+\.(?:cachingMode|fsType|pullPolicy|readOnly)$/, 'how a volume is mounted'],
  [
    /^Pod$/,
    /containers\[\]\.(?:name|ports|resizePolicy|resources|restartPolicy|stdin|terminationMessage|tty|volumeDevices|volumeMounts|imagePullPolicy)/,
    'how a container runs, and where it has its data',
  ],
  [
    /^Pod$/,
    /securityContext\.(?:\w*[pP]rofile\.localhostProfile|seLinuxOptions\.(?:level|role|user)|windowsOptions\.\w+|fsGroup\w*|runAsGroup|runAsUser|supplementalGroups\w*|seLinuxChangePolicy|capabilities\.drop|readOnlyRootFilesystem|allowPrivilegeEscalation|sysctls|procMount)/,
    'which user and group other than root it is, and the defaults of most Pods',
  ],
  [
    /^Pod$/,
    /^spec\.(?:activeDeadlineSeconds|automountServiceAccountToken|dnsConfig\.options|dnsPolicy|enableServiceLinks|hostAliases\[\]\.ip|hostname|imagePullSecrets|os|overhead|preemptionPolicy|priority|priorityClassName|readinessGates|resources|restartPolicy|setHostnameAsFQDN|shareProcessNamespace|subdomain|terminationGracePeriodSeconds)/,
    'how long, under which name and with how much of its node it runs; names alone lead nowhere',
  ],
  [
    /^(?:Deployment|DeploymentConfig|ReplicaSet|ReplicationController|StatefulSet|DaemonSet|Rollout)$/,
    /^spec\.(?:replicas|minReadySeconds|paused|progressDeadline\w+|revisionHistoryLimit|strategy\.\w+|updateStrategy|selector|test|serviceName|podManagementPolicy|ordinals|persistentVolumeClaimRetentionPolicy|restartAt|rollbackWindow|analysis)/,
    'how many Pods run, and how they are replaced; a warning for a guard. A selector cannot change',
  ],
  [
    /^StatefulSet$/,
    /^spec\.volumeClaimTemplates\[\]\.spec\.(?:accessModes|resources|storageClassName|volume)/,
    'the size and kind of an empty volume',
  ],
  [/^(?:Job|CronJob)$/, /^spec\./, 'when and how often its Pods run'],
  [/^ScaledJob$/, /^spec\.(?!triggers)/, 'how many Jobs run'],
  [/^(?:Service|Configuration)$/, /^spec\.template\./, 'names and limits of revisions of Knative'],
  [
    /^Service$/,
    /^spec\.(?:allocateLoadBalancerNodePorts|clusterIPs?|\w+TrafficPolicy|healthCheckNodePort|ipFamil\w+|loadBalancer\w+|ports\[\]\.(?:appProtocol|name)|publishNotReadyAddresses|sessionAffinity|trafficDistribution)/,
    'how traffic gets to the same Pods',
  ],
  [/^ServiceAccount$/, /./, 'which Secrets and tokens its Pods get; the rules about tokens ask the workloads'],
  [/^(?:ConfigMap|Secret)$/, /^(?:immutable|type)$/, 'nobody acts on it alone'],
  [/^(?:Namespace|Project)$/, /^spec\.finalizers/, 'when a removal ends'],
  [/^PersistentVolumeClaim$/, /^spec\.(?:accessModes|resources|volumeMode|volumeAttributesClassName)/, 'the size and kind of a volume'],
  [
    /WebhookConfiguration$/,
    /^webhooks\[\]\.(?:admissionReviewVersions|reinvocationPolicy|sideEffects)/,
    'compared by the rules about webhooks, with their severities',
  ],
  [
    /^APIService$/,
    /^spec\.(?:group|version|service\.port|\w+Priority\w*)/,
    'compared by the rules about APIServices; a group and a version are part of the name',
  ],
  [/^(?:HorizontalPodAutoscaler|VerticalPodAutoscaler\w*)$/, /^spec\./, 'how many Pods run, and their size; a warning for a guard'],
  [
    /^(?:Event|Eviction|Image|ControllerRevision|CSIStorageCapacity|PodTemplate)$/,
    /./,
    'only controllers write them; a file with one changes nothing',
  ],
  [/^(?:Console\w+|PrometheusRule)$/, /^spec\./, 'texts, links and alarms for people'],
  [/^(?:CertificatePolicy|IamPolicy)$/, /^spec\./, 'policies that only count what they find'],
  [/^KafkaTopic$/, /^spec\./, 'how the data of a topic is kept'],
  [/^Template$/, /./, 'its objects are reviewed as they are, and with its parameters'],
];

const SEVERITIES = ['error', 'warning', 'info'];
const FINDERS = riskFinders();

/** The worst severity with which a change is told. */
function worst(before: State, after: State): string {
  const { findings, changes } = review(before, after, FINDERS);
  const told = findings.flatMap(({ state, finding }) => (state === 'new' || state === 'grown' ? [finding.severity] : []));
  return SEVERITIES.find((severity) => told.some((one) => one === severity)) ?? (changes.length > 0 ? 'a change' : 'nothing');
}

const keyOfRow = (version: string, { group, kind }: (typeof ROWS)[number]): string =>
  `${group === '' ? '' : `${group}/`}${version} ${kind}`;
const VERSIONS = ['v1', 'v2', 'v1beta2', 'v1alpha1', 'v1alpha2'];
/** Kinds whose fields have a test of their own, or none. */
const OWN_TESTS = new Set(['CustomResourceDefinition', 'OperatorCondition']);
/** The reviewed kinds of which not the whole object is a setting, with their fields. */
const KINDS = ROWS.filter(
  (row) =>
    isNamed(row) &&
    isReviewedKind({ apiVersion: row.group === '' ? 'v1' : `${row.group}/v1`, kind: row.kind }) &&
    !row.applies &&
    !row.setting &&
    !OWN_TESTS.has(row.kind),
).map((row) => {
  const key = VERSIONS.map((version) => keyOfRow(version, row)).find(
    (one) => one in WRITTEN || kindStructure({ apiVersion: one.split(' ')[0] as string, kind: row.kind }),
  );
  return { row, key };
});

const toldKinds = (key: string): Field[] => {
  const [apiVersion = '', kind = ''] = key.split(' ');
  const structure = kindStructure({ apiVersion, kind });
  const fields = WRITTEN[key]?.split(' ').map(writtenField) ?? fieldsOfType((structure as { root: StructureType }).root);
  // The fields of Pods are those of the kind Pod.
  return fields.filter(({ at }) => kind === 'Pod' || !/\btemplate\.spec\.(?!c\w+Concurrency|timeout)/.test(at) || kind === 'PodTemplate');
};

describe('every field of a reviewed kind', () => {
  const missing = KINDS.filter(
    ({ row, key }) => key === undefined && settingOfKind({ apiVersion: `${row.group}/v1`, kind: row.kind }) === undefined,
  );
  it('is known here', () => {
    expect(missing.map(({ row }) => `${row.group} ${row.kind}`)).toEqual([]);
  });

  const used = new Set<RegExp>();
  for (const key of KINDS.flatMap((one) => one.key ?? [])) {
    it(`${key} is told, or a note is enough for it`, () => {
      const [apiVersion = '', kind = ''] = key.split(' ');
      const object = (field: Field, variant: Variant): KubernetesObject => {
        const name = kind === 'APIService' ? 'v1.x.io' : 'x';
        return { apiVersion, kind, metadata: { name, namespace: 'op' }, ...(merged(AROUND[kind] ?? {}, field.make(variant)) as object) };
      };
      const found = toldKinds(key).flatMap((field) => {
        const said: string[] = [];
        const states = ([0, 1, 2] as const).map((variant) => once(() => stateOf(object(field, variant))));
        for (const [was, is] of CHANGES) {
          if (said.some((one) => one === 'error' || one === 'warning')) return [];
          said.push(worst((states[was] as () => State)(), (states[is] as () => State)()));
        }
        return said.some((one) => one === 'error' || one === 'warning') ? [] : [{ at: field.at, said }];
      });
      // A field that no rule knows has a line at least, whatever its value.
      expect(found.filter(({ said }) => said.every((one) => one === 'nothing'))).toEqual([]);
      const noteOf = (at: string) => NOTES.find(([kinds, fields]) => kinds.test(kind) && fields.test(at));
      for (const { at } of found) used.add(noteOf(at)?.[1] ?? /./);
      expect(found.flatMap(({ at }) => (noteOf(at) ? [] : [at]))).toEqual([]);
    });
  }

  it('has no reason in the list that no field needs', () => {
    expect(NOTES.flatMap(([, fields, why]) => (used.has(fields) ? [] : [why]))).toEqual([]);
  });
});

/** Where a name for people is only that, and where it is the name that somebody chose, or content of something else. */
const TEXTS = [
  'NAME',
  'spec.NAME',
  'spec.rules[].NAME',
  'spec.rules[].validate.NAME',
  'spec.crd.spec.validation.openAPIV3Schema.properties.a.NAME',
];
const CHOSEN = [
  'spec.selector.NAME',
  'spec.match.resources.annotations.NAME',
  'spec.parameters.NAME',
  'spec.rules[].validate.pattern.spec.NAME',
  'spec.rules[].validate.anyPattern[].NAME',
  'spec.rules[].mutate.patchStrategicMerge.spec.NAME',
  'spec.context.NAME',
  'spec.template.NAME',
  'spec.values.list[].NAME',
  'spec.crd.spec.validation.openAPIV3Schema.properties.NAME',
  'spec.forProvider.NAME',
  'data.NAME',
];
const FIELDS_OF_SETTINGS = ['spec.x', 'spec.list[].x', 'x', 'x.y.z', 'spec.a.b.c.d'];
const SETTINGS = ROWS.filter(
  (row) => isNamed(row) && row.setting !== undefined && row.setting.only === undefined && row.setting.changed !== undefined,
);

describe('every field of a setting', () => {
  const object = ({ group, kind }: (typeof ROWS)[number], path: string, value: string): KubernetesObject => {
    const own = writtenField(`^${path}`).make(1);
    const text = JSON.stringify(own).replace('"v1"', JSON.stringify(value));
    return { apiVersion: group === '' ? 'v1' : `${group}/v1`, kind, metadata: { name: 'x', namespace: 'op' }, ...JSON.parse(text) };
  };
  const toldAt = (row: (typeof ROWS)[number], path: string): boolean =>
    (clusterSetting.compare?.(accessTo(object(row, path, 'a')), accessTo(object(row, path, 'b'))) ?? []).length > 0;

  it('is told, whatever its name and place', () => {
    const fields = (row: (typeof ROWS)[number]) => (row.setting?.counts ? [`metadata.${row.setting.counts}.x`] : FIELDS_OF_SETTINGS);
    const silent = SETTINGS.flatMap((row) =>
      fields(row).flatMap((path) => (toldAt(row, path) ? [] : [`${row.kind}.${row.group} ${path}`])),
    );
    expect(silent).toEqual([]);
  });

  it.each(DESCRIBING)('%s is a text only where it is one for people', (name) => {
    const [row] = SETTINGS.filter(({ kind }) => kind === 'ConstraintTemplate') as [(typeof ROWS)[number]];
    const told = (paths: readonly string[]) => paths.filter((path) => toldAt(row, path.replace('NAME', name)));
    expect(told(TEXTS)).toEqual([]);
    expect(told(CHOSEN)).toEqual(CHOSEN);
  });
});
