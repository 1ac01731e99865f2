/** ytt: values are in comments of YAML. */

/** Whether ytt writes values into a text: without it, they are null. */
export function isYtt(text: string): boolean {
  return /(?::|^[ \t]*-)[ \t]+#@[ \t]/m.test(text);
}
