/** Tests whether a file never reaches a cluster by itself: documents, pictures, and files of forges, linters and editors. */

import { ENDING_OF_PROGRAMS } from '../../olm/model/program-endings.js';

/** Files of forges, editors and linters. */
export const OF_FORGES =
  /(?:^|\/)\.(?:github|gitlab|circleci|vscode|devcontainer)\/|(?:^|\/)\.(?:gitlab-ci|travis|yamllint|pre-commit-config|markdownlint|codecov|prettierrc|golangci|renovaterc)\.(?:ya?ml|json)$/;

/** Source code. Most is built into images. Code of Pulumi, CDK and cdk8s makes manifests, recognized by its changed lines. */
export const SOURCE_CODE = /\.(?:go|java|kt|scala|rs|c|cc|cpp|h|hpp|cs|fs|vb|swift|ts|tsx|jsx|mts|cts)$/i;

/** Tests of programs, by the names that test tools use: they are not built. */
export const OF_TESTS = /_test\.go$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|\.(?:test|spec)\.[cm]?[jt]sx?$/;

const BY_NAME = new RegExp(
  [
    OF_TESTS,
    /\.(?:md|markdown|mdx|txt|rst|adoc|asciidoc|puml|plantuml|drawio|excalidraw|mmd|dot|csv|tsv|log|diff|bib|bak|orig|swp|tmp)$/,
    /\.(?:png|jpe?g|gif|svg|ico|webp|bmp|pdf|docx?|xlsx?|pptx?|odt|mp4|webm|ttf|woff2?|eot|zip|t?gz|bz2|xz|jar|class|exe|so)$/,
    SOURCE_CODE,
    /\.(?:mod|sum|css|scss|less|html?|vue|map|lock|proto|sql|ipynb|pub|pem|crt|asc|sig)$/,
    // A name in messages can begin with a revision.
    /(?:^|[/:])(?:renovate|package|package-lock|pnpm-lock|pnpm-workspace|(?:rpms|artifacts|modules)\.(?:lock|in)|tsconfig[^/]*|jsconfig|mkdocs|_config|codecov|cspell|antora|antora-playbook|lerna|nx|devfile|commitlint[^/]*|galaxy|docker-compose[^/]*|compose)\.(?:json5?|ya?ml)$/,
    /(?:^|\/)(?:chainsaw-test|kuttl-test|molecule)\.ya?ml$|(?:^|\/)molecule\/|\.schema\.json$/,
    /(?:^|\/)\.[^/]*$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Names of documents and builds: with the ending of a program, a tool can run or load the file. */
const NAMED_FOR_PEOPLE =
  /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|OWNERS(?:_ALIASES)?|CODEOWNERS|CHANGELOG|README|VERSION|PROJECT|MAINTAINERS|CONTRIBUTORS|(?:[^/]+\.)?(?:Dockerfile|Containerfile))(?:[.-][^/]*)?$/i;

export function bringsNothing(path: string): boolean {
  return BY_NAME.test(path) || (NAMED_FOR_PEOPLE.test(path) && !ENDING_OF_PROGRAMS.test(path));
}
