import type { PermissionOf } from '@portal/contracts/permissions'
import type { templateNameApi } from '@portal/contracts/template-name'
import { plain, type RouteSamples, type SpecifiedHolders } from '@portal/testkit/route-samples'

/** A request for every route; the isolation matrix sends it as everybody. */
export const samples: RouteSamples<typeof templateNameApi> = {
  listTemplateEntities: plain(),
  createTemplateEntity: plain({ title: 'Another one' }),
}

/** Who holds each permission, written a second time so that a change of the table is noticed. */
export const holders: SpecifiedHolders<PermissionOf<'template-name'>> = {
  'template-entity:read': 'facilitator admin manager team_member',
  'template-entity:create': 'facilitator admin',
}
