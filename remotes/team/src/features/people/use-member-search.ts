import type { Member } from '@portal/contracts/members'
import { useAddressText } from '@portal/remote-kit/use-address-text'
import { useDeferredValue, useState } from 'react'
import { filterMembers } from './filter-members.ts'

/** A list gets a search box once it is longer than a screen. */
const searchFrom = 10
/** Rows drawn at a time: more than most organizations have people, and as many as stay quick. */
const rowsAtATime = 100

/** The members that the search text leaves (kept in the address as `q`), as many as are drawn. */
export function useMemberSearch(members: readonly Member[]) {
  const [text, setText] = useAddressText('q')
  const [limit, setLimit] = useState(rowsAtATime)
  const found = filterMembers(members, useDeferredValue(text))
  return {
    text,
    setText,
    found,
    shown: found.slice(0, limit),
    hasSearch: members.length >= searchFrom || text !== '',
    showMore: () => setLimit(limit + rowsAtATime),
  }
}
