import { expect, it } from 'vitest'
import { invitationLink, readInvitationToken } from './invitation-link.ts'

const publicOrigin = 'https://portal.test'
const [former, next] = [
  'the secret of before, 32 characters',
  'the secret from now on, 32 characters',
] as const
const invited = { organizationId: 7, id: crypto.randomUUID(), nonce: crypto.randomUUID() }

async function tokenBy(secrets: readonly [string, ...string[]]): Promise<string> {
  return (await invitationLink({ publicOrigin, secrets }, invited)).split('/invitation/')[1] ?? ''
}

it('links in mails work while the secret is replaced, whichever process reads them', async () => {
  for (const [made, read] of [
    [[former], [former, next]],
    [
      [former, next],
      [next, former],
    ],
    [
      [next, former],
      [former, next],
    ],
    [[next, former], [next]],
  ] as const)
    expect(await readInvitationToken({ publicOrigin, secrets: read }, await tokenBy(made))).toEqual(invited)
})

it('links of a secret that is no longer given are refused', async () => {
  expect(await readInvitationToken({ publicOrigin, secrets: [next] }, await tokenBy([former]))).toBeNull()
})
