/** Recognises ytt templates, whose values are in YAML comments. */

/** Whether ytt fills in values of a text: without ytt, they are null. */
export function isYtt(text: string): boolean {
  return /(?::|^[ \t]*-)[ \t]+#@[ \t]/m.test(text);
}
