import { type Activity, analyticsApi } from '@portal/contracts/analytics'
import { teamApi } from '@portal/contracts/team'
import { Link } from '@portal/remote-kit/link'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Avatar } from '@portal/ui/avatar'
import { EmptyState } from '@portal/ui/empty-state'
import { RelativeTime } from '@portal/ui/relative-time'
import { ReadCard } from '../cards/read-card.tsx'

const rowsMax = 6

/** What changed: events of the audit trail that the person may see (decision 35). */
export function ActivityCard() {
  const query = useRouteQuery(analyticsApi.listActivity, { query: { limit: rowsMax } })
  // Rows are shown without: initials stand where the pictures have not come.
  const members = useRouteQuery(teamApi.listMemberNames, { query: {} })
  const pictures = new Map(members.data?.map(({ id, profileImageUrl }) => [id, profileImageUrl]))
  return (
    <ReadCard title="Recent activity" query={query} what="the recent activity" rowClass="h-15 gap-3">
      {(activity) =>
        activity.length === 0 ? (
          <EmptyState
            isRow
            title="Nothing has happened yet"
            description="What people upload, approve and change appears here."
          />
        ) : (
          <ol aria-label="Recent activity" className="flex flex-col gap-4 p-4">
            {activity.slice(0, rowsMax).map((each) => (
              <ActivityRow
                key={each.id}
                activity={each}
                picture={each.actorId === null ? null : pictures.get(each.actorId)}
              />
            ))}
          </ol>
        )
      }
    </ReadCard>
  )
}

interface ActivityRowProps {
  readonly activity: Activity
  readonly picture: string | null | undefined
}

function ActivityRow({ activity, picture }: ActivityRowProps) {
  const { at, actorName, phrase, subjectName, to } = activity
  const subject = <bdi className="font-medium text-primary">{subjectName}</bdi>
  return (
    <li className="flex gap-3 text-13 text-secondary">
      <Avatar person={{ firstName: actorName ?? 'Portal', profileImageUrl: picture }} />
      <div className="min-w-0">
        <p className="break-words">
          <bdi className="font-medium text-primary">{actorName ?? 'The portal'}</bdi>{' '}
          {subjectName === null && to !== null ? (
            <Link to={to} className="hover:underline">
              {phrase}
            </Link>
          ) : (
            phrase
          )}{' '}
          {subjectName !== null && to !== null && (
            <Link to={to} className="hover:underline">
              {subject}
            </Link>
          )}
          {to === null && subjectName !== null && subject}
        </p>
        <RelativeTime at={at} className="text-12 text-tertiary" />
      </div>
    </li>
  )
}
