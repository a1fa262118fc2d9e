import {
  AccountExists,
  type IdentityAdmin,
  IdentityProviderUnavailable,
  UnknownAccount,
} from '@portal/service-kit/ports/identity-admin'

/** Accounts in memory, for tests of services without logins at a provider. */
export interface MemoryIdentityAdmin extends IdentityAdmin {
  /** Subjects of accounts that cannot log in. */
  readonly disabled: ReadonlySet<string>
  /** Subjects whose sessions were ended, in order. */
  readonly ended: readonly string[]
  /** Makes the address of an account one that nobody has verified. */
  forgetVerification(subject: string): Promise<void>
  /** While true every call fails as if the provider were away. */
  isAway: boolean
}

/** A provider without accounts. */
export function memoryIdentityAdmin(): MemoryIdentityAdmin {
  const subjects = new Map<string, string>()
  const references = new Map<string, string>()
  const disabled = new Set<string>()
  const unverified = new Set<string>()
  const ended: string[] = []
  const reach = () => {
    if (admin.isAway) throw new IdentityProviderUnavailable('The identity provider does not answer.')
  }
  const known = (subject: string) => {
    reach()
    if (![...subjects.values()].includes(subject)) throw new UnknownAccount('There is no such account.')
  }
  const admin: MemoryIdentityAdmin = {
    disabled,
    ended,
    isAway: false,
    forgetVerification: async (subject) => void unverified.add(subject),
    createAccount: async ({ username, email, reference }) => {
      reach()
      const same = reference === undefined ? undefined : references.get(`${username} ${reference}`)
      if (same !== undefined) return { subject: same }
      const names = [username.toLowerCase(), email.toLowerCase()]
      if (names.some((name) => subjects.has(name)))
        throw new AccountExists('The login name or address is taken.')
      const subject = crypto.randomUUID()
      for (const name of names) subjects.set(name, subject)
      if (reference !== undefined) references.set(`${username} ${reference}`, subject)
      return { subject }
    },
    findSubject: async (name) => {
      reach()
      return subjects.get(name.toLowerCase()) ?? null
    },
    readAddress: async (subject) => {
      known(subject)
      const email = [...subjects].find(([name, owner]) => owner === subject && name.includes('@'))?.[0]
      return { email: email ?? null, isVerified: email !== undefined && !unverified.has(subject) }
    },
    verifyAddress: async (subject, email) => {
      known(subject)
      const isOwn = subjects.get(email.toLowerCase()) === subject
      if (isOwn) unverified.delete(subject)
      return isOwn
    },
    setPassword: async (subject) => known(subject),
    issueOneTimeLogin: async (subject) => {
      known(subject)
      return { kind: 'password', password: crypto.randomUUID() }
    },
    disable: async (subject) => {
      known(subject)
      disabled.add(subject)
      ended.push(subject)
    },
    enable: async (subject) => {
      known(subject)
      disabled.delete(subject)
    },
    deleteAccount: async (subject) => {
      reach()
      for (const [name, owner] of subjects) if (owner === subject) subjects.delete(name)
    },
    endSessions: async (subject) => {
      reach()
      ended.push(subject)
    },
    check: async () => reach(),
  }
  return admin
}
