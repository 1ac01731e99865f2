/** `--mirror FROM=TO`: a mirror that the user names. */
import { failure } from '../problems.js';
import type { MirrorRule } from './mirror.js';

const LOCATION = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?:\/[a-z0-9._-]+)*$/i;

/**
 * The rule of an option: everything below FROM is pulled from TO, and from FROM where TO does not have it.
 *
 * @throws ProblemError `MIRRORS_UNUSABLE`
 * @example
 * mirrorOfOption('quay.io/acme=127.0.0.1:5000/acme')
 */
export function mirrorOfOption(option: string): MirrorRule {
  const [source = '', location = ''] = option.split(/=(.*)/s);
  if (LOCATION.test(source) && LOCATION.test(location)) return { source, mirrors: [{ location, digests: true, tags: true }] };
  throw failure({
    code: 'MIRRORS_UNUSABLE',
    message: 'a mirror names no two places',
    file: '--mirror',
    found: option,
    expected: 'FROM=TO, such as quay.io/acme=mirror.example.com/acme',
    fix: 'Correct the option.',
  });
}
