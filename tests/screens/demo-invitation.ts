import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@portal/contracts/client'
import { invitationsApi } from '@portal/contracts/invitations'
import { invitationLink, newestMail } from '@portal/testkit/mail/newest-mail'

/** The demo's person without organization; the picture shows the open invitation. */
const invited = 'noor@halden.example'
const patienceMs = 30_000
const pauseMs = 200

/** Invites somebody as this steward; returns the mailed token. Throws after half a minute. */
export async function demoInvitation(steward: Client, mailFolder: string): Promise<string> {
  if (!(await newestMail(mailFolder, invited)))
    await steward.call(invitationsApi.createInvitation, { body: { email: invited, role: 'manager' } })
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const mail = await newestMail(mailFolder, invited)
    if (mail) return new URL(invitationLink(mail)).pathname.split('/').at(-1) ?? ''
    await delay(pauseMs)
  }
  throw new Error('The invitation was not mailed in half a minute.')
}
