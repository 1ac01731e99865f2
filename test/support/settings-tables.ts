/** The tables of settings in docs/commands.md, so that the page cannot say something else. */
import { DECISIONS, optionName, type Setting } from '../../src/olm/settings/setting.js';
import { SETTING_LIST } from '../../src/olm/settings/table.js';

const INTRODUCTION = `### Where each option can be set

An [option](#options-of-several-commands) has the same values on the command line, below \`options:\` in \`.cdk8s-olm.yaml\`, in the
[GitHub action](gate.md), in the [KRM function](krm.md) and in the [constructs](constructs/). "yes" means under the name of the option.
Paths are relative to the working folder.
`;

const HEADINGS: Readonly<Record<Setting['decides'], string>> = {
  cluster: 'You can set these everywhere.',
  input: 'You can set these in the file.',
  result: 'You can set these in the file.',
  judgement: 'These are never read from HEAD.',
  run: 'You cannot set these in the file: a repository must not decide where a machine writes.',
};

/** The tables in Markdown. */
export function settingsTables(): string {
  const sections = Object.entries(DECISIONS).map(([decides, what]) => {
    const rows = SETTING_LIST.filter(([, setting]) => setting.decides === decides).map(([name, setting]) => row(name, setting));
    const title = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
    const about = HEADINGS[decides as Setting['decides']];
    return [
      `#### ${title}\n`,
      `${about}\n`,
      '| option | values | file | action | KRM | constructs |',
      '|---|---|---|---|---|---|',
      ...rows,
      '',
    ].join('\n');
  });
  return [INTRODUCTION, ...sections].join('\n');
}

function row(name: string, setting: Setting): string {
  const { decides, action, krm, constructs, ofHead } = setting;
  const option = optionName(name, setting);
  const own = setting.default === undefined || setting.shape === 'flag' ? '' : `; default: \`${String(setting.default)}\``;
  const named = (as: string): string => (as === option ? 'yes' : `\`${as}\``);
  const cells = [
    `\`--${option}\`${ofHead === undefined ? '' : `, \`--head-${option}\``}`,
    valuesText(setting) + own,
    decides === 'judgement' || decides === 'run' ? '' : 'yes',
    action ? 'yes' : '',
    krm ? named(name) : '',
    constructs === undefined ? '' : named(constructs === 'OlmCluster' ? name : constructs),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function valuesText({ shape, choices, expected }: Setting): string {
  if (shape === 'flag') return 'true or false';
  if (choices && shape === 'text') return choices.map((word) => `\`${word}\``).join(', ');
  return expected ?? 'text';
}
