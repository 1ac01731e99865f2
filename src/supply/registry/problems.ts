/**
 * The problems between a reference and its content, in words. They name only hosts, repositories, paths and digests: an
 * address can contain a password or a signature.
 */
import { problemError } from '../../base/manifest/format-problem.js';
import { printable } from '../../base/manifest/printable.js';
import { type Problem, ProblemError } from '../../base/manifest/problem.js';

/**
 * An error with a problem, to be thrown.
 *
 * @param problem its `file` is the image or configuration file that it concerns
 * @param cause the error of Node; it is never shown
 */
export function failure(problem: Problem, cause?: unknown): ProblemError {
  const error = problemError([problem]);
  if (cause !== undefined) error.cause = cause;
  return error;
}

/** The problem in an error of this folder; undefined for any other error, such as a cancelled run. */
export function problemOf(error: unknown): Problem | undefined {
  return ProblemError.isProblemError(error) ? error.problems[0] : undefined;
}

/** The problem of content that does not match its digest. */
export function wrongDigest(image: string, what: string, found: string, expected: string): ProblemError {
  return failure({
    code: 'IMAGE_DIGEST',
    message: `${what} does not have the content that its digest names`,
    file: image,
    found,
    expected,
    fix: 'Do not use this image: the registry, or something between it and here, changed the content. Ask the owner of the registry.',
  });
}

/** The problem of an image that is not supported. */
export function unsupported(image: string, message: string, found: string, expected: string, fix: string): ProblemError {
  return failure({ code: 'IMAGE_UNSUPPORTED', message, file: image, found: printable(found), expected, fix });
}

/** The problem of an image that is made to harm, or that different readers interpret differently. */
export function unsafe(image: string, message: string, found: string): ProblemError {
  return failure({
    code: 'IMAGE_UNSAFE',
    message,
    file: image,
    found: printable(found),
    expected: 'plain files and folders, each once in a layer',
    fix: 'Build the image again with COPY of plain files. If it is not yours, do not use it.',
  });
}

/** The problem of content that exceeds a limit. */
export function tooLarge(image: string, what: string, limit: number): ProblemError {
  return failure({
    code: 'IMAGE_TOO_LARGE',
    message: `${what} is larger than ${sizeText(limit)}`,
    file: image,
    expected: `at most ${sizeText(limit)}`,
    fix: 'Check that the reference names a bundle or a file-based catalog.',
  });
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / (1 << 20);
  return mebibytes >= 1024 ? `${Math.floor(mebibytes / 1024)} GiB` : `${Math.floor(mebibytes)} MiB`;
}
