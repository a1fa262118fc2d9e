import type { MailOverview } from '@portal/contracts/operators'

/** A mail to one address. */
export interface Mail {
  /** A UUIDv7. Retries keep it, so that duplicates can be recognized. */
  readonly id: string
  /** The organization with which stored mail is deleted. Absent for mail of the portal itself. */
  readonly organizationId?: number
  readonly to: { readonly address: string; readonly name?: string }
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mail can never arrive; the message is one sentence for people. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** Sends mail on the portal's behalf. */
export interface Mailer {
  /**
   * Resolves once the mail has been accepted. Throws {@link MailRefused} if a retry is pointless,
   * else EngineUnavailable; then the mail may have been sent nevertheless, under its id.
   */
  send(mail: Mail): Promise<void>
  /** Where sent mail can be viewed, and what is viewable here, newest first. */
  overview(): Promise<MailOverview>
  /** Deletes mails to the address that are kept here; what a mail server took is out of reach. */
  forget(address: string): Promise<void>
  /** Throws EngineUnavailable with a one-sentence reason if mail cannot be sent. */
  check(): Promise<void>
}
