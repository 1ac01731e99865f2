/** Knows the files that nothing runs or applies: documents, pictures, tests of programs, settings of linters and of pages for people. */

import { ENDING_OF_PROGRAMS } from '../../olm/model/program-endings.js';

/** Documents, pictures and lists. */
const TEXTS =
  /\.(?:md|markdown|mdx|txt|rst|adoc|asciidoc|puml|plantuml|drawio|excalidraw|mmd|dot|csv|tsv|log|diff|bib|png|jpe?g|gif|svg|ico|webp|bmp|pdf|docx?|xlsx?|pptx?|odt|mp4|webm|ttf|woff2?|eot|bak|orig|swp|tmp|css|scss|less|html?)$/i;
/** What programs are built of, although its name is that of a text. */
const REQUIREMENTS = /(?:^|\/)[^/]*(?:requirements|constraints)[^/]*\.txt$/i;
const BY_NAME =
  /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|CHANGELOG|README|MAINTAINERS|CONTRIBUTORS|mkdocs|_config|antora|antora-playbook|cspell|codecov|commitlint[^/]*)(?:[.-][^/]*)?$/;
/** Tests of programs, and the schema by which Helm refuses values. */
const TESTS = /_test\.go$|(?:^|\/)values\.schema\.json$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|\.(?:test|spec)\.[cm]?[jt]sx?$/;
/** Settings of linters, editors and forges. Files of pipelines that do more than everyday steps have a finding of their own. */
const HIDDEN =
  /(?:^|\/)\.(?!npmrc|yarnrc|pnpmfile|envrc|bazelrc|mvn|cargo|docker\/|husky|githooks|tool-versions|mise|config\/mise|python|node|ruby|renovate)[^/]*(?:\/.*)?$/;

/** @param path the path of a changed file without a finding */
export function isForPeople(path: string): boolean {
  return (
    (TEXTS.test(path) && !REQUIREMENTS.test(path)) ||
    (BY_NAME.test(path) && !ENDING_OF_PROGRAMS.test(path)) ||
    TESTS.test(path) ||
    HIDDEN.test(path)
  );
}
