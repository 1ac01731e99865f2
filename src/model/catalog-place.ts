/** What a text that names a catalog can be: an image, or a file or folder here. A folder of an image's name does not take its place. */

/** Begins like the name of a registry, which a folder seldom has: with a port, or with a domain whose last label is no number. */
const OF_REGISTRY = /^(?:[\w.-]+:\d+|localhost|[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*)\//i;
const OF_FOLDER = /^\.{0,2}\//;

/** Whether it can be nothing but an image. */
export function isImagePlace(place: string): boolean {
  return !OF_FOLDER.test(place) && OF_REGISTRY.test(place);
}

/** As what a text of `--catalog` can be read: as a place, or as `NAME=PLACE`. */
export function placesNamed(text: string): readonly string[] {
  const [, named] = /^[\w.-]+(?:\/[\w.-]+)?=(.+)$/s.exec(text) ?? [];
  return named === undefined ? [text] : [text, named];
}
