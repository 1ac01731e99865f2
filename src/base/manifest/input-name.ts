/** Standard input, as an INPUT on a command line and as the name of a file in messages. */
export const STANDARD_INPUT = '-';
