/** Reports APIServices that are added, removed or changed: the server of an API group answers all its requests and sees their senders. */
import { groupOf } from '../../../base/kubernetes/kinds.js';
import { type KubernetesObject, type ObjectReference, referenceTo } from '../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../../base/manifest/field-path.js';
import { knownKinds } from '../../../base/tools/kinds.js';
import { csvReference, rule, type Severity } from '../../../olm/model/finding.js';
import type { State } from '../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from './change.js';
import { claimed, type FieldRow, type RowText } from './rows.js';

interface Served {
  readonly source: ObjectReference;
  /** The field in the source. */
  readonly at: FieldPath;
  /** The field that a removed entry of a CSV had. */
  readonly entry?: string;
  /** `version.group`. */
  readonly name: string;
  readonly by: string;
  readonly port: string;
  /** Whether the certificate of the server is not checked. */
  readonly isUnchecked: boolean;
  readonly caBundle: string;
  /** Which of several APIs clients prefer: between groups, and between versions of a group. */
  readonly priorities: { readonly group: number; readonly version: number };
}

/** Serves an API without a Service. */
const API_SERVER = 'the API server';
/** The priority of the core group (kube-aggregator's list of the groups of the API server); OLM gives operators' APIs 2000 and 15. */
const CORE_PRIORITY = 18_000;
const PRIORITIES_OF_OLM = { group: 2000, version: 15 };

const ANSWERS = 'The server of an API group answers all requests of the group, and sees their senders.';

const ADDED = rule('api-service-added', 'error', 'An API has a new server', {
  class: 'cluster',
  effect: 'more',
  short: 'serves an API',
  meaning: `${ANSWERS} Error for a group of Kubernetes; warning if the server's certificate is not checked, if a CSV serves a group of the Kubernetes project or of a CRD that is not its own, or if clients prefer the API to one of Kubernetes.`,
  attack: "An APIService for authorization.k8s.io leads to the attacker's Service, which decides who can do what.",
  fix: 'Check which server answers, and configure a CA that verifies its certificate.',
});

const CHANGED = rule('api-service-changed', 'error', 'An API is served differently', {
  class: 'cluster',
  effect: 'more',
  meaning: `${ANSWERS} It is now another server, its certificate is checked differently or not at all, or clients prefer another API.`,
  attack: "The metrics APIService leads to another Service, which reads its callers' tokens.",
  fix: 'Check which server answers now.',
});

const REMOVED = rule('api-service-removed', 'info', 'An API is no longer served', {
  class: 'cluster',
  meaning: 'Requests to the API fail from now on.',
  fix: 'Check that nobody uses the API.',
});

/** Finds these changes. */
const find: FindChanges = (base, head) => {
  const [before, after] = [byName(base), byName(head)];
  return [
    ...[...after].flatMap(([name, served]) => {
      const old = before.get(name);
      return old ? changed(old, served, head) : [added(served, head)];
    }),
    ...[...before].flatMap(([name, served]) => (after.has(name) ? [] : [removed(served, base)])),
  ];
};

export const apiServices = ofStates([ADDED, CHANGED, REMOVED], find);

/** The served APIs by name. An object of the input takes precedence over a CSV's description. */
function byName(state: State): ReadonlyMap<string, Served> {
  return new Map(
    [...state.resolution.csvs.flatMap(described), ...state.given.filter(isApiService).map(given)].map((served) => [served.name, served]),
  );
}

function added(served: Served, head: State): FoundChange {
  const { name, by, isUnchecked, priorities } = served;
  const isPreferred = priorities.group > CORE_PRIORITY;
  const others = ofKubernetes(served) ? undefined : ofOthers(served, head);
  const message = [
    `all requests to the API ${name} go to ${by}${howChecked(served)}`,
    ...(isPreferred ? [`clients prefer it to APIs of Kubernetes where both have a name (groupPriorityMinimum ${priorities.group})`] : []),
    ...(others === undefined ? [] : [others]),
  ].join(', and ');
  const severity: Severity = ofKubernetes(served) ? 'error' : isUnchecked || isPreferred || others ? 'warning' : 'info';
  return { ...about(served, head), rule: ADDED, identity: [name, by], severity, after: by, message };
}

interface Says extends RowText {
  /** The fields of an APIService, and of an entry in a CSV, that decide it. */
  readonly fields: readonly FieldPath[];
}

/** The rows for changes of a served API; APIServices and entries of CSVs have the same facts. */
const ROWS: readonly FieldRow<Says, { readonly old: Served; readonly served: Served }>[] = [
  {
    at: 'by',
    says: ([{ was, is }], { served }) => ({
      severity: ofKubernetes(served) ? 'error' : 'warning',
      message: `all requests to the API ${served.name} go to ${is}${howChecked(served)} instead of ${was}`,
      fields: [['spec', 'service', 'name'], ['spec', 'service', 'namespace'], UNCHECKED_FIELD, ['deploymentName']],
    }),
  },
  {
    at: 'isUnchecked',
    when: ({ is }, { old, served }) => is === true && old.by === served.by,
    says: (_, { served }) => ({
      severity: 'warning',
      message: `all requests to the API ${served.name} go to ${served.by}${howChecked(served)}`,
      fields: [UNCHECKED_FIELD],
    }),
  },
  {
    at: 'isUnchecked',
    when: ({ is }) => is === false,
    says: (_, { served: { name } }) => ({
      severity: 'info',
      message: `the certificate of the server of the API ${name} is checked`,
      fields: [UNCHECKED_FIELD],
    }),
  },
  {
    at: 'caBundle',
    says: (_, { served: { name } }) => ({
      severity: 'warning',
      message: `the server of the API ${name} is checked against another certificate authority (caBundle), which decides who can answer in its place`,
      fields: [['spec', 'caBundle']],
    }),
  },
  {
    at: 'port',
    when: (_, { old, served }) => old.by === served.by,
    says: ([{ was, is }], { served: { name } }) => ({
      severity: 'info',
      message: `requests to the API ${name} go to port ${is} instead of ${was}`,
      fields: [['spec', 'service', 'port'], ['containerPort']],
    }),
  },
  {
    at: 'priorities',
    says: (_, { old, served: { name, priorities } }) => ({
      severity: priorities.group > CORE_PRIORITY ? 'warning' : 'info',
      message: `clients prefer the API ${name} more or less than before (groupPriorityMinimum ${priorities.group} instead of ${old.priorities.group}, versionPriority ${priorities.version} instead of ${old.priorities.version})`,
      fields: [
        ['spec', 'groupPriorityMinimum'],
        ['spec', 'versionPriority'],
      ],
    }),
  },
];

