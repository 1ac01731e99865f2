/** The part of the guide about ClusterServiceVersions (CSVs): what OLM lives with. */
import type { ProblemCode } from './problem.js';
import type { ProblemGuide } from './problem-guide-entry.js';

/** A CSV with a line more in one of its parts. */
function csv({ version = 'v1alpha1', metadata = '', spec = '', install = '' }): string {
  return [
    `apiVersion: operators.coreos.com/${version}`,
    'kind: ClusterServiceVersion',
    'metadata:',
    '  name: etcd.v0.9.4',
    '  namespace: default',
    ...(metadata ? [`  ${metadata}`] : []),
    'spec:',
    '  install:',
    '    strategy: deployment',
    ...(install ? ['    spec:', `      ${install}`] : []),
    ...(spec ? [`  ${spec}`] : []),
  ].join('\n');
}

export const CSV_PROBLEMS = {
  CSV_API_VERSION: {
    meaning: 'The `apiVersion` of a ClusterServiceVersion is not the only one there is; the tools of OLM read it all the same.',
    example: csv({ version: 'v1' }),
    remedy: 'Write `operators.coreos.com/v1alpha1`; `kubectl apply` fails with any other.',
  },
  CSV_KEY_CASE: {
    meaning: 'A key of a ClusterServiceVersion is written in another case; the tools of OLM take it, but the API server drops it.',
    example: csv({ spec: 'installmodes: []' }),
    remedy: 'Write the key as the message spells it. What is read here is what the API server keeps, but for the rules of permissions.',
  },
  CSV_RESERVED_ANNOTATION: {
    meaning: 'A ClusterServiceVersion brings an annotation by which OLM tells the members of an OperatorGroup.',
    example: csv({ metadata: 'annotations: {olm.targetNamespaces: team-a}' }),
    remedy: 'Remove the annotation: OLM overwrites it, or takes the CSV for a copy.',
  },
  CSV_ANNOTATION_NAME: {
    meaning: 'The name of an annotation is nearly that of one that has a meaning.',
    example: csv({ metadata: "annotations: {olm.skipsRange: '<0.9.4'}" }),
    remedy: 'Correct the name.',
  },
  CSV_INSTALL_MODE: {
    meaning: 'There is no install mode of this type, and one that is not listed counts as unsupported.',
    example: csv({ spec: 'installModes: [{type: OwnNamespaces, supported: true}]' }),
    remedy: 'Write `OwnNamespace`, `SingleNamespace`, `MultiNamespace` or `AllNamespaces`.',
  },
  CSV_DUPLICATE_RULES: {
    meaning: 'A rule stands twice in one permissions entry.',
    example: csv({
      install: `permissions:
        - serviceAccountName: etcd
          rules:
            - {apiGroups: [''], resources: [pods], verbs: [get]}
            - {apiGroups: [''], resources: [pods], verbs: [get]}`,
    }),
    remedy: 'Remove one of the two. Nothing else changes by that.',
  },
  CSV_UNUSED_ACCOUNT: {
    meaning: 'A Deployment runs as a ServiceAccount without permissions, while permissions name one that no Deployment runs as.',
    example: csv({
      install: `permissions: [{serviceAccountName: ectd, rules: []}]
      deployments: [{name: etcd, spec: {template: {spec: {serviceAccountName: etcd}}}}]`,
    }),
    remedy: 'Correct one of the two names.',
  },
  CSV_STATUS: {
    meaning: 'A ClusterServiceVersion that is still to be installed has a status.',
    example: `${csv({})}\nstatus: {phase: Succeeded}`,
    remedy: 'Remove `status`: OLM writes it, and applying the CSV passes it over.',
  },
} as const satisfies Partial<Record<ProblemCode, ProblemGuide>>;
