import type { Acknowledgement } from '@portal/contracts/acknowledgements'
import { FoundRows } from '@portal/remote-kit/found-rows'
import { Link } from '@portal/remote-kit/link'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useRowSearch } from '@portal/remote-kit/use-row-search'
import { Card } from '@portal/ui/card'
import { RelativeTime } from '@portal/ui/relative-time'
import { CircleCheck } from 'lucide-react'

/** What one has acknowledged, newest first; nothing without any. */
export function GivenList({ given }: { readonly given: readonly Acknowledgement[] }) {
  const search = useRowSearch(given, {
    wordsOf: ({ documentTitle, customId }) => `${documentTitle} ${customId}`,
    ...{ searchFrom: 15, rowsAtFirst: 50, rowsMore: 100 },
  })
  if (given.length === 0) return null
  return (
    <div className="flex flex-col gap-4">
      <RowSearchField search={search} label="Search what you have acknowledged" />
      <Card title="Acknowledged" count={given.length}>
        <FoundRows search={search} words={['document', 'documents']} nothing="No document matches">
          <ul className="divide-y divide-subtle">
            {search.shown.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-13 text-secondary"
              >
                <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-text" />
                <Link
                  to={`/documents/${one.documentId}?version=${one.versionId}`}
                  className="min-w-0 break-words font-medium text-primary hover:underline"
                >
                  <bdi>{one.documentTitle}</bdi>
                </Link>
                <span className="mr-auto">version {one.version}</span>
                <span className="text-tertiary">
                  acknowledged <RelativeTime at={one.acknowledgedAt} />
                </span>
              </li>
            ))}
          </ul>
        </FoundRows>
      </Card>
    </div>
  )
}
