import type { EventDefinition } from '@portal/contracts/events'
import type { ConsumerScope } from '@portal/service-kit/inbox/consumers'
import { type Consumer, on, type ReceivedEvent } from '@portal/service-kit/inbox/consumers'

/** A consumer's transaction in an organization. */
export type OrganizationScope = ConsumerScope & { readonly organizationId: number }

/** A projection of events of an organization; repeated events are harmless. */
export function project<D extends EventDefinition>(
  definition: D,
  handle: (scope: OrganizationScope, event: ReceivedEvent<D>) => Promise<unknown>,
): Consumer {
  return on(definition, async (scope, event) => {
    const { organizationId } = scope
    if (organizationId !== null) await handle({ ...scope, organizationId }, event)
  })
}
