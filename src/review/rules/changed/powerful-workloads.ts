/** Reports workloads that keep their powerful account, and now run or read something else. */

import { containersOf, interpretedProgram } from '../../../base/kubernetes/containers.js';
import { ownerOf, repositoryOf } from '../../../base/kubernetes/image-owner.js';
import { FOREIGN_LISTS } from '../../../base/kubernetes/lists.js';
import { compareText, formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../../base/kubernetes/object.js';
import { fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { type FieldPath, valueAt } from '../../../base/manifest/field-path.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import type { GrantSubject } from '../../../base/rbac/grant.js';
import { listed } from '../../../base/wording/phrases.js';
import { SEVERITIES, type Severity } from '../../../olm/model/finding.js';
import { type AccountUse, accountUses } from '../../state/account-uses.js';
import { keyOf, objectsOf } from '../../state/objects.js';
import { renamedWorkloads } from '../../state/renamed-workloads.js';
import type { State } from '../../state/state.js';
import { accountSubject, type Workload, workloadsOf } from '../../state/workloads.js';
import type { Access } from '../access/access.js';
import { powerOf } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_TOKENS } from '../rule.js';
import { isSize } from './delivered-version.js';
import { differingFields } from './documents/differing-fields.js';
import { partsThatDiffer } from './documents/parts-that-differ.js';
import { isDelivery } from './kind-effects.js';
import { commandsIn, PROGRAM_FIELDS } from './pods/pod-fields.js';
import { differingParts } from './pods/pod-parts.js';
import { workloadPairs } from './pods/workload-pairs.js';
import { changedContents, contentsOf } from './workload-contents.js';

// Another image or another command.

export const powerfulImage = riskRule('powerful-image', 'error', 'Another program runs as a powerful ServiceAccount', {
  class: 'code',
  short: 'other programs',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS],
  meaning:
    'A workload still runs as a ServiceAccount that is one step from cluster-admin. The change gives it an image from a repository that no workload used, or another program in `command`, a hook or a probe, or in the `args` of a shell or similar program. The next version of an image is not reported. For Deployments of a CSV, including added ones, only the command line of a shell or similar program is reported, and an image from a registry or registry account that no workload used.',
  attack: "The image of a backup job that can read every Secret comes from the attacker's registry.",
  fix: "Check the image's source and what it runs, and accept the workload in the baseline.",
  compare: (base, head) => {
    const before = workloadsOf(base.state).flatMap(programsOf);
    const known = new Set(before.map(({ repository }) => repository));
    const owners = new Set(before.map(({ owner }) => owner));
    const interpreted = new Set(before.map(({ interpreted }) => interpreted));
    return workloadPairs(base.state, head.state).flatMap(({ before: was, after: workload }) => {
      if (!workload) return [];
      const { reference, source, account, pod, csv } = workload;
      const subject = accountSubject(workload);
      // `account-used` reports a workload that begins to run as a powerful account.
      const wasPowerful = [subject, ...(was ? [accountSubject(was)] : [])].some((each) => powerOf(base, each) !== undefined);
      if (csv === undefined ? was?.account !== account : !wasPowerful) return [];
      const commands = new Set((was ? programsOf(was) : []).map(({ command }) => command));
      const argued = was ? otherArguments(was, workload) : new Set();
      const isForeign = ({ owner, repository }: Program): boolean => !owners.has(owner) && !WIDELY_USED.has(repository);
      const other = programsOf(workload).filter((program) =>
        csv === undefined
          ? !known.has(program.repository) || !(commands.has(program.command) || argued.has(program.name))
          : isForeign(program) || (program.interpreted !== undefined && !interpreted.has(program.interpreted)),
      );
      const power = other.length > 0 ? powerOf(head, subject) : undefined;
      if (power === undefined) return [];
      return [
        {
          subject: source,
          // The account and the program of a known image are read; another image can do anything that the account can.
          ...(other.every(({ repository }) => known.has(repository)) ? { effect: 'none' as const } : {}),
          message: `${formatReference(reference)} runs ${listed(other.map((program) => programText(program, was)))} as ${formatReference(subject)}, which can ${power}`,
          fix: 'check the source of the image and the program that it runs, and accept it in the baseline',
          at: pod.at,
          identity: other.map(({ repository, command }) => `${repository} ${command}`),
          claims: other.flatMap(({ at }) => PROGRAM_FIELDS.map((field) => [...at, field])),
        },
      ];
    });
  },
});

/** The longest command that is shown whole, and the most signs of each side of a changed one. */
const LONGEST_COMMAND = 120;

