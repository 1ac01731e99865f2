/** Options for installing operators without OLM. */

export const CERTIFICATE_CHOICES = ['cert-manager', 'service-ca', 'none'] as const;
/** The provider of the certificates of webhooks and APIServices. */
export type CertificateChoice = (typeof CERTIFICATE_CHOICES)[number];

/** An existing issuer of cert-manager. */
export interface ExistingIssuer {
  /** `Issuer` or `ClusterIssuer`. */
  readonly kind: 'Issuer' | 'ClusterIssuer';
  /** The name of the issuer. */
  readonly name: string;
}

/** How operators are installed without OLM. */
export interface InstallChoices {
  /** Who makes the certificates of webhooks and APIServices: `cert-manager`, `service-ca` or `none`. @default 'cert-manager'; 'service-ca' where the input has an object of config.openshift.io */
  readonly certificates?: CertificateChoice;
  /** Signs the certificates of cert-manager. @default a self-signed Issuer for each of them */
  readonly issuer?: ExistingIssuer;
  /** Whether operators that support only all namespaces may be in any group: they are then descoped. @default false */
  readonly descoped?: boolean;
}

export interface InstallOptions extends InstallChoices {
  /** The operators that are installed without OLM; OLM installs the others. @default all */
  readonly only?: InstalledPart;
}

/** A part of the operators of a cluster. */
export interface InstalledPart {
  /** Namespaces, each with all its operators. */
  readonly namespaces: readonly string[];
  /** Further operators, as `namespace/name` of their CSV. */
  readonly operators: readonly string[];
}

/** Whether a CSV is in a part; without a name, whether a whole namespace is. */
export function isInPart(part: InstalledPart | undefined, { namespace = '', name }: { namespace?: string; name?: string }): boolean {
  if (!part) return true;
  return part.namespaces.includes(namespace) || (name !== undefined && part.operators.includes(`${namespace}/${name}`));
}
