import type { MailOverview } from '@portal/contracts/operators'
import type { Mail, Mailer } from '@portal/service-kit/ports/mailer'
import { createTransport } from 'nodemailer'
import { sendableMail } from './sendable-mail.ts'
import { type MailServerAddress, readMailServerAddress } from './smtp/mail-server-address.ts'
import { throwSmtpTrouble } from './smtp/smtp-trouble.ts'

/** `ca`: more certificates to trust, as PEM. `deadlineMs`: for one mail in total. */
interface SmtpMailerOptions {
  readonly ca?: string
  readonly deadlineMs?: number
}

const waits = { connectMs: 10_000, greetingMs: 10_000, silenceMs: 15_000, deadlineMs: 45_000 }
/** Every view of the status page asks for the state; a mail server would soon block us. */
const checkEveryMs = 30_000

/** Sends mail through a mail server (SMTP, RFC 5321), with a connection for each mail. */
export class SmtpMailer implements Mailer {
  readonly #address: MailServerAddress
  readonly #transport: ReturnType<typeof openTransport>
  readonly #deadlineMs: number
  #check: { readonly at: number; readonly result: Promise<unknown> } | null = null

  /** Throws ConfigError for a malformed address. */
  constructor(url: string, options: SmtpMailerOptions = {}) {
    this.#address = readMailServerAddress(url)
    this.#transport = openTransport(this.#address, options.ca)
    this.#deadlineMs = options.deadlineMs ?? waits.deadlineMs
  }

  async send(mail: Mail): Promise<void> {
    const { id, to, subject, text, html } = sendableMail(mail)
    const { from } = this.#address
    const sending = this.#transport.sendMail({
      from,
      to: { address: to.address, name: to.name ?? '' },
      envelope: { from: from.address, to: [to.address] },
      subject,
      text,
      html,
      messageId: `<${id}@${from.address.split('@')[1]}>`,
      // Suppresses out-of-office replies (RFC 3834 §5).
      headers: { 'auto-submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(this.#deadlineMs),
    })
    await sending.catch(throwSmtpTrouble)
  }

  overview(): Promise<MailOverview> {
    return Promise.resolve({ mailer: 'smtp', sent: [] })
  }

  async forget(): Promise<void> {
    // Nothing is kept here.
  }

  async check(): Promise<void> {
    if (this.#check === null || performance.now() - this.#check.at > checkEveryMs) {
      const result = this.#transport.verify()
      result.catch(() => 'thrown to everyone who asks')
      this.#check = { at: performance.now(), result }
    }
    await this.#check.result.catch(throwSmtpTrouble)
  }
}

function openTransport(address: MailServerAddress, ca?: string) {
  const { host, port, isSecure, startTls, username, password } = address
  return createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: startTls === 'required',
    ignoreTLS: startTls === 'off',
    ...(username === '' ? {} : { auth: { user: username, pass: password }, forceAuth: true }),
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: waits.connectMs,
    greetingTimeout: waits.greetingMs,
    socketTimeout: waits.silenceMs,
    dnsTimeout: waits.connectMs,
    allowInternalNetworkInterfaces: true,
  })
}
