/** How an INPUT of a command line is named, where it is no path. */

/** Standard input, as an INPUT and as the name of a file in messages. */
export const STANDARD_INPUT = '-';

/** How an INPUT begins that is a commit. */
export const GIT_INPUT = 'git:';

/** Whether an input names a commit. For a file with such a name, write `./git:…`. */
export function isGitInput(input: string): boolean {
  return input.startsWith(GIT_INPUT);
}
