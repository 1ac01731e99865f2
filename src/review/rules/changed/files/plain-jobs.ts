/** Recognises workflows of GitHub in which only jobs without credentials differ. */

import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { isMapping, sortedText } from '../../../../base/manifest/plain-data.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import { documentsOf } from './text-documents.js';

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
/** Triggers by which a workflow runs for anybody's pull request with the rights of the repository, or with those of another workflow. */
const TRIGGERS = /pull_request_target|workflow_run|workflow_call|issue|discussion/;
/** Words of jobs that can do more than read this repository, or leave something to other jobs; the jobs are written as JSON. */
const MORE =
  /cdk8s|(?<![\w-])secrets"?\s*[.:[)]|permissions|environment|token|credential|kubeconfig|write-all|actions\/cache|artifact|cache"?:|outputs|"uses":"\.\/|docker:\/\/|git\s+(?:push|commit|tag)\b/i;
/** A program of the repository, which can do more than its job says. */
const OWN_PROGRAM =
  /(?:"run":"|\\n|&&|\|\|?|;|\$\()\s*(?:\.{1,2}\/|(?:ba|z|da)?sh\s|source\s|(?:make|just|task|npm|npx|yarn|pnpm)\b|(?:python3?|node|ruby|perl)\s+(?!-m\b))/;
/** A machine of GitHub, which starts empty. */
const HOSTED = /^(?:ubuntu|windows|macos)-(?:latest|\d[\w.-]*)$/;

/** Whether only jobs differ that can do no more than read this repository, and what other jobs wait for. */
export function onlyPlainJobsDiffer(was: UnreadFile | undefined, is: UnreadFile | undefined): boolean {
  if (!was || !is || !WORKFLOW.test(is.path)) return false;
  const [old, now] = [was, is].map(({ text }) => (text === undefined ? undefined : documentsOf(text)));
  if (old?.length !== 1 || now?.length !== 1) return false;
  const [before, after] = [fieldsOf(old[0]), fieldsOf(now[0])];
  const [jobsBefore, jobsAfter] = [before.jobs, after.jobs];
  if (!isMapping(jobsBefore) || !isMapping(jobsAfter) || !isDeepStrictEqual(aroundJobs(before), aroundJobs(after))) return false;
  if (TRIGGERS.test(sortedText([after.on, after.true])) || !onlyReads(after.permissions)) return false;
  const gone = new Set(Object.keys(jobsBefore).filter((name) => !(name in jobsAfter)));
  return [...new Set([...Object.keys(jobsBefore), ...Object.keys(jobsAfter)])].every((name) => {
    const [one, other] = [jobsBefore[name], jobsAfter[name]];
    if (isDeepStrictEqual(one, other) || isDeepStrictEqual(withoutNeeds(one, gone), withoutNeeds(other, gone))) return true;
    return [one, other].every((job) => job === undefined || isPlain(job));
  });
}

/** What stands outside of the jobs, without the title. */
function aroundJobs({ jobs: _, name, ...rest }: Readonly<Record<string, unknown>>): unknown {
  // An expression can have the text of a pull request.
  return [rest, typeof name === 'string' && !name.includes('${{') ? '' : name];
}

/** Whether the token of a workflow or job can only read. */
function onlyReads(permissions: unknown): boolean {
  const values = isMapping(permissions) ? Object.values(permissions) : [permissions ?? 'read'];
  return values.every((value) => value === 'read' || value === 'none' || value === 'read-all');
}

function isPlain(job: unknown): boolean {
  const { steps, 'runs-on': runsOn, permissions, ...rest } = fieldsOf(job);
  if (!Array.isArray(steps) || typeof runsOn !== 'string' || !HOSTED.test(runsOn) || !onlyReads(permissions)) return false;
  const text = sortedText([steps, rest]);
  return !MORE.test(text) && !OWN_PROGRAM.test(text);
}

/** A job without the names of removed jobs that it waited for. */
function withoutNeeds(job: unknown, gone: ReadonlySet<string>): unknown {
  const { needs, ...rest } = fieldsOf(job);
  const names = (Array.isArray(needs) ? needs : [needs]).filter((name) => name !== undefined && !gone.has(String(name)));
  return { ...rest, needs: names };
}
