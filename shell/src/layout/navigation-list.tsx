import { Link } from '@portal/remote-kit/link'
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
        {items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} className={linkClass} isCurrent={item.isCurrent} onClick={onChoose}>
              {direction === 'column' && <NavigationIcon name={item.icon} />}
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
