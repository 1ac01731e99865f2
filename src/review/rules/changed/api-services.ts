/** APIServices that come, go or change: the server of an API group answers all requests to it, and sees who sent them. */
import { isDeepStrictEqual } from 'node:util';
import { groupOf, knownKinds } from '../../../base/kubernetes/kinds.js';
import { type KubernetesObject, type ObjectReference, referenceTo } from '../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../../base/manifest/field-path.js';
import { csvReference, rule, type Severity } from '../../../olm/model/finding.js';
import type { State } from '../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from './change.js';

interface Served {
  readonly source: ObjectReference;
  /** Where in the source it stands. */
  readonly at: FieldPath;
  /** What names its entry in a CSV, where that is gone. */
  readonly entry?: string;
  /** `version.group`. */
  readonly name: string;
  readonly by: string;
  readonly port: string;
  /** Whether the certificate of the server is not looked at. */
  readonly isUnchecked: boolean;
  readonly caBundle: string;
  /** Which of several APIs a client means by a name: of the groups, and of the versions of a group. */
  readonly priorities: readonly [group: number, version: number];
}

/** What serves Kubernetes itself, where there is no Service. */
const API_SERVER = 'the API server';
/** Of the core group (kube-aggregator's list of the groups of the API server); OLM gives what operators serve 2000 and 15. */
const CORE_PRIORITY = 18_000;
const PRIORITIES_OF_OLM = [2000, 15] as const;

const ANSWERS = "An API group's server answers all its requests and sees who sent them.";

const ADDED = rule('api-service-added', 'error', 'An API has a new server', {
  meaning: `${ANSWERS} Error for a group of Kubernetes; warning if nobody checks the server's certificate or clients prefer the API to one of Kubernetes.`,
  attack: "An APIService for authorization.k8s.io leads to the attacker's Service, which decides who can do what.",
  fix: 'Check what serves it, and have its certificate checked.',
});

const CHANGED = rule('api-service-changed', 'error', 'An API is served differently', {
  meaning: `${ANSWERS} It is another server, its certificate is checked differently or not at all, or clients prefer another API.`,
  attack: "The metrics APIService leads to another Service, which reads its callers' tokens.",
  fix: 'Check what serves it now.',
});

const REMOVED = rule('api-service-removed', 'info', 'An API is no longer served', {
  meaning: 'Requests to the API fail from now on.',
  fix: 'Check that nobody uses the API.',
});

/** Finds them. */
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

/** An object of the input counts, as it is applied, before what a CSV asks for. */
function byName(state: State): ReadonlyMap<string, Served> {
  return new Map(
    [...state.resolution.csvs.flatMap(described), ...state.given.filter(isApiService).map(given)].map((served) => [served.name, served]),
  );
}

function added(served: Served, head: State): FoundChange {
  const { name, by, isUnchecked, priorities } = served;
  const isPreferred = priorities[0] > CORE_PRIORITY;
  const message = [
    `all requests to the API ${name} go to ${by}${isUnchecked ? UNCHECKED : ''}`,
    ...(isPreferred ? [`clients prefer it to APIs of Kubernetes where both have a name (groupPriorityMinimum ${priorities[0]})`] : []),
  ].join(', and ');
  const severity: Severity = ofKubernetes(served) ? 'error' : isUnchecked || isPreferred ? 'warning' : 'info';
  return { ...about(served, head), rule: ADDED, identity: [name, by], severity, after: by, message };
}

function changed(old: Served, served: Served, head: State): FoundChange[] {
  const { name, by, port, isUnchecked, caBundle, priorities, at } = served;
  const change = (severity: Severity, message: string, ...fields: readonly FieldPath[]): FoundChange => ({
    ...about(served, head),
    rule: CHANGED,
    identity: [name, by, ...fields.map((field) => formatFieldPath(field)), port, caBundle, priorities.join()],
    severity,
    before: old.by,
    after: by,
    message,
    claims: fields.map((field) => [...at, ...field]),
  });
  const how = isUnchecked ? UNCHECKED : '';
  const isSame = old.by === by;
  const preference = `groupPriorityMinimum ${priorities[0]} instead of ${old.priorities[0]}, versionPriority ${priorities[1]} instead of ${old.priorities[1]}`;
  return [
    ...(isSame
      ? []
      : [
          change(
            ofKubernetes(served) ? 'error' : 'warning',
            `all requests to the API ${name} go to ${by}${how} instead of ${old.by}`,
            ...SERVER,
          ),
        ]),
    ...(isSame && isUnchecked && !old.isUnchecked
      ? [change('warning', `all requests to the API ${name} go to ${by}${how}`, ...UNCHECKED_FIELD)]
      : []),
    ...(old.isUnchecked && !isUnchecked
      ? [change('info', `the certificate of what serves the API ${name} is checked`, ...UNCHECKED_FIELD)]
      : []),
    ...(old.caBundle === caBundle
      ? []
      : [
          change(
            'warning',
            `what serves the API ${name} is checked against another certificate authority (caBundle), which decides who can answer in its place`,
            ['spec', 'caBundle'],
          ),
        ]),
    ...(isSame && old.port !== port
      ? [
          change(
            'info',
            `requests to the API ${name} go to port ${port} instead of ${old.port}`,
            ['spec', 'service', 'port'],
            ['containerPort'],
          ),
        ]
      : []),
    ...(isDeepStrictEqual(old.priorities, priorities)
      ? []
      : [
          change(
            priorities[0] > CORE_PRIORITY ? 'warning' : 'info',
            `clients prefer the API ${name} more or less than before (${preference})`,
            ['spec', 'groupPriorityMinimum'],
            ['spec', 'versionPriority'],
          ),
        ]),
  ];
}

const UNCHECKED_FIELD: readonly FieldPath[] = [['spec', 'insecureSkipTLSVerify']];
/** Of an APIService, and of an entry in a CSV. */
const SERVER: readonly FieldPath[] = [
  ['spec', 'service', 'name'],
  ['spec', 'service', 'namespace'],
  ...UNCHECKED_FIELD,
  ['deploymentName'],
];

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

const UNCHECKED = ' without a check of its certificate (insecureSkipTLSVerify)';

function about({ source, at }: Served, state: State): Pick<FoundChange, 'subject' | 'place' | 'claims'> {
  return { subject: source, place: state.placeOf(source, at) ?? state.placeOf(source), claims: [at] };
}

/** Whoever answers for a group of Kubernetes answers for what it decides. */
function ofKubernetes({ name, by }: Served): boolean {
  return by !== API_SERVER && knownKinds(name.slice(name.indexOf('.') + 1)) !== undefined;
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
    priorities: [Number(spec.groupPriorityMinimum ?? 0), Number(spec.versionPriority ?? 0)],
  };
}
