import type { Notification } from '@portal/contracts/notifications'
import { portalMail } from '@portal/service-kit/portal-mail'
import type { Mail } from '@portal/service-kit/ports/mailer'

/** What a digest says: `news`, newest first. */
interface Digest {
  readonly organizationName: string
  readonly timeZone: string
  readonly publicOrigin: string
  readonly news: readonly Notification[]
}

const linesMax = 20

/** The mail of a day: titles and what happened, no text of documents, and a link to the page. */
export function digestMail({ organizationName, timeZone, publicOrigin, news }: Digest): DigestMail {
  const dueFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone })
  const lines = news.slice(0, linesMax).map(({ title, text, dueAt }) => {
    const due = dueAt === null ? '' : `, due on ${dueFormat.format(Date.parse(dueAt))}`
    return `${title}: ${text}${due}`
  })
  const left = news.length - lines.length
  const heading = news.length === 1 ? 'One new notification' : `${news.length} new notifications`
  return {
    subject: `${heading} at ${organizationName}`,
    ...portalMail({
      heading,
      paragraphs: [...lines, ...(left > 0 ? [`And ${left} more.`] : [])],
      link: { label: 'See your notifications', url: `${publicOrigin}/notifications` },
      footnote: `You get this mail once a day at most, as a member of ${organizationName}. You can switch it off on the page of your notifications.`,
    }),
  }
}

type DigestMail = Pick<Mail, 'subject' | 'text' | 'html'>
