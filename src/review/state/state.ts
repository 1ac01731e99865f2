/** A state: what a cluster would hold, with the findings about it and the places of its objects. */
import type { KubernetesObject, ObjectReference } from '../../base/kubernetes/object.js';
import type { Role } from '../../base/kubernetes/rbac.js';
import type { SourcePlace } from '../../base/manifest/place.js';
import type { StateObjects } from '../../base/rbac/rbac-objects.js';
import type { PlaceOf } from '../../olm/evaluate/places-in.js';
import type { Cluster } from '../../olm/model/cluster.js';
import type { Finding } from '../../olm/model/finding.js';
import type { RawFiles, UnreadFile } from '../../olm/model/unread-file.js';
import type { UncountedObject } from '../../olm/render/bundled-objects.js';
import type { PerhapsObject } from '../../olm/render/index.js';
import type { Made } from '../../olm/render/rendered.js';
import type { Resolution } from '../../olm/rules/resolution.js';

/** A cluster as it would be. */
export interface State extends StateObjects {
  /** As the user named it, such as `git:main:clusters/prod`. */
  readonly label: string;
  readonly cluster: Cluster;
  readonly resolution: Resolution;
  /** What was made for CSVs and OperatorGroups, with where it comes from; absent where that is not known, as in a rendered folder. */
  readonly made?: readonly Made[];
  /** Roles and bindings that OLM leaves only in orders other than the one that is taken here. @default none */
  readonly perhaps?: readonly PerhapsObject[];
  /** The copied CSVs; absent where they are not known, as in a rendered folder. */
  readonly copiedCsvs?: readonly CopiedCsv[];
  /** What else is in the cluster: of units that the change does not touch, the same in both states. @default nothing */
  readonly untouched?: Untouched;
  /** Every object of the input, as it is there, and what the bundles of the installed CSVs bring. */
  readonly given: readonly KubernetesObject[];
  /** Objects of `given` of which all that they apply is in this state, read whole. @default none */
  readonly appliedHere?: ReadonlySet<KubernetesObject>;
  /** Objects of `given` that apply nothing but paths of this repository, and which of these are not there. @default none */
  readonly ownSources?: ReadonlyMap<KubernetesObject, { readonly missing: readonly string[] }>;
  /** Of BASE: objects of `given` that HEAD has in another namespace or under another name, as they are there, with what they were. @default none */
  readonly moved?: ReadonlyMap<KubernetesObject, KubernetesObject>;
  /** Of HEAD: the folder in which BASE has this unit, its own, and how many objects are the same. @default both are in one folder */
  readonly movedFrom?: { readonly from: string; readonly to: string; readonly same: number };
  /** Of HEAD: objects that BASE has in a file that can be for another cluster, by the keys of the objects. @default none */
  readonly movedObjects?: readonly { readonly from: string; readonly to: string; readonly keys: readonly string[] }[];
  /** Every document that was read, those of bundles and catalogs included. */
  readonly documents: readonly ReadDocument[];
  /** Files that could be applied, and were not read. */
  readonly unread: readonly UnreadFile[];
  /** The files of the input as they stand; absent where nobody looked. */
  readonly raw?: RawFiles;
  /** Roles and bindings of the input and of bundles that do not count, and why. @default none */
  readonly uncounted?: readonly UncountedObject[];
  /** What `check` would report. */
  readonly findings: readonly Finding[];
  /** Where an object of the input stands. */
  readonly placeOf: PlaceOf;
}

/** Objects of units that a change does not touch. */
export interface Untouched {
  /** Those that are in the cluster. */
  readonly objects: readonly KubernetesObject[];
  /** Those that may be in it: nobody knows where their unit is applied, or two units contradict each other. */
  readonly perhaps: readonly KubernetesObject[];
  /** Every role of the cluster, whether it is certain or not: one of the state can have its name. */
  readonly roles: readonly UncountedRole[];
  /** Where one of `objects` is. */
  placeOf(object: ObjectReference, field?: readonly (string | number)[]): SourcePlace | undefined;
  /** Where any of them is. */
  placeOfObject(object: KubernetesObject): SourcePlace | undefined;
}

/** A role that does not count, and whose name somebody may be bound to. */
export interface UncountedRole {
  /** Absent where an encrypted object can have any name. */
  readonly of?: { readonly kind: string; readonly name: string; readonly namespace?: string | undefined };
  /** As the subject of a sentence. */
  readonly where: string;
  /** Absent where nobody can read what it gives. */
  readonly role?: Role;
  /** Whether the cluster writes them again. */
  readonly isRestored?: true;
  /** Whether the one that counts is as a cluster has it. */
  readonly isRecorded?: true;
}

/** The copies of one CSV. */
export interface CopiedCsv {
  /** The CSV that is copied. */
  readonly csv: ObjectReference;
  readonly copies: number;
  /** The size of one of them as JSON in UTF-8. */
  readonly bytes: number;
}

/** A document of the input. */
export interface ReadDocument {
  readonly value: unknown;
  readonly file: string;
  /** Of a bundle, the name of its CSV; absent for what stands for itself. */
  readonly bundle?: string;
}
