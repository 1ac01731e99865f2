/** Workloads that run as a powerful account from before, and now run a program from elsewhere, or another one. */

import { ownerOf, repositoryOf } from '../../kubernetes/image-reference.js';
import { formatReference } from '../../kubernetes/object.js';
import { containersOf, interpretedProgram } from '../../kubernetes/pod-spec.js';
import type { FieldPath } from '../../manifest/field-path.js';
import { sortedText } from '../../manifest/plain-data.js';
import { accountSubject, type Workload, workloadsOf } from '../../state/workloads.js';
import { listed } from '../../wording/phrases.js';
import { powerOf } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { NSA_TOKENS } from '../rule.js';
import { commandsIn, PROGRAM_FIELDS } from './pods/pod-fields.js';
import { workloadPairs } from './pods/workload-pairs.js';

export const powerfulImage = riskRule({
  id: 'powerful-image',
  severity: 'error',
  title: 'Another program runs as a powerful ServiceAccount',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS],
  documentation: {
    meaning:
      'A workload still runs as a ServiceAccount that is one step from cluster-admin. The change gives it an image from a repository that no workload used, or another program in `command`, `args`, a hook or a probe. The next version of an image does not count. For Deployments of a CSV, also added ones, only the command line of a shell or the like counts, and an image from a registry or registry account that no workload used.',
    attack: "The image of a backup job that can read every Secret comes from the attacker's registry.",
    fix: "Check the image's source and what it runs, and accept the workload in the baseline.",
  },
  compare: (base, head) => {
    const before = workloadsOf(base.state).flatMap(programsOf);
    const known = new Set(before.map(({ repository }) => repository));
    const owners = new Set(before.map(({ owner }) => owner));
    const interpreted = new Set(before.map(({ interpreted }) => interpreted));
    return workloadPairs(base.state, head.state).flatMap(({ before: was, after: workload }) => {
      if (!workload) return [];
      const { reference, source, account, pod, csv } = workload;
      const subject = accountSubject(workload);
      // One that begins to run as a powerful account is told for that.
      const wasPowerful = [subject, ...(was ? [accountSubject(was)] : [])].some((each) => powerOf(base, each) !== undefined);
      if (csv === undefined ? was?.account !== account : !wasPowerful) return [];
      const commands = new Set((was ? programsOf(was) : []).map(({ command }) => command));
      const isForeign = ({ owner, repository }: Program): boolean => !owners.has(owner) && !WIDELY_USED.has(repository);
      const other = programsOf(workload).filter((program) =>
        csv === undefined
          ? !known.has(program.repository) || !commands.has(program.command)
          : isForeign(program) || (program.interpreted !== undefined && !interpreted.has(program.interpreted)),
      );
      const power = other.length > 0 ? powerOf(head, subject) : undefined;
      if (power === undefined) return [];
      return [
        {
          subject: source,
          message: `${formatReference(reference)} runs ${listed(other.map(({ text }) => text))} as ${formatReference(subject)}, which can ${power}`,
          fix: 'check where the image comes from and what it runs, and accept it in the baseline',
          at: pod.at,
          identity: other.map(({ repository, command }) => `${repository} ${command}`),
          covers: other.flatMap(({ at }) => PROGRAM_FIELDS.map((field) => [...at, field])),
        },
      ];
    });
  },
});

/** A program that most operators run beside their own, wherever its makers publish it. */
const WIDELY_USED: ReadonlySet<string> = new Set([
  'gcr.io/kubebuilder/kube-rbac-proxy',
  'quay.io/brancz/kube-rbac-proxy',
  'registry.k8s.io/kubebuilder/kube-rbac-proxy',
  'registry.redhat.io/openshift4/ose-kube-rbac-proxy',
  'registry.redhat.io/openshift4/ose-kube-rbac-proxy-rhel9',
  'quay.io/openshift/origin-kube-rbac-proxy',
]);

interface Program {
  readonly repository: string;
  /** Of its image. */
  readonly owner: string;
  readonly command: string;
  readonly text: string;
  /** The container. */
  readonly at: FieldPath;
  /** The command line, if it is a text for a shell or the like. */
  readonly interpreted?: string;
}

/** In JSON, where a blank after a backslash is part of a word. */
function withoutTrailingBlanks(command: string): string {
  return command.replace(/(?<![\\ \t])[ \t]+(?=\\n)/g, '');
}

/** What each container of a workload runs: at its start, beside it, and when somebody asks how it is. */
function programsOf({ pod, csv }: Workload): Program[] {
  return containersOf(pod).map(({ fields, image = '', at }) => {
    const line = interpretedProgram(fields);
    // Of an operator's Deployment only a shell's arguments count: others change with every version.
    const read = PROGRAM_FIELDS.filter((field) => field !== 'args' || line !== undefined || csv === undefined);
    const commands = read.flatMap((field) => commandsIn(fields, field)).map((command) => sortedText(command));
    return {
      repository: repositoryOf(image),
      owner: ownerOf(image),
      command: commands.map(withoutTrailingBlanks).join(),
      text: [image, ...commands].join(' with '),
      at,
      ...(line ? { interpreted: sortedText(line) } : {}),
    };
  });
}
