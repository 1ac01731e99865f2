/** Names by which guards are known. */

/** The usual names of programs that refuse requests, in charts and folders. */
export const GUARD_PROGRAMS =
  /kyverno|gatekeeper|kubewarden|opa\b|open-?policy|falco|tetragon|neuvector|polic(?:y|ies)|admission|security/i;
