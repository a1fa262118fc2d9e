import { MailOverview } from '@portal/contracts/operators'
import { signIn } from '@portal/testkit/sign-in'
import type { PageSignIn } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'

/** The texts to an address, the newest first, of mail that stays in the portal's outbox, as the operator sees it who signs in for that. */
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
