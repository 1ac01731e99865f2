/** `node:os` for the page. */
export const homedir = (): string => '/';
export const tmpdir = (): string => '/tmp';
export const hostname = (): string => 'localhost';
export const EOL = '\n';
/** A page has one thread. */
export const availableParallelism = (): number => 1;
