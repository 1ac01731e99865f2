/** What the page and the program say to each other. */

/** Files by path, and a command line for them. Without files, those of the last request. */
export interface Request {
  readonly id: number;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly argv: readonly string[];
}

/** What the command printed, and its exit code. */
export interface Answer {
  readonly id: number;
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** An input to start from. */
export interface Example {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** The folder with the state before the change. @default none */
  readonly before?: string;
  readonly input: string;
}
