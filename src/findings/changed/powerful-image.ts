/** Workloads that run as a powerful account from before, and now run a program from elsewhere, or another one. */
import { imageReference } from '../../kubernetes/image-reference.js';
import { formatReference } from '../../kubernetes/object.js';
import { containersOf, fieldsOf, interpretedProgram } from '../../kubernetes/pod-spec.js';
import { sortedText } from '../../manifest/plain-data.js';
import { accountSubject, type Workload, workloadsOf } from '../../state/workloads.js';
import { listed } from '../../wording/phrases.js';
import { powerOf } from '../access/powers.js';
import { NSA_TOKENS, type RiskRule } from '../rule.js';

export const powerfulImage: RiskRule = {
  id: 'powerful-image',
  severity: 'error',
  title: 'Another program runs as a powerful ServiceAccount',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS],
  documentation: {
    meaning:
      'A workload runs as a ServiceAccount from which cluster-admin is one step away, as it did before. The change gives it an image from a repository that no workload used before, or another program to run: by its `command` or `args`, by a hook or by a probe. The next version of an image does not count. Of the Deployments of a ClusterServiceVersion only the command line of a shell or the like counts, also in a Deployment that an upgrade adds: what an operator runs otherwise is told among the other changes.',
    attack: 'The image of a backup job that can read every Secret comes from the registry of the attacker.',
    fix: 'Check where the image comes from and what it runs, and accept the workload in the baseline.',
  },
  compare: (base, head) => {
    const before = workloadsOf(base.state);
    const known = new Set(before.flatMap(programsOf).map(({ repository }) => repository));
    const interpreted = new Set(before.flatMap(programsOf).map(({ interpreted }) => interpreted));
    const old = new Map(before.map((workload) => [formatReference(workload.reference), workload]));
    return workloadsOf(head.state).flatMap((workload) => {
      const { reference, source, account, pod, csv } = workload;
      const subject = accountSubject(workload);
      const was = old.get(formatReference(reference));
      // One that begins to run as a powerful account is told for that.
      if (csv === undefined ? was?.account !== account : powerOf(base, subject) === undefined) return [];
      const commands = new Set((was ? programsOf(was) : []).map(({ command }) => command));
      const other = programsOf(workload).filter(({ repository, command, interpreted: line }) =>
        csv === undefined ? !known.has(repository) || !commands.has(command) : line !== undefined && !interpreted.has(line),
      );
      const power = other.length > 0 ? powerOf(head, subject) : undefined;
      if (power === undefined) return [];
      return [
        {
          severity: 'error' as const,
          subject: source,
          message: `${formatReference(reference)} runs ${listed(other.map(({ text }) => text))} as ${formatReference(subject)}, which can ${power}`,
          path: [],
          fix: 'check where the image comes from and what it runs, and accept it in the baseline',
          place: head.state.placeOf(source, pod.at) ?? head.state.placeOf(source),
          identity: other.map(({ repository, command }) => `${repository} ${command}`),
        },
      ];
    });
  },
};

interface Program {
  readonly repository: string;
  readonly command: string;
  readonly text: string;
  /** The command line, if it is a text for a shell or the like. */
  readonly interpreted?: string;
}

/** What each container of a workload runs: at its start, beside it, and when somebody asks how it is. */
function programsOf({ pod, csv }: Workload): Program[] {
  return containersOf(pod).map(({ fields, image = '' }) => {
    const { registry, repository } = imageReference(image);
    const { postStart, preStop } = fieldsOf(fields.lifecycle);
    const handlers = [postStart, preStop, fields.livenessProbe, fields.readinessProbe, fields.startupProbe];
    const line = interpretedProgram(fields);
    // Of an operator's Deployment only a shell's arguments count: others change with every version.
    const args = line || csv === undefined ? [fields.args] : [];
    const all = [fields.command, ...args, ...handlers.map((handler) => fieldsOf(fieldsOf(handler).exec).command)];
    const commands = all.filter((command) => command !== undefined && command !== null).map((command) => sortedText(command));
    return {
      repository: `${registry}/${repository}`,
      command: commands.join(),
      text: [image, ...commands].join(' with '),
      ...(line ? { interpreted: sortedText(line) } : {}),
    };
  });
}
