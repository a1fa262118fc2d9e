import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Badge } from '@portal/ui/badge'
import { Card } from '@portal/ui/card'
import { EmptyState } from '@portal/ui/empty-state'
import { RelativeTime } from '@portal/ui/relative-time'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import {
  BookOpenCheck,
  CalendarClock,
  CircleCheck,
  CircleHelp,
  FileWarning,
  GitPullRequestArrow,
} from 'lucide-react'
import { QuietLink } from '../cards/quiet-link.tsx'
import { RowLink, type RowTone } from '../cards/row-link.tsx'
import type { WaitingItem, WaitingKind, WaitingSource } from './waiting-item.ts'

/** Most rows of one kind; its own page has the others. */
const rowsMax = 3

const looks: Readonly<Record<WaitingKind, { readonly icon: typeof CircleHelp; readonly tone: RowTone }>> = {
  approval: { icon: GitPullRequestArrow, tone: 'warning' },
  reading: { icon: BookOpenCheck, tone: 'neutral' },
  review: { icon: CalendarClock, tone: 'warning' },
  gap: { icon: CircleHelp, tone: 'neutral' },
  problem: { icon: FileWarning, tone: 'danger' },
}

/** What waits for the person, most urgent kind first; a part that fails leaves the rest. */
export function WaitingCard({ sources }: { readonly sources: readonly WaitingSource[] }) {
  const count = sources.reduce((sum, { items }) => sum + items.length, 0)
  const isLoading = sources.some(({ query }) => query.isLoading)
  const failed = sources.filter(({ query }) => query.error)
  const hasMoreApprovals = sources.some(
    ({ items }) => items.length > rowsMax && items[0]?.kind === 'approval',
  )
  return (
    <Card
      title="Waiting for me"
      count={count || undefined}
      aside={hasMoreApprovals && <QuietLink to="/approvals">All approvals</QuietLink>}
    >
      {isLoading && (
        <RowsSkeleton
          label="Loading what waits for you"
          count={3}
          rowClass="h-15 gap-3"
          lines={['w-3/5', 'w-2/5']}
        />
      )}
      {!isLoading && count > 0 && (
        <ul aria-label="Waiting for me">
          {sources
            .flatMap(({ items }) => items.slice(0, rowsMax))
            .map((item) => (
              <WaitingRow key={`${item.kind} ${item.key}`} item={item} />
            ))}
        </ul>
      )}
      {!isLoading && count === 0 && failed.length === 0 && (
        <EmptyState
          isRow
          icon={<CircleCheck />}
          title="Nothing waits for you"
          description="Approvals, documents to read, reviews that are due and open questions appear here."
        />
      )}
      {failed.length > 0 && (
        <div className="border-subtle border-t p-4 first:border-t-0">
          <ReadFailure title={failureOf(failed)} query={together(failed)} />
        </div>
      )}
    </Card>
  )
}

const list = new Intl.ListFormat('en-GB')

function failureOf(failed: readonly WaitingSource[]): string {
  const names = failed.map(({ what }) => what)
  if (names.length > 1) return `Some of it could not be loaded: ${list.format(names)}`
  const [name = ''] = names
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} could not be loaded`
}

/** One retry for all: what is away is away for each of them. */
function together(failed: readonly WaitingSource[]) {
  return {
    error: failed[0]?.query.error ?? null,
    isFetching: failed.some(({ query }) => query.isFetching),
    refetch: () => Promise.all(failed.map(({ query }) => query.refetch())),
  }
}

function WaitingRow({ item: { kind, title, detail, at, to, badge } }: { readonly item: WaitingItem }) {
  const { icon: Icon, tone } = looks[kind]
  return (
    <RowLink
      to={to}
      icon={<Icon />}
      tone={badge?.tone === 'danger' ? 'danger' : tone}
      title={title}
      detail={
        <>
          <bdi>{detail}</bdi> {at !== undefined && <RelativeTime at={at} />}
        </>
      }
      end={badge && <Badge tone={badge.tone}>{badge.words}</Badge>}
    />
  )
}
