import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

/** What a field's control must carry so that label, hint and error are announced with it. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': true | undefined
}

export interface FieldText {
  readonly label: string
  /** Stands under the control while there is no error. */
  readonly hint?: ReactNode
  /** What is wrong, shown next to the control and announced when it appears. */
  readonly error?: string | undefined
  /** Marks the field as optional in words. */
  readonly optional?: boolean
  /** Keeps the label for assistive technology only. */
  readonly hideLabel?: boolean
}

export interface FormFieldProps extends FieldText {
  readonly id?: string | undefined
  readonly className?: string | undefined
  readonly children: (control: FieldControl) => ReactNode
}

/** Label, control and message. */
export function FormField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  id,
  className,
  children,
}: FormFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const messageId = `${controlId}-message`
  return (
    <div className={classNames('flex min-w-0 flex-col', className)}>
      <label htmlFor={controlId} className={hideLabel === true ? 'sr-only' : 'mb-1.5 font-medium text-13'}>
        {label}
        {optional === true && <span className="font-regular text-tertiary"> optional</span>}
      </label>
      {children({ id: controlId, 'aria-describedby': messageId, 'aria-invalid': error ? true : undefined })}
      <div id={messageId} aria-live="polite" className="text-12">
        {error ? (
          <p className="mt-1.5 flex gap-1.5 font-medium text-danger-text">
            <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
            {error}
          </p>
        ) : (
          hint && <p className="mt-1.5 text-tertiary">{hint}</p>
        )}
      </div>
    </div>
  )
}
