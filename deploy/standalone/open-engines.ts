import { readFile } from 'node:fs/promises'
import { readKeycloakAddress } from '@portal/adapters/identity-admin/keycloak/keycloak-address'
import type { Stoppable } from '@portal/service-kit/stop-on-signal'
import type { EngineName } from '@portal/testkit/engines'
import { z } from 'zod'
import { startSupervisor } from '../engines/supervise/start-supervisor.ts'
import { identityAdminClientId } from '../keycloak/portal-realm-clients.ts'
import { isMailServer } from '../keycloak/realm-mail.ts'
import type { ProvisionTargets } from '../provision/provision-engines.ts'
import { findEnginesData } from './data-folder.ts'
import { embeddedEngines } from './embedded-engines.ts'
import type { PortalOptions } from './portal-options.ts'
import type { Progress } from './progress.ts'
import { type EngineAddresses, type Installation, providerSettings, publicOrigin } from './topology.ts'

export interface OpenedEngines extends Stoppable {
  readonly addresses: EngineAddresses
}

interface RunningEngines extends Stoppable {
  readonly urls: EngineUrls
}

/** URLs of running engines, by name. */
type EngineUrls = Readonly<Record<string, string>>

/** Excludes the local model, whose answers are useless; extractive answers are not. */
const portalEngines = [
  'kafka',
  's3',
  'elasticsearch',
  'unstructured',
  'keycloak',
] as const satisfies EngineName[]

const realm = 'portal'
const withoutMailServer =
  'No mail server: who registers cannot prove their address, and so cannot accept an invitation. MAILER_URL=smtp://… names one.'

/**
 * Opens the chosen engines: starts and provisions real ones unless they already run. Engines
 * configured individually take precedence.
 */
export async function openEngines(
  { engines: choice, chosen }: Pick<PortalOptions, 'engines' | 'chosen'>,
  installation: Installation,
  progress: Progress,
): Promise<OpenedEngines> {
  if (choice.kind === 'embedded')
    return { addresses: { ...embeddedEngines(installation), ...chosen }, stop: async () => undefined }
  const running =
    choice.kind === 'running'
      ? { urls: await readEngineUrls(choice.file), stop: async () => undefined }
      : await progress('Starting engines', () => startEngines(installation, progress))
  try {
    const { addresses, targets } = realEngines(installation, running.urls)
    // Loaded on demand: it takes the clients of all engines along.
    const { provisionEngines } = await import('../provision/provision-engines.ts')
    await progress('Provisioning engines', () => provisionEngines(targets, progress.note))
    if (!isMailServer(installation.mailer)) progress.note(withoutMailServer)
    return { addresses: { ...addresses, ...chosen }, stop: running.stop }
  } catch (error) {
    await running.stop()
    throw error
  }
}

async function startEngines(
  { dataFolder, ports }: Installation,
  progress: Progress,
): Promise<RunningEngines> {
  const folder = await findEnginesData(dataFolder)
  const order = { dataFolder: folder, isTemporary: false, publicOrigin: publicOrigin(ports) }
  const { access, start, stop } = await startSupervisor(order, progress.note)
  try {
    await start(portalEngines)
  } catch (error) {
    await stop()
    throw error
  }
  return { urls: access.urls, stop }
}

const UrlsFile = z.object({ urls: z.record(z.string(), z.string()) })

/** URLs from a file such as `npm run engines -- up` writes. Throws one sentence if invalid. */
export async function readEngineUrls(file: string): Promise<EngineUrls> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const reason =
      cause.code === 'ENOENT'
        ? 'is not there: npm run engines -- up writes one'
        : `cannot be read (${cause.message})`
    throw new Error(`The file of engine addresses, ${file}, ${reason}.`, { cause })
  })
  try {
    return UrlsFile.parse(JSON.parse(text)).urls
  } catch (cause) {
    throw new Error(
      `${file} does not hold engine addresses: { "urls": { "kafka": "kafka://…" } } is expected.`,
      { cause },
    )
  }
}

/** An installation's addresses on these engines, and what to provision there. */
function realEngines({ ports, secrets, mailer }: Installation, urls: EngineUrls) {
  const urlOf = (name: (typeof portalEngines)[number]) => {
    const url = urls[name]
    if (url === undefined) throw new Error(`The address of ${name} is missing.`)
    return url
  }
  const { server, host } = readKeycloakAddress(urlOf('keycloak'))
  const { origin: internalOrigin, pathname } = new URL(server)
  const path = `${pathname}/realms/${realm}`
  const origin = publicOrigin(ports)
  const issuer = `${origin}${path}`
  const shared = { events: urlOf('kafka'), blobs: urlOf('s3'), search: urlOf('elasticsearch') }
  const addresses: EngineAddresses = {
    ...shared,
    auditHeads: shared.blobs,
    parser: urlOf('unstructured'),
    embedder: 'onnx:e5-small-v2-int8',
    ranker: 'embedded:',
    model: 'extractive:',
    identity: {
      admin: `keycloak://${identityAdminClientId}:${secrets.identityAdmin}@${host}${path}`,
      gateway: {
        ...providerSettings({ issuer, internalOrigin, realm: 'keycloak', clientSecret: secrets.oidcClient }),
        OIDC_FILES_PATH: `${pathname}/resources`,
        ACCOUNT_URL: `${issuer}/account`,
      },
    },
  }
  const targets: ProvisionTargets = {
    ...shared,
    identity: {
      url: urlOf('keycloak'),
      realm: {
        realm,
        origin,
        gatewaySecret: secrets.oidcClient,
        identityAdminSecret: secrets.identityAdmin,
        backchannelLogoutUrl: `${origin}/api/backchannel-logout`,
        mailer,
      },
    },
  }
  return { addresses, targets }
}
