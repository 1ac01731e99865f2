/** What is shown to a registry: a name with its password, or a token. */
export type Credentials =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  /** Exchanged for a token of the registry. */
  | { readonly kind: 'identity-token'; readonly token: string }
  /** Sent as it is. */
  | { readonly kind: 'registry-token'; readonly token: string };
