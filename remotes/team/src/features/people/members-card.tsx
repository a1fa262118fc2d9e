import type { Member } from '@portal/contracts/members'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useRowSearch } from '@portal/remote-kit/use-row-search'
import { Card } from '@portal/ui/card'
import { counted } from '@portal/ui/counted'
import { EmptyState } from '@portal/ui/empty-state'
import { MoreRows } from '@portal/ui/more-rows'
import type { ReactNode } from 'react'
import { listSize } from './list-size.ts'
import { memberWords } from './member-words.ts'
import { MembersSkeleton } from './members-skeleton.tsx'
import { useMembers } from './queries.ts'

interface MembersCardProps {
  readonly title: string
  /** Names of one person, of several, and of the whole list. */
  readonly words: { readonly one: string; readonly many: string; readonly all: string }
  readonly emptyHint: string
  /** Renders the rows `shown`; `all` is everyone. */
  readonly list: (shown: readonly Member[], all: readonly Member[]) => ReactNode
  readonly children?: ReactNode
}

/** The organization's members: loading, failed with a retry, searched, empty, in parts. */
export function MembersCard({ title, words, emptyHint, list, children }: MembersCardProps) {
  const members = useMembers()
  const search = useRowSearch(members.data ?? [], { wordsOf: memberWords, ...listSize })
  const { text, found, shown, showMore } = search
  const field = <RowSearchField search={search} label={`Search ${words.many}`} className="w-full sm:w-56" />
  return (
    <Card title={title} count={members.data?.length} aside={search.hasSearch && field}>
      {members.isPending && <MembersSkeleton label={`Loading ${words.all}`} />}
      {members.error && (
        <div className="p-4">
          <ReadFailure title={`The ${words.all} could not be loaded`} query={members} />
        </div>
      )}
      {members.data && (
        <>
          <p role="status" className="sr-only">
            {counted(found.length, words.one, words.many)}
          </p>
          {found.length === 0 ? (
            <EmptyState title={`Nobody matches "${text}"`} description={emptyHint} />
          ) : (
            list(shown, members.data)
          )}
          <MoreRows
            className="border-subtle border-t px-4 py-2.5"
            shown={shown.length}
            found={found.length}
            what={words.many}
            onMore={showMore}
          />
        </>
      )}
      {children}
    </Card>
  )
}
