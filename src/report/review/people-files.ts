/**
 * Knows the files that nothing runs or applies: documents, pictures, tests of programs, settings of linters and of pages for people; and which
 * of several files says most of a change.
 */

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
  /(?:^|\/)\.(?!npmrc|yarnrc|pnpmfile|envrc|bazelrc|mvn|cargo|docker\/|husky|githooks|tool-versions|mise|config\/mise|python|node|ruby|renovate|nvmrc|gitignore|dockerignore|[\w-]{1,40}-version\b)[^/]*(?:\/.*)?$/;

/** @param path the path of a changed file without a finding */
export function isForPeople(path: string): boolean {
  return (
    (TEXTS.test(path) && !REQUIREMENTS.test(path)) ||
    (BY_NAME.test(path) && !ENDING_OF_PROGRAMS.test(path)) ||
    TESTS.test(path) ||
    HIDDEN.test(path)
  );
}

/** What a path says of a file, the nearest to a cluster first. */
const NEAREST: readonly RegExp[] = [
  /(?:^|\/)(?:templates|crds)\//,
  /values[^/]*\.ya?ml$/i,
  /(?:^|\/)Chart\.ya?ml$/,
  /\.(?:ya?ml|json|jsonnet|libsonnet)$/,
];
/** Pipelines and build files, which also do what concerns no cluster. */
const OF_BUILDS = /(?:^|\/)(?:\.[^/]+\/.*|(?:GNU)?[Mm]akefile[^/]*|[^/]*\.mk|Dockerfile[^/]*|Jenkinsfile[^/]*|\.gitlab-ci\.ya?ml)$/;
/** What tests expect. */
const EXPECTED = /(?:^|\/)(?:tests?|testdata|__snapshots__|snapshots|ci|fixtures)\/|\.(?:expected|snap|golden)\b/;

/** The place of a file in a report: what becomes an object first, what only people or tests read last. */
export function fileOrder(path: string): number {
  if (isForPeople(path)) return NEAREST.length + 3;
  if (EXPECTED.test(path)) return NEAREST.length + 2;
  if (OF_BUILDS.test(path)) return NEAREST.length + 1;
  const at = NEAREST.findIndex((pattern) => pattern.test(path));
  return at === -1 ? NEAREST.length : at;
}
