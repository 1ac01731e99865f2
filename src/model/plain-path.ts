/** A path with slashes, without empty steps, steps of a dot, and slashes at its ends. */
export function plainPath(path: string): string {
  return path
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/');
}
