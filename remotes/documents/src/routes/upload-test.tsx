import { Link } from '@portal/remote-kit/link'
import { OrganizationNeeded, useLacksOrganization } from '@portal/remote-kit/organization-needed'
import { BrandMark, productName } from '@portal/ui/brand'
import { FileUp } from 'lucide-react'
import { UploadTest } from '../features/upload-test/upload-test.tsx'

/** Renders for everyone; uploading needs a session and the usual permission (decision 36). */
export function Screen() {
  const lacksOrganization = useLacksOrganization()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-topbar shrink-0 items-center border-default border-b bg-panel px-gutter">
        <Link to="/" className="inline-flex items-center gap-2.5 font-semibold text-16">
          <BrandMark />
          {productName}
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-dialog flex-1 flex-col gap-4 px-gutter py-10 outline-none"
      >
        <h1 className="font-semibold text-20">Upload test</h1>
        {lacksOrganization ? (
          <div className="rounded-card border border-default bg-panel">
            <OrganizationNeeded icon={<FileUp />} reason="A document is uploaded to an organization." />
          </div>
        ) : (
          <UploadTest />
        )}
      </main>
    </div>
  )
}
