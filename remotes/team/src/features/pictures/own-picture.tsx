import { picturesApi } from '@portal/contracts/pictures'
import { usePortal } from '@portal/remote-kit/portal-context'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useSession } from '@portal/remote-kit/session'
import { Avatar } from '@portal/ui/avatar'
import { currentUserPath } from '../account/membership.ts'
import { PictureChooser } from './picture-chooser.tsx'

/** One's own picture, which colleagues see beside the name (decision 64). */
export function OwnPicture() {
  const { person } = useSession()
  const { refreshSession } = usePortal()
  const onDone = () => void refreshSession()
  const refreshes = [currentUserPath, '/api/users']
  const changing = useReportedMutation(picturesApi.changeOwnPicture, {
    ...{ refreshes, onDone, success: 'Picture changed' },
    failure: 'Failed to change the picture',
  })
  const removing = useReportedMutation(picturesApi.removeOwnPicture, {
    ...{ refreshes, onDone, success: 'Picture removed' },
    failure: 'Failed to remove the picture',
  })
  return (
    <PictureChooser
      noun="picture"
      hint="PNG, JPEG or WebP, up to 10 MB. Colleagues see it; its location and other data in the file are removed."
      hasPicture={typeof person?.profileImageUrl === 'string'}
      isUploading={changing.isPending}
      isRemoving={removing.isPending}
      onChoose={(file) => changing.mutate({ form: {}, file, fileName: file.name })}
      onRemove={() => removing.mutate({})}
    >
      <Avatar person={person ?? {}} size="xl" />
    </PictureChooser>
  )
}
