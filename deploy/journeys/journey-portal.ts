import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PortalProcess, type PortalStart, startPortalProcess } from '@portal/testkit/portal-process'
import { afterAll, beforeAll } from 'vitest'
import { removeDataFolder } from '../standalone/data-folder.ts'

/** A portal with the demo's people, in whatever composition: all that a journey knows of it. */
export interface JourneyPortal {
  readonly address: string
  readonly logins: readonly { readonly username: string; readonly password: string }[]
}

/** A portal that was started for the tests of this file, in a data folder of its own. */
export interface StartedPortal extends JourneyPortal {
  readonly dataFolder: string
}

/**
 * Starts one portal before the tests of a file and stops it after them; the function that it answers with gives it to them. `choose` says
 * what else to tell it, once its data folder is known.
 */
export function startForThisFile(
  command: PortalStart['command'],
  choose: (dataFolder: string) => Promise<readonly string[]> = async () => [],
): () => StartedPortal {
  const dataFolder = join(tmpdir(), `portal-journey-${randomBytes(6).toString('hex')}`)
  let portal: PortalProcess | null = null
  beforeAll(async () => {
    portal = await startPortalProcess({ command, dataFolder, args: await choose(dataFolder) })
  })
  afterAll(async () => {
    await portal?.interrupt()
    await removeDataFolder(dataFolder, () => undefined)
  })
  return () => {
    if (!portal) throw new Error('The portal has not been started.')
    return { address: portal.address, logins: portal.logins, dataFolder }
  }
}

/** The login of someone of the demo. */
export function loginOf({ logins }: JourneyPortal, username: string): JourneyPortal['logins'][number] {
  const login = logins.find((one) => one.username === username)
  if (!login) throw new Error(`There is no login ${username}.`)
  return login
}
