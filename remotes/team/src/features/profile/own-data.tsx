import { gatewayApi } from '@portal/contracts/gateway'
import { SaveLink } from '@portal/remote-kit/save-link'
import { Card } from '@portal/ui/card'
import { ErasureCard } from './erasure-card.tsx'

/** What one may ask of the portal about what it keeps of oneself. */
export function OwnData() {
  return (
    <>
      <ExportCard />
      <ErasureCard />
    </>
  )
}

/** A copy of what the portal keeps of oneself (decision 40). */
function ExportCard() {
  return (
    <Card title="Your data">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="min-w-0 flex-1 basis-56 text-13 text-secondary">
          Your profile, memberships, conversations with their answers, ratings, acknowledgements, comments,
          notifications and sessions, as a ZIP archive with a page that leads to each.
        </p>
        <SaveLink file={{ address: gatewayApi.exportOwnData.path, name: 'your-data.zip' }}>
          Download your data
        </SaveLink>
      </div>
    </Card>
  )
}
