import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, type FieldText, FormField } from './form-field.tsx'

export interface SelectOption {
  readonly value: string
  readonly label: string
  /** Shown, but not to be chosen; the field's hint says why. */
  readonly isDisabled?: boolean
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children' | 'multiple'>, FieldText {
  readonly options: readonly SelectOption[]
  /** Shown while nothing is chosen; its value is the empty string. */
  readonly placeholder?: string
}

/** A labelled select. The native control: works on every device and needs no inline style. */
export function Select(props: SelectProps) {
  const { label, hint, error, optional, hideLabel, className, id, options, placeholder, ...select } = props
  return (
    <FormField {...{ label, hint, error, optional, hideLabel, className, id }}>
      {(control) => (
        <span className="relative block min-w-0">
          <select
            {...select}
            {...control}
            className={`${controlClass} h-control-lg appearance-none truncate pr-8 pl-2.5 md:h-control-md`}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled === true}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-tertiary"
          />
        </span>
      )}
    </FormField>
  )
}
