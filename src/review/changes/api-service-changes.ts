/** APIServices that come, go or change: the server of an API group answers all requests to it, and sees who sent them. */
import { isDeepStrictEqual } from 'node:util';
import { groupOf, knownKinds } from '../../kubernetes/kinds.js';
import { type KubernetesObject, type ObjectReference, referenceTo } from '../../kubernetes/object.js';
import { fieldsOf, textOf } from '../../kubernetes/pod-spec.js';
import type { Severity } from '../../model/finding.js';
import { csvReference } from '../../model/references.js';
import type { State } from '../../state/state.js';
import type { Change, FindChanges } from './change.js';

interface Served {
  readonly source: ObjectReference;
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

/** Finds them. */
export const apiServiceChanges: FindChanges = (base, head) => {
  const [before, after] = [byName(base), byName(head)];
  return [
    ...[...after].flatMap(([name, served]) => {
      const old = before.get(name);
      return old ? changed(old, served, head) : [added(served, head)];
    }),
    ...[...before].flatMap(([name, served]) => (after.has(name) ? [] : [removed(served, base)])),
  ];
};

/** An object of the input counts, as it is applied, before what a CSV asks for. */
function byName(state: State): ReadonlyMap<string, Served> {
  return new Map(
    [...state.resolution.csvs.flatMap(described), ...state.given.filter(isApiService).map(given)].map((served) => [served.name, served]),
  );
}

function added(served: Served, head: State): Change {
  const { name, by, isUnchecked, priorities } = served;
  const isPreferred = priorities[0] > CORE_PRIORITY;
  const message = [
    `all requests to the API ${name} go to ${by}${isUnchecked ? UNCHECKED : ''}`,
    ...(isPreferred ? [`clients prefer it to APIs of Kubernetes where both have a name (groupPriorityMinimum ${priorities[0]})`] : []),
  ].join(', and ');
  const severity: Severity = ofKubernetes(served) ? 'error' : isUnchecked || isPreferred ? 'warning' : 'info';
  return { ...about(served, head), kind: 'api-service-added', severity, after: by, message };
}

function changed(old: Served, served: Served, head: State): Change[] {
  const change = (severity: Severity, message: string): Change => ({
    ...about(served, head),
    kind: 'api-service-changed',
    severity,
    before: old.by,
    after: served.by,
    message,
  });
  const { name, by, port, isUnchecked, caBundle, priorities } = served;
  return [
    ...(old.by === by
      ? []
      : [
          change(
            ofKubernetes(served) ? 'error' : 'warning',
            `all requests to the API ${name} go to ${by}${isUnchecked ? UNCHECKED : ''} instead of ${old.by}`,
          ),
        ]),
    ...(old.by === by && isUnchecked && !old.isUnchecked
      ? [change('warning', `all requests to the API ${name} go to ${by}${UNCHECKED}`)]
      : []),
    ...(old.isUnchecked && !isUnchecked ? [change('info', `the certificate of what serves the API ${name} is checked`)] : []),
    ...(old.caBundle === caBundle
      ? []
      : [
          change(
            'warning',
            `what serves the API ${name} is checked against another certificate authority (caBundle), which decides who can answer in its place`,
          ),
        ]),
    ...(old.by === by && old.port !== port
      ? [change('info', `requests to the API ${name} go to port ${port} instead of ${old.port}`)]
      : []),
    ...(isDeepStrictEqual(old.priorities, priorities)
      ? []
      : [
          change(
            priorities[0] > CORE_PRIORITY ? 'warning' : 'info',
            `clients prefer the API ${name} more or less than before (groupPriorityMinimum ${priorities[0]} instead of ${old.priorities[0]}, versionPriority ${priorities[1]} instead of ${old.priorities[1]})`,
          ),
        ]),
  ];
}

function removed(served: Served, base: State): Change {
  const { name, by } = served;
  return {
    ...about(served, base),
    kind: 'api-service-removed',
    severity: 'info',
    before: by,
    message: `the API ${name}, which ${by} served, is gone`,
  };
}

const UNCHECKED = ' without a check of its certificate (insecureSkipTLSVerify)';

function about({ source }: Served, state: State): Pick<Change, 'subject' | 'place'> {
  return { subject: source, place: state.placeOf(source) };
}

/** Whoever answers for a group of Kubernetes answers for what it decides. */
function ofKubernetes({ name, by }: Served): boolean {
  return by !== API_SERVER && knownKinds(name.slice(name.indexOf('.') + 1)) !== undefined;
}

function described({ csv }: State['resolution']['csvs'][number]): Served[] {
  return csv.ownedAPIServices.map(({ group, version, deploymentName, containerPort }) => ({
    source: csvReference(csv),
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
    name: object.metadata.name,
    by: service === undefined ? API_SERVER : `Service ${textOf(namespace) ?? ''}/${service}`,
    port: String(port ?? 443),
    isUnchecked: service !== undefined && spec.insecureSkipTLSVerify === true,
    caBundle: textOf(spec.caBundle) ?? '',
    priorities: [Number(spec.groupPriorityMinimum ?? 0), Number(spec.versionPriority ?? 0)],
  };
}
