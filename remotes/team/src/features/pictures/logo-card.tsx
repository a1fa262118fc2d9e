import { picturesApi } from '@portal/contracts/pictures'
import { usePortal } from '@portal/remote-kit/portal-context'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useSession } from '@portal/remote-kit/session'
import { Card } from '@portal/ui/card'
import { PictureChooser } from './picture-chooser.tsx'

/** The organization's logo, shown in the header of every page. */
export function LogoCard() {
  const logoUrl = useSession().organization?.logoUrl ?? null
  const { refreshSession } = usePortal()
  const onDone = () => void refreshSession()
  const changing = useReportedMutation(picturesApi.changeLogo, {
    ...{ refreshes: [], onDone, success: 'Logo changed' },
    failure: 'Failed to change the logo',
  })
  const removing = useReportedMutation(picturesApi.removeLogo, {
    ...{ refreshes: [], onDone, success: 'Logo removed' },
    failure: 'Failed to remove the logo',
  })
  return (
    <Card title="Logo">
      <div className="p-4">
        <PictureChooser
          noun="logo"
          hint="PNG, JPEG or WebP, up to 10 MB, best without a margin. It is shown on light and on dark backgrounds."
          hasPicture={logoUrl !== null}
          isUploading={changing.isPending}
          isRemoving={removing.isPending}
          onChoose={(file) => changing.mutate({ form: {}, file, fileName: file.name })}
          onRemove={() => removing.mutate({})}
        >
          <span className="grid h-16 w-40 place-items-center rounded-control border border-default bg-panel p-2">
            {logoUrl === null ? (
              <span className="text-13 text-tertiary">No logo yet</span>
            ) : (
              <img
                src={logoUrl}
                alt="The organization's logo"
                className="max-h-full max-w-full object-contain"
              />
            )}
          </span>
        </PictureChooser>
      </div>
    </Card>
  )
}
