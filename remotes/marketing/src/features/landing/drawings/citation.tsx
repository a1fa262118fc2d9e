import { classNames } from '@portal/ui/class-names'

/** The number of a citation, solid while its source is open. */
export function Citation({ number, isOpen = false }: { number: number; isOpen?: boolean }) {
  return (
    <span
      className={classNames(
        'ml-0.75 inline-grid h-4.5 min-w-4.5 place-items-center rounded-[5px] border px-1.25 align-[2px] font-semibold text-[0.6875rem]/4',
        isOpen
          ? 'border-accent bg-accent text-accent-on'
          : 'border-accent-border bg-accent-subtle text-accent-text',
      )}
    >
      {number}
    </span>
  )
}
