/** `metadata` of rendered objects, in the form of cdk8s-plus. */

/** Labels and annotations. */
export interface ObjectMetadata {
  /** Labels. @default none */
  readonly labels?: { readonly [key: string]: string };
  /** Annotations. @default none */
  readonly annotations?: { readonly [key: string]: string };
}

/** Settings with labels and annotations. */
export interface WithMetadata extends ObjectMetadata {
  /** Labels and annotations, as cdk8s-plus takes them. @default none */
  readonly metadata?: ObjectMetadata;
}

/** Both together; for the same key, the direct setting has priority over `metadata`. */
export function metadataOf({ labels, annotations, metadata = {} }: WithMetadata): ObjectMetadata {
  const both = { labels: { ...metadata.labels, ...labels }, annotations: { ...metadata.annotations, ...annotations } };
  return Object.fromEntries(Object.entries(both).filter(([, values]) => Object.keys(values).length > 0));
}
