import { useParams } from '@portal/remote-kit/navigation'
import { DocumentPage } from '../features/document/document-page.tsx'

/** A document's page: what it is, and its text or pages to read (decision 68). */
export function Screen() {
  const { id } = useParams()
  return (
    <div
      data-in-order
      className="@container mx-auto flex w-full max-w-content flex-col gap-5 px-gutter py-6 md:py-8"
    >
      <DocumentPage key={id} />
    </div>
  )
}
