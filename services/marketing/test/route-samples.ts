import type { marketingApi } from '@portal/contracts/marketing'
import { plain, type RouteSamples } from '@portal/testkit/route-samples'

/** A request for every route; the isolation matrix sends it as everybody. */
export const samples: RouteSamples<typeof marketingApi> = {
  readContent: plain(),
  readRenderedSite: { hasIds: false, request: () => ({ params: { version: '0123456789ab' } }) },
}
