import type { OneTimeAccess } from '@portal/contracts/operators'
import { EngineUnavailable } from './engine-unavailable.ts'

/**
 * A new account at the identity provider. Without a password the person sets one through a one-time link. The address counts as verified:
 * whoever may call this port vouches for it.
 */
export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
  readonly password?: string
  /**
   * Makes the creation repeatable: an account with this login name that was created with the same reference is answered instead of
   * {@link AccountExists}. Nobody but the callers of this port can give an account a reference.
   */
  readonly reference?: string
}

/** Where mail reaches the person of an account; null for one that was made without. */
export interface AccountAddress {
  readonly email: string | null
  readonly isVerified: boolean
}

/** The login name or address is taken at the provider. */
export class AccountExists extends Error {
  override readonly name = 'AccountExists'
}

/** No account has this subject. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount'
}

/** The provider's rules refuse this password; the message says why, in a sentence for people. */
export class PasswordRefused extends Error {
  override readonly name = 'PasswordRefused'
}

/** The provider cannot be reached or does not accept the caller; the message says which, in one sentence. */
export class IdentityProviderUnavailable extends EngineUnavailable {
  override readonly name = 'IdentityProviderUnavailable'
  constructor(message: string, options?: ErrorOptions) {
    super(message, 5, options)
  }
}

/**
 * Manages accounts at the identity provider. `subject` is the provider's stable id of a person (the OIDC `sub` claim). Every method throws
 * {@link IdentityProviderUnavailable} when the provider does not answer.
 */
export interface IdentityAdmin {
  /** Creates the account; throws {@link AccountExists} and {@link PasswordRefused}. */
  createAccount(account: NewAccount): Promise<{ readonly subject: string }>
  /** The subject of a login name or address, whatever its case, or null. */
  findSubject(username: string): Promise<string | null>
  /** The address of an account as it is now, and whether the person has shown that it is theirs. Throws {@link UnknownAccount}. */
  readAddress(subject: string): Promise<AccountAddress>
  /** Throws {@link UnknownAccount} and {@link PasswordRefused}. Sessions live on. */
  setPassword(subject: string, password: string): Promise<void>
  /**
   * How a person comes in who has no password yet: a link or a password, good once, to choose their own. What was offered before ends.
   * Throws {@link UnknownAccount}.
   */
  offerAccess(subject: string): Promise<OneTimeAccess>
  /** The account can no longer sign in and its sessions end as by `endSessions`. Throws {@link UnknownAccount}. */
  disable(subject: string): Promise<void>
  /** The account can sign in again. Throws {@link UnknownAccount}. */
  enable(subject: string): Promise<void>
  /** Ends every session of the person at the provider, revokes their tokens and sends back-channel logouts. No session is no error. */
  endSessions(subject: string): Promise<void>
  /** Resolves when accounts can be managed, else throws with one sentence that says why not, fit for visitors' eyes. */
  check(): Promise<void>
}
