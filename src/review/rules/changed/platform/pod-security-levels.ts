/**
 * Finds Pods that a new Kubernetes refuses in namespaces with an enforced Pod Security level (pod-security-admission, package policy). From
 * 1.25 to 1.36, one new check refuses more: 1.34 refuses `host` in probes and lifecycle hooks; other changed checks refuse less.
 */
import semver from 'semver';
import { type Container, containersOf } from '../../../../base/kubernetes/containers.js';
import { fieldsOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import type { State } from '../../../state/state.js';
import { type Workload, workloadsOf } from '../../../state/workloads.js';

const ENFORCE = 'pod-security.kubernetes.io/enforce';
const ENFORCE_VERSION = `${ENFORCE}-version`;
/** Levels with the checks of `baseline`; `restricted` includes them. */
const LEVELS: ReadonlySet<string> = new Set(['baseline', 'restricted']);
/** The first minor version with the check. */
const HOSTS_CHECKED = 34;

const HANDLERS: readonly FieldPath[] = [
  ['livenessProbe'],
  ['readinessProbe'],
  ['startupProbe'],
  ['lifecycle', 'postStart'],
  ['lifecycle', 'preStop'],
];
const ACTIONS = ['httpGet', 'tcpSocket'] as const;

/** A field that a namespace no longer accepts. */
export interface RefusedField {
  readonly workload: Workload;
  /** The value of the label: `baseline` or `restricted`. */
  readonly level: string;
  readonly container: string;
  /** The path in the container. */
  readonly field: FieldPath;
  /** The path in the object that a person edits. */
  readonly at: FieldPath;
}

/**
 * All refused fields.
 * @param base @param head versions of Kubernetes
 */
export function refusedFields(state: State, base: string, head: string): RefusedField[] {
  const labels = new Map(state.cluster.namespaces.map((namespace) => [namespace.name, namespace.labels]));
  return workloadsOf(state).flatMap((workload): RefusedField[] => {
    const own = labels.get(workload.reference.namespace ?? 'default') ?? {};
    const level = own[ENFORCE];
    const checks = (kubernetes: string): boolean => checkedAs(own[ENFORCE_VERSION], kubernetes) >= HOSTS_CHECKED;
    if (level === undefined || !LEVELS.has(level) || checks(base) || !checks(head)) return [];
    return containersOf(workload.pod).flatMap((container) =>
      hostsOf(container).map((field) => ({ workload, level, container: container.name, field, at: [...container.at, ...field] })),
    );
  });
}

/** The minor version whose checks apply: a namespace can select an older one. */
function checkedAs(asked: string | undefined, kubernetes: string): number {
  const minor = minorOf(kubernetes);
  return asked === undefined || asked === 'latest' ? minor : Math.min(minor, minorOf(asked));
}

function minorOf(version: string): number {
  return semver.coerce(version)?.minor ?? 0;
}

function hostsOf({ fields }: Container): FieldPath[] {
  return HANDLERS.flatMap((handler) => {
    const found = handler.reduce((value, field) => fieldsOf(value[field]), fields);
    return ACTIONS.filter((action) => textOf(fieldsOf(found[action]).host)).map((action) => [...handler, action, 'host']);
  });
}
