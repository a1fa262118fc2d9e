import { useSession } from '@portal/remote-kit/session'
import { Button, type ButtonVariant } from '@portal/ui/button'
import { ExternalLink } from './external-link.tsx'

/** Product §2: books a call on an external page, in a new tab. Gone when its address is empty (decision 50). */
export function ScheduleCall({
  variant = 'primary',
  className,
}: {
  variant?: ButtonVariant
  className?: string
}) {
  const { scheduleUrl } = useSession().settings
  if (scheduleUrl === '') return null
  return (
    <Button asChild variant={variant} size="xl" {...(className === undefined ? {} : { className })}>
      <ExternalLink href={scheduleUrl} hasArrow>
        Schedule a Call
      </ExternalLink>
    </Button>
  )
}
