import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, type FieldText, FormField } from './form-field.tsx'

export type TextAreaFieldProps = ComponentProps<'textarea'> & FieldText

/** A labelled text of several lines. Every attribute of `<textarea>` passes through. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, optional, hideLabel, className, id, ...area } = props
  return (
    <FormField {...{ label, hint, error, optional, hideLabel, className, id }}>
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
