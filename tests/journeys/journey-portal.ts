import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@portal/deploy/standalone/data-folder'
import type { TestMailServer } from '@portal/testkit/mail/test-mail-server'
import { type PortalProcess, type PortalStart, startPortalProcess } from '@portal/testkit/portal-process'
import { afterAll, beforeAll } from 'vitest'
import { mailInOutbox } from './mail-in-outbox.ts'

/** A portal with the demo's people, in whatever composition: all that a journey knows of it. */
export interface JourneyPortal {
  readonly address: string
  readonly logins: readonly { readonly username: string; readonly password: string }[]
  /** The texts that somebody with this address has been sent, the newest first. */
  mailTo(address: string): Promise<readonly string[]>
}

/** A portal that was started for the tests of this file, in a data folder of its own. */
export interface StartedPortal extends JourneyPortal {
  readonly dataFolder: string
}

/** What a portal is told when it starts, and the mail server that is in what it was told. Without one, mail stays in its outbox. */
export interface Preparation extends Pick<PortalStart, 'args' | 'environment'> {
  readonly mail?: TestMailServer
}

/**
 * Starts one portal before the tests of a file and stops it after them; the function that it answers with gives it to them. `prepare` says
 * what else to tell it, once its data folder is known.
 */
export function startForThisFile(
  command: PortalStart['command'],
  prepare: (dataFolder: string) => Promise<Preparation> = async () => ({}),
): () => StartedPortal {
  const dataFolder = join(tmpdir(), `portal-journey-${randomBytes(6).toString('hex')}`)
  let mail: TestMailServer | undefined
  let portal: PortalProcess | null = null
  beforeAll(async () => {
    const { mail: server, ...told } = await prepare(dataFolder)
    mail = server
    portal = await startPortalProcess({ command, dataFolder, ...told })
  })
  afterAll(async () => {
    await portal?.interrupt()
    await mail?.[Symbol.asyncDispose]()
    await removeDataFolder(dataFolder, () => undefined)
  })
  return () => {
    if (!portal) throw new Error('The portal has not been started.')
    const { address, logins } = portal
    const mailTo = mail ? mailAt(mail) : mailInOutbox({ address, ...loginOf({ logins }, 'operator') })
    return { address, logins, dataFolder, mailTo }
  }
}

function mailAt({ received }: TestMailServer): JourneyPortal['mailTo'] {
  return async (address) =>
    received
      .filter(({ to }) => to.address === address)
      .map(({ text }) => text)
      .toReversed()
}

/** The login of someone of the demo. */
export function loginOf(
  { logins }: Pick<JourneyPortal, 'logins'>,
  username: string,
): JourneyPortal['logins'][number] {
  const login = logins.find((one) => one.username === username)
  if (!login) throw new Error(`There is no login ${username}.`)
  return login
}
