import { type Mail, type Mailer, MailRefused } from '@portal/service-kit/ports/mailer'

/** Mail in memory, for tests that are not about the mailer. */
export interface MemoryMailer extends Mailer {
  readonly sent: readonly Mail[]
  /** Called with each mail; returns an error to throw, or null. */
  meets: (mail: Mail) => Error | null
}

/** A mailer that accepts every mail. */
export function memoryMailer(): MemoryMailer {
  const sent: Mail[] = []
  return {
    sent,
    meets: () => null,
    async send(mail) {
      const trouble = this.meets(mail)
      if (trouble) throw trouble
      sent.push(mail)
    },
    forget: async (address) => {
      sent.splice(0, sent.length, ...sent.filter(({ to }) => to.address !== address))
    },
    overview: async () => ({
      mailer: 'outbox',
      sent: sent.map(({ id, to, subject, text }) => ({
        id,
        to: to.address,
        subject,
        text,
        sentAt: new Date().toISOString(),
      })),
    }),
    check: async () => undefined,
  }
}

/** The error for an address that a mail server rejects permanently. */
export function refusedForGood(): MailRefused {
  return new MailRefused('The mail server refuses this address (550).')
}
