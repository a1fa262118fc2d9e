import { DeletionList } from '../features/deletions/deletion-list.tsx'
import { MasterPage } from '../features/page/master-page.tsx'

/** The ledger of deleted organizations (decision 38). */
export function Screen() {
  return (
    <MasterPage title="Deletions" subtitle="Deleted organizations, and what every store has removed of them">
      <DeletionList />
    </MasterPage>
  )
}
