import type { Logger } from '@portal/service-kit/logger'
import { portalMail } from '@portal/service-kit/portal-mail'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { Mail, Mailer } from '@portal/service-kit/ports/mailer'
import { retry } from '@portal/service-kit/sleep'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import type { Account } from '../accounts/account-store.ts'
import type { AddressLinks } from '../links/one-time-links.ts'

/** Mails the links that verify addresses. */
export type VerificationMails = ReturnType<typeof verificationMails>

interface VerificationMailOptions {
  /** Null disables mail. */
  readonly mailer: Mailer | null
  readonly links: AddressLinks
  /** The provider's public address. */
  readonly issuer: string
  readonly log: Logger
}

const triesMax = 8

export function verificationMails(options: VerificationMailOptions) {
  const { mailer, links, issuer, log } = options
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  /** Sends the link now. Throws MailRefused and EngineUnavailable. */
  const send = async (account: Account) => {
    const { email } = account
    if (!mailer || email === null || account.emailVerified) return
    const token = await links.issue(account, email)
    await mailer.send(verificationMail(email, `${issuer}/verify/${token}`))
  }
  const sendWithRetries = async (account: Account) => {
    const failed = (error: unknown, attempt: number) => {
      log.warn({ err: error, subject: account.subject, attempt }, 'a verification mail was not sent')
      if (!(error instanceof EngineUnavailable) || attempt === triesMax) throw error
    }
    const bounds = { firstMs: 2000, maxMs: 300_000, halted: stopping.signal }
    await retry(() => send(account), { ...bounds, failed }).catch(() => 'logged')
  }
  return {
    isOn: mailer !== null,
    send,
    /**
     * Sends the link in the background, with retries while the mailer is away. If all fail, the
     * account page offers to send it again.
     */
    sendSoon: (account: Account) => {
      const running = sendWithRetries(account).finally(() => underWay.delete(running))
      underWay.add(running)
    },
    /** Stops the retries and waits for sends in progress. */
    stop: async () => {
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}

function verificationMail(address: string, url: string): Mail {
  return {
    id: uuidV7(),
    to: { address },
    subject: 'Verify your e-mail address',
    ...portalMail({
      heading: 'Verify your e-mail address',
      paragraphs: [
        `An account of the portal was made with the address ${address}.`,
        'Follow the link to show that it is yours. It works once and for 24 hours.',
      ],
      link: { label: 'Verify the address', url },
      footnote:
        'If you made no account, there is nothing to do: nobody can use your address without this link.',
    }),
  }
}
