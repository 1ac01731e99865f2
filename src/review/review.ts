/** A review as plain data: what changes between two states of a cluster, in meaning. Reports only print it. */
import type { Cluster } from '../model/cluster.js';
import type { Finding, Severity } from '../model/finding.js';
import type { KubernetesObject, ObjectReference } from '../model/kubernetes-object.js';
import type { ObjectOrCopies } from '../render/rendered.js';
import type { Resolution } from '../rules/resolve.js';

/** The objects of a side. */
export interface SideObjects {
  /**
   * Roles, bindings and accounts, rendered or given, the rendered OperatorGroups and CSVs, the Secrets and CRDs of the input,
   * and what bundles bring of these; copies are not among them.
   */
  readonly objects: readonly KubernetesObject[];
  /** Copied Roles and RoleBindings, each described once, however many there are. Their subjects name their namespaces. */
  readonly copied: readonly Copied[];
}

/** Copies of an object. */
export type Copied = Required<ObjectOrCopies>;

/** One side of a review: a cluster as it would be. */
export interface ReviewSide extends SideObjects {
  /** As the user named it, such as `git:main:clusters/prod`. */
  readonly label: string;
  readonly cluster: Cluster;
  readonly resolution: Resolution;
  /** The copied CSVs; absent where they are not known, as in a rendered folder. */
  readonly copiedCsvs?: readonly CopiedCsv[];
  /** What `check` would report. */
  readonly findings: readonly PlacedFinding[];
  /** Where an object of the input stands. */
  readonly placeOf: (subject: ObjectReference, field?: readonly (string | number)[]) => SourcePlace | undefined;
}

/** The copies of one CSV. */
export interface CopiedCsv {
  /** The CSV that is copied. */
  readonly csv: ObjectReference;
  readonly copies: number;
  /** The size of one of them as JSON in UTF-8. */
  readonly bytes: number;
}

/** A place in a source file; lines and columns are counted from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** A finding with the place of its subject in the input, where it has one. */
export type PlacedFinding = Finding & { readonly place?: SourcePlace };

/** Who holds a right: a subject of a binding, or whoever is bound to a ClusterRole that collects others by aggregation. */
export interface GrantSubject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount' | 'RoleHolder';
  /** Of a `RoleHolder` the ClusterRole, such as `edit`. */
  readonly name: string;
  /** Of a ServiceAccount. */
  readonly namespace?: string;
}

/** Where a right holds: in the whole cluster, in some namespaces, or (of a `RoleHolder`) wherever the role is bound. */
export type GrantScope = 'cluster' | 'where-bound' | readonly string[];

/** What may be done; `*` stands for all. */
export interface Right {
  readonly verbs: readonly string[];
  readonly apiGroup?: string;
  /** With its subresource, such as `pods/exec`. */
  readonly resource?: string;
  /** The objects meant; absent for all of them. */
  readonly resourceNames?: readonly string[];
  /** In place of a resource. */
  readonly nonResourceURL?: string;
}

/** Through what a right comes. */
export interface GrantPath {
  /** Absent for a `RoleHolder`. */
  readonly binding?: ObjectReference;
  /** The role that is bound, then those through which aggregation leads, then the one that holds the rule. */
  readonly roles: readonly ObjectReference[];
  /** Index in the rules of the last role. */
  readonly rule: number;
  /** The CSV or OperatorGroup that the role was made for. */
  readonly owner?: ObjectReference;
  /** The field of the owner that the rule was taken from, such as `spec.install.spec.clusterPermissions[0].rules[3]`. */
  readonly field?: string;
  readonly place?: SourcePlace;
}

/** Rights of one subject, in one scope, by one path. */
export interface Grant {
  readonly subject: GrantSubject;
  readonly scope: GrantScope;
  readonly right: Right;
  readonly paths: readonly GrantPath[];
}

/** A change of what an OperatorGroup reaches, or of what becomes of a CSV. */
export interface ScopeChange {
  readonly subject: ObjectReference;
  readonly kind:
    | 'group-added'
    | 'group-removed'
    | 'targets-widened'
    | 'targets-narrowed'
    | 'targets-moved'
    | 'member-added'
    | 'member-removed'
    | 'member-upgraded'
    | 'verdict-changed'
    | 'copies-changed'
    | 'left-behind';
  /** One sentence: what changes. */
  readonly message: string;
  /** What was and what will be, such as `team-a` and `all namespaces`. */
  readonly before?: string;
  readonly after?: string;
  readonly severity: Severity;
  readonly place?: SourcePlace;
}

/** A risk that a person should know of before approving. */
export interface Risk {
  /** The rule's stable id, such as `secrets-read`. */
  readonly id: string;
  readonly severity: Severity;
  readonly subject: ObjectReference;
  /** One sentence: what is the case. */
  readonly message: string;
  /** How the right comes about, as a sentence: `edit in team-a → aggregates … → create EtcdCluster → …`. */
  readonly path: string;
  readonly fix: string;
  /** Names of controls, such as `CIS Kubernetes 5.1.2`. */
  readonly references: readonly string[];
  readonly place?: SourcePlace;
  /** Tells the same risk on both sides; does not change when lines move. */
  readonly fingerprint: string;
}

/** What finds risks: in one side, and in the step from one to the other. */
export interface RiskFinders {
  risksOf(side: ReviewSide): readonly Risk[];
  changeRisks(base: ReviewSide, head: ReviewSide): readonly Risk[];
}

/** A risk that a baseline accepts, with the reason given there. */
export interface AcceptedRisk {
  readonly risk: Risk;
  readonly reason: string;
  readonly expires?: string;
}

/** What a pull request really grants. */
export interface Review {
  readonly base: string;
  readonly head: string;
  /** First what changes in reach. */
  readonly scopeChanges: readonly ScopeChange[];
  /** Rights of HEAD that BASE does not cover, and the other way round; compared in meaning. */
  readonly gained: readonly Grant[];
  readonly lost: readonly Grant[];
  readonly risks: {
    readonly new: readonly Risk[];
    readonly fixed: readonly Risk[];
    readonly unchanged: readonly Risk[];
    readonly accepted: readonly AcceptedRisk[];
  };
  /** Findings of `check`: those that only HEAD has, those that only BASE had, and those that stay. */
  readonly findings: {
    readonly new: readonly PlacedFinding[];
    readonly fixed: readonly PlacedFinding[];
    readonly unchanged: readonly PlacedFinding[];
  };
  /** Objects that appear, go, or differ in any way. */
  readonly objects: { readonly added: number; readonly removed: number; readonly changed: number };
}
