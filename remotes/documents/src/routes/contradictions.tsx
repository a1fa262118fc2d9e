import { Contradictions } from '../features/contradictions/contradictions.tsx'
import { BesideLibrary } from '../features/library/beside-library.tsx'

/** For stewards: where current documents say opposite things. */
export function Screen() {
  return (
    <BesideLibrary
      title="Contradictions"
      lead="Clauses of current documents that cannot both hold. The assistant shows both of them and leaves open which one is right."
    >
      <Contradictions />
    </BesideLibrary>
  )
}
