/** Sorts hidden files: those of editors, linters and forges that run nothing, and all others, which some tool may run or apply. */

import { SOURCE_CODE } from './brings-nothing.js';
import { OWNED_FILES } from './owned-files.js';

/** Lists of files that some tool leaves out; those of deployment tools are known by their names. */
const IGNORE_LIST = /(?:^|\/)\.[\w-]*ignore$/;
/** Settings of linters, formatters and reports, which change no file that is applied. */
const CHECKS =
  /(?:^|\/)\.(?:editorconfig|gitkeep|keep|mailmap|clang-(?:format|tidy)|(?:prettier|stylelint|eslint|markdownlint|yamllint|golangci|codecov|coveralls|hadolint|shellcheck|pylint|flake8|commitlint|cspell|licenserc|codespell|spellcheck|ansible-lint|tflint|jshint|jscs|rubocop|lycheeignore|typos|wordlist|spelling|vale|readthedocs|nvm|node-version|python-version|ruby-version|go-version)(?:rc)?(?:[.-][\w.-]+)?)$/;
/** Texts and pictures. */
const FOR_PEOPLE =
  /\.(?:md|markdown|mdx|txt|rst|adoc|png|jpe?g|gif|svg|ico|webp|pdf|csv|html?|css|lock|sum|zip|tgz|gz|jar|class|bak|orig|swp)$/i;
/** Forms and labels of forges, and extensions that an editor recommends. */
const OF_PEOPLE =
  /(?:^|\/)\.(?:github|gitlab|gitea|forgejo)\/(?:(?:ISSUE|PULL_REQUEST|DISCUSSION|MERGE_REQUEST)_TEMPLATE|issue_templates|merge_request_templates)\/|(?:^|\/)\.github\/(?:FUNDING|labeler|labels|stale|release|release-drafter|codecov|no-response|lock|config|issue-label-bot|auto_assign|CODEOWNERS)(?:\.ya?ml)?$|(?:^|\/)\.vscode\/extensions\.json$/;

/** Whether a hidden file neither runs nor is applied. */
export function isHarmlessHidden(path: string): boolean {
  return (
    path.split('/').at(-1) === OWNED_FILES || IGNORE_LIST.test(path) || CHECKS.test(path) || FOR_PEOPLE.test(path) || OF_PEOPLE.test(path)
  );
}

/** Why the review reports the lines of a hidden file that is no manifest; undefined if it does not. */
export function hiddenReason(path: string): 'source-code' | 'other' | undefined {
  if (isHarmlessHidden(path)) return undefined;
  return SOURCE_CODE.test(path) ? 'source-code' : 'other';
}
