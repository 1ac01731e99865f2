/** docs/settings.md: the table of settings, so that the page cannot say something else. */
import { DECISIONS, optionName, type Setting } from '../../src/settings/setting.js';
import { SETTING_LIST } from '../../src/settings/table.js';

const INTRODUCTION = `# Settings

Each setting is written in one table of the program. The command line, the configuration file \`.cdk8s-olm.yaml\` (below
\`options:\`), the [GitHub action](ci.md), the [KRM function](krm.md) and the [constructs](constructs/) take it from there, with
the same values and the same meaning. What the command line says counts more than the file. Paths in the file are read from where the
command is started, as on the command line.

A review uses the file of BASE: a change is not judged by settings that it brings, and a review tells that they change. How a
result is judged cannot stand below \`options:\` at all; the entries of \`accept:\`, \`rules:\`, \`severities:\` and \`known:\` count from
BASE, too, or from the file that \`--baseline\` names.
`;

const HEADINGS: Readonly<Record<Setting['decides'], string>> = {
  cluster: 'It can be set everywhere.',
  input: 'It can stand in the file.',
  result: 'It can stand in the file.',
  judgement: 'It never comes from HEAD.',
  run: 'It cannot stand in the file: no repository says where a machine writes.',
};

/** The page in Markdown. */
export function settingsPage(): string {
  const sections = Object.entries(DECISIONS).map(([decides, what]) => {
    const rows = SETTING_LIST.filter(([, setting]) => setting.decides === decides).map(([name, setting]) => row(name, setting));
    const title = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
    const about = HEADINGS[decides as Setting['decides']];
    return [
      `## ${title}\n`,
      `${about}\n`,
      '| option | meaning | values | commands | file | action | KRM | constructs |',
      '|---|---|---|---|---|---|---|---|',
      ...rows,
      '',
    ].join('\n');
  });
  return [INTRODUCTION, ...sections].join('\n');
}

function row(name: string, setting: Setting): string {
  const { description, commands, decides, action, krm, constructs, ofHead } = setting;
  const option = optionName(name, setting);
  const own = setting.default === undefined || setting.shape === 'flag' ? '' : `; by default \`${String(setting.default)}\``;
  const cells = [
    `\`--${option}\``,
    description,
    valuesText(setting) + own,
    commands.join(', ') + (ofHead === undefined ? '' : `; \`--head-${option}\` of review`),
    decides === 'judgement' || decides === 'run' ? '' : `\`${option}\``,
    action ? `\`${option}\`` : '',
    krm ? `\`${name}\`` : '',
    constructs === undefined ? '' : `\`${constructs === 'OlmCluster' ? name : constructs}\``,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function valuesText({ shape, choices, expected }: Setting): string {
  if (shape === 'flag') return 'true or false';
  if (choices && shape === 'text') return choices.map((word) => `\`${word}\``).join(', ');
  return expected ?? 'text';
}
