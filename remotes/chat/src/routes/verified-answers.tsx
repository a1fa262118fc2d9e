import { VerifiedList } from '../features/verified/verified-list.tsx'

/** The verified answers, for stewards. */
export function Screen() {
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20">Verified answers</h1>
        <p className="mt-1 text-13 text-secondary">
          Shown first to everyone who asks the same question and may read the sources. An answer expires when
          a new version of a document that it cites takes effect.
        </p>
      </header>
      <VerifiedList />
    </div>
  )
}
