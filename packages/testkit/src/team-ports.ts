import type { Mailer } from '@portal/service-kit/ports/mailer'
import { type MemoryIdentityAdmin, memoryIdentityAdmin } from './identity/memory-identity-admin.ts'

/** Dependencies of team that tests may replace. */
export interface TeamPortsUnderTest {
  readonly operators: readonly string[]
  readonly protectedAccounts: readonly string[]
  readonly identities: MemoryIdentityAdmin
  readonly mailer: Mailer | null
  readonly invitations: { readonly publicOrigin: string; readonly secrets: readonly [string] }
  readonly digestHour: number | null
}

/** Team's ports; by default without operators, protected accounts, mail and daily mails. */
export function teamPorts(given: Partial<TeamPortsUnderTest> = {}): TeamPortsUnderTest {
  return {
    operators: [],
    protectedAccounts: [],
    identities: memoryIdentityAdmin(),
    mailer: null,
    digestHour: null,
    invitations: { publicOrigin: 'https://portal.test', secrets: ['signs-the-links-of-one-test-run-only'] },
    ...given,
  }
}
