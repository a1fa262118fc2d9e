import { documentsApi } from '@portal/contracts/documents'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'

const suggestionsMax = 4

/** Begins a question about each of the newest documents that the assistant can already cite. */
export function EmptyThread({ onSuggest }: { readonly onSuggest: (text: string) => void }) {
  const documents = useRouteQuery(documentsApi.listDocuments, { query: {} })
  const ready = (documents.data ?? []).filter(
    (document) => document.isActive && document.ingestion.state === 'ready',
  )
  return (
    <div className="flex flex-col gap-4 py-10">
      <div>
        <h2 className="font-semibold text-20 tracking-tight">Ask about your policies</h2>
        <p className="mt-1 text-14 text-secondary leading-prose">
          Answers come from approved documents only, and every sentence shows where it stands.
        </p>
      </div>
      {documents.data && ready.length === 0 && (
        <p className="text-13 text-tertiary">There is no approved document to answer from yet.</p>
      )}
      <ul className="flex list-none flex-col items-start gap-2">
        {ready.slice(0, suggestionsMax).map((document) => (
          <li key={document.id} className="max-w-full">
            <Button
              className="max-w-full"
              onClick={() => onSuggest(`What does the ${document.title} say about `)}
            >
              <span className="truncate" dir="auto">
                Ask about {document.title}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