/** The image with its command, of which only the differing part is shown if that is all that changed. */
function programText({ name, image, commands }: Program, was: Workload | undefined): string {
  const old = (was ? programsOf(was) : []).find((program) => program.name === name);
  const [before, after] = [old?.commands ?? '', commands];
  const isShort = after.length <= LONGEST_COMMAND;
  if (isShort || old?.image !== image || before === '' || before === after) return [image, after].filter(Boolean).join(' with ');
  const [from, to] = partsThatDiffer(before, after, LONGEST_COMMAND);
  return `${image} with another command (${from} → ${to})`;
}

/** A program that most operators run next to their own, in all its repositories. */
const WIDELY_USED: ReadonlySet<string> = new Set([
  'gcr.io/kubebuilder/kube-rbac-proxy',
  'quay.io/brancz/kube-rbac-proxy',
  'registry.k8s.io/kubebuilder/kube-rbac-proxy',
  'registry.redhat.io/openshift4/ose-kube-rbac-proxy',
  'registry.redhat.io/openshift4/ose-kube-rbac-proxy-rhel9',
  'quay.io/openshift/origin-kube-rbac-proxy',
]);

/** The containers that get only other arguments, which no interpreter reads, for the same program of the same image. */
function otherArguments(was: Workload, is: Workload): ReadonlySet<string> {
  const before = new Map(programsOf(was).map((program) => [program.name, program]));
  return new Set(
    programsOf(is).flatMap(({ name, repository, withoutArguments, interpreted, command }) => {
      const old = before.get(name);
      const isSame = old?.repository === repository && old.withoutArguments === withoutArguments && old.command !== command;
      return isSame && (interpreted ?? old.interpreted) === undefined ? [name] : [];
    }),
  );
}

interface Program {
  /** The name of the container. */
  readonly name: string;
  readonly repository: string;
  /** The owner of the image's repository. */
  readonly owner: string;
  readonly command: string;
  readonly withoutArguments: string;
  readonly image: string;
  /** What runs, as it is written. */
  readonly commands: string;
  /** The container. */
  readonly at: FieldPath;
  /** The command line, if an interpreter such as a shell reads it. */
  readonly interpreted?: string;
}

/** Removes blanks at the end of lines; the text is JSON, where a blank after a backslash is part of a word. */
function withoutTrailingBlanks(command: string): string {
  return command.replace(/(?<![\\ \t])[ \t]+(?=\\n)/g, '');
}

/** Fields whose programs run instead of those of the image. */
const STARTED: ReadonlySet<string> = new Set(['command', 'args']);
/** Programs that only wait, or do nothing: their files come from the image, which runs anyway. */
const IDLE = /^(?:(?:\/usr)?\/bin\/)?(?:true|sleep \d+(?:\.\d+)?[smh]?)$/;
const SHELL = /^(?:\/bin\/)?(?:ba|da)?sh$/;

/** Whether a hook or probe only waits or does nothing. */
function isIdle(field: string, command: unknown): boolean {
  if (STARTED.has(field) || !Array.isArray(command) || !command.every((word) => typeof word === 'string')) return false;
  const [shell = '', flag, ...script] = command;
  const words = SHELL.test(shell) && flag === '-c' && script.length === 1 ? script : command;
  return words.every((word) => words.length === 1 || !/\s/.test(word)) && IDLE.test(words.join(' '));
}

/** The programs of each container of a workload: at start, in hooks and in probes. */
function programsOf({ pod, csv }: Workload): Program[] {
  return containersOf(pod).map(({ name, fields, image = '', at }) => {
    const line = interpretedProgram(fields);
    // For an operator's Deployment, only an interpreter's arguments count: others change with every version.
    const read = PROGRAM_FIELDS.filter((field) => field !== 'args' || line !== undefined || csv === undefined);
    const commandsOf = (names: readonly string[]): string[] =>
      names
        .flatMap((field) => commandsIn(fields, field).filter((command) => !isIdle(field, command)))
        .map((command) => sortedText(command));
    const commands = commandsOf(read);
    return {
      name,
      repository: repositoryOf(image),
      owner: ownerOf(image),
      command: commands.map(withoutTrailingBlanks).join(),
      withoutArguments: commandsOf(read.filter((field) => field !== 'args')).join(),
      image,
      commands: commands.join(' with '),
      at,
      ...(line ? { interpreted: sortedText(line) } : {}),
    };
  });
}

// Variables, volumes, ConfigMaps, Secrets, marks.

export const powerfulInput = riskRule('powerful-input', 'error', 'The input of a powerful program changes', {
  class: 'code',
  effect: 'none',
  short: 'other input',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS, 'CWE-15: External Control of System or Configuration Setting'],
  meaning:
    'A workload still runs as a ServiceAccount that is one step from cluster-admin, and the change alters the input of its programs: fields of its Pods and containers that no other rule reports, other arguments included, except schedules and numbers of replicas; ConfigMaps and Secrets of the input; volume claims; annotations that a tool acts on. It is a warning for image credentials or the choice of the node, also in the ServiceAccount. For other kinds that name such an account, such as ScaledJob, every change of `spec` is reported except sizes. Deployments of a CSV are only reported if its name stays.',
  attack: 'A backup job can read every Secret. The ConfigMap with its script gets one more line.',
  fix: 'Review the change like a program, and accept the workload in the baseline.',
  compare: (base, head) => [...changedWorkloads(base, head), ...changedRunners(base, head), ...changedAccounts(base, head)],
});

