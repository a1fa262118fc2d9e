import { type MemoryIdentityAdmin, memoryIdentityAdmin } from './identity/memory-identity-admin.ts'

/** What team needs from outside, for tests in which it is one service among others. */
export interface TeamPortsUnderTest {
  readonly operators: readonly string[]
  readonly protectedAccounts: readonly string[]
  readonly identities: MemoryIdentityAdmin
}

/** Team's ports: nobody is an operator and no account is protected unless told, accounts live in memory. */
export function teamPorts(given: Partial<TeamPortsUnderTest> = {}): TeamPortsUnderTest {
  return { operators: [], protectedAccounts: [], identities: memoryIdentityAdmin(), ...given }
}
