import { chatApi } from '@portal/contracts/chat'
import { type Document, documentsApi } from '@portal/contracts/documents'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { counted } from '@portal/ui/counted'
import { Unsettled } from '@portal/ui/skeleton'
import { FileText } from 'lucide-react'

const refreshes = [documentsApi.listDocuments.path]

/** A set of policies to try the portal with: added, asked and taken out again. */
export function SamplePolicies({ documents }: { readonly documents: readonly Document[] }) {
  const mayAsk = useCan(chatApi.ask)
  const samples = useRouteQuery(documentsApi.readSamplePolicies, {})
  const failure = 'The sample policies could not be changed. Please try again.'
  const adding = useReportedMutation(documentsApi.addSamplePolicies, { refreshes, failure })
  const removing = useReportedMutation(documentsApi.removeSamplePolicies, { refreshes, failure })
  if (samples.error)
    return (
      <div className="border-subtle border-t p-4">
        <ReadFailure title="The sample policies could not be loaded" query={samples} />
      </div>
    )
  if (!samples.data) return <Unsettled />
  const { titles, offered, questions } = samples.data
  const isUsed = titles.length > 0
  // Those with policies of their own need none of ours.
  if (!isUsed && documents.length > 0) return null
  return (
    <section
      aria-label="Sample policies"
      className="flex items-start gap-3 rounded-b-card border-subtle border-t bg-sunken px-4 py-3"
    >
      <FileText aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-tertiary" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60">
          <span className="font-medium">
            {isUsed
              ? `${counted(titles.length, 'sample policy', 'sample policies')} in your library`
              : 'No policy at hand?'}
          </span>
          <span className="block text-12 text-tertiary">
            {isUsed
              ? 'Marked as samples there. Removing them leaves everything that people uploaded.'
              : `Try the portal with ${offered} sample policies, and take them out again when you are done.`}
          </span>
        </p>
        <span className="flex flex-wrap gap-2">
          {titles.length < offered && (
            <Button
              size="sm"
              busy={adding.isPending}
              disabled={removing.isPending}
              onClick={() => adding.mutate({})}
            >
              {isUsed ? 'Add the others' : 'Add sample policies'}
            </Button>
          )}
          {isUsed && (
            <Button
              size="sm"
              busy={removing.isPending}
              disabled={adding.isPending}
              onClick={() => removing.mutate({})}
            >
              Remove samples
            </Button>
          )}
        </span>
        {mayAsk && questions.length > 0 && (
          <ul
            aria-label="Questions to the sample policies"
            className="flex basis-full flex-col gap-1 text-13"
          >
            {questions.map((question) => (
              <li key={question}>
                <Link
                  to={`/chat?question=${encodeURIComponent(question)}`}
                  className="text-accent-text hover:underline"
                >
                  {question}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
