import { useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'

/** To one's account at the identity provider, if that has a page for it. */
export function AccountLink() {
  const { settings } = useSession()
  if (settings.accountUrl === '') return null
  return (
    <Button asChild>
      <a href={settings.accountUrl} target="_blank" rel="noreferrer">
        Change name or password
      </a>
    </Button>
  )
}
