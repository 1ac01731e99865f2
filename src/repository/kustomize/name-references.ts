/**
 * Checks the fields in which kustomize searches for names of other objects, in every build: kustomize fails if the value is neither
 * text nor an object with a name (its api/internal/konfig/builtinpluginconsts/namereference.go and api/filters/nameref).
 */
import { isMapping } from '../../base/manifest/plain-data.js';

const IN_POD = [
  'imagePullSecrets/name',
  'priorityClassName',
  'serviceAccountName',
  ...['containers', 'initContainers'].flatMap((containers) => [
    ...['configMapKeyRef', 'secretKeyRef'].map((ref) => `${containers}/env/valueFrom/${ref}/name`),
    ...['configMapRef', 'secretRef'].map((ref) => `${containers}/envFrom/${ref}/name`),
  ]),
  'volumes/configMap/name',
  'volumes/secret/secretName',
  'volumes/persistentVolumeClaim/claimName',
  'volumes/projected/sources/configMap/name',
  'volumes/projected/sources/secret/name',
];
const IN_WORKLOAD = IN_POD.map((path) => `spec/template/spec/${path}`);
const IN_BINDING = ['roleRef/name', 'subjects'];
const IN_WEBHOOKS = ['webhooks/clientConfig/service'];

/** Paths by kind, for any group. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  APIService: ['spec/service/name'],
  ClusterRole: ['rules/resourceNames'],
  ClusterRoleBinding: IN_BINDING,
  CronJob: IN_WORKLOAD.map((path) => `spec/jobTemplate/${path}`),
  DaemonSet: IN_WORKLOAD,
  Deployment: IN_WORKLOAD,
  HorizontalPodAutoscaler: ['spec/scaleTargetRef/name'],
  Ingress: [
    'spec/backend/serviceName',
    'spec/defaultBackend/service/name',
    'spec/ingressClassName',
    'spec/rules/http/paths/backend/service/name',
    'spec/rules/http/paths/backend/serviceName',
    'spec/tls/secretName',
  ],
  Job: IN_WORKLOAD,
  MutatingWebhookConfiguration: IN_WEBHOOKS,
  Node: ['spec/configSource/configMap'],
  PersistentVolume: ['spec/azureFile/secretName', 'spec/storageClassName'],
  PersistentVolumeClaim: ['spec/storageClassName', 'spec/volumeName'],
  Pod: IN_POD.map((path) => `spec/${path}`),
  PodTemplate: IN_POD.map((path) => `template/spec/${path}`),
  ReplicaSet: IN_WORKLOAD,
  ReplicationController: IN_WORKLOAD,
  Role: ['rules/resourceNames'],
  RoleBinding: IN_BINDING,
  Service: IN_WORKLOAD,
  ServiceAccount: ['imagePullSecrets/name', 'secrets/name'],
  StatefulSet: ['spec/serviceName', 'spec/volumeClaimTemplates/spec/storageClassName', ...IN_WORKLOAD],
  StorageClass: ['adminSecretName', 'secretName', 'secretRef', 'userSecretName'].map((name) => `parameters/${name}`),
  ValidatingAdmissionPolicyBinding: ['spec/policyName'],
  ValidatingWebhookConfiguration: IN_WEBHOOKS,
};
/** Paths whose value refers to an object by a mapping, not only by its name. */
const OF_OBJECTS = /(?:^|\/)(?:subjects|service|configMap)$/;

const steps = new Map(
  Object.entries(PATHS).map(([kind, paths]) => [kind, paths.map((path) => [path.split('/'), OF_OBJECTS.test(path)] as const)]),
);

/** Whether all existing name references have the type that kustomize expects. */
export function hasNameReferences(object: Readonly<Record<string, unknown>>): boolean {
  const paths = typeof object.kind === 'string' ? (steps.get(object.kind) ?? []) : [];
  return paths.every(([path, isObject]) => isWalked(object, path, isObject));
}

function isWalked(value: unknown, [step, ...rest]: readonly string[], isObject: boolean): boolean {
  if (step === undefined) return isReference(value, isObject);
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.every((entry) => isWalked(entry, [step, ...rest], isObject));
  return isMapping(value) && isWalked(value[step], rest, isObject);
}

function isReference(value: unknown, isObject: boolean): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.every((entry) => (isObject || isMapping(entry) ? hasName(entry) : isScalar(entry)));
  return isObject ? hasName(value) : isScalar(value);
}

function hasName(value: unknown): boolean {
  return isMapping(value) && isScalar(value.name);
}

function isScalar(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}
