import { type Mail, type Mailer, MailRefused } from '@portal/service-kit/ports/mailer'

/** Mail in memory, for tests in which it is not the mailer that is tried. */
export interface MemoryMailer extends Mailer {
  readonly sent: readonly Mail[]
  /** What the next mails meet: an error to throw, or null. */
  meets: (mail: Mail) => Error | null
}

/** A mailer that nothing keeps from sending. */
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

/** As a mail server answers that refuses an address for good. */
export function refusedForGood(): MailRefused {
  return new MailRefused('The mail server refuses this address (550).')
}
