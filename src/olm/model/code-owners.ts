/** The files in which a forge looks for the owners of paths. */

/** The file that names the approvers of changes, relative to the root of a repository. */
export const CODE_OWNERS = /^(?:\.github\/|\.gitlab\/|docs\/)?CODEOWNERS$/;
