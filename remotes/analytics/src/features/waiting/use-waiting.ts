import { analyticsApi } from '@portal/contracts/analytics'
import { addDays, dayIn } from '@portal/contracts/calendar-day'
import { chatApi } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { routeQuery, useApi, useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan, useSession } from '@portal/remote-kit/session'
import { useToday } from '@portal/remote-kit/use-today'
import { counted } from '@portal/ui/counted'
import { useQueries } from '@tanstack/react-query'
import { dueBadge, type WaitingItem, type WaitingSource } from './waiting-item.ts'

/** Reviews are shown so many days before they are due. */
const reviewDays = 30

/**
 * What waits for a person: decisions first for everybody; then for stewards what keeps answers
 * from being right, for managers what they are asked to read and what their department asks.
 */
export function useWaiting(): readonly WaitingSource[] {
  const isSteward = useCan('document:update')
  const seesGaps = useCan(chatApi.listGaps)
  const seesFigures = useCan(analyticsApi.listUnansweredQuestions)
  const today = useToday()
  const approvals = useApprovals(today)
  const reading = useReading(today)
  const reviews = useReviews(today, isSteward)
  const gaps = useGaps(isSteward, seesGaps)
  const problems = useProblems(isSteward)
  const departments = useDepartmentQuestions(!isSteward && seesFigures)
  return isSteward
    ? [approvals, problems, gaps, reviews, reading]
    : [approvals, reading, ...departments, reviews, gaps]
}

type Today = ReturnType<typeof useToday>

/** Their deadline is an instant, whose day is that of the organization's time zone. */
function useApprovals({ day, timeZone }: Today): WaitingSource {
  const query = useRouteQuery(documentsApi.listPendingApprovals, {})
  const names = useRouteQuery(teamApi.listMemberNames, { query: {} }, { isEnabled: query.data !== undefined })
  const nameOf = (id: string) => names.data?.find((one) => one.id === id)?.name ?? 'Somebody'
  const items = (query.data ?? []).map(
    ({ id, version, dueAt, createdAt }): WaitingItem => ({
      key: id,
      kind: 'approval',
      title: `${version.documentTitle}, version ${version.version}`,
      detail: `${nameOf(version.createdBy)} asked for your approval`,
      at: createdAt,
      to: '/approvals',
      ...dueBadge(
        {
          on: dueAt !== null && timeZone !== undefined ? dayIn(timeZone, Date.parse(dueAt)) : null,
          isOverdue: dueAt !== null && Date.parse(dueAt) < Date.now(),
        },
        day,
      ),
    }),
  )
  return { what: 'your approvals', query, items }
}

function useReading({ day }: Today): WaitingSource {
  const isEnabled = useCan(documentsApi.listPendingAcknowledgements)
  const query = useRouteQuery(documentsApi.listPendingAcknowledgements, {}, { isEnabled })
  const items = (query.data ?? []).map(
    ({ id, documentTitle, version, askedAt, dueOn, isOverdue }): WaitingItem => ({
      key: id,
      kind: 'reading',
      title: `${documentTitle}, version ${version}`,
      detail: 'To read and acknowledge, asked',
      at: askedAt,
      to: '/to-read',
      ...dueBadge({ on: dueOn, isOverdue }, day),
    }),
  )
  return { what: 'what you are asked to read', query, items }
}

/** One's own documents; for stewards also those that nobody owns. */
function useReviews({ day, query: settings }: Today, isSteward: boolean): WaitingSource {
  const { person } = useSession()
  const query = useRouteQuery(
    documentsApi.listDocuments,
    { query: { reviewBy: day && addDays(day, reviewDays), status: 'active' } },
    { isEnabled: day !== undefined },
  )
  const items = (query.data ?? [])
    .filter(({ ownerId }) => ownerId === person?.id || (isSteward && ownerId === null))
    .toSorted((a, b) => (a.review.nextOn ?? '').localeCompare(b.review.nextOn ?? ''))
    .map(
      ({ id, title, ownerId, review }): WaitingItem => ({
        key: id,
        kind: 'review',
        title,
        detail:
          ownerId === null
            ? 'Nobody owns this document. Its review is due'
            : 'You own this document. Its review is due',
        to: `/documents/${id}`,
        ...dueBadge({ on: review.nextOn, isOverdue: review.isOverdue }, day),
      }),
    )
  return { what: 'the reviews that are due', query: day === undefined ? settings : query, items }
}

/** What nobody has taken on, all of it for stewards; for others what is theirs to answer. */
function useGaps(isSteward: boolean, isEnabled: boolean): WaitingSource {
  const of = { query: isSteward ? ({ state: 'open' } as const) : {} }
  const query = useRouteQuery(chatApi.listGaps, of, { isEnabled })
  const count = (query.data ?? []).filter(({ state }) => state === 'open' || state === 'assigned').length
  const item: WaitingItem = {
    key: 'gaps',
    kind: 'gap',
    title: `${counted(count, 'question')} without a good answer`,
    detail: isSteward
      ? `Assign ${count === 1 ? 'it' : 'them'}, or add a document that answers`
      : 'About documents that you own, or assigned to you',
    to: '/gaps',
  }
  return { what: 'the open questions', query, items: count === 0 ? [] : [item] }
}

function useProblems(isSteward: boolean): WaitingSource {
  const query = useRouteQuery(documentsApi.readIngestionHealth, {}, { isEnabled: isSteward })
  const failed = query.data?.failed ?? 0
  const item: WaitingItem = {
    key: 'problems',
    kind: 'problem',
    title: `${counted(failed, 'file')} could not be read`,
    detail: 'The assistant cannot cite what it could not read',
    to: '/documents/ingestion',
  }
  return { what: 'the list of unread files', query, items: failed === 0 ? [] : [item] }
}

/** What several people of one's own departments asked in vain (decision 73). */
function useDepartmentQuestions(isEnabled: boolean): readonly WaitingSource[] {
  const client = useApi()
  const me = useRouteQuery(teamApi.currentUser, {}, { isEnabled })
  const departments = me.data?.departments ?? []
  const reads = useQueries({
    queries: departments.map(({ id }) =>
      routeQuery(client, analyticsApi.listUnansweredQuestions, { query: { department: id } }),
    ),
  })
  return departments.flatMap(({ id, name }, at) => {
    const query = reads[at]
    if (!query) return []
    const count = query.data?.length ?? 0
    const item: WaitingItem = {
      key: `department-${id}`,
      kind: 'gap',
      title: `${counted(count, 'unanswered question')} in ${name}`,
      detail: 'Several people of your department asked in vain',
      to: `/analytics?department=${id}#unanswered`,
    }
    return [{ what: `the questions of ${name}`, query, items: count === 0 ? [] : [item] }]
  })
}
