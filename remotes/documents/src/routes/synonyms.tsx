import { synonymsApi } from '@portal/contracts/synonyms'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { BesideLibrary } from '../features/library/beside-library.tsx'
import { SynonymsForm } from '../features/synonyms/synonyms-form.tsx'

/** What people and documents call the same thing, as only this organization knows. */
export function Screen() {
  const list = useRouteQuery(synonymsApi.readSynonyms, {})
  return (
    <BesideLibrary
      title="Synonyms"
      lead="Searches and questions find what your documents call differently: abbreviations, names of systems, words of your trade. Everyday words are known already."
    >
      {list.isPending && (
        <SkeletonList label="Loading the synonyms" count={1}>
          <Skeleton className="h-72 w-full" />
        </SkeletonList>
      )}
      <ReadFailure title="The synonyms could not be loaded" query={list} />
      {list.data && <SynonymsForm list={list.data} />}
    </BesideLibrary>
  )
}
