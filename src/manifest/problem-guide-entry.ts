/** One entry of the guide to problems. */

/** One kind of problem, told to a person who meets it for the first time. */
export interface ProblemGuide {
  /** One sentence. */
  readonly meaning: string;
  /** A text that has the problem, or a command line that meets it, after `$ `. */
  readonly example: string;
  /** The file of the folder of a bundle to which there is a Subscription; absent for any other manifest. */
  readonly file?: string;
  /** What to do about it. */
  readonly remedy: string;
}
