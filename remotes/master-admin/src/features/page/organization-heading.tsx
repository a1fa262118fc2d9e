import { Badge } from '@portal/ui/badge'

export interface OrganizationHeadingProps {
  /** Labels the card. */
  readonly id: string
  readonly name: string
  readonly organizationId: number
}

/** What a card about an organization is headed by: its name and "Org #id" (product §2). */
export function OrganizationHeading({ id, name, organizationId }: OrganizationHeadingProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <h2 id={id} title={name} className="line-clamp-3 break-words font-semibold text-14">
        <bdi>{name}</bdi>
      </h2>
      <Badge tone="outline">Org #{organizationId}</Badge>
    </div>
  )
}
