/** The result of reading the units of a repository in both states. */
import type { Problem } from '../../base/manifest/problem.js';
import type { UnreadFile } from '../../olm/model/unread-file.js';
import type { State } from '../../review/index.js';
import type { Reading } from '../units/unit.js';
import type { StatesRead } from './read-states.js';

/** One unit in both states; a state without the unit is empty. */
export interface UnitStates {
  readonly unit: string;
  /** Set for a cluster, because a unit in the cluster can have the same name. */
  readonly isCluster?: true;
  readonly base: State;
  readonly head: State;
  /** The options of both evaluations. */
  readonly options: StatesRead['options'];
  /** Objects of Argo CD and Flux that apply the unit, after the change. */
  readonly appliedBy: readonly string[];
}

/** Unread files of both sides. */
export interface UnreadSides {
  readonly base: readonly UnreadFile[];
  readonly head: readonly UnreadFile[];
  /** All of BASE, with those that HEAD has as they are. */
  readonly whole?: readonly UnreadFile[];
}

/** A unit that the change touches, with the states of the unit or of its parts. */
export interface TouchedUnit {
  readonly name: string;
  /** Problems of HEAD that leave objects out. */
  readonly problems: readonly Problem[];
  readonly states: readonly UnitStates[];
  /** Clusters that cannot be judged as a whole, and are reviewed part by part. */
  readonly inParts: readonly string[];
}

/** The result of reading a repository. */
export interface UnitsRead {
  /** The touched units of this shard. */
  readonly units: readonly TouchedUnit[];
  /** Both states without any object. */
  readonly empty: Pick<UnitStates, 'base' | 'head'>;
  /** Unread files in no unit. */
  readonly unread: UnreadSides;
  /** The number of units in either state. */
  readonly all: number;
  /** The names of the touched units of all shards. */
  readonly touched: readonly string[];
  /** Hashes of each unit's content, on either side. */
  readonly identities: readonly (readonly [name: string, base: string | undefined, head: string | undefined])[];
  /** Why the units are reviewed apart. */
  readonly reading: Reading;
  /** Whether each unit is a cluster. */
  readonly areClusters: boolean;
  /** ApplicationSets that the repository alone cannot expand, after the change. */
  readonly unexpanded: readonly string[];
  /** Touched units that load files from outside of a kustomization's folder, after the change. */
  readonly beyond: readonly string[];
  /** Requested names that neither state has. */
  readonly unknown: readonly string[];
}
