import { embeddedIdentityAdmin } from '@portal/adapters/identity-admin/embedded-identity-admin'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import { startTestIdentityProvider } from '@portal/testkit/identity/test-identity-provider'
import { expect, it } from 'vitest'

const password = 'seven-quiet-harbours'

it('a new installation hashes with Argon2id; one that began with scrypt goes on with it, and reads both', async () => {
  await using portal = await startTestIdentityProvider({ passwordCost: null })
  const create = async (username: string) => {
    const account = { username, email: `${username}@halden.example`, password }
    await embeddedIdentityAdmin(new URL(portal.provider.adminUrl)).createAccount(account)
  }
  await create('ada')
  await portal.restart()
  await create('bert')
  // As the release before this one left it.
  const older = '$scrypt$ln=4,r=8,p=1$BwcHBwcHBwcHBwcHBwcHBw$-_F-biU-6YNcd8P5w79rbEmJ_DRCF1hhE-NuF_DuGKQ'
  await portal.execute(`update accounts set password_hash = '${older}' where username = 'ada'`)
  await portal.restart()
  await create('clara')
  const rows = await portal.execute(
    `select username, split_part(password_hash, '$', 2) as scheme from accounts order by username`,
  )
  expect(rows.map(({ username, scheme }) => [username, scheme])).toEqual([
    ['ada', 'scrypt'],
    ['bert', 'argon2id'],
    ['clara', 'scrypt'],
  ])
  const gateway = await testGateway(portal)
  for (const username of ['ada', 'bert', 'clara'])
    expect(await gateway.signIn(gateway.newBrowser(), { username, password })).toHaveProperty('id_token')
})
