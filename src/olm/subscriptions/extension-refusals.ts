/** The problems of ClusterExtensions for which OLM v1 finds no bundle, in its words (operator-controller's resolve/catalog.go). */

import { compareText } from '../../base/kubernetes/object.js';
import type { Complaint, UnlocatedProblem } from '../../base/manifest/problem.js';
import { joined } from '../../base/wording/phrases.js';
import type { Catalog, Package } from '../model/catalog.js';
import type { ClusterExtension } from '../model/cluster-extension.js';
import { nearestFew } from '../model/nearest.js';

function refusal({ source }: ClusterExtension, field: string, complaint: Complaint): UnlocatedProblem {
  return { ...complaint, source, at: ['spec', 'source', 'catalog', field], isAlone: true };
}

/** OLM v1's message about found bundles (resolutionError). @param several `no bundles found` or `found bundles` */
function found(
  several: 'no bundles found' | 'found bundles',
  { packageName, version, channels, installed }: ClusterExtension,
  catalogs = '',
): string {
  const upgrading = installed ? `error upgrading from currently installed version "${installed.version}": ` : '';
  const matching = version === undefined ? '' : ` matching version "${version}"`;
  const inChannels = channels.length === 0 ? '' : ` in channels [${channels.join(' ')}]`;
  return `${upgrading}${several} for package "${packageName}"${matching}${inChannels}${catalogs}`;
}

/** A range that OLM v1 cannot read, or that the API server refuses. @param reason of OLM v1 */
export function invalidRange(extension: ClusterExtension, reason?: string): UnlocatedProblem {
  const { version = '' } = extension;
  const said = reason === undefined ? 'invalid version expression' : `desired version range "${version}" is invalid: ${reason}`;
  return refusal(extension, 'version', {
    code: 'INVALID_VALUE',
    message: `the API server refuses this version: ${said}`,
    found: version,
    expected: 'a version such as 1.2.3, or a range such as >=1.2.0, <2.0.0',
    fix: 'correct spec.source.catalog.version',
  });
}

/** A selector that is none. */
export function invalidSelector(extension: ClusterExtension, mistake: string): UnlocatedProblem {
  return refusal(extension, 'selector', {
    code: 'INVALID_SELECTOR',
    message: `OLM v1 cannot use the selector: desired catalog selector is invalid: ${mistake}`,
    found: mistake,
    expected: 'label keys and values that Kubernetes allows, and the operators In, NotIn, Exists and DoesNotExist',
    fix: 'correct spec.source.catalog.selector',
  });
}

/** No catalog of the cluster has the package. @param selected the catalogs that OLM v1 looks at */
export function noPackage(extension: ClusterExtension, selected: readonly Catalog[]): UnlocatedProblem {
  const names = [...new Set(selected.flatMap(({ packages }) => packages.map(({ name }) => name)))];
  const likely = nearestFew(extension.packageName, names);
  return refusal(extension, 'packageName', {
    code: 'PACKAGE_NOT_FOUND',
    message: `OLM v1 finds no version: ${found('no bundles found', extension)}`,
    found: `no such package in ${joined(selected.map(({ name }) => name).sort(compareText))}`,
    expected: likely.length === 0 ? 'a package of a ClusterCatalog' : `a package of a ClusterCatalog, such as ${likely.join(', ')}`,
    fix: 'correct spec.source.catalog.packageName, or add the ClusterCatalog that has it to the input',
  });
}

/** No version of the package is allowed. @param successors the bundles that OLM v1 allows after the installed one */
export function noVersion(extension: ClusterExtension, offers: readonly Package[], successors: readonly string[]): UnlocatedProblem {
  const { installed, isSelfCertified, version, channels } = extension;
  const isBound = installed !== undefined && !isSelfCertified;
  const names = isBound ? successors : [...new Set(offers.flatMap(({ bundles }) => [...bundles.keys()]))];
  const few = nearestFew(version ?? '', names).join(', ');
  return refusal(extension, version === undefined && channels.length > 0 ? 'channels' : version === undefined ? 'packageName' : 'version', {
    code: 'BUNDLE_NOT_FOUND',
    message: `OLM v1 finds no version: ${found('no bundles found', extension)}`,
    found: `${version ?? 'any version'}${channels.length === 0 ? '' : ` in ${channels.join(', ')}`}`,
    expected: isBound
      ? `an upgrade edge from ${installed.name}${few === '' ? ', and the catalog has none' : `: ${few}`}`
      : few === ''
        ? 'a bundle, and the package has none'
        : `one of ${few}`,
    fix: isBound
      ? 'ask for a version that the catalog lets follow, or set upgradeConstraintPolicy: SelfCertified where you know that this one can'
      : 'correct the version or the channels, or add the bundle to the input',
  });
}

/** The selector matches no available catalog. */
export function noCatalog(
  extension: ClusterExtension,
  declared: readonly (Catalog & { readonly isSelected: boolean })[],
): UnlocatedProblem {
  const off = declared.filter(({ isUnavailable, isSelected }) => isUnavailable && isSelected).map(({ name }) => name);
  return refusal(extension, extension.selector ? 'selector' : 'packageName', {
    code: 'CATALOG_NOT_FOUND',
    message: `OLM v1 finds no catalog: ${found('no bundles found', extension)}`,
    found:
      off.length > 0
        ? `availabilityMode Unavailable of ${off.sort(compareText).join(', ')}`
        : 'a selector that matches no ClusterCatalog of the input',
    expected: 'a ClusterCatalog that is available and has the labels of the selector',
    fix:
      off.length > 0
        ? 'set spec.availabilityMode of the ClusterCatalog to Available, or select another'
        : 'correct the selector, or the labels of the ClusterCatalog',
  });
}

/** Several catalogs with the same priority have the package. */
export function severalCatalogs(extension: ClusterExtension, catalogs: readonly string[]): UnlocatedProblem {
  const names = [...catalogs].sort(compareText);
  return refusal(extension, 'packageName', {
    code: 'BUNDLE_NOT_FOUND',
    message: `OLM v1 does not choose between catalogs: ${found('found bundles', extension, ` in multiple catalogs with the same priority [${names.join(' ')}]`)}`,
    found: `the package in ${names.join(' and ')}, with the same priority`,
    expected: 'one ClusterCatalog with the highest priority',
    fix: `set spec.priority of a ClusterCatalog, or select one, such as matchLabels: {olm.operatorframework.io/metadata.name: ${names[0]}}`,
  });
}

/** The bundle requires other operators, which OLM v1 does not install (resolve.NoDependencyValidation). */
export function dependency(extension: ClusterExtension, bundle: string, property: string): UnlocatedProblem {
  return refusal(extension, 'packageName', {
    code: 'REFUSED_BY_OLM',
    message: `validating bundle "${bundle}": bundle "${bundle}" has a dependency declared via property "${property}" which is currently not supported`,
    found: `the property ${property} of ${bundle}`,
    expected: 'a bundle without dependencies: OLM v1 installs no other operator for one',
    fix: 'ask for a version without dependencies, or install the operator with a Subscription of OLM v0',
  });
}
