import { Link } from '@portal/remote-kit/link'
import { classNames } from '@portal/ui/class-names'
import { ChevronDown } from 'lucide-react'
import { navItemClass } from './nav-item-class.ts'
import { productLinks } from './site-links.ts'
import { useDisclosure } from './use-disclosure.ts'

export function ProductMenu() {
  const { isOpen, close, root, button, panelId } = useDisclosure()
  return (
    <div {...root} className="relative">
      <button
        type="button"
        {...button}
        className={classNames(navItemClass, isOpen && 'bg-hover text-primary')}
      >
        Product
        <ChevronDown
          aria-hidden="true"
          className={classNames('size-4 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <ul
        id={panelId}
        hidden={!isOpen}
        className="-left-2 absolute top-[calc(100%+10px)] w-93 animate-rise rounded-card border border-default bg-panel p-2 shadow-popover"
      >
        {productLinks.map(({ to, label, about, icon: Icon }) => (
          <li
            key={to}
            className="relative grid grid-cols-[36px_1fr] items-center gap-3 rounded-tile p-2.5 focus-within:bg-hover hover:bg-hover"
          >
            <span className="grid size-9 place-items-center rounded-tile border border-default bg-canvas text-accent-text">
              <Icon aria-hidden="true" className="size-4" />
            </span>
            <div>
              <Link
                to={to}
                onClick={close}
                className="block font-semibold text-14 outline-none after:absolute after:inset-0 after:rounded-tile focus-visible:after:outline-2 focus-visible:after:outline-focus"
              >
                {label}
              </Link>
              <p className="text-13 text-secondary">{about}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
