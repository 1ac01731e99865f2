/** A folder here with the content of a repository elsewhere that kustomizations take bases from. */
export interface RemoteFolder {
  /** As kustomizations write it, without a revision. */
  readonly url: string;
  readonly folder: string;
}
