import { Search, X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { controlClass } from './form-field.tsx'
import { Kbd } from './kbd.tsx'

export interface SearchFieldProps
  extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'ref' | 'aria-label'> {
  /** Whether `/` focuses it; by default the page's first search field. */
  readonly hasShortcut?: boolean
  /** What is searched: the accessible name. The placeholder gives the hint. */
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** A search box that `/` focuses from anywhere and Esc empties; Enter in it submits no form. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onValueChange, className, hasShortcut = true, ...rest } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!hasShortcut) return
    const focusOnSlash = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focusOnSlash)
    return () => document.removeEventListener('keydown', focusOnSlash)
  }, [hasShortcut])
  const clear = () => {
    onValueChange('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.preventDefault()
    if (event.key !== 'Escape' || value === '') return
    event.stopPropagation()
    clear()
  }
  return (
    <search className={classNames('relative block min-w-0', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-tertiary"
      />
      <input
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${controlClass} peer h-control-lg placeholder-shown:text-ellipsis pr-9 pl-8.5 md:h-control-md [&::-webkit-search-cancel-button]:hidden`}
      />
      {value === '' ? (
        hasShortcut && (
          <span className="pointer-events-none absolute top-1/2 right-2 hidden -translate-y-1/2 leading-none md:peer-not-focus:block">
            <Kbd>/</Kbd>
          </span>
        )
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute top-1/2 right-1.5 grid size-6 -translate-y-1/2 place-items-center rounded-control text-tertiary hover:bg-hover hover:text-primary"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </search>
  )
}
