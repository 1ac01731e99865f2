/** The file by which forges ask for reviews. */

/** The file that names the approvers of changes, relative to the root of a repository. */
export const CODE_OWNERS = /^(?:\.github\/|\.gitlab\/|docs\/)?CODEOWNERS$/;
