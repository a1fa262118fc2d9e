import { analyticsApi } from '@portal/contracts/analytics'
import { defineService } from '@portal/service-kit/define-service'
import { forEveryOne } from '@portal/service-kit/for-every-one'
import { followActivity } from './activity/follow-activity.ts'
import { forgetActivities } from './activity/forget-activities.ts'
import { listActivity } from './activity/list-activity.ts'
import { listCoveredDocuments, readCoverage } from './coverage/coverage.ts'
import { exportReport } from './export/export-report.ts'
import { readOwnData } from './export/own-data.ts'
import { listDepartmentActivity, readInsights, readStats } from './figures/read-figures.ts'
import { readTimeSeries } from './figures/read-time-series.ts'
import { rollUp } from './figures/roll-up.ts'
import { groupQuestions, recountGroups } from './grouping/group-questions.ts'
import { listTrendingQuestions, listUnansweredQuestions } from './grouping/list-questions.ts'
import type { AnalyticsPorts } from './ports.ts'
import { followCampaigns, followDocuments } from './projections/follow-documents.ts'
import { followOrganizations, followPeople, personalData } from './projections/follow-organizations.ts'
import { followQuestions } from './projections/follow-questions.ts'
import { listRecommendations } from './recommendations/list-recommendations.ts'

export const service = defineService<typeof analyticsApi, AnalyticsPorts, 'analytics'>({
  name: 'analytics',
  api: analyticsApi,
  verbs: {
    readOwnData,
    readStats,
    listTrendingQuestions,
    listRecommendations,
    listActivity,
    readInsights,
    readTimeSeries,
    listDepartmentActivity,
    listUnansweredQuestions,
    readCoverage,
    listCoveredDocuments,
    exportReport,
  },
  consumers: [
    ...followOrganizations,
    followPeople,
    ...followDocuments,
    ...followCampaigns,
    ...followQuestions,
    ...followActivity,
  ],
  jobs: [rollUp, groupQuestions],
  housekeeping: (scope) => forEveryOne([forgetActivities, recountGroups], (task) => task(scope)),
  personal: personalData,
  migrations: {
    folder: new URL('../drizzle/', import.meta.url),
    platformTables: ['people', 'activities', 'organizations'],
  },
})
