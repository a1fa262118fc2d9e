import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailOverview } from '@portal/contracts/operators'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { Mail, Mailer } from '@portal/service-kit/ports/mailer'
import type { TenantStore } from '@portal/service-kit/ports/tenant-store'
import { z } from 'zod'
import { codeOf, DurableWriter, nullWhenMissing, removeOld } from '../blob-store/directory/durable-writer.ts'
import { sendableMail } from './sendable-mail.ts'

const mailFile = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.json$/
const shownMax = 200
/** The retention of events, so that what is deleted elsewhere soon disappears here too. */
const keptMs = 14 * 24 * 3600_000
const sweepEveryMs = 3600_000

const KeptMail = z.object({
  id: z.uuid(),
  organizationId: z.number().optional(),
  to: z.object({ address: z.string(), name: z.string().optional() }),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.iso.datetime(),
})

/** Keeps each mail for 14 days as a file instead of sending it. Processes may share the folder. */
export class OutboxMailer implements Mailer, TenantStore {
  readonly holds = 'mail'
  readonly #folder: string
  readonly #writer: DurableWriter
  #sweptAt = Number.NEGATIVE_INFINITY

  private constructor(folder: string, writer: DurableWriter) {
    this.#folder = folder
    this.#writer = writer
  }

  /** Creates the folder if missing. */
  static async open(folder: string): Promise<OutboxMailer> {
    return new OutboxMailer(folder, await DurableWriter.open(folder))
  }

  async send(mail: Mail): Promise<void> {
    const kept = { ...sendableMail(mail), sentAt: new Date().toISOString() }
    const path = join(this.#folder, `${kept.id}.json`)
    await reached(this.#writer.write(path, [Buffer.from(JSON.stringify(kept, null, 2))]))
    await reached(this.#sweep())
  }

  async overview(): Promise<MailOverview> {
    const newest = (await reached(this.#mailFiles())).toSorted().reverse().slice(0, shownMax)
    const mails = await reached(Promise.all(newest.map(readMail)))
    const sent = mails
      .filter((mail) => mail !== null)
      .map(({ id, to, subject, text, sentAt }) => ({ id, to: to.address, subject, text, sentAt }))
    return { mailer: 'outbox', sent }
  }

  async countOf(organizationId: number): Promise<number> {
    return (await reached(this.#mailFilesOf(organizationId))).length
  }

  async purge(organizationId: number): Promise<void> {
    const files = await reached(this.#mailFilesOf(organizationId))
    await reached(Promise.all(files.map((file) => rm(file, { force: true }))))
  }

  async forget(address: string): Promise<void> {
    const wanted = address.toLowerCase()
    const files: string[] = []
    for (const file of await reached(this.#mailFiles()))
      if ((await reached(readMail(file)))?.to.address.toLowerCase() === wanted) files.push(file)
    await reached(Promise.all(files.map((file) => rm(file, { force: true }))))
  }

  async check(): Promise<void> {
    await reached(this.#writer.check())
  }

  async #mailFiles(): Promise<string[]> {
    const names = (await readdir(this.#folder)).filter((name) => mailFile.test(name))
    return names.map((name) => join(this.#folder, name))
  }

  async #mailFilesOf(organizationId: number): Promise<string[]> {
    const own: string[] = []
    for (const file of await this.#mailFiles())
      if ((await readMail(file))?.organizationId === organizationId) own.push(file)
    return own
  }

  async #sweep(): Promise<void> {
    if (performance.now() - this.#sweptAt < sweepEveryMs) return
    this.#sweptAt = performance.now()
    await removeOld(await this.#mailFiles(), keptMs)
  }
}

async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    const message = `The folder for mail cannot be read and written (${code}).`
    throw new EngineUnavailable(message, 10, { cause: error })
  }
}

/** Null if another process has just deleted it. */
async function readMail(path: string): Promise<z.infer<typeof KeptMail> | null> {
  const text = await readFile(path, 'utf8').catch(nullWhenMissing)
  return text === null ? null : KeptMail.parse(JSON.parse(text))
}
