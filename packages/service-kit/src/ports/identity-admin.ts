/** A new account at the identity provider. Without a password the person sets one through a one-time link. */
export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
  readonly password?: string
}

/** The login name or address is taken at the provider. */
export class AccountExists extends Error {
  override readonly name = 'AccountExists'
}

/** Manages accounts at the identity provider. `subject` is the provider's stable id of a person (the OIDC `sub` claim). */
export interface IdentityAdmin {
  /** Creates the account; throws {@link AccountExists}. */
  createAccount(account: NewAccount): Promise<{ readonly subject: string }>
  /** The subject of a login name, or null. */
  findSubject(username: string): Promise<string | null>
  setPassword(subject: string, password: string): Promise<void>
  /** The account can no longer sign in; its sessions end. */
  disable(subject: string): Promise<void>
  enable(subject: string): Promise<void>
  /** Ends every session of the person at the provider and sends back-channel logouts. */
  endSessions(subject: string): Promise<void>
}
