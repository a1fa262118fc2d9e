import type { PortalFile } from './portal-file.ts'

/** Tells where the portal is and who can sign in. */
export function announce({ address, logins }: PortalFile): void {
  console.log(`\nThe portal is ready: ${address}\n`)
  for (const { username, password, role, organization } of logins) {
    const place = organization === null ? 'no organization yet' : `${role} of ${organization}`
    console.log(`  ${username.padEnd(8)} ${password}   ${place}`)
  }
  console.log(logins.length > 0 ? '\nCtrl-C stops it.' : 'Ctrl-C stops it.')
}