function changedWorkloads(base: Access, head: Access): Discovery[] {
  const old = new Map(workloadsOf(base.state).map((workload) => [formatReference(workload.reference), workload]));
  const [before, after] = [contentsOf(base.state), contentsOf(head.state)];
  const renamed = renamedWorkloads(base.state, head.state);
  return workloadsOf(head.state).flatMap((workload) => {
    const from = workload.csv ? undefined : renamed.get(workload.object);
    const was = old.get(formatReference(from ? referenceTo(from) : workload.reference));
    // `account-used` reports a workload that begins to run as a powerful account.
    if (!was || was.account !== workload.account) return [];
    // A new operator version may read other objects, but the content of objects in the input should stay.
    const isUpgrade = !from && formatReference(was.source) !== formatReference(workload.source);
    const contents = inputs(changedContents(before(was), after(workload), isUpgrade));
    const changed = isUpgrade ? contents : [...changedFields(was, workload), ...contents];
    return changed.length === 0 ? [] : discoveryOf(head, workload.source, accountSubject(workload), changed);
  });
}

/** The changed input in words, and whether a program reads it; otherwise it decides the place of the Pods. */
interface Changed {
  readonly name: string;
  readonly isInput: boolean;
  /** How far it can lead the program; by default to anything that its account can. */
  readonly severity?: Severity;
  /** The field of the subject. */
  readonly at?: FieldPath;
  readonly was?: string | undefined;
  readonly is?: string | undefined;
}

function inputs(names: readonly string[]): Changed[] {
  return names.map((name) => ({ name, isInput: true }));
}

function changedFields(was: Workload, is: Workload): Changed[] {
  const argued = new Set([...(is.csv === undefined ? otherArguments(was, is) : [])].map((name) => `args of ${name}`));
  return differingParts(was.pod, is.pod).flatMap(({ decides, ...part }) => {
    const isArgument = argued.has(part.field);
    const isInput = decides === 'input' || isArgument;
    const severity = isArgument ? argumentSeverity(part) : variableSeverity(part);
    return isInput || decides === 'placement' ? [{ ...part, isInput, ...(severity ? { severity } : {}) }] : [];
  });
}

/** Variables about what a program logs, how long it waits and how much it does at once. */
const OF_LEVEL = /(?:^|_)(?:LOG|LOGS|LOGGING|VERBOSITY)(?:_|$)/i;
const OF_TIME = /(?:^|_)(?:TIMEOUT|INTERVAL|PERIOD|RETRIES|WORKERS|CONCURRENCY|THREADS)(?:_|$)/i;
/** With a higher level, programs write requests and what is in them. */
const LEVEL = /^(?:[0-4]|false|info|warn(?:ing)?|error|fatal|json|text)$/i;
/** Zero often means without end. */
const TIME = /^[1-9]\d{0,5}(?:\.\d+)?(?:ms|[smh])?$/;

function isEveryday(name: string, value: string): boolean {
  return (OF_LEVEL.test(name) && LEVEL.test(value)) || (OF_TIME.test(name) && TIME.test(value));
}

/** The severity of a changed variable whose values the object shows: undefined if it can name what is run, read or reached. */
function variableSeverity({ name, was, is }: Pick<Changed, 'name' | 'was' | 'is'>): Severity | undefined {
  const [, variable] = /^variable (\S+) of /.exec(name) ?? [];
  if (variable === undefined) return undefined;
  const values = [was, is].flatMap((text) => (text === undefined ? [] : [fieldsOf(JSON.parse(text)).value]));
  return values.every((value) => typeof value === 'string' && isEveryday(variable, value)) ? 'info' : undefined;
}

/** A flag with its value. */
const FLAG = /^--?([\w-]+)=(\S+)$/;

/** The same for changed arguments, of which each is a flag with its value. */
function argumentSeverity({ was, is }: Pick<Changed, 'was' | 'is'>): Severity | undefined {
  const [before, after] = [was, is].map((text) => (text === undefined ? [] : (JSON.parse(text) as unknown[])));
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const differing = [...before.filter((one) => !after.includes(one)), ...after.filter((one) => !before.includes(one))];
  const isPlain = (one: unknown): boolean => {
    const [, flag = '', value = ''] = FLAG.exec(String(one)) ?? [];
    return isEveryday(flag === 'v' ? 'verbosity' : flag.replace(/-/g, '_'), value);
  };
  return differing.length > 0 && differing.every(isPlain) ? 'info' : undefined;
}

