import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { MailRefused } from '@portal/service-kit/ports/mailer'

const seconds = { away: 10, later: 120, settings: 60 }

interface SmtpError extends Error {
  readonly code?: string
  readonly originalCode?: string
  readonly responseCode?: number
  readonly command?: string
}

/**
 * Throws what a failure of the client library means: mail refused for good, or server away. Drops
 * its text, which may repeat names, addresses and passwords. Any other error is a bug and stays.
 */
export function throwSmtpTrouble(error: unknown): never {
  throw isSmtpError(error) ? classified(error) : error
}

function classified(error: SmtpError): EngineUnavailable | MailRefused {
  const { code, responseCode = 0, command = '' } = error
  const away = (why: string, retryAfterSeconds: number) =>
    new EngineUnavailable(`The mail server ${why}.`, retryAfterSeconds, { cause: error })
  const refused = (message: string) => new MailRefused(message, { cause: error })
  if (code === 'ETLS') return away(whyAway(error), seconds.away)
  if (code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 530) {
    if (responseCode >= 400 && responseCode < 500)
      return away(`cannot check our password now (${responseCode})`, seconds.later)
    return away('does not accept our user name and password', seconds.settings)
  }
  if (responseCode >= 500) {
    if (command === 'MAIL FROM') return away(`does not accept our sender (${responseCode})`, seconds.settings)
    if (command === 'RCPT TO') return refused(`The mail server refuses this address (${responseCode}).`)
    if (code === 'EENVELOPE' || code === 'EMESSAGE')
      return refused(`The mail server refuses this mail (${responseCode}).`)
  }
  if (responseCode >= 400) return away(`asks to try again later (${responseCode})`, seconds.later)
  if (code === 'EENVELOPE' && command === 'API') return refused('This is not an e-mail address.')
  return away(whyAway(error), seconds.away)
}

function whyAway({ code, originalCode = '' }: SmtpError): string {
  if (/CERT|SIGNATURE|ALTNAME/.test(originalCode))
    return `has a certificate that is not trusted (${originalCode})`
  if (code === 'ETLS') return 'offers no encryption that we could use'
  if (code === 'ETIMEDOUT' || code === 'EABORT') return 'does not answer in time'
  if (code === 'EDNS') return 'cannot be found by its name'
  if (/^E[A-Z]+$/.test(originalCode)) return `cannot be reached (${originalCode})`
  return 'broke the connection off'
}

const codes = /^E(CONNECTION|TIMEDOUT|SOCKET|DNS|TLS|PROTOCOL|ENVELOPE|MESSAGE|STREAM|ABORT|AUTH)$|^ENOAUTH$/

function isSmtpError(error: unknown): error is SmtpError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.test(error.code)
}
