/** The places in the text of a catalog option: an image, or a local file or folder. An image name has priority over a folder with the same name. */

/** The beginning of an image name, which folders seldom have: a port, or a domain whose last label is no number. */
const OF_REGISTRY = /^(?:[\w.-]+:\d+|localhost|[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*)\//i;
const OF_FOLDER = /^\.{0,2}\//;

/** Whether a text can only be an image. */
export function isImagePlace(place: string): boolean {
  return !OF_FOLDER.test(place) && OF_REGISTRY.test(place);
}

/** The possible places in a text of `--catalog`: the text itself, or the place in `NAME=PLACE`. */
export function placesNamed(text: string): readonly string[] {
  const [, named] = /^[\w.-]+(?:\/[\w.-]+)?=(.+)$/s.exec(text) ?? [];
  return named === undefined ? [text] : [text, named];
}
