import type { gatewayApi } from '@portal/contracts/gateway'

import { byParams, plain, type RouteSamples } from '@portal/testkit/route-samples'

/** A request for every route; the isolation matrix sends it as everybody. */
export const samples: RouteSamples<typeof gatewayApi> = {
  readSession: plain(),
  mintToken: { ...plain({}), isRefusedByRule: (principal) => principal === 'master admin' },
  listOwnSessions: plain(),
  endOwnSession: byParams(({ sessionId }) => ({ id: sessionId })),
  endOtherSessions: plain(),
  exportOwnData: plain(),
  readStatus: plain(),
}
