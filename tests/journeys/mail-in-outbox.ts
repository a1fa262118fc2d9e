import { MailOverview } from '@portal/contracts/operators'
import { signIn } from '@portal/testkit/sign-in'
import type { PageSignIn } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'

/** Texts of the mail to an address in the portal's outbox, newest first, read as operator. */
export function mailInOutbox(operator: PageSignIn): (address: string) => Promise<readonly string[]> {
  return async (address) => {
    const browse = await signIn(operator)
    const answer = await browse('/api/master/mail', { headers: { accept: 'application/json' } })
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    const { mailer, sent } = MailOverview.parse(JSON.parse(text))
    expect(mailer).toBe('outbox')
    return sent.filter(({ to }) => to === address).map((mail) => mail.text)
  }
}
