/** Judges changed lines of pipelines, build files and settings of forges: whether they reach a cluster, or this review. */

import type { Severity } from '../../../../olm/model/finding.js';
import { OF_PROGRAMS } from '../../../../olm/model/program-files.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import type { Gate } from './gates.js';
import type { TextChange } from './text-changes.js';

/** Words of programs that reach a cluster, this review or the place that programs come from. */
const REACHES = /cdk8s-olm|kubectl|\boc\b|helm|argocd|flux|kustomize|kubeconfig|terraform|ansible|\bsecrets\b|credential|token/i;
/** Files of approvers, in which fewer names let fewer approve. */
const OF_APPROVERS = /(?:^|\/)OWNERS(?:_ALIASES)?$/;
const OF_PIPELINES = /\.ya?ml$|file[^/]*$/;

export function isOfGate({ of = '', field, before = '', after = '' }: TextChange, gate: Gate): boolean {
  return [before, after].some((value) => gate.isNamedIn(`${of} ${field} ${value}`));
}

/** Whether a changed line has words of programs that reach a cluster, or this review. */
export function reaches({ of = '', field, before = '', after = '' }: TextChange): boolean {
  return REACHES.test(`${of} ${field} ${before} ${after}`);
}

/** Whether a robot merges more, or takes programs from elsewhere. */
export function isOfRobot({ field, after }: TextChange): boolean {
  return /auto-?merge|ignoreTests|registr(?:y|ies)/i.test(field) && after !== undefined && after !== 'false';
}

export function forgeSeverity(path: string, text: string, was: UnreadFile | undefined, isGone: boolean): Severity {
  if (OF_APPROVERS.test(path)) {
    const known = new Set(wordsOf(was?.text ?? ''));
    return isGone || wordsOf(text).some((word) => !known.has(word)) ? 'warning' : 'info';
  }
  if (ATTRIBUTES.test(path)) return hidesManifests(text, was?.text ?? '') ? 'warning' : 'info';
  // Pipelines also build and test.
  const isPipeline =
    OF_PIPELINES.test(path) && !/mergify|settings|sops|yarnrc|policy|bulldozer|dependabot|pnpmfile/.test(path) && !OF_PROGRAMS.test(path);
  return isPipeline && ![text, was?.text ?? ''].some((each) => REACHES.test(each)) ? 'info' : 'warning';
}

const ATTRIBUTES = /(?:^|\/)\.gitattributes$/;
/** Attributes by which a forge shows no lines of a file, or git merges it in another way. */
const HIDING = /\s(?:[-!]?diff\b|binary\b|linguist-(?:generated|vendored)|-?merge\b|export-(?:ignore|subst))/;
/** A pattern of files by an ending that no manifest has. */
const OF_OTHERS = /^\S*\.(?!(?:ya?ml|json)\b)[\w-]+\s/;

