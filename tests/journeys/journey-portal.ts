import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyDemo } from '@portal/deploy/seed/demo-folder.fixture'
import { removeDataFolder } from '@portal/deploy/standalone/data-folder'
import type { TestMailServer } from '@portal/testkit/mail/test-mail-server'
import { type PortalProcess, type PortalStart, startPortalProcess } from '@portal/testkit/portal-process'
import { afterAll, beforeAll } from 'vitest'
import { mailInOutbox } from './mail-in-outbox.ts'

/** A portal with the demo's people, in any composition, as journeys see it. */
export interface JourneyPortal {
  readonly address: string
  readonly logins: readonly { readonly username: string; readonly password: string }[]
  /** Texts of the mail to this address, newest first. */
  mailTo(address: string): Promise<readonly string[]>
}

/** A portal started for this file's tests, with its own data folder. */
export interface StartedPortal extends JourneyPortal {
  readonly dataFolder: string
  readonly pid: number
}

/** Start options and their mail server. Without one, mail stays in the portal's outbox. */
export interface Preparation extends Pick<PortalStart, 'args' | 'environment'> {
  readonly mail?: TestMailServer
}

/**
 * Starts one portal for a file's tests, on a copy of the run's demo where there is one; the
 * returned function gives access to it. `prepare` adds options once the data folder is known.
 */
export function startForThisFile(
  command: PortalStart['command'],
  prepare: (dataFolder: string) => Promise<Preparation> = async () => ({}),
): () => StartedPortal {
  const dataFolder = join(tmpdir(), `portal-journey-${randomBytes(6).toString('hex')}`)
  let mail: TestMailServer | undefined
  let portal: PortalProcess | null = null
  beforeAll(async () => {
    await copyDemo(dataFolder)
    const { mail: server, ...emitted } = await prepare(dataFolder)
    mail = server
    portal = await startPortalProcess({ command, dataFolder, ...emitted })
  })
  afterAll(async () => {
    await portal?.interrupt()
    await mail?.[Symbol.asyncDispose]()
    await removeDataFolder(dataFolder, () => undefined)
  })
  return () => {
    if (!portal) throw new Error('The portal has not been started.')
    const { address, logins, pid } = portal
    const mailTo = mail ? mailAt(mail) : mailInOutbox({ address, ...loginOf({ logins }, 'operator') })
    return { address, logins, pid, dataFolder, mailTo }
  }
}

function mailAt({ received }: TestMailServer): JourneyPortal['mailTo'] {
  return async (address) =>
    received
      .filter(({ to }) => to.address === address)
      .map(({ text }) => text)
      .toReversed()
}

/** The login of a person of the demo. */
export function loginOf(
  { logins }: Pick<JourneyPortal, 'logins'>,
  username: string,
): JourneyPortal['logins'][number] {
  const login = logins.find((one) => one.username === username)
  if (!login) throw new Error(`There is no login ${username}.`)
  return login
}
