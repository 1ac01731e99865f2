/**
 * Finds changed lines of package lists, build files and scripts by which another package takes the place of one that makes manifests, or
 * that judges them: another name, another source, another registry. A later version of the same package is none of these.
 */
import type { TextChange } from './text-changes.js';

/** Packages of programs that make manifests or judge them, in the names of all registries. */
const GENERATOR =
  /(?:^|[^\w-])(?:@?cdk8s[\w-]*|constructs|cdktf[\w-]*|@pulumi\/kubernetes\w*|pulumi[-_]kubernetes\w*|kcl-lang|jsonnet-bundler)(?![\w-])/i;
/** Names that only look like one of them. */
const LIKE_ONE = /cdk8s/i;

/** Files that list packages. */
const PACKAGES =
  /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|(?:requirements|constraints)[^/]*\.(?:txt|in)|pyproject\.toml|setup\.(?:py|cfg)|Pipfile(?:\.lock)?|poetry\.lock|uv\.lock|go\.(?:mod|sum|work)|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|Gemfile(?:\.lock)?|\.pre-commit-config\.yaml|environment\.ya?ml)$/;
/** A step that installs or starts a package, in any other file. */
const INSTALLS = /\b(?:install|add|npx|pnpx|bunx|uvx|pipx|dlx|go\s+(?:get|run)|from|image|uses|repo|rev)\b/i;

/** Versions, sums and paths of archives, which differ between two versions of one package. */
const OF_VERSION =
  /sha\d+-[\w+/=]+|h1:[\w+/=]+|\b[0-9a-f]{32,}\b|(?<!\w)(?<!(?<!\w)[~^<>=!,\s"'])[~^<>=!,\s"']*v?\d+(?:\.[\w*]+)*(?:[-+][\w.]+)?/gi;

/** The entries of a file that install such a package, or one that looks like it, without their versions. */
function entriesOf(path: string, text: string): ReadonlyMap<string, string> {
  const isList = PACKAGES.test(path);
  const parts = text.split(isList ? /[\n,{}]+/ : /\n/).filter((line) => LIKE_ONE.test(line) || GENERATOR.test(`${line} `));
  const withoutVersion = (line: string): string =>
    line
      .replace(OF_VERSION, '')
      .replaceAll(/[\s"']+/g, ' ')
      .trim();
  return new Map(parts.filter((line) => isList || INSTALLS.test(line)).map((line) => [withoutVersion(line), line.trim()]));
}

/** The lines by which another package takes the place of one that makes or judges manifests; a package that only comes is none. */
export function replacedGenerators(path: string, was: string | undefined, is: string | undefined): readonly TextChange[] {
  if (was === undefined || is === undefined || was === is) return [];
  const [before, after] = [entriesOf(path, was), entriesOf(path, is)];
  const isOne = (line: string): boolean => GENERATOR.test(`${line} `);
  const gone = [...before].flatMap(([entry, line]) => (isOne(line) && !after.has(entry) ? [line] : []));
  const came = [...after].flatMap(([entry, line]) => (before.has(entry) ? [] : [line]));
  const [first] = came;
  if (gone.length > 0) return gone.map((line) => ({ field: '', before: line, ...(first === undefined ? {} : { after: first }) }));
  return came.filter((line) => !isOne(line) || line.includes('=>')).map((line) => ({ field: '', after: line }));
}
