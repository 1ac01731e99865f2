/** Settings that decide what a program runs, or from where it takes programs; a program is known by its name in a command. */

import { replacesPackages } from './package-files.js';

const YARN = /\b(?:yarn|corepack)\b/;
const NODE = /\b(?:npm|npx|pnpm|pnpx|yarn|bunx?|node|corepack)\b/;

const SETTINGS: readonly (readonly [settings: RegExp, program: RegExp])[] = [
  [/(?:^|\/)\.npmrc$/, /\b(?:npm|npx|pnpm|pnpx|yarn)\b/],
  [/(?:^|\/)\.yarnrc(?:\.yml)?$|(?:^|\/)\.yarn\/|(?:^|\/)\.pnp\.[^/]*$/, YARN],
  [/(?:^|\/)(?:\.pnpmfile\.c?js|pnpm-workspace\.yaml)$/, /\b(?:pnpm|pnpx|corepack)\b/],
  [/(?:^|\/)bunfig\.toml$/, /\bbunx?\b/],
  [/(?:^|\/)\.?mise(?:\.[\w-]+)?\.toml$|(?:^|\/)\.(?:config\/)?mise\/|(?:^|\/)\.tool-versions$/, /\b(?:mise|asdf)(?:-action)?\b/],
  [/(?:^|\/)\.envrc$/, /\bdirenv\b/],
  [/(?:^|\/)dagger\.json$|(?:^|\/)\.?dagger\//, /\bdagger\b/],
  [/(?:^|\/)\.devcontainer(?:\/|\.json$)/, /\bdevcontainers?\b/],
  [/(?:^|\/)(?:flake\.(?:nix|lock)|(?:shell|default|devenv)\.nix|devenv\.(?:yaml|lock))$/, /\b(?:nix(?:-\w+)?|devenv)\b/],
  [/(?:^|\/)devbox\.(?:json|lock)$/, /\bdevbox\b/],
  [/(?:^|\/)\.?aqua(?:\/.*|\.ya?ml)$/, /\baqua\b/],
  [/(?:^|\/)turbo\.jsonc?$/, /\bturbo\b/],
  [/(?:^|\/)(?:docker-)?compose[^/]*\.ya?ml$/, /\b(?:docker|podman|nerdctl)[\s-]compose\b/],
  [/(?:^|\/)tox\.ini$/, /\btox\b/],
  [/(?:^|\/)pixi\.(?:toml|lock)$/, /\bpixi\b/],
  [/(?:^|\/)node_modules\//, NODE],
];

/** The texts of a file on both sides. */
export type Sides = readonly [before: string | undefined, after: string | undefined];

/** The programs that a file at a path sets, by the words that start them; files of packages only with both texts. */
export function settingsOf(path: string, sides?: Sides): readonly RegExp[] {
  const packages = sides && replacesPackages(path, ...sides) ? [NODE] : [];
  return [...packages, ...SETTINGS.flatMap(([settings, program]) => (settings.test(path) ? [program] : []))];
}
