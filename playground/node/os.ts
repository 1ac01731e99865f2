/** `node:os` for the page. */
export const homedir = (): string => '/';
export const tmpdir = (): string => '/tmp';
export const hostname = (): string => 'localhost';
export const EOL = '\n';
/** A page has one thread. */
export const availableParallelism = (): number => 1;
/** A page gets no signals. */
export const constants: { readonly signals: Readonly<Record<string, number>> } = { signals: {} };