const UNCHECKED_FIELD: FieldPath = ['spec', 'insecureSkipTLSVerify'];

function changed(old: Served, served: Served, head: State): FoundChange[] {
  const { name, by, port, caBundle, priorities, at } = served;
  return claimed(old, served, ROWS, { old, served }).map(({ severity, message, fields }) => ({
    ...about(served, head),
    rule: CHANGED,
    identity: [name, by, ...fields.map(formatFieldPath), port, caBundle, `${priorities.group},${priorities.version}`],
    severity,
    before: old.by,
    after: by,
    message,
    claims: fields.map((field) => [...at, ...field]),
  }));
}

function removed(served: Served, base: State): FoundChange {
  const { name, by, at, entry } = served;
  return {
    ...about(served, base),
    ...(entry === undefined ? {} : { claims: [[...at.slice(0, -1), entry]] }),
    rule: REMOVED,
    identity: [name],
    severity: 'info',
    before: by,
    message: `the API ${name}, which ${by} served, is gone`,
  };
}

function howChecked({ isUnchecked }: Served): string {
  return isUnchecked ? ' without a check of its certificate (insecureSkipTLSVerify)' : '';
}

function about({ source, at }: Served, state: State): Pick<FoundChange, 'subject' | 'place' | 'claims'> {
  return { subject: source, place: state.placeOf(source, at) ?? state.placeOf(source), claims: [at] };
}

/** Whether it serves a group of Kubernetes: its server then decides for that group. */
function ofKubernetes({ name, by }: Served): boolean {
  return by !== API_SERVER && knownKinds(name.slice(name.indexOf('.') + 1)) !== undefined;
}

/** Groups whose clients are parts of the cluster, such as autoscalers: the Kubernetes project keeps these names. */
const RESERVED = /(?:^|\.)(?:k8s|kubernetes)\.io$/;

/** Why an API of a CSV belongs to others; an operator's own group has no CRD of another operator. */
function ofOthers({ name, source, by }: Served, { given, objects, resolution }: State): string | undefined {
  if (by === API_SERVER || source.kind === 'APIService') return undefined;
  const group = name.slice(name.indexOf('.') + 1);
  if (RESERVED.test(group)) return `parts of the cluster ask ${group}, whose name belongs to Kubernetes`;
  const own = resolution.csvs.find(({ csv }) => csv.name === source.name && csv.namespace === source.namespace)?.csv;
  const brought = new Set(own?.bundle?.customResourceDefinitions.map(({ metadata }) => metadata.name));
  const owned = new Set(own?.ownedCRDs.map(({ name: crd }) => crd));
  const foreign = [...given, ...objects].find(
    ({ kind, metadata, spec }) =>
      kind === 'CustomResourceDefinition' && fieldsOf(spec).group === group && !brought.has(metadata.name) && !owned.has(metadata.name),
  );
  return foreign && `CustomResourceDefinition ${foreign.metadata.name}, which is not its own, has the same group`;
}

function described({ csv }: State['resolution']['csvs'][number]): Served[] {
  return csv.ownedAPIServices.map(({ name: entry, group, version, deploymentName, containerPort }, index) => ({
    source: csvReference(csv),
    at: ['spec', 'apiservicedefinitions', 'owned', index],
    entry,
    name: `${version}.${group}`,
    by: `Deployment ${csv.namespace}/${deploymentName ?? ''}`,
    port: String(containerPort || 443),
    isUnchecked: false,
    caBundle: '',
    priorities: PRIORITIES_OF_OLM,
  }));
}

function isApiService({ apiVersion, kind }: KubernetesObject): boolean {
  return kind === 'APIService' && groupOf(apiVersion) === 'apiregistration.k8s.io';
}

function given(object: KubernetesObject): Served {
  const spec = fieldsOf(object.spec);
  const { namespace, name, port } = fieldsOf(spec.service);
  const service = textOf(name);
  return {
    source: referenceTo(object),
    at: [],
    name: object.metadata.name,
    by: service === undefined ? API_SERVER : `Service ${textOf(namespace) ?? ''}/${service}`,
    port: String(port ?? 443),
    isUnchecked: service !== undefined && spec.insecureSkipTLSVerify === true,
    caBundle: textOf(spec.caBundle) ?? '',
    priorities: { group: Number(spec.groupPriorityMinimum ?? 0), version: Number(spec.versionPriority ?? 0) },
  };
}
