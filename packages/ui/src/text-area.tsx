import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass } from './control-class.ts'
import { type FieldText, FormField } from './form-field.tsx'

export interface TextAreaProps extends ComponentProps<'textarea'>, FieldText {}

/** A labelled input of several lines, which the person may make taller. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, optional, hideLabel, className, id, rows = 4, ...input } = props
  return (
    <FormField
      {...{ label, hint, error, id, className }}
      optional={optional === true}
      hideLabel={hideLabel === true}
    >
      {(control) => (
        <textarea
          rows={rows}
          {...input}
          {...control}
          className={classNames(controlClass, 'resize-y px-2.5 py-1.5')}
        />
      )}
    </FormField>
  )
}
