import { startSupervisor } from '../engines/supervise/start-supervisor.ts'
import { isMailServer } from '../keycloak/realm-mail.ts'
import { provisionEngines } from '../provision/provision-engines.ts'
import { findEnginesData } from './data-folder.ts'
import { embeddedEngines } from './embedded-engines.ts'
import type { EngineAddresses } from './engine-addresses.ts'
import type { PortalOptions } from './portal-options.ts'
import type { Progress } from './progress.ts'
import { readEngineUrls } from './read-engine-urls.ts'
import { type EngineUrls, portalEngines, realEngines, realTargets } from './real-engines.ts'
import { type Installation, publicOrigin } from './topology.ts'

export interface OpenedEngines {
  readonly addresses: EngineAddresses
  stop(): Promise<void>
}

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
    const { urls } = running
    const targets = realTargets(installation, urls)
    await progress('Provisioning engines', () => provisionEngines(targets, progress.note))
    if (!isMailServer(installation.mailer)) progress.note(withoutMailServer)
    return { addresses: { ...realEngines(installation, urls), ...chosen }, stop: running.stop }
  } catch (error) {
    await running.stop()
    throw error
  }
}

const withoutMailServer =
  'No mail server: who registers cannot prove their address, and so cannot accept an invitation. MAILER_URL=smtp://… names one.'

async function startEngines(
  { dataFolder, ports }: Installation,
  progress: Progress,
): Promise<{ urls: EngineUrls; stop: () => Promise<void> }> {
  const folder = await findEnginesData(dataFolder)
  const order = { dataFolder: folder, isTemporary: false, publicOrigin: publicOrigin(ports) }
  const supervisor = await startSupervisor(order, progress.note)
  try {
    await supervisor.start(portalEngines)
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  return { urls: supervisor.access.urls, stop: supervisor.stop }
}
