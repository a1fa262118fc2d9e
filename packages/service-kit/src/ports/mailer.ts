import type { MailOverview } from '@portal/contracts/operators'

/** A mail to one person. */
export interface Mail {
  /** A UUIDv7. Sent again after a failure it stays the same, so that whoever receives a mail twice can tell. */
  readonly id: string
  /** Whose it is: where sent mail is kept, it goes with the organization. Absent for mail of the portal itself. */
  readonly organizationId?: number
  readonly to: { readonly address: string; readonly name?: string }
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** This mail will never arrive: the address is none, or its server refuses it for good. The message is one sentence for people. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** Sends mail in the portal's name. */
export interface Mailer {
  /**
   * Resolves when the mail has been handed over for good. Throws {@link MailRefused} when trying again is of no use, EngineUnavailable when it
   * is; then the mail may have gone out all the same, under its id.
   */
  send(mail: Mail): Promise<void>
  /** Where sent mail can be seen, and what there is to see here, newest first. */
  overview(): Promise<MailOverview>
  /** Resolves when mail can be sent, else throws EngineUnavailable with one sentence that says why not. */
  check(): Promise<void>
}
