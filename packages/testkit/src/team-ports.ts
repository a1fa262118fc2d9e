import type { Mailer } from '@portal/service-kit/ports/mailer'
import { type MemoryIdentityAdmin, memoryIdentityAdmin } from './identity/memory-identity-admin.ts'

/** What team needs from outside, for tests in which it is one service among others. */
export interface TeamPortsUnderTest {
  readonly operators: readonly string[]
  readonly protectedAccounts: readonly string[]
  readonly identities: MemoryIdentityAdmin
  readonly mailer: Mailer | null
  readonly invitations: { readonly publicOrigin: string; readonly secret: string }
}

/** Team's ports: nobody is an operator, no account is protected and no mail goes out by default, accounts live in memory. */
export function teamPorts(given: Partial<TeamPortsUnderTest> = {}): TeamPortsUnderTest {
  return {
    operators: [],
    protectedAccounts: [],
    identities: memoryIdentityAdmin(),
    mailer: null,
    invitations: { publicOrigin: 'https://portal.test', secret: 'signs-the-links-of-one-test-run-only' },
    ...given,
  }
}