/** Objects of kinds that are not known to run Pods, and that name a powerful account. */
function changedRunners(base: Access, head: Access): Discovery[] {
  const [before, after] = [base, head].map(({ state }) => runnersOf(state)) as [Map<string, Runner>, Map<string, Runner>];
  return [...after].flatMap(([key, { object, use }]) => {
    const old = before.get(key);
    if (!old || old.use.account !== use.account || old.use.namespace !== use.namespace) return [];
    const isOfSize = (at: FieldPath): boolean =>
      at.some((name, index) => {
        const values = [old.object.spec, object.spec].map((spec) => valueAt(spec, at.slice(0, index + 1)));
        return values.every((value) => value === undefined || isSize(String(name), value));
      });
    const changed = differingFields(old.object.spec, object.spec, [], '', FOREIGN_LISTS)
      .filter(({ at }) => !isOfSize(at))
      .sort((a, b) => compareText(a.text, b.text))
      .map(({ at, text }) => ({ name: text, isInput: true, at: ['spec', ...at] }));
    const { namespace, account: name } = use;
    return changed.length === 0 ? [] : discoveryOf(head, use.subject, { kind: 'ServiceAccount', namespace, name }, changed);
  });
}

/** ServiceAccounts that stay powerful, with changed image credentials or Secrets. */
function changedAccounts(base: Access, head: Access): Discovery[] {
  const { twinOf } = objectsOf(base.state);
  return head.state.given.flatMap((object) => {
    const was = object.apiVersion === 'v1' && object.kind === 'ServiceAccount' ? twinOf(object) : undefined;
    if (!was) return [];
    const changed = ['imagePullSecrets', 'secrets'].flatMap((field): Changed[] =>
      sortedText(listOf(fieldsOf(was)[field])) === sortedText(listOf(fieldsOf(object)[field]))
        ? []
        : [{ name: field, isInput: false, at: [field] }],
    );
    const { name, namespace = 'default' } = object.metadata;
    return changed.length === 0 ? [] : discoveryOf(head, referenceTo(object), { kind: 'ServiceAccount', namespace, name }, changed);
  });
}

interface Runner {
  readonly object: KubernetesObject;
  readonly use: AccountUse;
}

function runnersOf(state: State): Map<string, Runner> {
  const { named } = objectsOf(state);
  return new Map(
    accountUses(state).flatMap((use) => {
      const object = use.at && named(use.subject);
      return object && !isDelivery(object) ? [[`${keyOf(object)} ${sortedText(use.at)}`, { object, use }] as const] : [];
    }),
  );
}

function discoveryOf(access: Access, subject: ObjectReference, account: GrantSubject, changed: readonly Changed[]): Discovery[] {
  const power = powerOf(access, account);
  if (power === undefined) return [];
  const isInput = changed.some((each) => each.isInput);
  const severities = changed.map(({ isInput: isRead, severity = isRead ? ('error' as const) : ('warning' as const) }) => severity);
  const worst = SEVERITIES.find((severity) => severities.includes(severity));
  const names = [...new Set(changed.map(({ name }) => name))].sort(compareText);
  const who = subject.kind === 'ServiceAccount' ? '' : ` runs as ${formatReference(account)}, which`;
  return [
    {
      severity: worst ?? 'error',
      subject,
      message: `${formatReference(subject)}${who} can ${power}, and ${isInput ? 'what it reads or runs on' : 'where it runs or gets its images from'} is changed: ${listed(names.map((name) => `${name}${presenceOf(changed, name)}`))}`,
      ...fromTo(changed),
      fix: 'review the change like a program, and accept it in the baseline',
      identity: names,
      claims: changed.flatMap(({ at }) => (at ? [at] : [])),
    },
  ];
}

/** Whether a part without a value, such as a container, is new or removed. */
function presenceOf(changed: readonly Changed[], wanted: string): string {
  const own = changed.filter(({ name }) => name === wanted);
  if (own.some(({ was, is }) => was === '' && is === undefined)) return ' (removed)';
  return own.some(({ was, is }) => was === undefined && is === '') ? ' (new)' : '';
}

/** The values of fields before and after; the content of ConfigMaps and Secrets is reported with these objects. */
function fromTo(changed: readonly Changed[]): Pick<Discovery, 'before' | 'after'> {
  const texts = changed.filter(({ was = '', is = '' }) => `${was}${is}` !== '');
  if (texts.length === 0) return {};
  const [before, after] = (['was', 'is'] as const).map((side) => texts.flatMap((each) => each[side] ?? []).join(', ') || 'none');
  const [old, now] = partsThatDiffer(before as string, after as string);
  return { before: old, after: now };
}
