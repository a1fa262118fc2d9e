import { Link } from '@portal/remote-kit/link'
import { IngestionHealth } from '../features/ingestion/ingestion-health.tsx'

/** For stewards: what of the organization's files could not be read, and why. */
export function Screen() {
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <Link to="/documents" className="text-13 text-accent-text hover:underline">
          Document Library
        </Link>
        <h1 className="mt-1 font-semibold text-20">Ingestion health</h1>
        <p className="mt-1 text-13 text-secondary">
          What was not read can be neither found nor cited. A text that exists is never replaced, because
          citations point into it: a better file is a new version.
        </p>
      </header>
      <IngestionHealth />
    </div>
  )
}
