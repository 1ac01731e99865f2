/** Files of which nothing reaches a cluster by itself: documents, pictures, and what forges, linters and editors read. */

/** What forges, editors and linters read. */
export const OF_FORGES =
  /(?:^|\/)\.(?:github|gitlab|circleci|vscode|devcontainer)\/|(?:^|\/)\.(?:gitlab-ci|travis|yamllint|pre-commit-config|markdownlint|codecov|prettierrc|golangci|renovaterc)\.(?:ya?ml|json)$/;

/** Most are built into images, and run there. Those of Pulumi, CDK and cdk8s make manifests: their changed lines tell which they are. */
export const SOURCE_CODE = /\.(?:go|java|kt|scala|rs|c|cc|cpp|h|hpp|cs|fs|vb|swift|ts|tsx|jsx|mts|cts)$/i;

/** Tests of programs, as their tools go by names: nothing of them is built. */
export const OF_TESTS = /_test\.go$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|\.(?:test|spec)\.[cm]?[jt]sx?$/;

const BY_NAME = new RegExp(
  [
    OF_TESTS,
    /\.(?:md|markdown|mdx|txt|rst|adoc|asciidoc|puml|plantuml|drawio|excalidraw|mmd|dot|csv|tsv|log|diff|bib|bak|orig|swp|tmp)$/,
    /\.(?:png|jpe?g|gif|svg|ico|webp|bmp|pdf|docx?|xlsx?|pptx?|odt|mp4|webm|ttf|woff2?|eot|zip|t?gz|bz2|xz|jar|class|exe|so)$/,
    SOURCE_CODE,
    /\.(?:mod|sum|css|scss|less|html?|vue|map|lock|proto|sql|ipynb|pub|pem|crt|asc|sig)$/,
    /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|OWNERS(?:_ALIASES)?|CODEOWNERS|CHANGELOG|README|VERSION|PROJECT|MAINTAINERS|CONTRIBUTORS|(?:[^/]+\.)?(?:Dockerfile|Containerfile))(?:[.-][^/]*)?$/,
    // A name in messages can have a revision before it.
    /(?:^|[/:])(?:renovate|package|package-lock|pnpm-lock|pnpm-workspace|(?:rpms|artifacts|modules)\.(?:lock|in)|tsconfig[^/]*|jsconfig|mkdocs|_config|codecov|cspell|antora|antora-playbook|lerna|nx|devfile|commitlint[^/]*|galaxy|docker-compose[^/]*|compose)\.(?:json5?|ya?ml)$/,
    /(?:^|\/)(?:chainsaw-test|kuttl-test|molecule)\.ya?ml$|(?:^|\/)molecule\/|\.schema\.json$/,
    /(?:^|\/)\.[^/]*$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

export function bringsNothing(path: string): boolean {
  return BY_NAME.test(path);
}
