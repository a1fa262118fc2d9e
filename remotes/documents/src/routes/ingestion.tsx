import { IngestionHealth } from '../features/ingestion/ingestion-health.tsx'
import { BesideLibrary } from '../features/library/beside-library.tsx'

/** For stewards: what of the organization's files could not be read, and why. */
export function Screen() {
  return (
    <BesideLibrary
      title="Ingestion health"
      lead="What was not read can be neither found nor cited. A text that exists is never replaced, because citations point into it: a better file is a new version."
    >
      <IngestionHealth />
    </BesideLibrary>
  )
}
