import { z } from 'zod'
import { calendarDay } from './calendar-day.ts'
import { DepartmentNumber } from './departments.ts'
import { event, events } from './events.ts'
import { listQuery } from './list-query.ts'
import { ownDataApi } from './own-data.ts'
import { route } from './route.ts'

/** Days of a period if it is not named, and of what is trending (decision 33). */
export const periodDaysDefault = 30
/** Longest period, in days: five years. */
export const periodDaysMax = 1827
/** Most groups of questions of one list. */
export const questionGroupsMax = 50

const Share = z.number().min(0).max(1).nullable()

/**
 * Figures of some questions. Shares are of all of them, `lowRatedShare` is of the rated ones; they
 * are null where there is nothing to divide by, as `averageRating` is without ratings (decision
 * 32). "Answered" is decision 74's. `medianAnswerMs` is exact to 2 %.
 */
export const QuestionFigures = z.object({
  questions: z.number().int(),
  answered: z.number().int(),
  noEvidence: z.number().int(),
  rated: z.number().int(),
  lowRated: z.number().int(),
  averageRating: z.number().nullable(),
  answeredShare: Share,
  noEvidenceShare: Share,
  lowRatedShare: Share,
  medianAnswerMs: z.number().int().nullable(),
})
export type QuestionFigures = z.infer<typeof QuestionFigures>

/** A department with its questions of all time. A question counts in each of its asker's. */
export const DepartmentQuestions = z.object({
  id: z.number().int(),
  name: z.string(),
  color: z.string(),
  questionCount: z.number().int(),
})

/** Product §3: all questions ever asked, and the documents that the person may see. */
export const AnalyticsStats = z.object({
  totalQuestions: z.number().int(),
  totalDocuments: z.number().int(),
  averageRating: z.number().nullable(),
  departments: z.array(DepartmentQuestions),
})
export type AnalyticsStats = z.infer<typeof AnalyticsStats>

/** What of a period is looked at: whole days in the time zone of the organization. */
export const PeriodQuery = z.object({
  from: calendarDay('From').optional(),
  to: calendarDay('To').optional(),
  department: DepartmentNumber.optional(),
})

/** The period that was looked at; the one before it has as many days. */
export const Period = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  previousFrom: z.iso.date(),
  timeZone: z.string(),
})
export type Period = z.infer<typeof Period>

/** AI Performance Insights (decision 35), and the same of the period before. */
export const Insights = z.object({ period: Period, present: QuestionFigures, previous: QuestionFigures })
export type Insights = z.infer<typeof Insights>

/** The steps of a time series; weeks begin on Monday. */
export const TimeUnit = z.enum(['day', 'week', 'month'])
export type TimeUnit = z.infer<typeof TimeUnit>

/** One step; `startsOn` is its first day within its period. */
export const TimePoint = QuestionFigures.extend({ startsOn: z.iso.date() })
export type TimePoint = z.infer<typeof TimePoint>

/**
 * Every step of a period, oldest first, those without questions too. `previous` are the same steps
 * moved back by the period's length, so each is of as many days as the one that it stands beside.
 */
export const TimeSeries = z.object({
  period: Period,
  unit: TimeUnit,
  points: z.array(TimePoint),
  previous: z.array(TimePoint),
})
export type TimeSeries = z.infer<typeof TimeSeries>

/** What a department asked in a period; `previousQuestions` in the one before. */
export const DepartmentActivity = z.object({
  id: z.number().int(),
  name: z.string(),
  color: z.string(),
  figures: QuestionFigures,
  previousQuestions: z.number().int(),
})
export type DepartmentActivity = z.infer<typeof DepartmentActivity>

/**
 * Questions of one meaning of the last 30 days, in the words that most people used and without
 * names, from as many distinct askers on as the organization wants (decisions 33 and 73).
 * `department` is the one whose people asked most often, if any.
 */
export const TrendingQuestion = z.object({
  id: z.uuid(),
  question: z.string(),
  askCount: z.number().int(),
  lastAsked: z.iso.datetime(),
  averageRating: z.number().nullable(),
  department: z.string().nullable(),
  departmentId: z.number().int().nullable(),
})
export type TrendingQuestion = z.infer<typeof TrendingQuestion>

/** The same of questions that the documents left open; `unansweredCount` of `askCount` times. */
export const UnansweredQuestion = TrendingQuestion.extend({ unansweredCount: z.number().int() })
export type UnansweredQuestion = z.infer<typeof UnansweredQuestion>

/**
 * How the documents in force that the person may see are covered. `unread`: with people who were
 * asked to acknowledge them and have not. `outstanding`: how many acknowledgements those are.
 */
export const CoverageSummary = z.object({
  period: Period,
  documents: z.number().int(),
  askedAbout: z.number().int(),
  neverAsked: z.number().int(),
  overdue: z.number().int(),
  unread: z.number().int(),
  outstanding: z.number().int(),
})
export type CoverageSummary = z.infer<typeof CoverageSummary>

/** Kinds of documents in the coverage. */
export const CoverageKind = z.enum(['asked', 'never-asked', 'overdue', 'unread'])
export type CoverageKind = z.infer<typeof CoverageKind>

