import type { Member } from '@portal/contracts/members'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Card } from '@portal/ui/card'
import { EmptyState } from '@portal/ui/empty-state'
import { SearchField } from '@portal/ui/search-field'
import type { ReactNode } from 'react'
import { filterMembers } from './filter-members.ts'
import { MembersSkeleton } from './members-skeleton.tsx'
import { MoreRows } from './more-rows.tsx'
import { useMembers } from './queries.ts'
import { useListSearch } from './use-list-search.ts'

interface MembersCardProps {
  readonly title: string
  /** What the people are called here: one, several, and the whole list where it loads or fails. */
  readonly words: { readonly one: string; readonly many: string; readonly all: string }
  readonly emptyHint: string
  /** Draws those who were found, as many as are shown. `all` is everyone. */
  readonly list: (shown: readonly Member[], all: readonly Member[]) => ReactNode
  readonly children?: ReactNode
}

/** The organization's members in all states of a list: loading, failed with a retry, searched, nobody found, in parts. */
export function MembersCard({ title, words, emptyHint, list, children }: MembersCardProps) {
  const members = useMembers()
  const { text, setText, found, shown, hasSearch, showMore } = useListSearch(members.data ?? [], {
    name: 'q',
    find: filterMembers,
  })
  const label = `Search ${words.many}`
  const box = { className: 'w-full sm:w-56', label, placeholder: label, value: text, onValueChange: setText }
  return (
    <Card title={title} count={members.data?.length} flush aside={hasSearch && <SearchField {...box} />}>
      {members.isPending && <MembersSkeleton label={`Loading ${words.all}`} />}
      {members.error && (
        <div className="p-4">
          <ReadFailure title={`The ${words.all} could not be loaded`} query={members} />
        </div>
      )}
      {members.data && (
        <>
          <p role="status" className="sr-only">
            {found.length} {found.length === 1 ? words.one : words.many}
          </p>
          {found.length === 0 ? (
            <EmptyState title={`Nobody matches "${text}"`} description={emptyHint} />
          ) : (
            list(shown, members.data)
          )}
          <MoreRows shown={shown.length} found={found.length} what={words.many} onMore={showMore} />
        </>
      )}
      {children}
    </Card>
  )
}
