/** INPUTs on a command line that are commits. */

/** The prefix of an INPUT that is a commit. */
export const GIT_INPUT = 'git:';

/** Whether an input names a commit. For a file with such a name, write `./git:…`. */
export function isGitInput(input: string): boolean {
  return input.startsWith(GIT_INPUT);
}
