import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-quiet'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl'

export interface ButtonLook {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** Square, for a single icon. */
  readonly square?: boolean
}

const shape =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed aria-busy:cursor-progress print:hidden'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-accent-on hover:bg-accent-hover active:bg-accent-active',
  secondary: 'border-strong bg-panel text-primary shadow-xs hover:bg-hover active:bg-active',
  ghost:
    'border-transparent text-secondary not-disabled:hover:bg-hover not-disabled:hover:text-primary not-disabled:active:bg-active not-aria-busy:disabled:text-disabled',
  danger: 'border-transparent bg-danger text-danger-on hover:bg-danger-hover',
  'danger-quiet':
    'border-strong bg-panel text-danger-text shadow-xs hover:border-danger-border hover:bg-danger-subtle',
}

/** How a button with a face looks while it cannot be pressed. */
const faceDisabled =
  'not-aria-busy:disabled:border-default not-aria-busy:disabled:bg-sunken not-aria-busy:disabled:text-tertiary not-aria-busy:disabled:shadow-none'

const sizes: Record<ButtonSize, { wide: string; square: string }> = {
  sm: { wide: 'h-control-sm px-2.5 text-12', square: 'size-control-sm' },
  md: { wide: 'h-control-md px-3 text-13', square: 'size-control-md' },
  lg: { wide: 'h-control-lg px-4 text-14', square: 'size-control-lg' },
  xl: { wide: 'h-11 px-5 text-[0.9375rem]', square: 'size-11' },
}

/** The classes of a button, for a link that should look like one. */
export function buttonClass({ variant = 'secondary', size = 'md', square = false }: ButtonLook = {}): string {
  return classNames(
    shape,
    variants[variant],
    variant !== 'ghost' && faceDisabled,
    square ? sizes[size].square : sizes[size].wide,
  )
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** While true the button is disabled, shows a spinner and says so to assistive technology. */
  readonly busy?: boolean | undefined
  /** Gives the look and behaviour to the single child instead of a `<button>`; for links. */
  readonly asChild?: boolean
}

/** A button of type `button` unless `type="submit"`. While busy it shows its children as label. */
export function Button({
  variant = 'secondary',
  size = 'md',
  square = false,
  busy = false,
  asChild = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = classNames(buttonClass({ variant, size, square }), className)
  if (asChild) {
    return (
      <Slot.Root className={look} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      aria-busy={busy || undefined}
      {...rest}
      type={type}
      className={look}
      disabled={disabled === true || busy}
    >
      {busy && <Spinner className="-ml-0.5" />}
      {children}
    </button>
  )
}
