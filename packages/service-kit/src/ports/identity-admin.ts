import type { OneTimeLogin } from '@portal/contracts/operators'
import { EngineUnavailable } from './engine-unavailable.ts'

/**
 * A new account at the identity provider. Without a password, the person sets one through a
 * one-time login. The address counts as verified: callers vouch for it.
 */
export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
  readonly password?: string
  /**
   * Makes the creation idempotent: an account with this login name and the same reference is
   * returned instead of {@link AccountExists}. Only callers of this port can set a reference.
   */
  readonly reference?: string
}

/** The mail address of an account; null if it was created without one. */
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

/** The provider cannot be reached or rejects the caller; the message is one sentence. */
export class IdentityProviderUnavailable extends EngineUnavailable {
  override readonly name = 'IdentityProviderUnavailable'
  constructor(message: string, options?: ErrorOptions) {
    super(message, 5, options)
  }
}

/**
 * Manages accounts at the identity provider. `subject` is the stable id of an account there (the
 * OIDC `sub` claim). Every method throws {@link IdentityProviderUnavailable}.
 */
export interface IdentityAdmin {
  /** Throws {@link AccountExists} and {@link PasswordRefused}. */
  createAccount(account: NewAccount): Promise<{ readonly subject: string }>
  /** The subject of a login name or address in any case, or null. */
  findSubject(username: string): Promise<string | null>
  /** The account's current address, and whether it is verified. Throws {@link UnknownAccount}. */
  readAddress(subject: string): Promise<AccountAddress>
  /**
   * Marks the address as verified, if it still is the account's; the caller has seen the proof.
   * False if it is another by now. Throws {@link UnknownAccount}.
   */
  verifyAddress(subject: string, email: string): Promise<boolean>
  /** Throws {@link UnknownAccount} and {@link PasswordRefused}. Sessions stay. */
  setPassword(subject: string, password: string): Promise<void>
  /**
   * A link or a password, valid once, for a person to choose their first password. Invalidates
   * earlier ones. Throws {@link UnknownAccount}.
   */
  issueOneTimeLogin(subject: string): Promise<OneTimeLogin>
  /** Blocks logins and ends sessions as `endSessions` does. Throws {@link UnknownAccount}. */
  disable(subject: string): Promise<void>
  /** Allows logins again. Throws {@link UnknownAccount}. */
  enable(subject: string): Promise<void>
  /** Deletes the account with its name, address and sessions; one that is gone is no error. */
  deleteAccount(subject: string): Promise<void>
  /** Ends all sessions, revokes tokens and sends back-channel logouts, if there are any. */
  endSessions(subject: string): Promise<void>
  /** Throws, with a sentence that anybody may read, if accounts cannot be managed. */
  check(): Promise<void>
}
