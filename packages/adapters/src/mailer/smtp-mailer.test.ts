import { createServer, type Server, type Socket } from 'node:net'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { type Mail, type Mailer, MailRefused } from '@portal/service-kit/ports/mailer'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { mailerSuite } from '@portal/testkit/conformance/mailer-suite'
import { testCertificate } from '@portal/testkit/mail/test-certificate'
import { reply, startTestMailServer, type TestMailServer } from '@portal/testkit/mail/test-mail-server'
import { describe, expect, it } from 'vitest'
import { openMailer } from './open-mailer.ts'
import { SmtpMailer } from './smtp-mailer.ts'

const from = 'from=portal@compliance.example'
const login = { username: 'portal@mail', password: 'p:a/s?s%w#rd' }
const credentials = `${encodeURIComponent(login.username)}:${encodeURIComponent(login.password)}`
const trusting = { ca: testCertificate.cert }

mailerSuite('smtp', async () => {
  const server = await startTestMailServer({ login })
  return {
    mailer: new SmtpMailer(`smtp://${credentials}@${server.host}?${from}`, trusting),
    arrived: async () =>
      server.received.map(({ messageId, to, subject, text, html }) => ({
        id: messageId.replace(/^<|@.*$/g, ''),
        to,
        subject,
        text,
        html,
      })),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
})

const newMail = (address = 'noor@halden.example'): Mail => ({
  id: uuidV7(),
  to: { address },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
})

/** The sentence with which a mail fails that may be tried again. */
async function whyAway(mailer: Mailer): Promise<string> {
  const error = await mailer.send(newMail()).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(EngineUnavailable)
  expect(String(error)).not.toContain('noor@')
  expect(String(error)).not.toContain(login.password)
  return error instanceof Error ? error.message : ''
}

describe('the sender', () => {
  it('is the one that the address names, and no absence note shall answer', async () => {
    await using server = await startTestMailServer()
    const mailer = await openMailer(`smtp://${server.host}?${from}&name=Portal%20%C3%86&starttls=off`)
    await mailer?.send(newMail())
    expect(server.received[0]?.from).toEqual({ address: 'portal@compliance.example', name: 'Portal Æ' })
    expect(server.received[0]?.headers).toContainEqual({ name: 'auto-submitted', value: 'auto-generated' })
    expect(server.envelopes[0]?.to).toEqual(['noor@halden.example'])
  })
})

describe('encryption', () => {
  const urlOf = ({ host }: TestMailServer, scheme: string, more = '') =>
    `${scheme}://${credentials}@${host}?${from}${more}`

  it.each([
    ['smtp', 'starttls'],
    ['smtp+tls', 'implicit'],
    ['smtps', 'implicit'],
  ] as const)('%s signs in over TLS (%s)', async (scheme, encryption) => {
    await using server = await startTestMailServer({ login, encryption })
    await new SmtpMailer(urlOf(server, scheme), trusting).send(newMail())
    expect(server.envelopes).toEqual([{ to: ['noor@halden.example'], isEncrypted: true }])
  })

  it('never sends a password to a server that offers no encryption, unless configured to', async () => {
    await using server = await startTestMailServer({ login, encryption: 'none' })
    expect(await whyAway(new SmtpMailer(urlOf(server, 'smtp'), trusting))).toBe(
      'The mail server offers no encryption that we could use.',
    )
    await new SmtpMailer(urlOf(server, 'smtp', '&starttls=off')).send(newMail())
    expect(server.envelopes).toEqual([{ to: ['noor@halden.example'], isEncrypted: false }])
  })

  it.each([
    ['smtp', 'starttls'],
    ['smtp+tls', 'implicit'],
  ] as const)('%s trusts no certificate that nobody vouches for (%s)', async (scheme, encryption) => {
    await using server = await startTestMailServer({ login, encryption })
    expect(await whyAway(new SmtpMailer(urlOf(server, scheme)))).toMatch(
      /^The mail server has a certificate that is not trusted \(\w+\)\.$/,
    )
    expect(server.received).toEqual([])
  })
})

describe('a mail server that refuses', () => {
  const mailerOf = ({ host }: TestMailServer) => new SmtpMailer(`smtp://${host}?${from}`, trusting)

  it('the address: the mail is refused for good, in a sentence for people', async () => {
    await using server = await startTestMailServer({
      hooks: { onRcptTo: (_address, _session, done) => done(reply(550, 'No such user noor@halden.example')) },
    })
    const error = await mailerOf(server)
      .send(newMail())
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(MailRefused)
    expect(error).toMatchObject({ message: 'The mail server refuses this address (550).' })
  })

  it('the mail itself: refused for good', async () => {
    await using server = await startTestMailServer({ refuseMail: () => reply(554, 'Spam') })
    await expect(mailerOf(server).send(newMail())).rejects.toThrow(MailRefused)
    await expect(mailerOf(server).send(newMail())).rejects.toThrow('The mail server refuses this mail (554).')
  })

  it('for now, as greylisting does: to be tried again, and then it arrives', async () => {
    let asked = 0
    await using server = await startTestMailServer({
      hooks: {
        onRcptTo: (_address, _session, done) => done(++asked === 1 ? reply(450, 'Greylisted') : null),
      },
    })
    expect(await whyAway(mailerOf(server))).toBe('The mail server asks to try again later (450).')
    await mailerOf(server).send(newMail())
    expect(server.received).toHaveLength(1)
  })

  it('our sender or password: nothing of the mail’s own, to be tried again', async () => {
    await using picky = await startTestMailServer({
      hooks: { onMailFrom: (_address, _session, done) => done(reply(553, 'Not yours')) },
    })
    expect(await whyAway(mailerOf(picky))).toBe('The mail server does not accept our sender (553).')
    await using closed = await startTestMailServer({ login })
    const wrong = new SmtpMailer(`smtp://portal:guessed@${closed.host}?${from}`, trusting)
    expect(await whyAway(wrong)).toBe('The mail server does not accept our user name and password.')
    await expect(wrong.check()).rejects.toThrow('The mail server does not accept our user name and password.')
  })
})

describe('a mail server that is away', () => {
  it('or not to be found is told as such', async () => {
    const { port, ...gone } = await startTestMailServer()
    await gone[Symbol.asyncDispose]()
    const mailer = new SmtpMailer(`smtp://127.0.0.1:${port}?${from}`)
    expect(await whyAway(mailer)).toBe('The mail server cannot be reached (ECONNREFUSED).')
    await expect(mailer.check()).rejects.toThrow(EngineUnavailable)
  })

  it('answers too slowly as a whole, though never silent for long: given up at the deadline', async () => {
    await using trickle = await startTrickle((socket) => void socket.write('220-wait\r\n'))
    const mailer = new SmtpMailer(`smtp://127.0.0.1:${trickle.port}?${from}`, { deadlineMs: 400 })
    expect(await whyAway(mailer)).toBe('The mail server does not answer in time.')
  })

  it('breaks off in the middle of a mail: to be tried again', async () => {
    await using breaking = await startTrickle((socket) => void socket.end('220 here\r\n'))
    expect(await whyAway(new SmtpMailer(`smtp://127.0.0.1:${breaking.port}?${from}`))).toMatch(
      /^The mail server (broke the connection off|cannot be reached \(ECONNRESET\))\.$/,
    )
  })
})

/** A server that does this to each connection every 100 ms. */
async function startTrickle(act: (socket: Socket) => void): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    const timer = setInterval(() => act(socket), 100)
    socket.on('error', () => 'the client has gone').on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

describe('the address of a mail server', () => {
  it.each([
    ['smtp://mail.example', 'does not say which address mail comes from'],
    ['smtp://mail.example?from=portal', 'does not say which address mail comes from'],
    [`smtp://a,b?${from}`, 'names more than one host'],
    [`smtp://mail.example/path?${from}`, 'has a path'],
    [`smtp://mail.example?${from}&startls=off`, 'has an unknown setting "startls"'],
    [`smtp://mail.example?${from}&starttls=maybe`, 'has an unknown rule for starttls'],
    [`smtp://user:secret@mail example?${from}`, 'names a host or port that cannot be read'],
  ])('%s is refused in one sentence without the secret', (url, why) => {
    expect(() => new SmtpMailer(url)).toThrow(why)
    expect(() => new SmtpMailer(url)).not.toThrow(/secret/)
  })
})
