/** Files of which nothing reaches a cluster by itself: documents, pictures, sources of programs, and what forges, linters and editors read. */

const BY_NAME = new RegExp(
  [
    /\.(?:md|markdown|mdx|txt|rst|adoc|asciidoc|puml|plantuml|drawio|excalidraw|mmd|dot|csv|tsv|log|diff|bib|bak|orig|swp|tmp)$/,
    /\.(?:png|jpe?g|gif|svg|ico|webp|bmp|pdf|docx?|xlsx?|pptx?|odt|mp4|webm|ttf|woff2?|eot|zip|t?gz|bz2|xz|jar|class|exe|so)$/,
    // They are built into images, and run there.
    /\.(?:go|mod|sum|java|kt|scala|rs|c|cc|cpp|h|hpp|cs|swift|ts|tsx|jsx|mts|css|scss|less|html?|vue|map|lock|proto|sql|ipynb|pub|pem|crt|asc|sig)$/,
    /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|OWNERS(?:_ALIASES)?|CODEOWNERS|CHANGELOG|README|VERSION|PROJECT|MAINTAINERS|CONTRIBUTORS|(?:[^/]+\.)?(?:Dockerfile|Containerfile))(?:[.-][^/]*)?$/,
    /(?:^|\/)(?:renovate|package|package-lock|tsconfig[^/]*|jsconfig|mkdocs|_config|codecov|cspell|antora|antora-playbook|lerna|nx|devfile|commitlint[^/]*|galaxy|docker-compose[^/]*|compose)\.(?:json5?|ya?ml)$/,
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