/**
 * A document in force. `answers` of the period cite it, the last of all on `lastCitedOn`; `asked`
 * people have been asked to acknowledge it, `outstanding` of them have not.
 */
export const CoveredDocument = z.object({
  id: z.uuid(),
  title: z.string(),
  departmentId: z.number().int().nullable(),
  department: z.string().nullable(),
  answers: z.number().int(),
  lastCitedOn: z.iso.date().nullable(),
  nextReviewOn: z.iso.date().nullable(),
  isOverdue: z.boolean(),
  asked: z.number().int(),
  outstanding: z.number().int(),
})
export type CoveredDocument = z.infer<typeof CoveredDocument>

/** Which act a recommendation leads to; `to` is an address of the portal. */
export const RecommendedAct = z.object({ label: z.string(), to: z.string().startsWith('/') })

/** Product §3, most urgent first; `kind` stays the same however the sentence is worded. */
export const Recommendation = z.object({
  priority: z.enum(['high', 'medium', 'low']),
  message: z.string(),
  kind: z.string(),
  act: RecommendedAct.optional(),
})
export type Recommendation = z.infer<typeof Recommendation>

/**
 * Something that happened and that the person may know of (decisions 35 and 63). It reads
 * `actorName` (null: the portal), `phrase`, `subjectName`, as in "Ingrid Solberg · uploaded ·
 * Travel Policy"; `to` is where to look, if anywhere.
 */
export const Activity = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string(),
  phrase: z.string(),
  actorId: z.string().nullable(),
  actorName: z.string().nullable(),
  subjectName: z.string().nullable(),
  to: z.string().startsWith('/').nullable(),
})
export type Activity = z.infer<typeof Activity>

/** What can be saved as a file. */
export const AnalyticsReport = z.enum([
  'departments',
  'time-series',
  'insights',
  'trending-questions',
  'unanswered-questions',
  'coverage',
  'recommendations',
  'activity',
])
export type AnalyticsReport = z.infer<typeof AnalyticsReport>

const UnitQuery = PeriodQuery.extend({ unit: TimeUnit.default('day') })
const GroupsQuery = PeriodQuery.pick({ department: true })
const CoverageQuery = PeriodQuery.extend({ kind: CoverageKind.optional() })

/** What the analytics service serves. */
export const analyticsApi = {
  ...ownDataApi,
  readStats: route('GET', '/api/analytics/stats', {
    can: 'analytics:read',
    summary: 'Questions, documents and rating of the organization, and the questions of each department',
    returns: AnalyticsStats,
  }),
  listTrendingQuestions: route('GET', '/api/analytics/trending-questions', {
    can: 'analytics:read',
    summary: 'What several people asked in the last 30 days, most asked first, without names',
    query: GroupsQuery,
    returns: z.array(TrendingQuestion),
  }),
  listRecommendations: route('GET', '/api/analytics/recommendations', {
    can: 'analytics:read',
    summary: 'What would improve how the portal is used, most urgent first',
    returns: z.array(Recommendation),
  }),
  listActivity: route('GET', '/api/analytics/activity', {
    can: 'activity:read',
    summary: 'What happened in the organization, as far as the person may know of it, newest first',
    query: listQuery(z.uuid()),
    returns: z.array(Activity),
  }),
  readInsights: route('GET', '/api/analytics/insights', {
    can: 'analytics:read',
    summary: 'How well questions were answered in a period, and in the one before',
    query: PeriodQuery,
    returns: Insights,
  }),
  readTimeSeries: route('GET', '/api/analytics/time-series', {
    can: 'analytics:read',
    summary: 'The questions of a period by day, week or month, and those of the period before',
    query: UnitQuery,
    returns: TimeSeries,
  }),
  listDepartmentActivity: route('GET', '/api/analytics/departments', {
    can: 'analytics:read',
    summary: 'The questions of each department in a period, by number',
    query: PeriodQuery.omit({ department: true }),
    returns: z.array(DepartmentActivity),
  }),
  listUnansweredQuestions: route('GET', '/api/analytics/unanswered-questions', {
    can: 'analytics:read',
    summary: 'What several people asked in vain in the last 30 days, most asked first, without names',
    query: GroupsQuery,
    returns: z.array(UnansweredQuestion),
  }),
  readCoverage: route('GET', '/api/analytics/coverage', {
    can: 'analytics:read',
    summary: 'How many documents are asked about, never asked about, overdue for review, or unread',
    query: PeriodQuery,
    returns: CoverageSummary,
  }),
  listCoveredDocuments: route('GET', '/api/analytics/coverage/documents', {
    can: 'analytics:read',
    summary: 'The documents in force with how often they are cited, most cited first',
    query: CoverageQuery,
    returns: z.array(CoveredDocument),
  }),
  exportReport: route('GET', '/api/analytics/export/{report}', {
    can: 'analytics:read',
    summary: 'One of the reports as a CSV file; activity only as far as the person may know of it',
    params: z.object({ report: AnalyticsReport }),
    query: UnitQuery.extend(CoverageQuery.shape),
    streams: ['text/csv'],
  }),
} as const

/** Events of the analytics service. */
export const analyticsEvents = events('analytics', {
  /** Figures were brought up to date; for browsers, which read them again. */
  figuresChanged: event('analytics.figures-changed', 1, {}),
})
