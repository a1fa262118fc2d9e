import { Link } from '@portal/remote-kit/link'
import { useQuery } from '@tanstack/react-query'
import type { NavigationItem } from '../navigation/navigation-items.ts'
import { NavigationIcon } from './navigation-icon.tsx'

export interface NavigationListProps {
  readonly items: readonly NavigationItem[]
  readonly label: string
  readonly direction: 'row' | 'column'
  readonly className?: string
  readonly onChoose?: (() => void) | undefined
}

const linkClass =
  'flex h-8 items-center gap-2 whitespace-nowrap rounded-control px-2.5 font-medium text-13 text-secondary hover:bg-hover hover:text-primary aria-[current=page]:bg-active aria-[current=page]:text-primary [&>svg]:size-4 [&>svg]:text-tertiary aria-[current=page]:[&>svg]:text-accent-text'

export function NavigationList({ items, label, direction, className = '', onChoose }: NavigationListProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className={direction === 'row' ? 'flex gap-0.5' : 'flex flex-col gap-0.5'}>
        {items.map(({ count, ...item }) =>
          count === undefined ? (
            <NavigationLink key={item.to} {...{ item, direction, onChoose }} />
          ) : (
            <CountedLink key={item.to} address={count} {...{ item, direction, onChoose }} />
          ),
        )}
      </ul>
    </nav>
  )
}

interface NavigationLinkProps extends Pick<NavigationListProps, 'direction' | 'onChoose'> {
  readonly item: NavigationItem
  readonly count?: number
}

function NavigationLink({ item, count, direction, onChoose }: NavigationLinkProps) {
  return (
    <li>
      <Link to={item.to} className={linkClass} isCurrent={item.isCurrent} onClick={onChoose}>
        {direction === 'column' && <NavigationIcon name={item.icon} />}
        {item.label}
        {count !== undefined && count > 0 && (
          <span className="min-w-4.5 rounded-pill bg-accent px-1.25 text-center font-semibold text-[0.6875rem] text-accent-on leading-4.5">
            {count}
          </span>
        )}
      </Link>
    </li>
  )
}

/** A link to what waits for the person: without anything it is hidden, unless it is open. */
function CountedLink({ address, ...link }: NavigationLinkProps & { readonly address: string }) {
  const { data } = useQuery<readonly unknown[]>({ queryKey: [address] })
  const count = data?.length ?? 0
  if (count === 0 && !link.item.isCurrent) return null
  return <NavigationLink {...link} count={count} />
}
