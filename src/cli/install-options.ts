/** Options about operators that are installed without OLM: whether they are, and how that is delivered. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type RegistryRewrite, registryRewrite } from '../images/rewrite.js';
import { CERTIFICATE_CHOICES, type CertificateChoice, type ExistingIssuer, type InstallOptions } from '../model/install-options.js';
import { rare } from './help.js';

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
      rare(
        new Option('--issuer <issuer>', 'an existing issuer of cert-manager: [Kind/]NAME')
          .argParser(existingIssuer)
          .implies({ install: true }),
      ),
    )
    .addOption(
      rare(
        new Option('--descoped', 'operators for all namespaces alone need no global group: groups say where they are bound').implies({
          install: true,
        }),
      ),
    );
}

/** Adds the options that decide how it is delivered. */
export function addFinishingOptions(command: Command): Command {
  return command
    .addOption(new Option('--argocd', 'sync waves and sync options for Argo CD').implies({ install: true }))
    .addOption(rare(imageRegistryOption().implies({ install: true })))
    .addOption(
      rare(
        new Option(
          '--pull-secret <name>',
          'a Secret that every ServiceAccount pulls images with; repeat the option for several Secrets',
        ).argParser((name: string, names: readonly string[] = []) => [...names, name]),
      ),
    );
}

/** How operators are to be installed without OLM; nothing where OLM runs. */
export function installOptionsOf({ install, certificates, issuer, descoped }: InstallFlags): { install: InstallOptions | undefined } {
  if (!install) return { install: undefined };
  return { install: { ...(certificates ? { certificates } : {}), ...(issuer ? { issuer } : {}), ...(descoped ? { descoped } : {}) } };
}

function imageRegistryOption(): Option {
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