/** Whether a new line of attributes hides changes of files that can be manifests. */
function hidesManifests(text: string, before: string): boolean {
  const known = new Set(before.split('\n'));
  return text.split('\n').some((line) => !known.has(line) && !/^\s*#/.test(line) && HIDING.test(line) && !OF_OTHERS.test(line));
}

/** Jobs from elsewhere, and triggers by which anybody's change runs with the rights of the repository. */
const FROM_ELSEWHERE = /^include(?:\[\d+\])?(?:\.(?:remote|project|ref|template|component))?$/;
const WITH_RIGHTS = /pull_request_target|workflow_run|issue_comment|repository_dispatch/;

/** Whether a pipeline gets jobs from elsewhere, or runs for anybody with its rights. */
export function runsMore({ of, field, before = '', after }: TextChange): boolean {
  if (of !== undefined || after === undefined) return false;
  const isTrigger = /^on(?:$|[.[])/.test(field) && WITH_RIGHTS.test(`${field} ${after}`) && !WITH_RIGHTS.test(before);
  return isTrigger || FROM_ELSEWHERE.test(field);
}

/** Words of pipelines and build files that apply something, or run this review. */
const APPLIES =
  /kubectl|\boc\s+(?:adm|apply|create|login|new-app|process|replace)\b|kubeconfig|argocd|fluxc?d?\b|\bhelm\b(?!\/kind-action@)|kustomize|terraform|ansible-playbook|pulumi|cdk8s|service-?account|\$\{?\{?\s*secrets\.\w*(?:KUBE|OPENSHIFT|OCP|CLUSTER)/i;

/** Commands of Helm and kustomize that only read files, and what installs these programs. */
const LOCAL =
  /\bhelm\s+(?:lint|template|version|show|dependency\s+(?:build|update|list)|dep\s+(?:up|build)|repo\s+(?:add|update)|unittest)\b|\bkustomize\s+(?:build|version|cfg)\b|\bazure\/setup-helm@|\bhelm\/chart-testing-action@|\b(?:Helm|Kustomize)\b/g;
const TITLE = /^\s*(?:-\s+)?name:/;
/** Parts of the names of jobs, targets and files. */
const NAMES = /\b(?:helm|kustomize)-(?=\w)|(?<=\w)-(?:helm|kustomize)\b/g;
/** What makes of their output something that a tool can apply. */
const WRITES =
  /\b(?:git|docker|podman|oras|crane|skopeo|buildah|helm|gh)\b[^\n]{0,200}\b(?:push|copy|release|commit)\b|contents["']?:\s*["']?write|write-all|create-pull-request|auto-commit|add-and-commit|gh-pages|\bsecrets\.(?!GITHUB_TOKEN\b)/i;

function applies(text: string): boolean {
  return APPLIES.test(WRITES.test(text) ? text : withoutLocal(text));
}

/** The lines of a pipeline without what they only do with files. */
function withoutLocal(text: string): string {
  return text
    .split('\n')
    .map((line) => (TITLE.test(line) ? '' : withoutNames(line.replace(LOCAL, ''))))
    .join('\n');
}

/** An action can have any name. */
function withoutNames(line: string): string {
  return /\buses\b/.test(line) ? line : line.replace(NAMES, '');
}

export function reachesCluster(...sides: readonly (UnreadFile | undefined)[]): boolean {
  return sides.some((side) => side !== undefined && (side.text === undefined || OF_APPROVERS.test(side.path) || applies(side.text)));
}

/** Whether a file that names this program also reaches a cluster, or runs for anybody's pull request with the rights of the repository. */
export function doesMore(text = ''): boolean {
  const rest = text.replaceAll('cdk8s', '');
  return APPLIES.test(rest) || /pull_request_target|workflow_run|\bsecrets\.(?!GITHUB_TOKEN\b)|secrets:\s*inherit|write-all/.test(rest);
}

/** Names and limits of time of jobs. */
const STEP_TEXT = /(?:^|\.)(?:name|timeout-minutes|retention-days|fail-fast)$/;
/** The version of a tool that a step installs. */
const TOOL_VERSION = /(?:^|[._-])versions?(?:\[\d+\])?$|^jobs\..*\.matrix\.[\w-]*(?:\[\d+\])?$/;
const PLAIN_VERSION = /^["']?v?\d+(?:\.(?:\d+|x|\*)){0,3}["']?$/;
/** An action at a tag, which only those who can write to its repository move; any fork can make a commit. */
const ACTION = /^([\w.-]+\/[\w./-]+)@(v?\d{1,4}(?:\.\d{1,4}){0,2})$/;

/** The installation of one package of Python by its name. */
const INSTALLS = /^(?:pip3?|python3? -m pip) install [\w.-]+(?:\[[\w,]+\])?(?:==\d[\w.]*)?$/;
const PIN = /==\d[\w.]*$/;

/** Whether a changed line of a pipeline only names a job, a limit of time, or another version of the same tool. */
export function isEverydayStep({ of, field, before, after }: TextChange): boolean {
  if (of !== undefined || before === undefined || after === undefined) return false;
  if (/(?:^|\.)uses$/.test(field)) {
    const [was, is] = [before, after].map((text) => ACTION.exec(text)?.[1]);
    return was !== undefined && was === is;
  }
  if ([before, after].some((text) => text.includes('${{'))) return false;
  if (/(?:^|\.)run$/.test(field)) {
    const [was, is] = [before, after].map((text) => (INSTALLS.test(text) ? text.replace(PIN, '') : undefined));
    return was !== undefined && was === is;
  }
  return STEP_TEXT.test(field) || (TOOL_VERSION.test(field) && PLAIN_VERSION.test(before) && PLAIN_VERSION.test(after));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\w.@/-]+/g) ?? [];
}
