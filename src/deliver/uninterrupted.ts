/** Ctrl-C while a file or folder is replaced: that is finished first, as it takes no time to speak of. */

let listener: () => void = () => {};

/** Only the program itself listens, once in a process. @param listen is told of each thing that was written */
export function listenToWriting(listen: () => void): void {
  listener = listen;
}

/** Does something to the end, whatever the user types. The run goes on after it, too. */
export function uninterrupted<T>(write: () => T): T {
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  try {
    const result = write();
    listener();
    return result;
  } finally {
    process.off('SIGINT', ignore);
  }
}
