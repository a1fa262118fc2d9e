export interface ColorNameProps {
  readonly name: string
  /** `#RRGGBB`; anything else falls back to the text colour. */
  readonly color: string | undefined
}

/** A name behind a dot of its colour; the name carries the meaning. */
export function ColorName({ name, color }: ColorNameProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2 shrink-0">
        <circle cx="4" cy="4" r="4" fill={color && hex.test(color) ? color : 'currentColor'} />
      </svg>
      <span className="truncate" dir="auto" title={name}>
        {name}
      </span>
    </span>
  )
}

const hex = /^#[0-9a-f]{6}$/i
