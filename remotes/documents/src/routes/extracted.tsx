import { ExtractedText } from '../features/ingestion/extracted-text.tsx'

/** For stewards: a version's file with what was read of it. */
export function Screen() {
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-5 px-gutter py-6 md:py-8">
      <ExtractedText />
    </div>
  )
}
