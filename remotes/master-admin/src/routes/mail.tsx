import { SentMailList } from '../features/mail/sent-mail-list.tsx'
import { MasterPage } from '../features/page/master-page.tsx'

export function Screen() {
  return (
    <MasterPage title="Sent mail" subtitle="What the portal sent to people, newest first">
      <SentMailList />
    </MasterPage>
  )
}
