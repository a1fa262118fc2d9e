import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type ReceivedMail, readReceivedMail } from './received-mail.ts'
import { testCertificate } from './test-certificate.ts'

/** Deviations from a server that accepts every mail. Errors carry `responseCode`. */
export interface TestMailServerOptions {
  /** Required credentials; none by default. */
  readonly login?: { readonly username: string; readonly password: string }
  /** TLS from the first byte, STARTTLS (the default), or none. */
  readonly encryption?: 'implicit' | 'starttls' | 'none'
  readonly hooks?: Pick<SMTPServerOptions, 'onConnect' | 'onMailFrom' | 'onRcptTo'>
  /** Rejects a mail after DATA. */
  readonly refuseMail?: () => Error | null
  /** 0 picks a free one. */
  readonly port?: number
}

/** A mail server on loopback that keeps the mail it receives. */
export interface TestMailServer extends AsyncDisposable {
  readonly port: number
  /** `127.0.0.1:<port>`. */
  readonly host: string
  readonly received: readonly ReceivedMail[]
  /** Envelope recipients of each mail. */
  readonly envelopes: readonly { readonly to: readonly string[]; readonly isEncrypted: boolean }[]
}

/** A rejection by the server, such as `reply(450, 'Greylisted')`. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** Starts a mail server on loopback. */
export async function startTestMailServer(options: TestMailServerOptions = {}): Promise<TestMailServer> {
  const { login, encryption = 'starttls', hooks = {}, refuseMail = () => null, port = 0 } = options
  const received: ReceivedMail[] = []
  const envelopes: { to: string[]; isEncrypted: boolean }[] = []
  const server = new SMTPServer({
    ...testCertificate,
    ...hooks,
    secure: encryption === 'implicit',
    authOptional: login === undefined,
    disabledCommands: [
      ...(login === undefined ? ['AUTH'] : []),
      ...(encryption === 'starttls' ? [] : ['STARTTLS']),
    ],
    // Refusing to send passwords in the clear is up to the client.
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.username && password === login?.password
        ? done(null, { user: username })
        : done(reply(535, 'Authentication failed')),
    onData: (stream, session, done) => {
      const parts: Uint8Array[] = []
      stream.on('data', (part: Uint8Array) => parts.push(part))
      stream.on('end', async () => {
        const refusal = refuseMail()
        if (refusal !== null) return done(refusal)
        received.push(await readReceivedMail(Buffer.concat(parts)))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        envelopes.push({ to, isEncrypted: session.secure })
        done()
      })
    },
  })
  // Some tests are about clients that disconnect.
  server.on('error', () => 'seen by the client')
  const listening = await listen(server, port)
  return {
    port: listening,
    host: `127.0.0.1:${listening}`,
    received,
    envelopes,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  }
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.server.address()
      if (typeof address === 'object' && address !== null) resolve(address.port)
      else reject(new Error('The mail server has no port.'))
    })
  })
}
