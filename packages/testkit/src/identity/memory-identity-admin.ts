import { AccountExists, type IdentityAdmin, UnknownAccount } from '@portal/service-kit/ports/identity-admin'

/** Accounts in memory, for tests of services in which nobody signs in at a provider. */
export interface MemoryIdentityAdmin extends IdentityAdmin {
  /** Subjects of accounts that cannot sign in. */
  readonly disabled: ReadonlySet<string>
}

/** A provider that knows nobody yet. */
export function memoryIdentityAdmin(): MemoryIdentityAdmin {
  const subjects = new Map<string, string>()
  const disabled = new Set<string>()
  const known = (subject: string) => {
    if (![...subjects.values()].includes(subject)) throw new UnknownAccount('There is no such account.')
  }
  return {
    disabled,
    createAccount: async ({ username, email }) => {
      const names = [username.toLowerCase(), email.toLowerCase()]
      if (names.some((name) => subjects.has(name)))
        throw new AccountExists('The login name or address is taken.')
      const subject = crypto.randomUUID()
      for (const name of names) subjects.set(name, subject)
      return { subject }
    },
    findSubject: async (name) => subjects.get(name.toLowerCase()) ?? null,
    setPassword: async (subject) => known(subject),
    disable: async (subject) => {
      known(subject)
      disabled.add(subject)
    },
    enable: async (subject) => {
      known(subject)
      disabled.delete(subject)
    },
    endSessions: async () => undefined,
  }
}
