/** Settings: objects that decide something beyond themselves, like a permission without being one, and the severity of a change. */

import type { Setting, Weight } from './tool.js';

export type { Setting, Weight } from './tool.js';

/** Fields that only inform people. */
export const DESCRIBING: readonly string[] = ['description', 'displayName', 'documentation', 'message', 'messageExpression'];

/** An object that adds something: a right, a token, a program, an exception. Without it, the cluster is no more open. */
export const sets = (severity: Weight, decides: string): Setting => ({ decides, added: severity, changed: severity });
/** The same for an object through which permissions can come. */
export const brings = (decides: string): Setting => ({ ...sets('warning', decides), brings: true });
/** An object whose removal changes what the cluster does, or removes something: it can have refused or limited others. */
export const keeps = (severity: Weight, decides: string, more?: Partial<Setting>): Setting => ({
  ...sets(severity, decides),
  gone: 'warning',
  ...more,
});
export const BRINGS: Partial<Setting> = { brings: true };
/** An object that refuses requests: a new one can only refuse more; any other change can let a request pass. */
export const guards = (decides: string): Setting => ({ decides, added: 'warning', changed: 'error', gone: 'error' });
/** An object that limits others, but does not protect the cluster. */
export const limits = (decides: string): Setting => ({ decides, changed: 'info', gone: 'warning' });

/** The traffic of an address goes elsewhere, or as somebody else: a new address only leads to a Service that is reviewed by itself. */
export const ROUTED: Omit<Setting, 'decides'> = { changed: 'warning' };

// Settings of several tools. Rules compare some of them by identity: all kinds share the same object.

/** An admission policy that only refuses objects. */
export const WRITTEN = guards('which objects can be written');
/** A Kyverno policy has this setting instead if one of its rules changes or creates objects. */
export const CHANGED_WHEN_WRITTEN: Setting = { ...sets('error', 'how objects of others are changed when they are written'), gone: 'error' };
/** Whoever reads the object can act as its user. */
export const TOKENS = sets('error', 'who can act as a user, because it is a token');
export const SECRETS_OUT = sets('error', 'where Secrets are copied to');
export const LOGIN = keeps('error', 'who can log in as whom');
export const PODS = keeps('error', 'which Pods can get out of their container');
export const APPLIED = keeps('error', 'which objects inside it are applied; they were not reviewed');
/** Inner objects that can be read are reviewed as objects of their own; an unreadable role has a rule of its own. */
export const UNWRAPPED = keeps('warning', 'which objects inside it are applied');
export const PLACED = keeps('error', 'which clusters get which objects, and with which changes');
export const GRANTED = keeps('error', 'who can do what, because a controller creates roles and bindings from it');
export const RUN = brings('which programs run in Pods, and they were not reviewed');
/** The same for steps of Tekton, each a program with a script, arguments and variables. */
export const STEPS: Setting = { ...RUN };
export const MACHINES = keeps('error', 'which programs the nodes of a cluster start with');
export const MACHINES_MADE = keeps('warning', 'which machines become nodes, and which programs they start with', BRINGS);
export const BACKED_UP = keeps('error', 'which data is copied out of the cluster, and which commands run in Pods before and after');
export const SECRETS_IN = sets('warning', 'which Secrets get which content');
export const TRAFFIC = keeps('warning', 'who can reach whom on the network');
export const CLOUD = keeps('warning', 'who can do what in the cloud', BRINGS);
export const KERNEL = keeps('warning', 'how the kernel of nodes is set');
