import { GapList } from '../features/gaps/gap-list.tsx'

/** For stewards all gaps, for owners theirs. */
export function Screen() {
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20">Gaps</h1>
        <p className="mt-1 text-13 text-secondary">
          What people asked and the documents did not answer well. A question of several people is shown
          without their names; after a new version takes effect it is asked again.
        </p>
      </header>
      <GapList />
    </div>
  )
}
