/** A state: the future content of a cluster, with findings and the places of objects. */
import type { KubernetesObject, ObjectReference } from '../../base/kubernetes/object.js';
import type { Role } from '../../base/kubernetes/rbac.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import type { StateObjects } from '../../base/rbac/rbac-objects.js';
import type { PlaceOf } from '../../olm/evaluate/places-in.js';
import type { Cluster } from '../../olm/model/cluster.js';
import type { Finding } from '../../olm/model/finding.js';
import type { RawFiles, UnreadFile } from '../../olm/model/unread-file.js';
import type { PerhapsObject } from '../../olm/render/index.js';
import type { Made } from '../../olm/render/rendered.js';
import type { UncountedObject } from '../../olm/render/uncounted-object.js';
import type { Resolution } from '../../olm/rules/resolution.js';

/** A cluster after the manifests are applied. */
export interface State extends StateObjects {
  /** As the user named it, such as `git:main:clusters/prod`. */
  readonly label: string;
  readonly cluster: Cluster;
  readonly resolution: Resolution;
  /** Objects created for CSVs and OperatorGroups, with their origin; absent if the origin is not known, as in a rendered folder. */
  readonly made?: readonly Made[];
  /**
   * Roles and bindings that OLM leaves only in orders other than the assumed one.
   * @default none
   */
  readonly perhaps?: readonly PerhapsObject[];
  /** The copied CSVs; absent if they are not known, as in a rendered folder. */
  readonly copiedCsvs?: readonly CopiedCsv[];
  /**
   * Other objects of the cluster: those of units that the change does not touch, the same in both states.
   * @default nothing
   */
  readonly untouched?: Untouched;
  /** Every object of the input, unchanged, and the objects of the bundles of installed CSVs. */
  readonly given: readonly KubernetesObject[];
  /**
   * Objects of `given` that apply content which is completely part of this state.
   * @default none
   */
  readonly appliedHere?: ReadonlySet<KubernetesObject>;
  /**
   * Objects of `given` that apply only paths of this repository, with those that they contain and those that are missing, and whether
   * settings can change what is applied in a way that is not read.
   * @default none
   */
  readonly ownSources?: ReadonlyMap<
    KubernetesObject,
    { readonly missing: readonly string[]; readonly paths?: readonly string[]; readonly isChanged?: true }
  >;
  /**
   * Only in BASE: objects of `given` that HEAD does not have, and that applied only paths of this repository that were read. Each has what
   * HEAD still has at its paths.
   * @default none
   */
  readonly goneHere?: ReadonlyMap<KubernetesObject, { readonly left: readonly KubernetesObject[] }>;
  /**
   * Only in BASE: objects of `given` that HEAD has in another namespace or under another name; keys are as in HEAD, values as in BASE.
   * @default none
   */
  readonly moved?: ReadonlyMap<KubernetesObject, KubernetesObject>;
  /**
   * Only in HEAD: the folder of this unit in BASE, its folder now, and the number of equal objects.
   * @default both revisions have one folder
   */
  readonly movedFrom?: { readonly from: string; readonly to: string; readonly same: number };
  /**
   * Only in HEAD: objects that BASE has in a file that may be for another cluster, by the keys of the objects.
   * @default none
   */
  readonly movedObjects?: readonly { readonly from: string; readonly to: string; readonly keys: readonly string[] }[];
  /** Every document that was read, including those of bundles and catalogs. */
  readonly documents: readonly ReadDocument[];
  /** Files that could be applied, but were not read. */
  readonly unread: readonly UnreadFile[];
  /** The files that pipelines of the whole input lead to, changed or not; absent if they are all in `unread`. */
  readonly started?: () => readonly UnreadFile[];
  /** Changed files that no tool applies; a pipeline can read one. */
  readonly beside?: readonly UnreadFile[];
  /** The raw files of the input; absent if they were not listed. */
  readonly raw?: RawFiles;
  /**
   * Roles and bindings of the input and of bundles that do not count, with the reason.
   * @default none
   */
  readonly uncounted?: readonly UncountedObject[];
  /** The findings that `check` would report. */
  readonly findings: readonly Finding[];
  /** Finds the place of an object of the input. */
  readonly placeOf: PlaceOf;
}

/** Objects of units that a change does not touch. */
export interface Untouched {
  /** Objects that are certainly in the cluster. */
  readonly objects: readonly KubernetesObject[];
  /** Objects that may be in the cluster: the target of their unit is not known, or two units contradict each other. */
  readonly perhaps: readonly KubernetesObject[];
  /** Every role of the cluster, certain or not: a role of the state can have the same name. */
  readonly roles: readonly UncountedRole[];
  /** The place of one of `objects`. */
  placeOf(object: ObjectReference, field?: readonly (string | number)[]): SourcePlace | undefined;
  /** The place of any object, certain or not. */
  placeOfObject(object: KubernetesObject): SourcePlace | undefined;
}

/** A role that does not count, but whose name may be bound. */
export interface UncountedRole {
  /** Absent for an encrypted object, which can have any name. */
  readonly of?: { readonly kind: string; readonly name: string; readonly namespace?: string | undefined };
  /** The subject of a sentence. */
  readonly where: string;
  /** Absent if the content of the role cannot be read. */
  readonly role?: Role;
  /** Whether the cluster restores the role. */
  readonly isRestored?: true;
  /** Whether the role that counts has the form that a cluster records. */
  readonly isRecorded?: true;
}

/** The copies of one CSV. */
export interface CopiedCsv {
  /** The CSV that is copied. */
  readonly csv: ObjectReference;
  readonly copies: number;
  /** The size of one copy as JSON in UTF-8. */
  readonly bytes: number;
}

/** A document of the input. */
export interface ReadDocument {
  readonly value: unknown;
  readonly file: string;
  /** The name of the CSV, for a document of a bundle; absent for other documents. */
  readonly bundle?: string;
}
