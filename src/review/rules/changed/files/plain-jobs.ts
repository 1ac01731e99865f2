/** Recognises workflows of GitHub in which only jobs without credentials differ. */

import { isDeepStrictEqual } from 'node:util';
import { fieldsOf, listOf } from '../../../../base/kubernetes/pod-spec.js';
import { isMapping, sortedText } from '../../../../base/manifest/plain-data.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import { documentsOf } from './text-documents.js';

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
/** Triggers by which a workflow runs for anybody's pull request with the rights of the repository, or with those of another workflow. */
const TRIGGERS = /pull_request_target|workflow_run|workflow_call|issue|discussion/;
/** Words of jobs that can do more than read this repository, or leave something to other jobs; the jobs are written as JSON. */
const MORE =
  /cdk8s|secret|permissions|token|credential|kubeconfig|write-all|actions\/cache|artifact|cache"?:|"uses":"\.|docker:|\.git\b|\bpush\b|curl|wget|ssh|github-script/i;
/** Commands that start a program of the repository, or reach a cluster. */
const PROGRAMS =
  /(?:^|[^\w/.-])(?:sudo|env|exec|eval|source|(?:ba|z|da)?sh|make|just|task|npm|npx|yarn|pnpm|go run|BASH_ENV|NODE_OPTIONS|PYTHONPATH|gh|hub|oc|kubectl|helm|argocd|flux|terraform|ansible\S*)(?![\w.-])|(?:"run":"|\\n|&&|\|\|?|;|\$\()\s*(?:\.{1,2}\/|(?:python3?|node|ruby|perl)\s+(?!-m\b))/;
/** The token that each job has, with what `permissions` gives it, and that a checkout leaves in the folder anyway. */
const OWN_TOKEN = /"(?:GITHUB|GH)_TOKEN":"\$\{\{\s{0,9}(?:secrets\.GITHUB_TOKEN|github\.token)\s{0,9}\}\}"/g;
/** Names of variables that say how a program is started, or where it finds something. */
const STARTS = /PATH|PRELOAD|OPT|ENV|STARTUP|CONFIG|SSH|COMMAND|HOOK|PAGER|EDITOR|SHELL|PROXY|URL|HOST|REGISTR|INDEX/;
/** Words of an expression that has nothing of an event or a secret. */
const PLAIN_WORDS = /(?:matrix|env|runner)\.[\w-]+|needs\.[\w-]+\.result|'[\w -]*'|always\(\)|[\s!()&|=]/g;
/** The fields of a job that says all of what it does. */
const FIELDS: ReadonlySet<string> = new Set(['name', 'needs', 'if', 'runs-on', 'steps', 'strategy', 'timeout-minutes', 'permissions']);
/** A machine of GitHub, which starts empty. */
const HOSTED = /^(?:ubuntu-(?:latest|\d\d\.\d\d)|windows-(?:latest|20\d\d)|macos-(?:latest|\d\d))$/;

/** Whether only jobs differ that can do no more than read this repository, and what other jobs wait for. */
export function onlyPlainJobsDiffer(was: UnreadFile | undefined, is: UnreadFile | undefined): boolean {
  if (!was || !is || !WORKFLOW.test(is.path)) return false;
  const [old, now] = [was, is].map(({ text }) => (text === undefined ? undefined : documentsOf(text)));
  if (old?.length !== 1 || now?.length !== 1) return false;
  const [before, after] = [fieldsOf(old[0]), fieldsOf(now[0])];
  const [jobsBefore, jobsAfter] = [before.jobs, after.jobs];
  if (!isMapping(jobsBefore) || !isMapping(jobsAfter) || !isDeepStrictEqual(aroundJobs(before), aroundJobs(after))) return false;
  if (!isPlainAround(after)) return false;
  const names = [...new Set([...Object.keys(jobsBefore), ...Object.keys(jobsAfter)])];
  const both = (name: string): readonly unknown[] => [jobsBefore[name], jobsAfter[name]].filter((job) => job !== undefined);
  const plain = new Set(names.filter((name) => both(name).every((job) => isPlain(job, after.permissions))));
  const differing = names.filter((name) => !isDeepStrictEqual(jobsBefore[name], jobsAfter[name]));
  // A job that waits for another also trusts it.
  const isTrusted = (name: string): boolean =>
    names.some((other) => !plain.has(other) && both(other).some((job) => needsOf(job).includes(name)));
  return differing.every((name) => plain.has(name) && !isTrusted(name) && bringsNoAction(jobsBefore[name], jobsAfter[name]));
}

/** What stands outside of the jobs, without the title. */
function aroundJobs({ jobs: _, name, ...rest }: Readonly<Record<string, unknown>>): unknown {
  // An expression can have the text of a pull request.
  return [rest, typeof name === 'string' && !name.includes('${{') ? '' : name];
}

/** Whether no job gets anything from its workflow. */
function isPlainAround({ jobs: _, permissions, on, true: triggers, ...rest }: Readonly<Record<string, unknown>>): boolean {
  const isGiven = 'defaults' in rest || Object.values(fieldsOf(rest.env)).some((value) => String(value).includes('${{'));
  return (
    !isGiven &&
    !/BASH_ENV|NODE_OPTIONS|PATH/.test(sortedText(rest.env)) &&
    !TRIGGERS.test(sortedText([on, triggers])) &&
    onlyReads(permissions)
  );
}

/** Whether the token of a workflow or job can only read. */
function onlyReads(permissions: unknown): boolean {
  const values = isMapping(permissions) ? Object.values(permissions) : [permissions ?? 'read'];
  return values.every((value) => value === 'read' || value === 'none' || value === 'read-all');
}

/** @param around the permissions of the workflow: without any, the token can write in many repositories */
function isPlain(job: unknown, around: unknown): boolean {
  const { steps, 'runs-on': runsOn, permissions, ...rest } = fieldsOf(job);
  if (!Array.isArray(steps) || typeof runsOn !== 'string' || !HOSTED.test(runsOn) || !onlyReads(permissions)) return false;
  if (!Object.keys(rest).every((field) => FIELDS.has(field))) return false;
  const said = sortedText([steps.map(withoutPlainEnv), rest]);
  const text = said.replace(OWN_TOKEN, '"":""');
  if (text !== said && (permissions ?? around) === undefined) return false;
  return !MORE.test(text) && !PROGRAMS.test(text) && text.split('${{').slice(1).every(isPlainExpression);
}

/** A step with the values of its variables alone, if these are words, and with its token. */
function withoutPlainEnv(step: unknown): unknown {
  const { env, ...rest } = fieldsOf(step);
  const all = Object.entries(fieldsOf(env));
  const isToken = ([name, value]: readonly [string, unknown]): boolean => sortedText({ [name]: value }).match(OWN_TOKEN) !== null;
  const isWord = ([name, value]: readonly [string, unknown]): boolean =>
    /^(?:true|false)$/.test(String(value)) || (/^[A-Z]\w*$/.test(name) && !STARTS.test(name) && /^[\w.-]*$/.test(String(value)));
  const [tokens, others] = [all.filter(isToken), all.filter((entry) => !isToken(entry))];
  return others.every(isWord) ? { ...rest, ...Object.fromEntries(tokens), '': others.map(([, value]) => value) } : step;
}

/** @param text what follows the opening of an expression */
function isPlainExpression(text: string): boolean {
  const end = text.indexOf('}}');
  return end >= 0 && text.slice(0, end).replace(PLAIN_WORDS, '') === '';
}

/** Whether a changed job uses no action that it did not use, and a new one hands nobody its token; GitHub's own actions are no others. */
function bringsNoAction(before: unknown, after: unknown): boolean {
  if (before === undefined) return !sortedText(after).match(OWN_TOKEN);
  const actionsOf = (job: unknown): readonly string[] =>
    listOf(fieldsOf(job).steps).flatMap(({ uses }) => (typeof uses === 'string' ? [uses.replace(/@.*$/s, '')] : []));
  const known = new Set(actionsOf(before));
  return actionsOf(after).every((action) => known.has(action) || action.startsWith('actions/'));
}

function needsOf(job: unknown): readonly unknown[] {
  const { needs } = fieldsOf(job);
  return Array.isArray(needs) ? needs : [needs];
}
