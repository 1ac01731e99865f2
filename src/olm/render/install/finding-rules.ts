/** All rules about operators that are installed without OLM, in the order of docs/findings.md. */
import { imageByTag, imageNotListed } from '../../images/list.js';
import { apiOwnedTwice } from '../../rules/descoped.js';
import { certificateProviderNotInInput, certificatesMissing, commonNameTooLong } from '../../rules/install/certificates.js';
import {
  conversionServiceForeign,
  descopedPermissions,
  featureGateNeeded,
  priorityClassNotRendered,
  readsOlmObjects,
  secretNotInInput,
  statusNotGranted,
  subscriptionBesideInstall,
} from '../../rules/install/findings.js';
import { kindNotInInput } from '../../rules/install/undefined-kinds.js';
import { accountIgnored, extensionGoesOn } from '../v1/extension-notes.js';
import { installerLacksPermissions, installerNotFound } from '../v1/installer.js';
import { conversionConflict, crdsDiffer, deploymentShared, installedObjectsConflict, installedObjectsMerged } from './collisions.js';

export const INSTALL_RULES = [
  apiOwnedTwice,
  certificatesMissing,
  certificateProviderNotInInput,
  commonNameTooLong,
  conversionConflict,
  conversionServiceForeign,
  crdsDiffer,
  deploymentShared,
  descopedPermissions,
  featureGateNeeded,
  imageByTag,
  imageNotListed,
  installedObjectsConflict,
  installedObjectsMerged,
  installerLacksPermissions,
  installerNotFound,
  accountIgnored,
  extensionGoesOn,
  kindNotInInput,
  priorityClassNotRendered,
  readsOlmObjects,
  secretNotInInput,
  statusNotGranted,
  subscriptionBesideInstall,
] as const;
