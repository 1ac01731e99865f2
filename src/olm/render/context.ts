/** The input of every generator. */
import type { Cluster } from '../model/cluster.js';
import type { Versions } from '../model/versions.js';
import type { Resolution } from '../rules/resolution.js';
import type { InstallPlan } from './install/context.js';
import type { Conventions } from './profile/conventions.js';
import type { Made } from './rendered.js';
import type { ExtensionPlan } from './v1/context.js';

/** The cluster and the settings of a rendering. */
export interface RenderContext {
  readonly cluster: Cluster;
  readonly resolution: Resolution;
  readonly conventions: Conventions;
  /** The versions whose behaviour applies. */
  readonly versions: Versions;
  /** The operators that are installed without OLM; absent if OLM runs. */
  readonly plan?: InstallPlan;
  /** The extensions that OLM v1 installs; absent for OLM v0. */
  readonly extensionPlan?: ExtensionPlan;
}

/** Makes one kind of object. Pure: the same context gives the same objects. */
export type Generator = (context: RenderContext) => readonly Made[];
