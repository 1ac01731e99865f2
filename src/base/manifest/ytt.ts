/** Recognises ytt templates, whose values are in YAML comments. */

/** Whether a text has values that ytt fills in. Without ytt, these values are null. */
export function isYtt(text: string): boolean {
  return /(?::|^[ \t]*-)[ \t]+#@[ \t]/m.test(text);
}
