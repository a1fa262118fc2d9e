import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, type FieldText, FormField } from './form-field.tsx'
import { useHalfEntered } from './half-entered.ts'

export interface TextFieldProps extends ComponentProps<'input'>, FieldText {
  /** `lg` is 40 px high at every width. */
  readonly scale?: 'md' | 'lg'
}

/** The browser's own button of a file input, as a part of the field. */
const fileButton =
  'pl-0 file:mr-3 file:h-full file:cursor-pointer file:border-0 file:border-default file:border-r file:bg-sunken file:px-3 file:font-medium file:text-13 file:text-primary'

/** A labelled one-line input. Every attribute of `<input>` passes through, `ref` included. */
export function TextField(props: TextFieldProps) {
  const { label, hint, optional, hideLabel, scale = 'md', className, id, ...rest } = props
  const { error: ownError, ...input } = rest
  const half = useHalfEntered()
  const error = ownError ?? half.error
  return (
    <FormField {...{ label, hint, error, optional, hideLabel, className, id }}>
      {(control) => (
        <input
          type="text"
          dir="auto"
          {...input}
          {...control}
          {...half.events}
          className={classNames(
            controlClass,
            scale === 'lg' ? 'h-control-lg px-3' : 'h-control-lg px-2.5 md:h-control-md',
            props.type === 'file' && fileButton,
          )}
        />
      )}
    </FormField>
  )
}
