/** Images, catalogs and locks, and the InstallPlans of a cluster: the one door of this wing. */

export { type ApprovalEvent, type Approved, type Awaited, approve, type Clock, decisions, isOutdated } from './approvals/approve.js';
export { type Decision, isAllowed, movesText, reasonText } from './approvals/decide.js';
export { approvalState } from './approvals/install-plan.js';
export { type Kubectl, KubectlError, kubectl } from './approvals/kubectl.js';
export { approvalClient, type Dump, dumpOf, readAround, readDeciding, readDump, readUnpacked } from './approvals/read-cluster.js';
export { isAtLock, standingsIn, standingText } from './approvals/standing.js';
export { lockedObjects, plannedObjects } from './approvals/unpacked.js';
export { addressesOf, leftOutBy, movedCatalogs } from './locking/addresses.js';
export { alternatives } from './locking/alternatives.js';
export { keptBundles } from './locking/judged-bundle.js';
export { type Locked, type LockOptions, lockInput } from './locking/lock-input.js';
export type { Moving } from './locking/select.js';
export { vendor } from './locking/vendor.js';
export { type Verified, verify } from './locking/verify.js';
export { mirrorOfOption, mirrorsOfObjects } from './registry/mirrors/mirror.js';
export { mirrorsOfRegistriesConf } from './registry/mirrors/registries-conf.js';
export { openRegistry, type Registry } from './registry/open-registry.js';
