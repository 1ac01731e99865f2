/** New APIServices, and those with another server: the server of an API group answers all requests to it. */
import { groupOf } from '../../kubernetes/kinds.js';
import { type KubernetesObject, type ObjectReference, referenceTo } from '../../kubernetes/object.js';
import { fieldsOf, textOf } from '../../kubernetes/pod-spec.js';
import type { FieldPath } from '../../manifest/field-path.js';
import { csvReference } from '../../model/references.js';
import type { State } from '../../state/state.js';
import type { FindChanges, FoundChange } from './change.js';

/** Of an APIService, and of a CSV. */
const SERVER_FIELDS: readonly FieldPath[] = [
  ['spec', 'service'],
  ['spec', 'insecureSkipTLSVerify'],
  ['spec', 'apiservicedefinitions'],
];

interface Served {
  readonly source: ObjectReference;
  /** `version.group`. */
  readonly name: string;
  readonly by: string;
}

/** Finds new APIServices, and those with another server. */
export const apiServiceChanges: FindChanges = (base, head) => {
  const before = new Map(servedBy(base).map((served) => [served.name, served]));
  return servedBy(head).flatMap(({ source, name, by }): FoundChange[] => {
    const old = before.get(name);
    if (old?.by === by) return [];
    const common = { subject: source, after: by, place: head.placeOf(source), covers: SERVER_FIELDS };
    return old
      ? [
          {
            ...common,
            kind: 'api-service-changed',
            severity: 'warning',
            before: old.by,
            message: `all requests to the API ${name} go to ${by} instead of ${old.by}`,
          },
        ]
      : [{ ...common, kind: 'api-service-added', severity: 'info', message: `all requests to the API ${name} go to ${by}` }];
  });
};

function servedBy({ resolution, given }: State): Served[] {
  return [
    ...resolution.csvs.flatMap(({ csv }) =>
      csv.ownedAPIServices.map(({ group, version, deploymentName }) => ({
        source: csvReference(csv),
        name: `${version}.${group}`,
        by: `Deployment ${csv.namespace}/${deploymentName ?? ''}`,
      })),
    ),
    ...given.filter(isApiService).map((object) => ({ source: referenceTo(object), name: object.metadata.name, by: serverOf(object) })),
  ];
}

function isApiService({ apiVersion, kind }: KubernetesObject): boolean {
  return kind === 'APIService' && groupOf(apiVersion) === 'apiregistration.k8s.io';
}

function serverOf({ spec }: KubernetesObject): string {
  const { namespace, name } = fieldsOf(fieldsOf(spec).service);
  const trust = fieldsOf(spec).insecureSkipTLSVerify === true ? ' without a check of its certificate (insecureSkipTLSVerify)' : '';
  return textOf(name) === undefined ? 'the API server' : `Service ${textOf(namespace) ?? ''}/${textOf(name)}${trust}`;
}
