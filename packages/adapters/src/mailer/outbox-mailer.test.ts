import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { Mail } from '@portal/service-kit/ports/mailer'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { mailerSuite } from '@portal/testkit/conformance/mailer-suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMailer } from './open-mailer.ts'
import { OutboxMailer } from './outbox-mailer.ts'

const mailsIn = async (folder: string) => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
}

mailerSuite('outbox', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  const mailer = await openMailer(pathToFileURL(folder).href)
  if (!mailer) throw new Error('No mailer.')
  return {
    mailer,
    arrived: () => mailsIn(folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
})

const mailTo = (address: string): Mail => ({
  id: uuidV7(),
  to: { address },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
})

describe('an outbox folder', () => {
  let folder: string
  let mailer: OutboxMailer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outbox-'))
    mailer = await OutboxMailer.open(folder)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('shows newest first what every process has sent that shares it, each in a file for its owner alone', async () => {
    const other = await OutboxMailer.open(folder)
    const mails = ['one@a.example', 'two@a.example', 'three@a.example'].map(mailTo)
    for (const [at, mail] of mails.entries()) await (at === 1 ? other : mailer).send(mail)
    const { sent } = await mailer.overview()
    expect(sent.map(({ to }) => to)).toEqual(['three@a.example', 'two@a.example', 'one@a.example'])
    const { mode } = await stat(join(folder, `${mails[0]?.id}.json`))
    expect(mode & 0o077).toBe(0)
  })

  it('reads no file that is not a mail', async () => {
    const before = (await mailer.overview()).sent.length
    await writeFile(join(folder, 'notes.json'), '{"secret":1}')
    await symlink('/etc/passwd', join(folder, 'passwd'))
    expect((await mailer.overview()).sent).toHaveLength(before)
  })

  it('lets a mail go after 14 days', async () => {
    const [old, young] = [mailTo('old@a.example'), mailTo('young@a.example')]
    await mailer.send(old)
    const past = Date.now() / 1000 - 15 * 24 * 3600
    await utimes(join(folder, `${old.id}.json`), past, past)
    await (await OutboxMailer.open(folder)).send(young)
    const ids = (await mailsIn(folder)).map(({ id }) => id)
    expect(ids).toContain(young.id)
    expect(ids).not.toContain(old.id)
  })

  it("lets an organization's mail go with it, and keeps everybody else's", async () => {
    const mails = [7, 70, undefined].map((organizationId) => ({
      ...mailTo(`of-${organizationId}@a.example`),
      ...(organizationId === undefined ? {} : { organizationId }),
    }))
    for (const mail of mails) await mailer.send(mail)
    expect(await mailer.countOf(7)).toBe(1)
    await mailer.purge(7)
    expect(await mailer.countOf(7)).toBe(0)
    const ids = (await mailsIn(folder)).map(({ id }) => id)
    expect(ids).not.toContain(mails[0]?.id)
    expect(ids).toEqual(expect.arrayContaining([mails[1]?.id, mails[2]?.id]))
  })

  it('that is gone is a mailer that is away, told in one sentence', async () => {
    const gone = await OutboxMailer.open(join(folder, 'gone'))
    await rm(join(folder, 'gone'), { recursive: true })
    for (const call of [() => gone.send(mailTo('a@a.example')), () => gone.overview(), () => gone.check()]) {
      await expect(call()).rejects.toThrow(EngineUnavailable)
      await expect(call()).rejects.toThrow('The folder for mail cannot be read and written (ENOENT).')
    }
  })
})

describe('the mailer of a configuration URL', () => {
  it('is none for the empty one', async () => {
    expect(await openMailer('')).toBeNull()
  })

  it.each(['file:', 'http://mail.example', 'mail.example', 'smtpx://mail.example'])(
    'is refused for %j with a sentence',
    async (url) => {
      await expect(openMailer(url)).rejects.toThrow('There is no mailer for')
    },
  )
})
