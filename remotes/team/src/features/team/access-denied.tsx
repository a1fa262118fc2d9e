import { Link } from '@portal/remote-kit/link'
import { buttonClass } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { Lock } from 'lucide-react'

interface AccessDeniedProps {
  readonly description: string
  /** Where to go instead. */
  readonly way: { readonly to: string; readonly children: string }
}

/** Product §2: what someone reads who may not see a page of the team. */
export function AccessDenied({ description, way }: AccessDeniedProps) {
  return (
    <section className="rounded-card border border-default bg-panel">
      <EmptyState
        icon={<Lock />}
        title="Access Denied"
        description={description}
        action={<Link {...way} className={buttonClass()} />}
      />
    </section>
  )
}
