/** What a visitor writes (product §3); `company` may be empty. */
export interface ContactFields {
  readonly name: string
  readonly email: string
  readonly company: string
  readonly subject: string
  readonly message: string
}

/**
 * Longest address that mail programs open reliably: Windows hands over 2,083 characters at most.
 * https://learn.microsoft.com/troubleshoot/windows-client/networking/url-length-limits
 */
export const mailtoLengthMax = 2000

/** The subject of a prepared message (product §2). */
export function contactSubject({ subject }: Pick<ContactFields, 'subject'>): string {
  return `Contact Form: ${subject}`
}

/** The body: name, email, company and message. */
export function contactBody({ name, email, company, message }: ContactFields): string {
  return `Name: ${name}\nEmail: ${email}\nCompany: ${company}\n\nMessage:\n${message}`
}

/** A mailto address with subject and body; lines end as RFC 6068 asks. */
export function mailtoAddress(mailbox: string, subject: string, body: string): string {
  const encoded = encodeURIComponent(body.replaceAll(/\r?\n/g, '\r\n'))
  return `mailto:${mailbox}?subject=${encodeURIComponent(subject)}&body=${encoded}`
}

/** Subject and body as text, for a mail program elsewhere. */
export function copiedMessage(fields: ContactFields): string {
  return `Subject: ${contactSubject(fields)}\n\n${contactBody(fields)}`
}
