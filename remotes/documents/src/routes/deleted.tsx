import { Link } from '@portal/remote-kit/link'
import { DeletedDocuments } from '../features/deleted/deleted-documents.tsx'

/** For stewards: what was deleted in the last 30 days. */
export function Screen() {
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <Link to="/documents" className="text-13 text-accent-text hover:underline">
          Document Library
        </Link>
        <h1 className="mt-1 font-semibold text-20">Recently deleted</h1>
        <p className="mt-1 text-13 text-secondary">
          A deleted document comes back as it was, with its versions, for 30 days.
        </p>
      </header>
      <DeletedDocuments />
    </div>
  )
}
