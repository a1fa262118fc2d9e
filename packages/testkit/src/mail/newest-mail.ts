import { openMailer } from '@portal/adapters/mailer/open-mailer'
import type { SentMail } from '@portal/contracts/operators'

/** The newest mail to an address in a portal's outbox folder, or null. */
export async function newestMail(folder: string, address: string): Promise<SentMail | null> {
  const mailer = await openMailer(`file:${folder}`)
  const { sent = [] } = (await mailer?.overview()) ?? {}
  return sent.find(({ to }) => to === address) ?? null
}

/** The invitation's URL in a mail. Throws if there is none. */
export function invitationLink({ text }: Pick<SentMail, 'text'>): string {
  const link = /https?:\/\/\S+\/invitation\/[\w.-]+/.exec(text)?.[0]
  if (!link) throw new Error('The mail holds no invitation.')
  return link
}
