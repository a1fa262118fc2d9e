import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

/** Inputs and selects. 16 px on small screens: phones zoom into smaller type. */
export const controlClass =
  'w-full min-w-0 rounded-control border border-control bg-panel text-16 text-primary transition-colors hover:border-hover focus:border-transparent focus:outline-2 focus:outline-focus focus:-outline-offset-1 disabled:cursor-not-allowed disabled:border-default disabled:bg-sunken disabled:text-tertiary aria-invalid:not-focus:border-danger md:text-14'

export interface FieldText {
  readonly label: string
  /** Stands under the control, and below its error: it may say how to mend it. */
  readonly hint?: ReactNode
  /** What is wrong, shown next to the control and announced when it appears. */
  readonly error?: string | undefined
  /** Marks the field as optional in words. */
  readonly optional?: boolean | undefined
  /** Keeps the label for assistive technology only. */
  readonly hideLabel?: boolean | undefined
}

export interface FormFieldProps extends FieldText {
  readonly id?: string | undefined
  readonly className?: string | undefined
  /** The control must carry these, so that label, hint and error are announced with it. */
  readonly children: (
    control: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>,
  ) => ReactNode
}

/** Label, control and message. */
export function FormField({ label, hint, error, optional, hideLabel, ...field }: FormFieldProps) {
  const ownId = useId()
  const id = field.id ?? ownId
  const messageId = `${id}-message`
  return (
    <div className={classNames('flex min-w-0 flex-col', field.className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 font-medium text-13'}>
        {label}
        {optional && <span className="font-regular text-tertiary"> optional</span>}
      </label>
      {field.children({ id, 'aria-describedby': messageId, 'aria-invalid': error ? true : undefined })}
      <div id={messageId} aria-live="polite" className="text-12">
        {error && (
          <p className="mt-1.5 flex gap-1.5 font-medium text-danger-text">
            <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
            {error}
          </p>
        )}
        {hint && <p className="mt-1.5 text-tertiary">{hint}</p>}
      </div>
    </div>
  )
}
