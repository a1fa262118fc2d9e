import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Card } from '@portal/ui/card'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

export interface ReadCardProps<Data> {
  readonly title: string
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>
  /** What could not be loaded, in the middle of a sentence: "the latest documents". */
  readonly what: string
  readonly count?: number | undefined
  readonly aside?: ReactNode
  readonly footer?: ReactNode
  /** How many rows are likely to come, and their height as a class. */
  readonly rows?: number
  readonly rowClass?: string
  readonly children: (data: Data) => ReactNode
}

/** A card with a read of its own, in all its states: one that fails leaves the others alone. */
export function ReadCard<Data>(props: ReadCardProps<Data>) {
  const { title, query, what, count, aside, footer, rows = 5, rowClass = 'h-14 gap-4', children } = props
  return (
    <Card title={title} count={count} aside={aside} footer={footer}>
      {query.isPending && (
        <RowsSkeleton label={`Loading ${what}`} count={rows} rowClass={rowClass} lines={['w-3/5', 'w-2/5']} />
      )}
      {query.error && (
        <div className="p-4">
          <ReadFailure title={`${capitalized(what)} could not be loaded`} query={query} />
        </div>
      )}
      {query.data !== undefined && children(query.data)}
    </Card>
  )
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
