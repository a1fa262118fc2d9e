import type { Member } from '@portal/contracts/members'
import { FoundRows } from '@portal/remote-kit/found-rows'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { isAwaited } from '@portal/remote-kit/route-query'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useRowSearch } from '@portal/remote-kit/use-row-search'
import { Card } from '@portal/ui/card'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import type { ReactNode } from 'react'
import { listSize, memberWords, useDepartments, useMembers } from './queries.ts'

interface MembersCardProps {
  readonly title: string
  /** Names of one person and of several. */
  readonly words: readonly [one: string, many: string]
  /** Names the whole list. */
  readonly all: string
  readonly emptyHint: string
  /** Renders the rows `shown`; `all` is everyone. */
  readonly list: (shown: readonly Member[], all: readonly Member[]) => ReactNode
  readonly children?: ReactNode
}

/** The organization's members: loading, failed with a retry, searched, empty, in parts. */
export function MembersCard({ title, words, all, emptyHint, list, children }: MembersCardProps) {
  const members = useMembers()
  // Departments that come later would break the lines of rows anew.
  const isOpening = isAwaited(useDepartments())
  const search = useRowSearch(members.data ?? [], { wordsOf: memberWords, ...listSize })
  const field = <RowSearchField search={search} label={`Search ${words[1]}`} className="w-full sm:w-56" />
  return (
    <Card title={title} count={members.data?.length} aside={search.hasSearch && field}>
      {(members.isPending || (members.data && isOpening)) && <MembersSkeleton label={`Loading ${all}`} />}
      {members.error && (
        <div className="p-4">
          <ReadFailure title={`The ${all} could not be loaded`} query={members} />
        </div>
      )}
      {members.data && !isOpening && (
        <FoundRows
          search={search}
          words={words}
          nothing="Nobody matches"
          hint={emptyHint}
          moreClass="border-subtle border-t px-4 py-2.5"
        >
          {search.shown.length > 0 && list(search.shown, members.data)}
        </FoundRows>
      )}
      {children}
    </Card>
  )
}

export function MembersSkeleton({ label }: { readonly label: string }) {
  const end = 'h-5 w-18 rounded-pill'
  return (
    <RowsSkeleton {...{ label, end }} count={5} rowClass="gap-3 py-3" lines={['w-2/5', 'w-3/5']} hasAvatar />
  )
}
