import type { Logger } from '@portal/service-kit/logger'
import { portalMail } from '@portal/service-kit/portal-mail'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { Mail, Mailer } from '@portal/service-kit/ports/mailer'
import { retry } from '@portal/service-kit/sleep'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import type { Account } from '../accounts/account-store.ts'
import type { AddressLinks, PasswordLinks } from './one-time-links.ts'

/** Mails one-time links: those that verify addresses and those that replace a password. */
export type LinkMails = ReturnType<typeof linkMails>

interface LinkMailOptions {
  /** Null disables mail. */
  readonly mailer: Mailer | null
  readonly addressLinks: AddressLinks
  readonly passwordLinks: PasswordLinks
  /** The provider's public address. */
  readonly issuer: string
  readonly log: Logger
}

const triesMax = 8

export function linkMails(options: LinkMailOptions) {
  const { mailer, addressLinks, passwordLinks, issuer, log } = options
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  const sendVerification = async (account: Account) => {
    const { email } = account
    if (!mailer || email === null || account.emailVerified) return
    const token = await addressLinks.issue(account, email)
    await mailer.send(verificationMail(email, `${issuer}/verify/${token}`))
  }
  const sendReset = async ({ subject, email, isDisabled }: Account) => {
    if (!mailer || email === null || isDisabled) return
    const { token } = await passwordLinks.issueByMail(subject, email)
    await mailer.send(resetMail(email, `${issuer}/password/${token}`))
  }
  const sendWithRetries = async (account: Account, send: (account: Account) => Promise<void>) => {
    const failed = (error: unknown, attempt: number) => {
      log.warn({ err: error, subject: account.subject, attempt }, 'a mail with a link was not sent')
      if (!(error instanceof EngineUnavailable) || attempt === triesMax) throw error
    }
    const bounds = { firstMs: 2000, maxMs: 300_000, halted: stopping.signal }
    await retry(() => send(account), { ...bounds, failed }).catch(() => 'logged')
  }
  const soon = (account: Account, send: (account: Account) => Promise<void>) => {
    const running = sendWithRetries(account, send).finally(() => underWay.delete(running))
    underWay.add(running)
  }
  return {
    isOn: mailer !== null,
    /** Sends the link that verifies the address now. Throws MailRefused and EngineUnavailable. */
    send: sendVerification,
    /**
     * Sends it in the background, with retries while the mailer is away. If all fail, the account
     * page offers to send it again.
     */
    sendSoon: (account: Account) => soon(account, sendVerification),
    /** Sends a link to replace the password, likewise; not to disabled accounts. */
    sendResetSoon: (account: Account) => soon(account, sendReset),
    /** Stops the retries and waits for sends in progress. */
    stop: async () => {
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}

function resetMail(address: string, url: string): Mail {
  return {
    id: uuidV7(),
    to: { address },
    subject: 'Choose a new password',
    ...portalMail({
      heading: 'Choose a new password',
      paragraphs: [
        `Somebody, probably you, has asked for a new password of the portal's account ${address}.`,
        'Follow the link to choose it. It works once and for one hour; all sessions then end.',
      ],
      link: { label: 'Choose a new password', url },
      footnote: 'If it was not you, there is nothing to do: your password stays as it is.',
    }),
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
