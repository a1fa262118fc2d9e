import type { gatewayApi } from '@portal/contracts/gateway'

import { byParams, plain, type RouteSamples, type Sample } from '@portal/testkit/route-samples'

/** No remote is published in these tests, and none belongs to an organization. */
const ofRemote = (body: unknown, params: Record<string, string> = {}): Sample => ({
  hasIds: false,
  request: () => ({ params: { name: 'team', ...params }, body }),
})

/** A request for every route; the isolation matrix sends it as everybody. */
export const samples: RouteSamples<typeof gatewayApi> = {
  readSession: plain(),
  mintToken: { ...plain({}), isRefusedByRule: (principal) => principal === 'master admin' },
  listOwnSessions: plain(),
  endOwnSession: byParams(({ sessionId }) => ({ id: sessionId })),
  endOtherSessions: plain(),
  exportOwnData: plain(),
  readStatus: plain(),
  readOperations: plain(),
  // Nothing is traced here: tests/telemetry has a trace.
  readTrace: {
    ...byParams(() => ({ traceId: '0af7651916cd43dd8448eb211c80319c' })),
    isUnknownTo: () => true,
  },
  readRemotes: plain(),
  promoteRemote: ofRemote({ version: 'abc', percent: 10, threshold: 20, why: 'To try it.' }),
  rollBackRemote: ofRemote({ version: 'abc', why: 'It fails.' }),
  pinRemote: ofRemote({ version: 'abc', why: 'They asked for it.' }, { organizationId: '987654321' }),
  previewRemote: ofRemote({ version: 'abc', userId: 'nobody', hours: 1, why: 'To look at it.' }),
  reportRemote: plain({
    ...{ name: 'team', version: 'abc', outcome: 'failed', kind: 'render' },
    ...{ error: 'TypeError', location: 'main.js:1:2' },
  }),
}
