import { type Mail, type Mailer, MailRefused } from '@portal/service-kit/ports/mailer'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeConformance } from './describe-conformance.ts'

/** A mail as received; `id` is that of the mail sent. */
export interface ArrivedMail {
  readonly id: string
  readonly to: { readonly address: string; readonly name?: string }
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A mailer under test, and the mail that arrived. */
export interface MailerUnderTest extends AsyncDisposable {
  readonly mailer: Mailer
  readonly arrived: () => Promise<readonly ArrivedMail[]>
}

const newMail = (overrides: Partial<Mail> = {}): Mail => ({
  id: uuidV7(),
  to: { address: 'noor@halden.example' },
  subject: 'Invitation',
  text: 'Good day',
  html: '<p>Good day</p>',
  ...overrides,
})

/** What every Mailer promises (ports/mailer). `open` returns one that has sent nothing. */
export function mailerSuite(engine: string, open: () => Promise<MailerUnderTest>): void {
  describeConformance('mailer', engine, () => {
    let opened: MailerUnderTest
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(async () => opened[Symbol.asyncDispose]())

    const sent = async (mail: Mail) => {
      await opened.mailer.send(mail)
      const [arrived] = (await opened.arrived()).filter(({ id }) => id === mail.id)
      return arrived
    }
    itDelivers(sent)
    itStaysOneMail(sent)
    itRefuses(() => opened)

    it('says that mail can be sent, and where sent mail can be seen', async () => {
      await opened.mailer.check()
      const { mailer, sent } = await opened.mailer.overview()
      expect(mailer).not.toBe('none')
      const times = sent.map(({ sentAt }) => sentAt)
      expect(times).toEqual(times.toSorted().reverse())
    })
  })
}

type Sent = (mail: Mail) => Promise<ArrivedMail | undefined>

function itDelivers(sent: Sent): void {
  it('delivers text and HTML as they are: long lines, lone dots, other scripts', async () => {
    const text = `First line\n.\n..two dots\nFrom here on\n${'long '.repeat(500)}end\nÆrøskøbing, 東京, عمّان, 🛡️\n=3D &amp; <b>`
    const html = `<p>Ærøskøbing 東京 🛡️</p>\n.\n<p>${'long '.repeat(500)}</p>`
    const arrived = await sent(newMail({ text, html }))
    expect(arrived?.text.trimEnd()).toBe(text)
    expect(arrived?.html.trimEnd()).toBe(html)
  })

  it('delivers names and subjects of any script, quotes and commas included', async () => {
    const to = { address: 'zoe@halden.example', name: 'Zoë "Zo" Müller-Łukasz, 東京' }
    const subject =
      'Einladung für Zoë: 東京 🛡️, "Ærø" – and a subject that goes on for longer than one line of a mail may'
    expect(await sent(newMail({ to, subject }))).toMatchObject({ to, subject })
  })
}

function itStaysOneMail(sent: Sent): void {
  it('lets no line break of a name or subject begin another header or another recipient', async () => {
    for (const lineBreak of ['\r\n', '\n', '\r', '\u2028', '\0\r\n ']) {
      const inserted = `${lineBreak}Bcc: thief@evil.example${lineBreak}X-Inserted: yes${lineBreak}${lineBreak}Body`
      const mail = newMail({
        to: { address: 'noor@halden.example', name: `Noor${inserted}` },
        subject: `Hello${inserted}`,
      })
      const arrived = await sent(mail)
      expect(arrived?.to.address).toBe('noor@halden.example')
      expect(arrived?.subject).toMatch(/^Hello +Bcc: thief@evil.example +X-Inserted: yes +Body$/)
      expect(arrived?.to.name).toMatch(/^Noor +Bcc: thief@evil.example +X-Inserted: yes +Body$/)
      expect(arrived?.text.trimEnd()).toBe(mail.text)
    }
  })

  it('can be told to be the same mail when it is sent again after a failure', async () => {
    const mail = newMail()
    await sent(mail)
    expect((await sent(mail))?.id).toBe(mail.id)
  })
}

const noAddresses = [
  '',
  'noor',
  '@halden.example',
  'noor@',
  'noor@halden.example, thief@evil.example',
  'noor@halden.example;thief@evil.example',
  'noor@halden.example\r\nBcc: thief@evil.example',
  'noor@halden.example\0',
  'Noor <noor@halden.example>',
  '<noor@halden.example>',
  '"noor thief@evil.example"@halden.example',
  'noor@halden.example@evil.example',
  'noor(thief@evil.example)@halden.example',
  '@evil.example:noor@halden.example',
  ' noor@halden.example',
  `${'n'.repeat(300)}@halden.example`,
]

function itRefuses(opened: () => MailerUnderTest): void {
  it.each(noAddresses)('refuses %j, which is not one address, and sends nothing', async (address) => {
    const { mailer, arrived } = opened()
    const before = (await arrived()).length
    await expect(mailer.send(newMail({ to: { address } }))).rejects.toThrow(MailRefused)
    expect(await arrived()).toHaveLength(before)
  })

  it.each(['../../etc/passwd', '', 'x', `${uuidV7()}/../y`])('takes no mail with the id %j', async (id) => {
    await expect(opened().mailer.send(newMail({ id }))).rejects.toThrow('UUID')
  })
}
