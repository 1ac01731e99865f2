/** Recognises workflows of GitHub that only get more jobs, and in which no job has credentials. */

import { isDeepStrictEqual } from 'node:util';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { isMapping } from '../../../../base/manifest/plain-data.js';
import type { UnreadFile } from '../../../../olm/model/unread-file.js';
import { documentsOf } from './text-documents.js';

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
/** Words of workflows whose jobs can do more than read this repository, leave something to other jobs, or run for anybody's pull request. */
const MORE =
  /cdk8s|\bsecrets\s*[.:[)]|permissions|environment|token|credential|kubeconfig|pull_request_target|workflow_run|workflow_call|write-all|actions\/cache|artifact|cache:|uses:\s*["']?\.\/|docker:\/\//i;
/** A machine of GitHub, which starts empty. */
const HOSTED = /^(?:ubuntu|windows|macos)-(?:latest|\d[\w.-]*)$/;

export function onlyAddsJobs(was: UnreadFile | undefined, is: UnreadFile | undefined): boolean {
  if (!was || !is || !WORKFLOW.test(is.path) || [was, is].some(({ text }) => text === undefined || MORE.test(text))) return false;
  const [old, now] = [was, is].map(({ text }) => documentsOf(text));
  if (old?.length !== 1 || now?.length !== 1) return false;
  const { jobs: before, ...others } = fieldsOf(old[0]);
  const { jobs: after, ...rest } = fieldsOf(now[0]);
  if (!isMapping(before) || !isMapping(after) || !isDeepStrictEqual(others, rest)) return false;
  return (
    Object.keys(before).every((name) => isDeepStrictEqual(before[name], after[name])) &&
    Object.values(after).every((job) => {
      const { steps, 'runs-on': runsOn } = fieldsOf(job);
      return Array.isArray(steps) && typeof runsOn === 'string' && HOSTED.test(runsOn);
    })
  );
}
