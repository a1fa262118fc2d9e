import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, type FieldText, FormField } from './form-field.tsx'

export type TextAreaFieldProps = ComponentProps<'textarea'> & FieldText

/**
 * A labelled text of several lines. Every attribute of `<textarea>` passes through. A text of
 * `maxLength` says so, because browsers cut what is pasted without a word.
 */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, error, optional, hideLabel, className, id, hint, ...area } = props
  const { value, maxLength = Number.POSITIVE_INFINITY } = area
  const isFull = typeof value === 'string' && value.length >= maxLength
  const shown = isFull ? `Limit of ${maxLength} characters reached. Anything longer is cut off.` : hint
  return (
    <FormField {...{ label, error, optional, hideLabel, className, id }} hint={shown}>
      {(control) => (
        <textarea
          rows={4}
          dir="auto"
          {...area}
          {...control}
          className={classNames(controlClass, 'resize-y px-2.5 py-2')}
        />
      )}
    </FormField>
  )
}
