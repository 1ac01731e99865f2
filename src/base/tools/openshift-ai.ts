/** OpenShift AI and Open Data Hub (https://opendatahub.io/docs), with KServe (https://kserve.github.io/website). */
import { clusterScoped, EVERYDAY, namespaced, runs } from './row.js';
import { DESCRIBING, type Setting, sets } from './setting.js';
import type { MarkRow, Tool } from './tool.js';

/** A model can be a program: formats such as pickle run what they contain. The Pod spec of `predictor` need not name a container. */
const MODEL: Setting = {
  ...sets('warning', 'which model is served, with which programs and as which account'),
  harmless: [...DESCRIBING, 'cpu', 'maxReplicas', 'memory', 'minReplicas', 'nvidia.com/gpu', 'scaleMetric', 'scaleTarget'],
  worst: ['predictor.serviceAccountName', 'transformer.serviceAccountName', 'explainer.serviceAccountName'],
};

/** The Pod spec is reviewed as that of a Pod; these fields say what else runs beside it. */
const SERVES: Setting = {
  ...sets('warning', 'how models are served'),
  only: (
    'affinity annotations builtInAdapter disabled grpcDataEndpoint grpcEndpoint httpDataEndpoint labels multiModel nodeSelector ' +
    'protocolVersions storageHelper supportedModelFormats tolerations volumes workerSpec'
  ).split(' '),
};

const SHOWN = ['accelerator-name', 'apiProtocol', 'dashboard', 'recommended-accelerators', 'template-display-name', 'template-name'];

export const OPENSHIFT_AI: Tool = {
  name: 'OpenShift AI',
  rows: [
    ...namespaced('serving.kserve.io', 'InferenceService', MODEL, EVERYDAY, runs(['spec', 'predictor'])),
    ...namespaced('serving.kserve.io', 'ServingRuntime', SERVES, EVERYDAY, runs(['spec'])),
    ...clusterScoped('serving.kserve.io', 'ClusterServingRuntime', SERVES, EVERYDAY, runs(['spec'])),
  ],
  marks: SHOWN.map((name): MarkRow => [`opendatahub.io/${name}`, '*', 'harmless', 'how the dashboard of OpenShift AI shows it']),
};
