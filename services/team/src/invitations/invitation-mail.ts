import { type Role, roleLabels } from '@portal/contracts/permissions'
import { portalMail } from '@portal/service-kit/portal-mail'
import type { Mail } from '@portal/service-kit/ports/mailer'

export interface InvitationToMail {
  readonly nonce: string
  readonly email: string
  readonly role: Role
  readonly invitedByName: string
  readonly organizationName: string
  readonly expiresAt: Date
  readonly link: string
}

/** Each sending has its own id, which tells a retry from a mail that was requested again. */
export function invitationMail(invitation: InvitationToMail): Mail {
  const { nonce, email, role, invitedByName, organizationName, expiresAt, link } = invitation
  const until = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt)
  const who = invitedByName === '' ? 'You have been invited' : `${invitedByName} has invited you`
  return {
    id: nonce,
    to: { address: email },
    subject: `Invitation to ${organizationName}`,
    ...portalMail({
      heading: `Join ${organizationName}`,
      paragraphs: [
        `${who} to join the organization ${organizationName} as ${roleLabels[role]}.`,
        `Sign in or register with the address ${email} and accept the invitation. The link works until ${until} (UTC).`,
      ],
      link: { label: 'See the invitation', url: link },
      footnote:
        'You get this mail because somebody entered your address. If you do not know them, there is nothing to do: without you the invitation ends by itself.',
    }),
  }
}
