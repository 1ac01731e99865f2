/** Settings: an object that decides something beyond itself, as a permission does without being one, and how bad a change of it is. */

/** How bad something is; the severities of findings have the same names. */
export type Weight = 'error' | 'warning' | 'info';

/** What objects of a kind decide. Where there is no severity, nothing is said. */
export interface Setting {
  /** The end of a sentence: `X is new and decides …`. */
  readonly decides: string;
  readonly added?: Weight;
  readonly changed?: Weight;
  readonly gone?: Weight;
  /** Metadata that decides as the fields of an object do: other objects select it, or it is the default, by these. */
  readonly counts?: 'labels' | 'annotations';
  /** The fields of `spec` that decide. @default all of the object */
  readonly only?: readonly string[];
  /** Fields that decide nothing, by their names at any depth: when, how often, and texts. @default those of {@link DESCRIBING} */
  readonly harmless?: readonly string[];
}

/** Fields that only tell people something. */
export const DESCRIBING: readonly string[] = ['description', 'displayName', 'documentation', 'message', 'messageExpression'];

/** What comes with an object, and without which the cluster is no more open: a right, a token, a program, an exception. */
export const sets = (severity: Weight, decides: string): Setting => ({ decides, added: severity, changed: severity });
/** What a cluster falls back from when the object goes, or what goes with it: it can have refused or bounded others. */
export const keeps = (severity: Weight, decides: string): Setting => ({ ...sets(severity, decides), gone: 'warning' });
/** What refuses requests: a new one can only refuse more, and any other change can let something pass. */
export const guards = (decides: string): Setting => ({ decides, added: 'warning', changed: 'error', gone: 'error' });
/** What bounds others, but does not protect the cluster. */
export const limits = (decides: string): Setting => ({ decides, changed: 'info', gone: 'warning' });

// Those of several tools. Rules compare some of them with what an object has: they are the same object for all kinds.

/** An admission policy that only refuses objects. */
export const WRITTEN = guards('which objects can be written');
/** A policy of Kyverno is that, too, where it has a rule that changes or creates objects. */
export const CHANGED_WHEN_WRITTEN: Setting = {
  ...sets('error', 'how objects of others are changed when they are written'),
  gone: 'error',
};
/** Whoever reads one is its user. */
export const TOKENS = sets('error', 'who is which user: it is a token');
export const SECRETS_OUT = sets('error', 'where Secrets are copied to');
export const LOGIN = keeps('error', 'who can log in as whom');
export const PODS = keeps('error', 'which Pods can get out of their container');
export const APPLIED = keeps('error', 'which objects are applied from inside of it, and they were not reviewed');
/** Objects inside that can be read are reviewed as objects of their own; a role that cannot be read has a rule of its own. */
export const UNWRAPPED = keeps('warning', 'which objects are applied from inside of it');
export const PLACED = keeps('error', 'which clusters get which objects, and with which changes');
export const GRANTED = keeps('error', 'who can do what: a controller makes roles and bindings of it');
export const RUN = sets('warning', 'which programs run in Pods, and they were not reviewed');
export const MACHINES = keeps('error', 'which programs the nodes of a cluster start with');
export const MACHINES_MADE = keeps('warning', 'which machines become nodes, and what they start with');
export const BACKED_UP = keeps('error', 'what is copied out of the cluster, and which commands run in Pods before and after');
export const SECRETS_IN = sets('warning', 'what is in Secrets, and in which');
export const TRAFFIC = keeps('warning', 'who can reach whom on the network');
export const CLOUD = keeps('warning', 'who can do what in the cloud');
export const KERNEL = keeps('warning', 'how the kernel of nodes is set');
