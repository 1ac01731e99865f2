/** Options about operators that are installed without OLM. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type RegistryRewrite, registryRewrite } from '../images/rewrite.js';
import { CERTIFICATE_CHOICES, type CertificateChoice, type ExistingIssuer, type InstallOptions } from '../model/install-options.js';

/** As they are given on a command line. */
export interface InstallFlags {
  readonly install?: boolean;
  readonly certificates?: CertificateChoice;
  readonly issuer?: ExistingIssuer;
  readonly descoped?: boolean;
}

export interface FinishingFlags {
  readonly argocd?: boolean;
  readonly imageRegistry?: readonly RegistryRewrite[];
  readonly pullSecret?: readonly string[];
}

/** Adds the options that decide what is installed. */
export function addInstallOptions(command: Command): Command {
  return command
    .addOption(new Option('--install', 'render what runs the operators without OLM, instead of what OLM reads'))
    .addOption(
      new Option('--certificates <provider>', 'who makes the certificates of webhooks (default: cert-manager; service-ca on OpenShift)')
        .choices(CERTIFICATE_CHOICES)
        .implies({ install: true }),
    )
    .addOption(
      new Option('--issuer <issuer>', 'an existing issuer of cert-manager: [Kind/]NAME')
        .argParser(existingIssuer)
        .implies({ install: true }),
    )
    .addOption(
      new Option('--descoped', 'operators for all namespaces alone need no global group: groups say where they are bound').implies({
        install: true,
      }),
    );
}

/** Adds the options that decide how it is delivered. */
export function addFinishingOptions(command: Command): Command {
  return command
    .addOption(new Option('--argocd', 'sync waves and sync options for Argo CD').implies({ install: true }))
    .addOption(imageRegistryOption().implies({ install: true }))
    .addOption(
      new Option(
        '--pull-secret <name>',
        'a Secret that every ServiceAccount pulls images with; repeat the option for several Secrets',
      ).argParser((name: string, names: readonly string[] = []) => [...names, name]),
    );
}

/** A bundle that OLM v1 is to install, as the command line names it. */
export interface ExtensionFlags {
  readonly installNamespace?: string;
  readonly watchNamespace?: readonly string[];
  readonly config?: string;
}

/** Adds the options by which OLM v1 is given one bundle folder. */
export function addExtensionOptions(command: Command): Command {
  return command
    .addOption(new Option('--install-namespace <namespace>', 'with --profile olm-v1: where the one bundle folder is installed'))
    .addOption(
      new Option(
        '--watch-namespace <namespace>',
        'with --install-namespace: what it watches; repeat the option for several namespaces',
      ).argParser((name: string, names: readonly string[] = []) => [...names, name]),
    )
    .addOption(new Option('--config <file>', 'with --install-namespace: its settings, as spec.config.inline of a ClusterExtension'));
}

/** How operators are to be installed without OLM; nothing where OLM runs. */
export function installOptionsOf({ install, certificates, issuer, descoped }: InstallFlags): { install: InstallOptions | undefined } {
  if (!install) return { install: undefined };
  return { install: { ...(certificates ? { certificates } : {}), ...(issuer ? { issuer } : {}), ...(descoped ? { descoped } : {}) } };
}

export function imageRegistryOption(): Option {
  return new Option(
    '--image-registry <from=to>',
    'take images of one registry from another; repeat the option for several registries',
  ).argParser((text: string, others: readonly RegistryRewrite[] = []) => {
    const rewrite = registryRewrite(text);
    if (!rewrite) throw new InvalidArgumentError('Expected FROM=TO, such as quay.io=mirror.example.com/quay.');
    return [...others, rewrite];
  });
}

const ISSUER = /^(?:(Issuer|ClusterIssuer)\/)?([a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)$/;

function existingIssuer(text: string): ExistingIssuer {
  const [, kind = 'Issuer', name] = ISSUER.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('Expected NAME, Issuer/NAME or ClusterIssuer/NAME.');
  return { kind: kind as ExistingIssuer['kind'], name };
}
