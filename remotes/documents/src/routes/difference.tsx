import { DifferencePage } from '../features/difference/difference-page.tsx'

/** What changed between two versions of a document. */
export function Screen() {
  return <DifferencePage />
}
