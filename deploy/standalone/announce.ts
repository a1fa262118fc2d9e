import type { PortalFile } from './portal-file.ts'

/** Prints the portal's address and the demo logins. */
export function announce({ address, logins }: PortalFile): void {
  console.log(`\nThe portal is ready: ${address}\n`)
  for (const { username, password, role, organization } of logins) {
    const place = placeOf({ role, organization })
    console.log(`  ${username.padEnd(8)} ${password}   ${place}`)
  }
  console.log(logins.length > 0 ? '\nCtrl-C stops it.' : 'Ctrl-C stops it.')
}

function placeOf({
  role,
  organization,
}: Pick<PortalFile['logins'][number], 'role' | 'organization'>): string {
  if (organization !== null) return `${role} of ${organization}`
  return role === 'operator' ? 'operator of the platform' : 'no organization yet'
}
