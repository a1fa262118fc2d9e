import type { PermissionOf } from '@portal/contracts/permissions'
import type { Route } from '@portal/contracts/route'
import type { Context as KitContext } from '@portal/service-kit/context'
import type { IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import type { Mailer } from '@portal/service-kit/ports/mailer'
import type { Verb as KitVerb } from '@portal/service-kit/verb'
import type { InvitationLinks } from './invitations/invitation-link.ts'

/** What team needs from its surroundings. */
export interface TeamPorts {
  /** Login names of operators (decision 52). */
  readonly operators: readonly string[]
  /** Login names of the accounts that no route removes (decision 7). */
  readonly protectedAccounts: readonly string[]
  /** Accounts and sessions at the identity provider. */
  readonly identities: IdentityAdmin
  /** Null: no mail is sent and the inviter passes on the link. */
  readonly mailer: Mailer | null
  readonly invitations: InvitationLinks
  /** From which hour of the day (0 to 23) the daily mails are sent; null: none are. */
  readonly digestHour: number | null
}

type Granted = PermissionOf<'team'>
export type Context = KitContext<TeamPorts, Granted>
export type Verb<R extends Route> = KitVerb<R, TeamPorts, Granted>
