import { type Ref, useId } from 'react'
import { controlClass, FormField } from './form-field.tsx'

export interface ColorFieldProps {
  readonly label: string
  /** The colours on offer, as `#RRGGBB`, with the names that a screen reader says for them. */
  readonly palette: readonly { readonly name: string; readonly value: string }[]
  /** `#RRGGBB`, or what is being typed on the way to it. */
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly error?: string | undefined
  readonly disabled?: boolean
  /** The text box. */
  readonly ref?: Ref<HTMLInputElement>
}

/** A colour: one of a palette (arrow keys move in it), or typed as `#RRGGBB`. */
export function ColorField(props: ColorFieldProps) {
  const { label, palette, value, onValueChange, error, disabled = false, ref } = props
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" disabled={disabled}>
      <legend className="mb-1.5 font-medium text-13">{label}</legend>
      <div className="grid max-w-75 grid-cols-8 gap-1 sm:gap-2">
        {palette.map((color) => (
          <label key={color.value} className="relative grid size-7 place-items-center">
            <input
              type="radio"
              name={name}
              aria-label={color.name}
              value={color.value}
              checked={color.value.toLowerCase() === value.toLowerCase()}
              onChange={() => onValueChange(color.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-control outline-offset-2 checked:outline-2 checked:outline-(--text-primary) focus-visible:outline-2 focus-visible:outline-focus disabled:cursor-not-allowed"
            />
            {/* SVG takes the colour as an attribute, so it can be nothing but a colour. */}
            <svg aria-hidden="true" viewBox="0 0 28 28" className="pointer-events-none size-full">
              <rect width="28" height="28" rx="6" fill={color.value} />
            </svg>
          </label>
        ))}
      </div>
      <FormField label={`${label} as #RRGGBB`} hideLabel error={error}>
        {(control) => (
          <input
            {...control}
            ref={ref}
            type="text"
            spellCheck={false}
            autoComplete="off"
            maxLength={7}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            className={`${controlClass} h-control-lg max-w-40 px-2.5 font-mono md:h-control-md`}
          />
        )}
      </FormField>
    </fieldset>
  )
}
