import type { analyticsApi } from '@portal/contracts/analytics'
import type { PermissionOf } from '@portal/contracts/permissions'
import { plain, type RouteSamples, type Sample, type SpecifiedHolders } from '@portal/testkit/route-samples'

/** Figures of the last weeks; none of it names anything of an organization. */
const ofPeriod: Sample = {
  hasIds: false,
  request: () => ({ query: { from: '2026-01-01', to: '2026-03-31', department: '1' } }),
}

/** A request for every route; the isolation matrix sends it as everybody. */
export const samples: RouteSamples<typeof analyticsApi> = {
  readOwnData: plain(),
  readStats: plain(),
  listTrendingQuestions: { hasIds: false, request: () => ({ query: { department: '1' } }) },
  listRecommendations: plain(),
  listActivity: plain(),
  readInsights: ofPeriod,
  readTimeSeries: { hasIds: false, request: () => ({ query: { from: '2026-01-01', unit: 'week' } }) },
  listDepartmentActivity: { hasIds: false, request: () => ({ query: { from: '2026-01-01' } }) },
  listUnansweredQuestions: { hasIds: false, request: () => ({ query: { department: '1' } }) },
  readCoverage: ofPeriod,
  listCoveredDocuments: { hasIds: false, request: () => ({ query: { kind: 'overdue' } }) },
  exportReport: {
    hasIds: false,
    request: () => ({ params: { report: 'time-series' }, query: { unit: 'week' } }),
  },
}

/** Who holds each permission, written a second time so that a change of the table is noticed. */
export const holders: SpecifiedHolders<PermissionOf<'analytics'>> = {
  'analytics:read': 'facilitator admin manager',
  'activity:read': 'facilitator admin manager',
}
