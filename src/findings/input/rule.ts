/** The rules of this folder, by what each looks at. */

import type { Cluster } from '../../model/cluster.js';
import type { Rule } from '../../model/finding.js';
import type { Resolution, ResolvedCsv, ResolvedGroup } from '../../rules/resolution.js';
import type { Surroundings } from './surroundings.js';

/** Looks at one CSV. */
export type CsvRule = Rule<[csv: ResolvedCsv, surroundings: Surroundings]>;
/** Looks at one OperatorGroup. */
export type GroupRule = Rule<[group: ResolvedGroup, surroundings: Surroundings]>;
/** Looks at how CSVs and groups affect each other. */
export type ResolutionRule = Rule<[resolution: Resolution]>;
/** Looks at the rest of the input. */
export type ClusterRule = Rule<[cluster: Cluster]>;
